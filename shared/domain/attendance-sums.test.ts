import { expect, test } from 'vitest'
import { attendanceRange, attendanceSpans, attendanceTotals, type SummedDay } from './attendance-sums.ts'
import { NO_ATTENDANCE } from './kpi.ts'

const day = (date: string, more: Partial<SummedDay> = {}): SummedDay => ({
  ...{
    date,
    actualStart: `${date}T09:00:00.000Z`,
    workedSeconds: 3600,
    paidHours: 1.25,
    breakOverSeconds: 60,
  },
  ...{ personalSeconds: 120, systemIssueSeconds: 180, excusedSeconds: 240, outSeconds: 300, lateMinutes: 0 },
  ...{ leftEarlyMinutes: 0, counts: NO_ATTENDANCE },
  ...more,
})
const counts = (judgedSeconds: number, keptSeconds: number, inTime: number) => ({
  ...NO_ATTENDANCE,
  ...{ judgedSeconds, keptSeconds, plannedWorkSeconds: 1000, workedSeconds: 900, due: 1, inTime },
})

test('4 §4.2.5 days are summed; rates are sums divided, not the mean of days’', () => {
  const totals = attendanceTotals([
    day('2026-05-04', { lateMinutes: 4, leftEarlyMinutes: 5, counts: counts(1000, 1000, 0) }),
    day('2026-05-05', { counts: counts(3000, 1500, 1) }),
    day('2026-05-06', { actualStart: null, workedSeconds: 0, paidHours: 0 }),
  ])
  expect(totals).toEqual({
    ...{ days: 2, workedSeconds: 7200, paidHours: 2.5, late: 1, leftEarly: 1, breakOverSeconds: 180 },
    ...{ personalSeconds: 360, systemIssueSeconds: 540, excusedSeconds: 720, outSeconds: 900 },
    ...{ adherence: 62.5, conformance: 90, punctuality: 50 },
  })
  expect(attendanceTotals([])).toMatchObject({
    days: 0,
    adherence: null,
    conformance: null,
    punctuality: null,
  })
})

test('4 §4.2.5 a week begins on Monday and a month on its first, by London’s days, also where the clocks change', () => {
  const days = ['2026-11-02', '2026-11-01', '2026-10-31', '2026-10-26', '2026-10-25'].map((date) => day(date))
  const shape = (by: 'WEEK' | 'MONTH') =>
    attendanceSpans(days, by).map(({ start, days: own }) => [
      new Date(start).toISOString(),
      own.map(({ date }) => date.slice(5)),
    ])
  expect(shape('WEEK')).toEqual([
    ['2026-11-02T00:00:00.000Z', ['11-02']],
    ['2026-10-26T00:00:00.000Z', ['11-01', '10-31', '10-26']],
    ['2026-10-18T23:00:00.000Z', ['10-25']],
  ])
  expect(shape('MONTH')).toEqual([
    ['2026-11-01T00:00:00.000Z', ['11-02', '11-01']],
    ['2026-09-30T23:00:00.000Z', ['10-31', '10-26', '10-25']],
  ])
})

test('4 §4.2.5 times by name end today, over a year’s end and the change of clocks; last month is whole', () => {
  const now = Date.parse('2026-01-15T00:30:00Z')
  expect(attendanceRange('FOUR_WEEKS', now)).toEqual({ from: '2025-12-19', to: '2026-01-15' })
  expect(attendanceRange('THIS_MONTH', now)).toEqual({ from: '2026-01-01', to: '2026-01-15' })
  expect(attendanceRange('LAST_MONTH', now)).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  expect(attendanceRange('THREE_MONTHS', now)).toEqual({ from: '2025-11-01', to: '2026-01-15' })
  expect(attendanceRange('YEAR', now)).toEqual({ from: '2025-02-01', to: '2026-01-15' })
  // 23:30 UTC in summer is the next day in London.
  const summer = Date.parse('2026-04-09T23:30:00Z')
  expect(attendanceRange('FOUR_WEEKS', summer)).toEqual({ from: '2026-03-14', to: '2026-04-10' })
  expect(attendanceRange('LAST_MONTH', summer)).toEqual({ from: '2026-03-01', to: '2026-03-31' })
})
