import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { TopicChat } from '#shared/contract/chat-entities.ts'
import { createQueryClient } from '../../../services/http/query-client.ts'
import { manualTimers } from '../../../testing/manual-timers.ts'
import { renderWith } from '../../../testing/render.tsx'
import { ChatProvider } from '../ChatProvider.tsx'
import { type ChatStore, createChatStore } from '../store/chat-store.ts'
import './dialogs-at-hand.ts'
import { createFakeServices, type FakeServicesOptions } from './fake-services.ts'
import { aMember, aMessage, aThread } from './fixtures.ts'

export const ME = { id: 1, name: 'Tom Whitfield' } as const
/** A group that Tom is an admin of, with Amelia's messages 1 and 2. */
export const GROUP = { source: 'MANUAL', sourceID: 9 } as const
export const GROUP_KEY = 'MANUAL:9'

/** A topic of the group, which has a conversation of its own. */
export const aTopic = (over: Partial<TopicChat> = {}): TopicChat => ({
  id: 20,
  sourceID: 4,
  parentID: 9,
  name: 'Quota cells',
  label: 'TOPIC: 4',
  messageID: 1,
  lastMessage: 'Wales is full',
  lastMessageTime: '2026-11-20T09:00:00.000Z',
  messages: 3,
  unread: 1,
  isMember: true,
  ...over,
})

/** Draws a part of the chat for Tom, with a fake server and time that passes when the test says so. */
export function showInChat(screen: ReactNode, over: Partial<FakeServicesOptions> = {}) {
  const fake = createFakeServices({
    me: ME,
    threads: [
      aThread({ id: 9, displayLabel: 'Supervisors', ...GROUP, isGroup: true, isAdmin: true }),
      aThread({
        id: 20,
        displayLabel: 'Quota cells',
        displayGroupLabel: 'Supervisors',
        type: 'CHATROOM',
        source: 'TOPIC',
        sourceID: 4,
        label: 'TOPIC: 4',
        isGroup: true,
        parentID: 9,
      }),
    ],
    messages: {
      [GROUP_KEY]: [
        aMessage({ id: 1, message: 'First', topicID: 20 }),
        aMessage({ id: 2, message: 'Second' }),
      ],
      'TOPIC:4': [aMessage({ id: 31, message: 'About the cells' })],
    },
    members: [aMember(1, ME.name), aMember(2, 'Amelia Hart'), aMember(3, 'Ben Okafor', { isOnline: false })],
    permissions: ['GENERAL_CAN_USE_TEAM_CHAT', 'CHAT_CAN_USE_TOPICS'],
    ...over,
  })
  const timers = manualTimers()
  const services = { ...fake.services, timers }
  const chat: ChatStore = createChatStore(services)
  chat.start()
  // Some dialogs ask for something once they are drawn.
  const queries = createQueryClient()
  const view = renderWith(
    services,
    <QueryClientProvider client={queries}>
      <ChatProvider store={chat}>{screen}</ChatProvider>
    </QueryClientProvider>,
  )
  return { ...fake, services, chat, timers, view }
}
