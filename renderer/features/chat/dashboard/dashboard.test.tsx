import { act, configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderWith } from '../../../testing/render.tsx'
import { ChatProvider } from '../ChatProvider.tsx'
import { useUnreadTotal } from '../chat-context.tsx'
import { createChatStore } from '../store/chat-store.ts'
import '../testing/dialogs-at-hand.ts'
import { createFakeServices } from '../testing/fake-services.ts'
import { aThread } from '../testing/fixtures.ts'
import { RecentActivities } from './RecentActivities.tsx'
import { UnreadThreads } from './UnreadThreads.tsx'

configure({ defaultHidden: true })

const entryTime = '2026-11-21T08:00:00.000Z'

function Total() {
  return <output>{useUnreadTotal()} in total</output>
}

function show(threads = [aThread({ id: 7, displayLabel: 'Amelia Hart', unread: 2 })], withActivity = true) {
  const fake = createFakeServices({
    me: { id: 1, name: 'Tom Whitfield' },
    threads,
    activities: withActivity
      ? [
          {
            kind: 'MENTION',
            message: '@[Tom Whitfield](1) look',
            messageID: 3,
            entryTime,
            source: 'MESSAGE',
            sourceID: 7,
          },
        ]
      : [],
  })
  const chat = createChatStore(fake.services)
  chat.start()
  const onOpen = vi.fn()
  renderWith(
    fake.services,
    <ChatProvider store={chat}>
      <Total />
      <UnreadThreads onOpen={onOpen} />
      <RecentActivities onOpen={onOpen} />
    </ChatProvider>,
  )
  return { chat, onOpen, hub: fake.hub, user: userEvent.setup() }
}

test('unread conversations are listed, counted and opened', async () => {
  const { user, onOpen, chat } = show()
  expect(await screen.findByText('2 in total')).toBeDefined()
  await user.click(screen.getByRole('button', { name: /^Amelia Hart/ }))
  expect(onOpen).toHaveBeenCalledOnce()
  expect(chat.store.getState().selected).toBe('MESSAGE:7')
  expect(await screen.findByText('0 in total')).toBeDefined()
  chat.stop()
})

test('C242 C030 activities are listed and new ones come in', async () => {
  const { hub, chat, user } = show()
  expect(await screen.findByText('@Tom Whitfield look')).toBeDefined()
  act(() =>
    hub.emit('NEW_ACTIVITY', {
      kind: 'REACTION',
      message: 'Ben 👍',
      messageID: 4,
      entryTime,
      source: 'MESSAGE',
      sourceID: 7,
    }),
  )
  await user.click(await screen.findByRole('button', { name: /Ben 👍/ }))
  expect(chat.store.getState().selected).toBe('MESSAGE:7')
  chat.stop()
})

test("C075 without activities the list reads 'Nothing to see here!'", async () => {
  const { chat } = show([], false)
  expect(await screen.findByText('Nothing to see here!')).toBeDefined()
  expect(screen.getByText("You're all caught up.")).toBeDefined()
  chat.stop()
})
