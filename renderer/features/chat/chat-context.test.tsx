import { act, render, screen } from '@testing-library/react'
import { Component, type ReactNode, Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { ChatProvider } from './ChatProvider.tsx'
import { useChat, useChatIfThere } from './chat-context.tsx'
import { type ChatStore, createChatStore } from './store/chat-store.ts'
import { createFakeServices } from './testing/fake-services.ts'

class Boundary extends Component<{ children: ReactNode }, { words: string | null }> {
  override state = { words: null }
  static getDerivedStateFromError = (error: unknown) => ({ words: (error as Error).message })
  override render() {
    return this.state.words ?? this.props.children
  }
}

const drawn: string[] = []
function Waits() {
  const chat = useChat<'store'>()
  return <p>{chat.store.getState().me.id === 0 ? 'nobody' : 'the chat'}</p>
}
function GoesOn() {
  const words = useChatIfThere() ? 'with the chat' : 'without the chat'
  drawn.push(words)
  return <p>{words}</p>
}
const show = (store: ChatStore | Promise<ChatStore>) =>
  render(
    <ChatProvider store={store}>
      <Boundary>
        <Suspense fallback={<p>waiting</p>}>
          <Waits />
        </Suspense>
        <GoesOn />
      </Boundary>
    </ChatProvider>,
  )
const newChat = () =>
  createChatStore(createFakeServices({ me: { id: 7, name: 'Amelia Ward' }, threads: [] }).services)

test('a chat that is there is drawn at once, without a moment of waiting', () => {
  drawn.length = 0
  show(newChat())
  expect(screen.getByText('the chat')).toBeDefined()
  expect(screen.queryByText('waiting')).toBeNull()
  expect(drawn).not.toContain('without the chat')
})

test('one that is on its way is waited for by what needs it alone', async () => {
  const { promise, resolve } = Promise.withResolvers<ChatStore>()
  await act(async () => void show(promise))
  expect(screen.getByText('waiting')).toBeDefined()
  expect(screen.getByText('without the chat')).toBeDefined()
  await act(async () => resolve(newChat()))
  expect(screen.getByText('the chat')).toBeDefined()
  expect(screen.getByText('with the chat')).toBeDefined()
})

test('one that can’t be had is told to what is around', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { promise, reject } = Promise.withResolvers<ChatStore>()
  await act(async () => void show(promise))
  await act(async () => reject(new Error('no code')))
  expect(screen.getByText('no code')).toBeDefined()
  vi.restoreAllMocks()
})

test('outside of a ChatProvider it says so', () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(() => render(<Waits />)).toThrow('useChat needs a ChatProvider above it')
  vi.restoreAllMocks()
})
