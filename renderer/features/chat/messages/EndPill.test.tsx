import { act, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type Conversation, EMPTY_CONVERSATION } from '../store/state.ts'
import { GROUP_KEY, showInChat } from '../testing/show-in-chat.tsx'
import { EndPill } from './EndPill.tsx'

let stop = () => {}
afterEach(() => stop())

function show() {
  const { chat, timers } = showInChat(
    <>
      <EndPill place="top" threadKey={GROUP_KEY} />
      <EndPill place="bottom" threadKey={GROUP_KEY} />
    </>,
  )
  stop = chat.stop
  const put = (now: Partial<Conversation>) =>
    act(() => chat.store.setState({ conversations: { [GROUP_KEY]: { ...EMPTY_CONVERSATION, ...now } } }))
  const words = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  return { put, words, pass: (time: number) => act(() => timers.pass(time)) }
}

test.each([
  [{ loadingOlder: true }, ['Loading older messages', '']],
  [{ loadingNewer: true }, ['', 'Loading newer messages']],
  [{ loadingOlder: true, loadingNewer: true }, ['Loading older messages', 'Loading newer messages']],
])('C065 while %o it says so at that end, where it takes longer than a moment', (loading, texts) => {
  const { put, words, pass } = show()
  pass(1000)
  expect(words()).toEqual(['', ''])
  put(loading)
  pass(149)
  expect(words()).toEqual(['', ''])
  pass(1)
  expect(words()).toEqual(texts)
  put({})
  expect(words()).toEqual(['', ''])
})

test.each([
  ['older', ['No more messages', '']],
  ['newer', ['', 'No more messages']],
] as const)('C065 C067 where nothing %s is left to load, that end says so instead', (endReached, texts) => {
  const { put, words } = show()
  put({ endReached })
  expect(words()).toEqual(texts)
})
