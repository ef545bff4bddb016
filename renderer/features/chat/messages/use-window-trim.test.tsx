import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChatContext, chatThere } from '../chat-context.tsx'
import { type ChatStore, createChatStore } from '../store/chat-store.ts'
import { WINDOW_MAX } from '../store/messages/message-window.ts'
import { EMPTY_CONVERSATION } from '../store/state.ts'
import { createFakeServices } from '../testing/fake-services.ts'
import { aMessage } from '../testing/fixtures.ts'
import { useWindowTrim } from './use-window-trim.ts'

const KEY = 'MESSAGE:7'
const OVER = WINDOW_MAX + 50

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A conversation with too many messages, of which the view shows the older or the newer half. */
function tooMany({
  older,
  atBottom,
  ...over
}: {
  older: boolean
  atBottom: boolean
  loadingOlder?: boolean
}) {
  const chat: ChatStore = createChatStore(
    createFakeServices({ me: { id: 1, name: 'Tom' }, threads: [] }).services,
  )
  const messages = Array.from({ length: OVER }, (_, at) => aMessage({ id: at + 1 }))
  const set = (change: object) =>
    chat.store.setState({
      conversations: { [KEY]: { ...EMPTY_CONVERSATION, load: { state: 'ready' }, messages, ...change } },
    })
  set(over)
  const list = {
    current: {
      findItemIndex: () => 0,
      scrollToIndex: () => {},
      scrollToEnd: () => {},
      letGo: () => {},
      firstInSight: () => ({ index: 0, above: 0 }),
      isInOlderHalf: () => older,
    },
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ChatContext value={chatThere(chat)}>{children}</ChatContext>
  )
  renderHook(() => useWindowTrim(list, KEY, OVER, atBottom), { wrapper })
  const ids = () => chat.store.getState().conversations[KEY]?.messages.map(({ id }) => id) ?? []
  return { set, ids, wait: () => vi.advanceTimersByTimeAsync(50) }
}

test('whoever reads further up keeps the older messages', async () => {
  const { ids, wait } = tooMany({ older: true, atBottom: false })
  await wait()
  expect([ids().length, ids().at(-1)]).toEqual([WINDOW_MAX, WINDOW_MAX])
})

test('whoever follows the end keeps the newest, also while the list has yet to be scrolled to them', async () => {
  const { ids, wait } = tooMany({ older: true, atBottom: true })
  await wait()
  expect([ids().length, ids().at(-1)]).toEqual([WINDOW_MAX, OVER])
})

test('nothing is dropped at the end at which a page is on its way', async () => {
  const { set, ids, wait } = tooMany({ older: false, atBottom: false, loadingOlder: true })
  await wait()
  expect(ids()).toHaveLength(OVER)
  set({ loadingOlder: false })
  await wait()
  expect([ids().length, ids().at(-1)]).toEqual([WINDOW_MAX, OVER])
})
