import { expect, test } from 'vitest'
import { whenFree } from './text-file.ts'

const refusal = (code: string) => Object.assign(new Error(code), { code })

/** A file that somebody has open for that many milliseconds. */
function held(forMs: number, code = 'EPERM') {
  let now = 0
  let tries = 0
  const wait = (ms: number) => {
    now += ms
  }
  const replace = () => {
    tries += 1
    if (now < forMs) throw refusal(code)
  }
  return { wait, replace, seen: () => ({ now, tries }) }
}

test.each(['EPERM', 'EACCES', 'EBUSY'])('a file that is held (%s) is replaced once it is free', (code) => {
  const file = held(200, code)
  whenFree(file.replace, file.wait)
  expect(file.seen()).toEqual({ now: 200, tries: 51 })
})

test('a file that is free is replaced at once, and one that is free soon isn’t waited for longer', () => {
  for (const [forMs, seen] of [
    [0, { now: 0, tries: 1 }],
    [3, { now: 4, tries: 2 }],
  ] as const) {
    const file = held(forMs)
    whenFree(file.replace, file.wait)
    expect(file.seen()).toEqual(seen)
  }
})

test('a file that is held for longer is an error, and so is another refusal at once', () => {
  const last = held(252)
  whenFree(last.replace, last.wait)
  expect(last.seen()).toEqual({ now: 252, tries: 64 })
  const file = held(253)
  expect(() => whenFree(file.replace, file.wait)).toThrow('EPERM')
  const full = held(1, 'ENOSPC')
  expect(() => whenFree(full.replace, full.wait)).toThrow('ENOSPC')
  expect(full.seen()).toEqual({ now: 0, tries: 1 })
})
