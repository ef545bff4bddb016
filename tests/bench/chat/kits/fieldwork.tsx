import '../../../../renderer/shell/mantine-styles.ts'
import '../../../../renderer/shell/tokens.css'
import { MantineProvider } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { ChatProvider } from '../../../../renderer/features/chat/ChatProvider.tsx'
import { useChatState } from '../../../../renderer/features/chat/chat-context.tsx'
import { MessageViewport } from '../../../../renderer/features/chat/messages/MessageViewport.tsx'
import { createRowBuilder } from '../../../../renderer/features/chat/messages/message-rows.ts'
import { createChatStore } from '../../../../renderer/features/chat/store/chat-store.ts'
import {
  createFakeServices,
  type FakeServices,
} from '../../../../renderer/features/chat/testing/fake-services.ts'
import { aMessage, aThread } from '../../../../renderer/features/chat/testing/fixtures.ts'
import { ServicesProvider } from '../../../../renderer/services/context.tsx'
import type { Kit, KitMessage } from './kit.ts'

const KEY = 'MESSAGE:7'
const PLACE = { source: 'MESSAGE', sourceID: 7 } as const
const COUNT = 1000

const convert = ({ id, text, mine, at }: KitMessage) =>
  aMessage({
    id,
    message: text,
    userID: mine ? 1 : 2,
    userName: mine ? 'Jamie' : 'Priya',
    entryTime: at.toISOString(),
  })

const buildRows = createRowBuilder()

/** The list alone, as the other kits' lists are; the pane around it does the same. */
function Messages() {
  const conversation = useChatState(({ conversations }) => conversations[KEY])
  const me = useChatState((state) => state.me)
  if (conversation?.load.state !== 'ready') return null
  const rows = buildRows(conversation, [], me, Date.now())
  return (
    <MessageViewport
      key={conversation.epoch}
      threadKey={KEY}
      label="Priya"
      rows={rows}
      conversation={conversation}
    />
  )
}

/** The product's conversation, over a server that answers from memory. */
function createFieldwork(): Kit {
  let fake: FakeServices | null = null
  let chat: ReturnType<typeof createChatStore> | null = null
  return {
    mount(place, messages) {
      fake = createFakeServices({
        me: { id: 1, name: 'Jamie' },
        threads: [aThread({ id: 7, displayLabel: 'Priya' })],
        messages: { [KEY]: messages.map(convert) },
        pageSize: COUNT,
      })
      const store = createChatStore(fake.services)
      chat = store
      store.start()
      store.show()
      store.store.subscribe(({ threads }) => threads.length > 0 && store.select(KEY))
      createRoot(place).render(
        <ServicesProvider services={fake.services}>
          <MantineProvider>
            <ChatProvider store={store}>
              <Messages />
            </ChatProvider>
          </MantineProvider>
        </ServicesProvider>,
      )
    },
    async prepend(messages) {
      if (fake) fake.server.messages[KEY] = [...messages.map(convert), ...(fake.server.messages[KEY] ?? [])]
      await chat?.loadOlder(KEY)
    },
    append(message) {
      fake?.hub.emit('newThreadMessage', { ...PLACE, message: convert(message) })
    },
  }
}

export const fieldwork = createFieldwork()
