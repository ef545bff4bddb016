import { expect, test } from 'vitest'
import {
  CAPACITY_MAX,
  type Eligibility,
  type EligiblePerson,
  mayWindowBecome,
  slotStateAt,
  slotsOfNeed,
  slotsOfRule,
  unmetBy,
  WINDOW_STATES,
  windowStateAt,
} from './booking-windows.ts'

const iso = (at: number) => new Date(at).toISOString()

test('a window opens and closes at its times to the millisecond, and what is cancelled stays so', () => {
  const at = (now: number, state: (typeof WINDOW_STATES)[number] = 'SCHEDULED') =>
    windowStateAt({ state, opensAt: 10, closesAt: 20 }, now)
  expect([9, 10, 19, 20].map((now) => at(now))).toEqual(['SCHEDULED', 'OPEN', 'OPEN', 'CLOSED'])
  // Opened early, and closed early.
  expect([5, 19, 20].map((now) => at(now, 'OPEN'))).toEqual(['OPEN', 'OPEN', 'CLOSED'])
  expect([5, 15].map((now) => at(now, 'CLOSED'))).toEqual(['CLOSED', 'CLOSED'])
  expect([5, 15, 25].map((now) => at(now, 'CANCELLED'))).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
})

test('a window’s states lead where the document has them', () => {
  expect(
    WINDOW_STATES.flatMap((from) =>
      WINDOW_STATES.filter((to) => mayWindowBecome(from, to)).map((to) => `${from} ${to}`),
    ),
  ).toEqual([...['SCHEDULED OPEN', 'SCHEDULED CANCELLED', 'OPEN CLOSED', 'OPEN CANCELLED', 'CLOSED OPEN']])
})

test('a slot is open, full, running, over', () => {
  const slot = (now: number, taken: number) => slotStateAt({ start: 10, end: 20, capacity: 2, taken }, now)
  expect([slot(9, 1), slot(9, 2), slot(10, 0), slot(19, 2), slot(20, 0)]).toEqual([
    ...['OPEN', 'OCCUPIED', 'LIVE', 'LIVE', 'COMPLETED'],
  ])
})

test('slots by weekday go by London’s clock, also over the change to winter time and over midnight', () => {
  const rule = { weekdays: [6, 7], start: '22:00', end: '02:00', breakMinutes: 10, capacity: 3 }
  // The clocks go back in the night to Sunday, 25 October 2026.
  expect(
    slotsOfRule(rule, '2026-10-23', '2026-10-26').map(({ start, end }) => `${iso(start)} ${iso(end)}`),
  ).toEqual([
    '2026-10-24T21:00:00.000Z 2026-10-25T02:00:00.000Z',
    '2026-10-25T22:00:00.000Z 2026-10-26T02:00:00.000Z',
  ])
  expect(slotsOfRule(rule, '2026-10-26', '2026-10-30')).toEqual([])
  expect(slotsOfRule({ ...rule, weekdays: [5] }, '2026-10-23', '2026-10-23')).toMatchObject([
    { breakMinutes: 10, capacity: 3 },
  ])
})

const ANYBODY: Eligibility = {
  ...{ areaIDs: [], contractTypeIDs: [], skillIDs: [], minimumQcScore: null, minimumWeeks: null },
}
const ann: EligiblePerson = {
  ...{ areaID: 1, contractTypeID: 2, startDate: '2026-04-06', qcScore: 85 },
  skills: [
    { skillID: 3, expires: null },
    { skillID: 4, expires: '2026-05-04' },
  ],
}

test('each condition of an offer, from inside and outside', () => {
  const unmet = (offer: Partial<Eligibility>, day = '2026-05-04', person = ann) =>
    unmetBy(person, { ...ANYBODY, ...offer }, day)
  expect(unmet({})).toBeNull()
  expect(unmet({ areaIDs: [7, 1] })).toBeNull()
  expect(unmet({ areaIDs: [7] })).toEqual({ kind: 'AREA' })
  expect(unmet({ areaIDs: [7] }, undefined, { ...ann, areaID: null })).toEqual({ kind: 'AREA' })
  expect(unmet({ contractTypeIDs: [2] })).toBeNull()
  expect(unmet({ contractTypeIDs: [3] })).toEqual({ kind: 'CONTRACT' })
  expect(unmet({ skillIDs: [3, 4] })).toBeNull()
  expect(unmet({ skillIDs: [3, 5] })).toEqual({ kind: 'SKILL', skillID: 5 })
  expect(unmet({ skillIDs: [3, 4] }, '2026-05-05')).toEqual({ kind: 'SKILL', skillID: 4 })
  expect(unmet({ minimumQcScore: 85 })).toBeNull()
  expect(unmet({ minimumQcScore: 85.5 })).toEqual({ kind: 'QC' })
  expect(unmet({ minimumQcScore: 1 }, undefined, { ...ann, qcScore: null })).toEqual({ kind: 'QC' })
  // Four weeks to the day.
  expect(unmet({ minimumWeeks: 4 })).toBeNull()
  expect(unmet({ minimumWeeks: 4 }, '2026-05-03')).toEqual({ kind: 'WEEKS' })
  expect(unmet({ minimumWeeks: 1 }, undefined, { ...ann, startDate: null })).toEqual({ kind: 'WEEKS' })
})

test('4 §4.5.4 slots from needed people: hours in a row of six at most, all projects together, as many places as the fullest hour asks for', () => {
  const on = (from: number, ...people: number[]) =>
    Array.from({ length: 24 }, (_, hour) => people[hour - from] ?? 0)
  const read = (rows: Parameters<typeof slotsOfNeed>[0]) =>
    slotsOfNeed(rows).map(
      ({ start, end, breakMinutes, capacity }) => `${iso(start)} ${iso(end)} ${breakMinutes} ${capacity}`,
    )
  expect(read([])).toEqual([])
  expect(
    read([
      // The day on which summer time ends, and its last hour.
      { day: '2026-10-25', hours: on(23, 0.2) },
      { day: '2026-10-24', hours: on(9, 1, 2.5) },
      { day: '2026-10-24', hours: on(10, 0.5, 0.1, 0, 3) },
      { day: '2026-10-26', hours: on(8, 1, 1, 1, 1, 1, 4, 2, 1) },
      { day: '2026-10-27', hours: on(8, 0) },
    ]),
  ).toEqual([
    '2026-10-24T08:00:00.000Z 2026-10-24T11:00:00.000Z 0 3',
    '2026-10-24T12:00:00.000Z 2026-10-24T13:00:00.000Z 0 3',
    '2026-10-25T23:00:00.000Z 2026-10-26T00:00:00.000Z 0 1',
    '2026-10-26T08:00:00.000Z 2026-10-26T14:00:00.000Z 0 4',
    '2026-10-26T14:00:00.000Z 2026-10-26T16:00:00.000Z 0 2',
  ])
  expect(slotsOfNeed([{ day: '2026-10-26', hours: on(8, 0.1 + 0.2 + 0.7, 9999) }])).toMatchObject([
    { capacity: CAPACITY_MAX },
  ])
  expect(slotsOfNeed([{ day: '2026-10-26', hours: on(8, 0.1 + 0.2 + 1.7) }])).toMatchObject([{ capacity: 2 }])
})
