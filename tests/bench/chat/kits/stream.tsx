import 'stream-chat-react/dist/css/index.css'
import { createRoot } from 'react-dom/client'
import { StreamChat } from 'stream-chat'
import { Channel, Chat, VirtualizedMessageList } from 'stream-chat-react'
import type { Kit, KitMessage } from './kit.ts'

const people = { true: { id: 'jamie', name: 'Jamie' }, false: { id: 'priya', name: 'Priya' } }

/** Its virtual list, over a client that asks nobody. */
function createStream(): Kit {
  const client = new StreamChat('bench')
  const me = people.true
  Object.assign(client, {
    userID: me.id,
    user: me,
    _user: me,
    doAxiosRequest: async () => ({}),
    wsPromise: Promise.resolve(),
  })
  const channel = client.channel('messaging', 'bench')
  const convert = ({ id, text, mine, at }: KitMessage) => ({
    id: `m${id}`,
    cid: channel.cid,
    type: 'regular' as const,
    text,
    html: '',
    user: mine ? people.true : people.false,
    created_at: at.toISOString(),
    updated_at: at.toISOString(),
  })
  Object.assign(channel, { initialized: true, watch: async () => ({}), markRead: async () => ({}) })
  return {
    mount(place, messages) {
      channel.state.addMessagesSorted(messages.map(convert) as never, false, true, true, 'current')
      createRoot(place).render(
        <Chat client={client}>
          <Channel channel={channel}>
            <VirtualizedMessageList />
          </Channel>
        </Chat>,
      )
    },
    prepend(messages) {
      channel.state.addMessagesSorted(messages.map(convert) as never, false, true, true, 'current')
      client.dispatchEvent({
        type: 'message.updated',
        cid: channel.cid,
        message: convert(messages[0] as KitMessage),
      } as never)
    },
    append(message) {
      const converted = convert(message)
      client.dispatchEvent({
        type: 'message.new',
        cid: channel.cid,
        message: converted,
        user: converted.user,
      } as never)
    },
  }
}

export const stream = createStream()
