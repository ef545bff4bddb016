import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemTimers } from '../../ui/timers.ts'
import { createPrompts } from './prompts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const open = () => {
  const prompts = createPrompts(systemTimers)
  const texts = () => prompts.store.getState().map(({ text }) => text)
  const answerFirst = (yes: boolean) => prompts.answer(prompts.store.getState()[0]?.id ?? 0, yes)
  return { prompts, texts, answerFirst }
}

test('S190 duplicates are dropped, and each goes when it is acknowledged', () => {
  const { prompts, texts, answerFirst } = open()
  prompts.tell('one')
  prompts.tell('two')
  prompts.tell('one')
  expect(texts()).toEqual(['one', 'two'])
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['one', 'two'])
  answerFirst(true)
  expect(texts()).toEqual(['two'])
  prompts.tell('one')
  expect(texts()).toEqual(['two', 'one'])
})

test('S190 S327 one that closes by itself keeps its time when others come behind it', () => {
  const { prompts, texts } = open()
  prompts.tell('goes', { needsAnswer: false })
  vi.advanceTimersByTime(2000)
  prompts.tell('next', { needsAnswer: false })
  prompts.tell('stays')
  vi.advanceTimersByTime(999)
  expect(texts()).toEqual(['goes', 'next', 'stays'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual(['next', 'stays'])
  vi.advanceTimersByTime(2999)
  expect(texts()).toEqual(['next', 'stays'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual(['stays'])
})

test('S327 a prompt that needs no answer closes 3 s after it is first in the queue', () => {
  const { prompts, texts, answerFirst } = open()
  prompts.tell('stays')
  prompts.tell('goes', { needsAnswer: false })
  vi.advanceTimersByTime(10_000)
  expect(texts()).toEqual(['stays', 'goes'])
  answerFirst(true)
  vi.advanceTimersByTime(2999)
  expect(texts()).toEqual(['goes'])
  vi.advanceTimersByTime(1)
  expect(texts()).toEqual([])
  prompts.tell('seen', { needsAnswer: false })
  answerFirst(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('S099 a question is answered with yes, no, or OK; one that waits already is not asked twice', async () => {
  const { prompts, texts, answerFirst } = open()
  const question = { title: 'Sure?', text: 'Really?' }
  const answers = [prompts.ask(question), prompts.ask(question)]
  const acknowledged = prompts.ok(question)
  expect(texts()).toEqual(['Really?', 'Really?'])
  // Neither goes by itself.
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['Really?', 'Really?'])
  answerFirst(true)
  vi.advanceTimersByTime(60_000)
  expect(texts()).toEqual(['Really?'])
  expect(await Promise.all(answers)).toEqual([true, true])
  answerFirst(true)
  await acknowledged
  const refused = prompts.ask(question)
  prompts.reset()
  expect(await refused).toBe(false)
  expect(texts()).toEqual([])
})
