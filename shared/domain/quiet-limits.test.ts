import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_QUIET_HOURS, type QuietHours } from './chat-quiet.ts'
import { LONDON } from './london-time.ts'
import {
  fitsQuietMax,
  lengthOfQuiet,
  MESSAGE_KINDS,
  mayGoAt,
  type QuietLimits,
  type QuietMessage,
} from './quiet-limits.ts'
import { localOf, wallOf, zoneClock } from './zone-time.ts'

const { momentOf, wallClock } = zoneClock(LONDON)
const at = (local: string) => momentOf(wallOf(local))
const LIMITS: QuietLimits = { from: '21:00', until: '08:00', own: null, zone: LONDON }
const ordinary = (madeAt: number): QuietMessage => ({ kind: 'NOTIFICATION', madeAt, shiftDay: null })
/** When one that is made then goes, by London's clock. */
const goes = (local: string, limits = LIMITS, message: Partial<QuietMessage> = {}) =>
  localOf(wallClock(mayGoAt({ ...ordinary(at(local)), ...message }, limits, at(local))))

describe('A088 from 21:00 to 08:00 nothing goes', () => {
  test.each([
    ['2026-05-04T20:59', '2026-05-04T20:59'],
    ['2026-05-04T21:00', '2026-05-05T08:00'],
    ['2026-05-04T23:59', '2026-05-05T08:00'],
    ['2026-05-05T00:00', '2026-05-05T08:00'],
    ['2026-05-05T07:59', '2026-05-05T08:00'],
    ['2026-05-05T08:00', '2026-05-05T08:00'],
    // The nights in which the clocks go forward and back.
    ['2026-03-28T22:00', '2026-03-29T08:00'],
    ['2026-03-29T00:30', '2026-03-29T08:00'],
    ['2026-10-24T22:00', '2026-10-25T08:00'],
    ['2026-10-25T01:30', '2026-10-25T08:00'],
  ])('what is made at %s goes at %s', (made, gone) => expect(goes(made)).toBe(gone))

  test('the last second of quiet is held, and the moment itself is free', () => {
    const eight = at('2026-05-05T08:00')
    expect(mayGoAt(ordinary(eight - 1), LIMITS, eight - 1)).toBe(eight)
    expect(mayGoAt(ordinary(eight), LIMITS, eight)).toBe(eight)
    const nine = at('2026-05-05T21:00')
    expect(mayGoAt(ordinary(nine - 1), LIMITS, nine - 1)).toBe(nine - 1)
  })

  test('by the clock of the company, wherever that is', () => {
    const noon = Date.UTC(2026, 4, 4, 12)
    expect(mayGoAt(ordinary(noon), { ...LIMITS, zone: 'Asia/Tokyo' }, noon)).toBe(Date.UTC(2026, 4, 4, 23))
    expect(mayGoAt(ordinary(noon), { ...LIMITS, zone: 'America/New_York' }, noon)).toBe(noon)
  })

  test('where the clocks go back, what is made in the hour that comes twice waits for the second end of quiet', () => {
    // 25 October 2026: from 01:00 to 02:00 by the clock is there twice, and ends at 01:00 and at 02:00 by UTC.
    const early = { ...LIMITS, until: '01:30' }
    const at0115 = Date.UTC(2026, 9, 25, 1, 15)
    expect(mayGoAt(ordinary(at0115), early, at0115)).toBe(Date.UTC(2026, 9, 25, 1, 30))
    const first = Date.UTC(2026, 9, 25, 0, 15)
    expect(mayGoAt(ordinary(first), early, first)).toBe(Date.UTC(2026, 9, 25, 0, 30))
  })

  test('hours within a day hold by day, and equal ends never', () => {
    const lunch = { ...LIMITS, from: '12:00', until: '13:00' }
    expect(
      ['2026-05-04T11:59', '2026-05-04T12:30', '2026-05-04T13:00'].map((one) => goes(one, lunch)),
    ).toEqual(['2026-05-04T11:59', '2026-05-04T13:00', '2026-05-04T13:00'])
    expect(goes('2026-05-04T23:00', { ...LIMITS, from: '08:00', until: '08:00' })).toBe('2026-05-04T23:00')
  })
})

