import { expect, test } from 'vitest'
import { isCallable } from '#shared/domain/calling-hours.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { demoProject } from './projects.ts'
import { daysFrom, isLooker, shiftsOn, workerOf } from './rota.ts'
import { planWeeks } from './weeks.ts'

const HOUR = 3_600_000
const AT = (field: string) => momentOfField(field)
const NOW = AT('2026-11-26T14:45')

/** Afternoon, night, Sunday, the end of summer time and Christmas among the weeks. */
const PRESENTS = ['2026-11-26T14:45', '2026-11-26T02:10', '2027-01-03T20:59', '2026-03-30T11:00'] as const

test('D045 two plans of the same moment are the same, and two of the same day agree on all days before it', () => {
  const days = 10
  expect(planWeeks(NOW, days)).toEqual(planWeeks(NOW, days))
  const midnight = AT('2026-11-26T00:00')
  const before = (now: number) => {
    const { sessions, calls } = planWeeks(now, days)
    return {
      sessions: sessions.filter(({ start }) => start < midnight - 12 * HOUR),
      calls: calls.filter(({ start }) => start < midnight - 12 * HOUR),
    }
  }
  const [early, late] = [before(AT('2026-11-26T09:10')), before(AT('2026-11-26T21:40'))]
  expect(early.calls.length).toBeGreaterThan(8000)
  expect(late).toEqual(early)
  expect(planWeeks(NOW + 24 * HOUR, days).calls).not.toEqual(planWeeks(NOW, days).calls)
})

test.each(PRESENTS)(
  'D047 D049 at %s sessions are one after the other, calls are in sessions of theirs and in calling hours, and between shifts are 11 hours',
  (field) => {
    const now = AT(field)
    const { shifts, sessions, calls } = planWeeks(now, 8)
    const of = Map.groupBy(sessions, ({ userID }) => userID)
    for (const own of of.values())
      for (const [place, session] of own.entries()) {
        expect(session.end).toBeGreaterThan(session.start)
        expect(session.start).toBeLessThan(now)
        const next = own[place + 1]
        if (next) expect(session.end).toBeLessThanOrEqual(next.start)
      }
    const astray = calls.filter(
      ({ userID, projectID, start, end }) =>
        userID !== null &&
        !of
          .get(userID)
          ?.some(
            (one) =>
              one.activity === 'AVAILABLE' &&
              one.projectID === projectID &&
              one.start <= start &&
              end <= one.end,
          ),
    )
    expect(astray).toEqual([])
    const untimely = calls.filter(({ projectID, start, end }) => {
      const { hours } = demoProject(projectID)
      return !isCallable(hours, start) || !isCallable(hours, end - 1)
    })
    expect(untimely).toEqual([])
    expect(calls.every(({ end }) => end <= now)).toBe(true)
    for (const own of Map.groupBy(shifts, ({ userID }) => userID).values())
      for (const [place, shift] of own.entries()) {
        const next = own[place + 1]
        if (next) expect(next.start - shift.end).toBeGreaterThanOrEqual(11 * HOUR)
      }
  },
)

test.each(PRESENTS)(
  'D054 at %s at least 3 interviewers are on shift at any hour, and 8 on weekdays from 10:00 to 21:00',
  (field) => {
    const now = AT(field)
    const shifts = planWeeks(now, 10).shifts.filter(
      ({ userID, state }) => workerOf(userID)?.isInterviewer && state !== 'NO_SHOW',
    )
    const few: string[] = []
    const first = AT('2026-01-01T00:00') // Anything before the weeks is beside them.
    const from = Math.max(first, Math.min(...shifts.map(({ start }) => start)) + 24 * HOUR)
    const to = Math.max(...shifts.map(({ start }) => start)) - 24 * HOUR
    for (let at = from - (from % HOUR); at < to; at += HOUR / 2) {
      const there = shifts.filter(({ start, end }) => start <= at && at < end).length
      const local = londonField(at)
      const weekday = new Date(`${local}Z`).getUTCDay()
      const hour = Number(local.slice(11, 13))
      const isBusy = weekday >= 1 && weekday <= 5 && hour >= 10 && hour < 21 && !isHoliday(local.slice(0, 10))
      if (there < (isBusy ? 8 : 3)) few.push(`${local}: ${there}`)
    }
    expect(few).toEqual([])
  },
)

const isHoliday = (day: string) => shiftsOn(day).every(({ userID }) => workerOf(userID)?.isInterviewer)

test('office staff works core hours and rests on public holidays, when only those come who call abroad', () => {
  expect(
    shiftsOn('2026-11-26').filter(({ userID }) => !workerOf(userID)?.isInterviewer).length,
  ).toBeGreaterThan(20)
  expect(shiftsOn('2026-12-25').every(({ userID }) => workerOf(userID)?.isInterviewer)).toBe(true)
  expect(shiftsOn('2026-12-25')).toHaveLength(12)
})

test('interviewers work 12 to 37.5 hours a week, and differ', () => {
  const { shifts } = planWeeks(NOW, 26)
  const week = daysFrom(AT('2026-11-02T00:00'), AT('2026-11-08T12:00'))
  const hours = new Map<number, number>()
  for (const { userID, start, end } of shifts)
    if (workerOf(userID)?.isInterviewer && week.includes(londonField(start).slice(0, 10)))
      hours.set(userID, (hours.get(userID) ?? 0) + (end - start) / HOUR)
  expect(hours.size).toBe(31)
  expect(Math.min(...hours.values())).toBe(12)
  expect(Math.max(...hours.values())).toBeLessThanOrEqual(37.5)
  expect(new Set(hours.values()).size).toBeGreaterThan(5)
})

test('whoever looks around as the interviewer is on shift by day, and not called at night', () => {
  const on = (field: string) =>
    planWeeks(AT(field), 2).sessions.some(({ userID, end }) => isLooker(userID) && end > AT(field))
  expect(on('2026-11-26T08:30')).toBe(true)
  expect(on('2026-11-28T20:30')).toBe(true)
  expect(on('2026-11-29T12:00')).toBe(true)
  expect(on('2026-11-29T03:00')).toBe(false)
})
