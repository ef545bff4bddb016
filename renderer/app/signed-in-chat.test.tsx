import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import {
  ChatProvider,
  type ChatStore,
  type loadChatSession,
  UnreadThreads,
  useUnreadTotal,
} from '../features/chat/index.ts'
import { createNewsFeed } from '../services/hubs/news-feed.ts'
import { fakeServices } from '../testing/fake-services.ts'
import { renderSignedIn } from '../testing/signed-in.tsx'
import { type ChatSurroundings, createSignedInChat } from './signed-in-chat.ts'

type Load = typeof loadChatSession

/** A chat that has nothing but its count, and notes what is done with it. */
function open() {
  const happened: string[] = []
  const store = createStore(() => ({ unreadTotal: 0, dialog: null, dialogBelow: null }))
  const noted = (name: string) => () => {
    happened.push(name)
    return () => void happened.push(`not ${name}`)
  }
  const chat = {
    store,
    start: () => void happened.push('start'),
    stop: () => void happened.push('stop'),
    setUnreadTotal: (unreadTotal: number) => store.setState({ unreadTotal }),
    onMeetingStart: noted('meetings'),
    startConversation: async () => true,
  } as unknown as ChatStore
  const session = { createChatStore: () => chat, notifyOfMessages: noted('notify') }
  const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Load>>>()
  const load = vi.fn(() => promise)
  const { services } = fakeServices()
  const signedIn = createSignedInChat(services, load)
  const counted = vi.fn()
  const around = {
    counters: { set: counted },
    conversations: { bind: noted('conversations') },
    calls: { meetingStarts: () => {} },
    settings: {},
    settingNews: createNewsFeed(),
    sounds: null,
    show: () => {},
  } as unknown as ChatSurroundings
  const come = () => resolve(session as never)
  return { chat, store, services, signedIn, around, load, come, reject, counted, happened }
}

test('the chat is fetched when it is started, once, then connected and followed until the end', async () => {
  const at = open()
  expect(at.load).not.toHaveBeenCalled()
  const off = at.signedIn.start(at.around)
  expect(at.happened).toEqual([])
  at.come()
  expect(await at.signedIn.coming).toBe(at.chat)
  expect(at.happened).toEqual(['notify', 'meetings', 'conversations', 'start'])
  at.chat.setUnreadTotal(4)
  expect(at.counted).toHaveBeenCalledExactlyOnceWith('unreadChat', 4)
  off()
  expect(at.happened.slice(4)).toEqual(['not notify', 'not meetings', 'not conversations', 'stop'])
  at.chat.setUnreadTotal(5)
  expect(at.counted).toHaveBeenCalledTimes(1)
  at.signedIn.start(at.around)
  await Promise.resolve()
  expect(at.happened.slice(8)).toEqual(['notify', 'meetings', 'conversations', 'start'])
  expect(at.load).toHaveBeenCalledTimes(1)
})

test('whoever has left before the chat was there has not begun it', async () => {
  const at = open()
  at.signedIn.start(at.around)()
  at.come()
  await at.signedIn.coming
  expect(at.happened).toEqual([])
})

test('a count of unread messages that came before the chat is its own', async () => {
  const at = open()
  at.signedIn.setUnread(2)
  at.signedIn.setUnread(3)
  at.signedIn.start(at.around)
  at.come()
  await at.signedIn.coming
  expect(at.store.getState().unreadTotal).toBe(3)
  at.signedIn.setUnread(7)
  expect(at.store.getState().unreadTotal).toBe(7)
})

function Unread() {
  return <output>{useUnreadTotal()} unread</output>
}

test('what goes on without the chat shows at once, and its count once it is there', async () => {
  const at = open()
  render(
    <ChatProvider store={at.signedIn.coming}>
      <Unread />
    </ChatProvider>,
  )
  expect(screen.getByText('0 unread')).toBeDefined()
  at.signedIn.setUnread(3)
  at.signedIn.start(at.around)
  at.come()
  expect(await screen.findByText('3 unread')).toBeDefined()
})

class Boundary extends Component<{ children: ReactNode }> {
  override state = { error: null as Error | null }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    return this.state.error ? <p>{this.state.error.message}</p> : this.props.children
  }
}

test('what needs a chat whose code can’t be had waits, then says so; the rest stands', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const at = open()
  // Awaited: what a component that waits for the chat leaves to be rendered is lost otherwise.
  await act(async () =>
    renderSignedIn(
      at.services,
      <ChatProvider store={at.signedIn.coming}>
        <Unread />
        <Boundary>
          <Suspense fallback={<p>Waiting</p>}>
            <UnreadThreads onOpen={() => {}} />
          </Suspense>
        </Boundary>
      </ChatProvider>,
    ),
  )
  expect(screen.getByText('Waiting')).toBeDefined()
  at.signedIn.start(at.around)
  at.reject(new Error('no such file'))
  expect(await screen.findByText('no such file')).toBeDefined()
  expect(screen.getByText('0 unread')).toBeDefined()
  vi.restoreAllMocks()
})