test('A088 defcon, sign-in and a shift of that day go at once; another day’s shift waits', () => {
  const night = '2026-05-04T23:00'
  expect(goes(night, LIMITS, { kind: 'DEFCON' })).toBe(night)
  expect(goes(night, LIMITS, { kind: 'SIGN_IN' })).toBe(night)
  expect(goes(night, LIMITS, { kind: 'SHIFT', shiftDay: '2026-05-04' })).toBe(night)
  expect(goes(night, LIMITS, { kind: 'SHIFT', shiftDay: '2026-05-05' })).toBe('2026-05-05T08:00')
  expect(goes(night, LIMITS, { kind: 'SHIFT', shiftDay: null })).toBe('2026-05-05T08:00')
  expect(goes('2026-05-05T00:00', LIMITS, { kind: 'SHIFT', shiftDay: '2026-05-05' })).toBe('2026-05-05T00:00')
  // Held in the evening, it doesn't wake them at midnight.
  const held: QuietMessage = { kind: 'SHIFT', madeAt: at(night), shiftDay: '2026-05-05' }
  expect(localOf(wallClock(mayGoAt(held, LIMITS, at('2026-05-05T00:30'))))).toBe('2026-05-05T08:00')
  // A shift doesn't make another message urgent.
  expect(goes(night, LIMITS, { kind: 'NOTIFICATION', shiftDay: '2026-05-04' })).toBe('2026-05-05T08:00')
})

describe('A088 a person’s own quiet hours', () => {
  const own = (from: string, to: string, days = [0, 1, 2, 3, 4, 5, 6]): QuietHours => ({
    ...{ isEnabled: true, from, to, days },
  })

  test('hold as well, one after the other with the company’s', () => {
    expect(goes('2026-05-04T18:30', { ...LIMITS, own: own('18:00', '22:00') })).toBe('2026-05-05T08:00')
    expect(goes('2026-05-04T22:00', { ...LIMITS, own: own('07:00', '09:30') })).toBe('2026-05-05T09:30')
    // 4 May 2026 is a Monday.
    expect(goes('2026-05-04T12:00', { ...LIMITS, own: own('11:00', '13:00', [1]) })).toBe('2026-05-04T13:00')
    expect(goes('2026-05-04T12:00', { ...LIMITS, own: own('11:00', '13:00', [2]) })).toBe('2026-05-04T12:00')
    const off = { ...own('11:00', '13:00'), isEnabled: false }
    expect(goes('2026-05-04T12:00', { ...LIMITS, own: off })).toBe('2026-05-04T12:00')
    expect(goes('2026-05-04T12:00', { ...LIMITS, own: own('11:00', '13:00') }, { kind: 'DEFCON' })).toBe(
      '2026-05-04T12:00',
    )
  })

  test('are 16 hours a day at most', () => {
    expect([lengthOfQuiet(own('16:00', '08:00')), lengthOfQuiet(own('08:00', '08:00'))]).toEqual([960, 1440])
    expect(fitsQuietMax(own('16:00', '08:00'), 16)).toBe(true)
    expect(fitsQuietMax(own('15:59', '08:00'), 16)).toBe(false)
    expect(fitsQuietMax(own('08:00', '08:00'), 16)).toBe(false)
    expect(fitsQuietMax({ ...own('08:00', '08:00'), isEnabled: false }, 16)).toBe(true)
    expect(fitsQuietMax({ ...DEFAULT_QUIET_HOURS, isEnabled: true }, 12)).toBe(true)
    expect(fitsQuietMax({ ...DEFAULT_QUIET_HOURS, isEnabled: true }, 11)).toBe(false)
  })
})

test('A088 whatever is made whenever: it never goes in quiet hours, never earlier, and no later than it must', () => {
  const time = fc.integer({ min: 0, max: 1439 }).map((one) => {
    const two = (value: number) => String(value).padStart(2, '0')
    return `${two(Math.floor(one / 60))}:${two(one % 60)}`
  })
  const moment = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 11, 31) / 60_000 })
  fc.assert(
    fc.property(moment, time, time, fc.constantFrom(...MESSAGE_KINDS), (minute, from, until, kind) => {
      const made = minute * 60_000
      const limits = { from, until, own: null, zone: LONDON }
      const day = localOf(wallClock(made)).slice(0, 10)
      const gone = mayGoAt({ kind, madeAt: made, shiftDay: day }, limits, made)
      if (kind !== 'NOTIFICATION') {
        expect(gone).toBe(made)
        return
      }
      const clock = localOf(wallClock(gone)).slice(11)
      const isQuiet = from < until ? clock >= from && clock < until : clock >= from || clock < until
      expect(from === until ? false : isQuiet).toBe(false)
      expect(gone).toBeGreaterThanOrEqual(made)
      // A day, and the hour by which clocks change.
      expect(gone - made).toBeLessThanOrEqual(25 * 3_600_000)
      // What may go now isn't held.
      expect(mayGoAt(ordinary(gone), limits, gone)).toBe(gone)
    }),
  )
})
