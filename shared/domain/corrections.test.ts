import { expect, test } from 'vitest'
import { type Kept, withCorrection } from './corrections.ts'
import { randomFrom } from './random.ts'

const DAY: readonly Kept[] = [
  { id: 1, start: 0, end: 10 },
  { id: 2, start: 10, end: 20 },
  { id: 3, start: 20, end: 30 },
  { id: 4, start: 30, end: null },
]

test('a shorter one leaves its time to its neighbours, a longer one takes theirs', () => {
  expect(withCorrection(DAY, 2, { start: 12, end: 18 }).kept).toEqual([
    { id: 1, start: 0, end: 12 },
    { id: 3, start: 18, end: 30 },
    { id: 4, start: 30, end: null },
  ])
  expect(withCorrection(DAY, 2, { start: 5, end: 25 }).kept).toEqual([
    { id: 1, start: 0, end: 5 },
    { id: 3, start: 25, end: 30 },
    { id: 4, start: 30, end: null },
  ])
})

test('what it covers goes, and what it lies within goes on after it', () => {
  expect(withCorrection(DAY, 2, { start: 0, end: 30 })).toEqual({
    kept: [{ id: 4, start: 30, end: null }],
    removed: [1, 3],
  })
  expect(withCorrection(DAY, null, { start: 22, end: 24 }).kept.filter(({ id }) => id === 3)).toEqual([
    { id: 3, start: 20, end: 22 },
    { id: 3, start: 24, end: 30 },
  ])
  expect(withCorrection(DAY, null, { start: 35, end: 40 }).kept.filter(({ id }) => id === 4)).toEqual([
    { id: 4, start: 30, end: 35 },
    { id: 4, start: 40, end: null },
  ])
})

test('sessions neither overlap nor leave a gap, whatever is put right', () => {
  const next = randomFrom(92)
  const whole = (to: number) => Math.floor(next() * to)
  for (let n = 0; n < 2000; n++) {
    const sessions: Kept[] = []
    let at = whole(10)
    const first = at
    for (let id = 1; id <= 1 + whole(8); id++) {
      const end = at + 1 + whole(20)
      sessions.push({ id, start: at, end })
      at = end
    }
    const old = sessions[whole(sessions.length)]
    if (!old) continue
    const start = Math.max(first, old.start - 15 + whole(40))
    const to = { start, end: Math.min(at, start + 1 + whole(30)) }
    if (to.start >= to.end || to.end < old.start || to.start > (old.end ?? 0)) continue
    const { kept, removed } = withCorrection(sessions, old.id, to)
    const all = [...kept, { id: old.id, ...to }].toSorted((a, b) => a.start - b.start)
    for (const [place, one] of all.entries()) {
      expect(one.start).toBeLessThan(one.end ?? Number.POSITIVE_INFINITY)
      if (place > 0) expect(one.start).toBe(all[place - 1]?.end)
    }
    // Only the first and the last one's own correction may make the day shorter.
    if (old.start !== first) expect(all[0]?.start).toBe(first)
    if (old.end !== at) expect(all.at(-1)?.end).toBe(at)
    for (const id of removed) expect(kept.some((part) => part.id === id)).toBe(false)
  }
})
