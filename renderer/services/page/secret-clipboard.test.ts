import { expect, test } from 'vitest'
import { manualTimers } from '../../testing/manual-timers.ts'
import { createSecretClipboard, SECRET_MS } from './secret-clipboard.ts'

function open(write?: (text: string) => Promise<void>) {
  const held: string[] = []
  const timers = manualTimers()
  const clipboard = createSecretClipboard(timers, write ?? (async (text) => void held.push(text)))
  return { held, timers, clipboard }
}

test('a secret is taken out after 20 s, counted from the last one', async () => {
  const { held, timers, clipboard } = open()
  expect(SECRET_MS).toBe(20_000)
  expect(await clipboard.copy('one')).toBe(true)
  timers.pass(19_999)
  expect(held).toEqual(['one'])
  await clipboard.copy('two')
  timers.pass(19_999)
  expect(held).toEqual(['one', 'two'])
  timers.pass(1)
  expect(held).toEqual(['one', 'two', ''])
  timers.pass(60_000)
  expect(held).toHaveLength(3)
})

test('it goes at once where that is asked for, and nothing goes where nothing was copied', async () => {
  const { held, timers, clipboard } = open()
  await clipboard.clear()
  expect(held).toEqual([])
  await clipboard.copy('one')
  await clipboard.clear()
  timers.pass(60_000)
  expect(held).toEqual(['one', ''])
})

test('a browser that refuses is told of', async () => {
  const { clipboard, timers } = open(() => Promise.reject(new Error('denied')))
  expect(await clipboard.copy('one')).toBe(false)
  expect(timers.pending()).toBe(0)
})
