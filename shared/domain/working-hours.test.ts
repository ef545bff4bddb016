import { expect, test } from 'vitest'
import { londonDayAfter, londonField, momentOfField, startOfLondonWeek } from './london-time.ts'
import { randomFrom } from './random.ts'
import {
  type AreaFacts,
  checkShift,
  coreTimesOf,
  type PlanFacts,
  type ProposedShift,
  type WorkedShift,
  type WorkerFacts,
} from './working-hours.ts'

const HOUR = 3_600_000
/** A moment by London's clock. */
const at = (local: string): number => momentOfField(local)
const WORKER: WorkerFacts = {
  ...{ userID: 7, name: 'Ann Ash', isActive: true, startDate: null, leaveDate: null, agency: null },
  ...{ openTask: null, isOptedOut48: false, weeklyHours: null, skills: [], shifts: [], away: [] },
  ...{ otherWeeks: new Map(), unavailable: [], coreTimes: [] },
}
const PLAN: PlanFacts = {
  limits: {
    ...{ restHours: 11, dayOffWithinDays: 7, weekHours: 48, meanOfWeeks: 17, shortestShiftHours: 1 },
    ...{ longestShiftHours: 12, breakMinutes: 20, breakAfterHours: 6 },
  },
  ...{
    now: at('2026-01-01'),
    areas: new Map(),
    skills: new Map(),
    mayShortenRest: false,
    mayBookPast: false,
  },
}
const shift = (from: string, to: string, more: Partial<ProposedShift> = {}): ProposedShift => ({
  ...{ id: null, start: at(from), end: at(to), breakMinutes: 0, projectID: null, areaID: null },
  location: 'OFFICE',
  ...more,
})
let nextID = 1
const has = (from: string, to: string, breakMinutes = 0): WorkedShift => ({
  ...{ id: nextID++, start: at(from), end: at(to), breakMinutes },
})
const said = (one: ProposedShift, worker: Partial<WorkerFacts> = {}, plan: Partial<PlanFacts> = {}) =>
  checkShift(one, { ...WORKER, ...worker }, { ...PLAN, ...plan }).map(
    ({ blocks, text }) => `${blocks ? 'B' : 'W'} ${text}`,
  )
const limits = (more: Partial<PlanFacts['limits']>) => ({ limits: { ...PLAN.limits, ...more } })

test('a shift that nothing is against', () => {
  expect(said(shift('2026-05-05T09:00', '2026-05-05T15:00'))).toEqual([])
})

test('a shift has 1 to 12 hours, both included, in steps of 15 minutes', () => {
  const length = ['B A shift has 1 to 12 hours.']
  expect(said(shift('2026-05-05T09:00', '2026-05-05T10:00'))).toEqual([])
  expect(said(shift('2026-05-05T09:00', '2026-05-05T09:45'))).toEqual(length)
  expect(said(shift('2026-05-05T09:00', '2026-05-05T09:00'))).toEqual(length)
  expect(said(shift('2026-05-05T09:00', '2026-05-05T08:00'))).toEqual(length)
  const long = { breakMinutes: 30 }
  expect(said(shift('2026-05-05T09:00', '2026-05-05T21:00', long))).toEqual([])
  expect(said(shift('2026-05-05T09:00', '2026-05-05T21:15', long))).toEqual(length)
  const step = ['B Times are in steps of 15 minutes.']
  expect(said(shift('2026-05-05T09:10', '2026-05-05T11:15'))).toEqual(step)
  expect(said(shift('2026-05-05T09:15', '2026-05-05T11:20'))).toEqual(step)
  expect(said(shift('2026-05-05T09:00', '2026-05-05T10:00'), {}, limits({ shortestShiftHours: 2 }))).toEqual([
    'B A shift has 2 to 12 hours.',
  ])
})

test('D183 over 6 hours a shift has a break of 20 minutes, and parts that touch are one', () => {
  const none = ['B A shift of more than 6 hours needs a break of 20 minutes.']
  expect(said(shift('2026-05-05T09:00', '2026-05-05T15:15'))).toEqual(none)
  expect(said(shift('2026-05-05T09:00', '2026-05-05T15:15', { breakMinutes: 19 }))).toEqual(none)
  expect(said(shift('2026-05-05T09:00', '2026-05-05T15:15', { breakMinutes: 20 }))).toEqual([])
  const first = has('2026-05-05T09:00', '2026-05-05T13:00')
  expect(said(shift('2026-05-05T13:00', '2026-05-05T17:00'), { shifts: [first] })).toEqual(none)
  expect(said(shift('2026-05-05T05:00', '2026-05-05T09:00'), { shifts: [first] })).toEqual(none)
  const rested = { shifts: [{ ...first, breakMinutes: 20 }] }
  expect(said(shift('2026-05-05T13:00', '2026-05-05T17:00'), rested)).toEqual([])
  expect(said(shift('2026-05-05T13:00', '2026-05-05T21:15', { breakMinutes: 60 }), rested)).toEqual([
    'B A shift has 1 to 12 hours.',
  ])
})

test('D183 a shift overlaps no other shift, approved holiday, absence or training; what touches doesn’t overlap', () => {
  const worker = {
    shifts: [has('2026-05-05T09:00', '2026-05-05T12:00')],
    away: [
      { event: 'Holiday', start: at('2026-05-07'), end: at('2026-05-09') },
      { event: 'Absence', start: at('2026-05-11'), end: at('2026-05-12') },
      { event: 'Training', start: at('2026-05-13T10:00'), end: at('2026-05-13T12:00') },
    ],
  }
  expect(said(shift('2026-05-05T11:45', '2026-05-05T13:00'), worker)).toEqual([
    'B Overlaps Shift 5 May, 09:00–12:00.',
  ])
  expect(said(shift('2026-05-05T12:00', '2026-05-05T13:00'), worker)).toEqual([])
  expect(
    said(shift('2026-05-05T10:00', '2026-05-05T14:00', { id: worker.shifts[0]?.id ?? 0 }), worker),
  ).toEqual([])
  expect(said(shift('2026-05-06T20:00', '2026-05-07T00:15'), worker)).toEqual([
    'B Overlaps Holiday 7 May 2026–8 May 2026.',
  ])
  expect(said(shift('2026-05-06T20:00', '2026-05-07T00:00'), worker)).toEqual([])
  expect(said(shift('2026-05-11T23:00', '2026-05-12T02:00'), worker)).toEqual([
    'B Overlaps Absence 11 May 2026.',
  ])
  expect(said(shift('2026-05-13T11:00', '2026-05-13T13:00'), worker)).toEqual([
    'B Overlaps Training 13 May, 10:00–12:00.',
  ])
})

test('D183 11 hours of rest lie between two shifts, or a planner who may says why they don’t', () => {
  const monday = { shifts: [has('2026-05-04T14:00', '2026-05-04T22:00', 30)] }
  const rest = 'Less than 11 hours of rest before 5 May, 08:45–14:00.'
  expect(said(shift('2026-05-05T09:00', '2026-05-05T14:00'), monday)).toEqual([])
  expect(said(shift('2026-05-05T08:45', '2026-05-05T14:00'), monday)).toEqual([`B ${rest}`])
  expect(said(shift('2026-05-05T08:45', '2026-05-05T14:00'), monday, { mayShortenRest: true })).toEqual([
    `W ${rest}`,
  ])
  // Before the next one, too.
  expect(said(shift('2026-05-04T01:00', '2026-05-04T03:15'), monday)).toEqual([
    'B Less than 11 hours of rest before 4 May, 14:00–22:00.',
  ])
  expect(said(shift('2026-05-04T01:00', '2026-05-04T03:00'), monday)).toEqual([])
  expect(said(shift('2026-05-05T09:00', '2026-05-05T14:00'), monday, limits({ restHours: 12 }))).toEqual([
    'B Less than 12 hours of rest before 5 May, 09:00–14:00.',
  ])
})

test('hours of rest are real ones when the clocks change', () => {
  // At 1:00 on 29 March it is 2:00: 22:00 to 9:00 are 10 hours.
  const spring = { shifts: [has('2026-03-28T16:00', '2026-03-28T22:00')] }
  expect(said(shift('2026-03-29T09:00', '2026-03-29T12:00'), spring)).toEqual([
    'B Less than 11 hours of rest before 29 Mar, 09:00–12:00.',
  ])
  expect(said(shift('2026-03-29T10:00', '2026-03-29T12:00'), spring)).toEqual([])
  // In October an hour comes twice.
  const autumn = { shifts: [has('2026-10-24T16:00', '2026-10-24T22:00')] }
  expect(said(shift('2026-10-25T08:00', '2026-10-25T12:00'), autumn)).toEqual([])
  expect(said(shift('2026-10-25T07:45', '2026-10-25T12:00'), autumn)).toEqual([
    'B Less than 11 hours of rest before 25 Oct, 07:45–12:00.',
  ])
  // A night shift over the change lasts what it lasts.
  expect(said(shift('2026-03-28T20:00', '2026-03-29T03:00'))).toEqual([])
  expect(said(shift('2026-10-24T20:00', '2026-10-25T02:00'))).toEqual([
    'B A shift of more than 6 hours needs a break of 20 minutes.',
  ])
})

test('D183 within any 7 days there are 24 hours off, or a planner who may says why there aren’t', () => {
  const days = ['04', '05', '06', '07', '08', '09']
  const six = { shifts: days.map((day) => has(`2026-05-${day}T09:00`, `2026-05-${day}T13:00`)) }
  const none = 'No day off in the 7 days to 10 May 2026.'
  expect(said(shift('2026-05-10T09:00', '2026-05-10T13:00'), six)).toEqual([`B ${none}`])
  expect(said(shift('2026-05-10T09:00', '2026-05-10T13:00'), six, { mayShortenRest: true })).toEqual([
    `W ${none}`,
  ])
  // 24 hours off are enough wherever they lie: from 13:00 to 13:00.
  expect(said(shift('2026-05-10T13:00', '2026-05-10T15:00'), six)).toEqual([])
  expect(said(shift('2026-05-10T12:45', '2026-05-10T15:00'), six)).toEqual([`B ${none}`])
  // The shift in the middle of a row is against it, too; Monday to Saturday, week after week, isn't.
  const without = six.shifts.filter((_, place) => place !== 3)
  const sunday = has('2026-05-10T09:00', '2026-05-10T13:00')
  expect(said(shift('2026-05-07T09:00', '2026-05-07T13:00'), { shifts: [...without, sunday] })).toEqual([
    `B ${none}`,
  ])
  const next = ['11', '12', '13', '14', '15'].map((day) =>
    has(`2026-05-${day}T09:00`, `2026-05-${day}T13:00`),
  )
  expect(said(shift('2026-05-16T09:00', '2026-05-16T13:00'), { shifts: [...six.shifts, ...next] })).toEqual(
    [],
  )
  expect(
    said(
      shift('2026-05-08T09:00', '2026-05-08T13:00'),
      { shifts: six.shifts.slice(0, 4) },
      limits({ dayOffWithinDays: 5 }),
    ),
  ).toEqual(['B No day off in the 5 days to 8 May 2026.'])
})

const week = (start: string, weeks: number) => londonDayAfter(startOfLondonWeek(at(start)), weeks * 7)

test('D184 over 48 hours a week on the mean of 17 weeks is blocked without an opt-out and allowed with one', () => {
  const average = 'B Over 48 hours a week on average.'
  // 16 weeks of 50 hours and one of 16: 816 hours are 48 a week.
  const past = new Map(Array.from({ length: 16 }, (_, back) => [week('2026-05-04', -1 - back), 50]))
  const monday = { shifts: [has('2026-05-05T08:00', '2026-05-05T18:00')], otherWeeks: past }
  const six = shift('2026-05-06T09:00', '2026-05-06T15:00')
  expect(said(six, monday)).toEqual([])
  const longer = shift('2026-05-06T09:00', '2026-05-06T15:15', { breakMinutes: 0, location: 'HOME' })
  const withBreak = { ...longer, end: longer.end + HOUR / 4, breakMinutes: 20 }
  expect(said(withBreak, monday)).toEqual([average])
  expect(said(withBreak, { ...monday, isOptedOut48: true })).toEqual([])
  // The break isn't work.
  expect(said({ ...withBreak, breakMinutes: 30 }, monday)).toEqual([])
  // The shift counts in any 17 weeks that it is part of: those to come, too.
  const later = new Map([...past].map(([, hours], place) => [week('2026-05-04', 1 + place), hours]))
  expect(said(withBreak, { ...monday, otherWeeks: later })).toEqual([average])
  // So far and no further: of 17 weeks to come at 50 hours the last isn't in any with the shift's.
  const more = new Map(Array.from({ length: 17 }, (_, place) => [week('2026-05-04', 1 + place), 50]))
  expect(said(six, { ...monday, otherWeeks: more })).toEqual([])
  // 17 weeks without the shift's own say nothing of it.
  const before = new Map([...past].map(([start, hours]) => [londonDayAfter(start, -14), hours * 10]))
  expect(
    said(six, { otherWeeks: new Map([...before].filter(([start]) => start <= week('2026-05-04', -17))) }),
  ).toEqual([])
  expect(said(six, monday, limits({ weekHours: 47 }))).toEqual(['B Over 47 hours a week on average.'])
})

test('over 48 hours in one week warns, with an opt-out, too', () => {
  const four = ['04', '05', '06', '07'].map((day) => has(`2026-05-${day}T09:00`, `2026-05-${day}T20:00`, 60))
  const friday = (to: string) => shift('2026-05-08T09:00', to, { breakMinutes: 60 })
  expect(said(friday('2026-05-08T18:00'), { shifts: four })).toEqual([])
  expect(said(friday('2026-05-08T18:15'), { shifts: four, isOptedOut48: true })).toEqual([
    'W Over 48 hours in the week of 4 May 2026.',
  ])
  // A shift over midnight on Sunday is this week's.
  expect(
    said(shift('2026-05-10T23:00', '2026-05-11T02:00'), { shifts: four, otherWeeks: new Map() }),
  ).toEqual([])
})

test('hours over the contract’s warn, as many as there are', () => {
  const two = { shifts: [has('2026-05-05T09:00', '2026-05-05T14:00')], weeklyHours: 10 }
  expect(said(shift('2026-05-06T09:00', '2026-05-06T14:00'), two)).toEqual([])
  expect(said(shift('2026-05-06T09:00', '2026-05-06T14:15'), two)).toEqual(['W 0.25 hours over contract.'])
  expect(said(shift('2026-05-06T09:00', '2026-05-06T15:00'), two)).toEqual(['W 1 hour over contract.'])
  expect(said(shift('2026-05-13T09:00', '2026-05-13T15:00'), two)).toEqual([])
})

test('outside core hours or where they marked that they can’t, it warns', () => {
  const not = ['W Ann Ash is not available then.']
  const core = { coreTimes: coreTimesOf('Mon–Fri 09:00–17:00; Sat 10-14') }
  expect(said(shift('2026-05-05T09:00', '2026-05-05T15:00'), core)).toEqual([])
  expect(said(shift('2026-05-05T08:45', '2026-05-05T14:00'), core)).toEqual(not)
  expect(said(shift('2026-05-09T10:00', '2026-05-09T14:00'), core)).toEqual([])
  expect(said(shift('2026-05-10T10:00', '2026-05-10T14:00'), core)).toEqual(not)
  const nights = { coreTimes: coreTimesOf('Mon-Sun 20:00-04:00') }
  expect(said(shift('2026-05-05T22:00', '2026-05-06T04:00'), nights)).toEqual([])
  expect(said(shift('2026-05-05T22:00', '2026-05-06T04:15', { breakMinutes: 20 }), nights)).toEqual(not)
  const blocked = { unavailable: [{ start: at('2026-05-05T18:00'), end: at('2026-05-05T20:00') }] }
  expect(said(shift('2026-05-05T14:00', '2026-05-05T18:15'), blocked)).toEqual(not)
  expect(said(shift('2026-05-05T14:00', '2026-05-05T18:00'), blocked)).toEqual([])
})

test('core hours are read as people write them, and nothing is read from what isn’t times', () => {
  expect(coreTimesOf('9-17')).toEqual([{ weekdays: [1, 2, 3, 4, 5, 6, 7], from: 540, to: 1020 }])
  expect(coreTimesOf('fri to mon 10:30 to 24')).toEqual([{ weekdays: [5, 6, 7, 1], from: 630, to: 1440 }])
  for (const text of ['', 'evenings', 'Mon–Fri', 'Foo 9-17', '9-17; evenings', '25-26', '9:70-10'])
    expect(coreTimesOf(text)).toEqual([])
})

test('a skill of the project is held, also on the day on which it expires', () => {
  const plan = {
    skills: new Map([
      [
        3,
        [
          { id: 1, name: 'Polish' },
          { id: 2, name: 'Welsh' },
        ],
      ],
    ]),
  }
  const one = shift('2026-05-05T09:00', '2026-05-05T14:00', { projectID: 3 })
  const polish = { skillID: 1, expires: null }
  expect(said(one, { skills: [polish] }, plan)).toEqual(['B Ann Ash lacks the skill Welsh.'])
  expect(said(one, { skills: [polish, { skillID: 2, expires: '2026-05-04' }] }, plan)).toEqual([
    'B Ann Ash lacks the skill Welsh.',
  ])
  expect(said(one, { skills: [polish, { skillID: 2, expires: '2026-05-05' }] }, plan)).toEqual([])
  expect(said({ ...one, projectID: null }, {}, plan)).toEqual([])
})

test('a shift is within somebody’s employment, by London’s day on which it begins', () => {
  const not = ['B Ann Ash is not employed then.']
  const night = shift('2026-05-05T00:30', '2026-05-05T04:00')
  expect(said(night, { startDate: '2026-05-05', leaveDate: '2026-05-05' })).toEqual([])
  expect(said(night, { startDate: '2026-05-06' })).toEqual(not)
  expect(said(night, { leaveDate: '2026-05-04' })).toEqual(not)
  expect(said(night, { isActive: false })).toEqual(not)
})

test('no open onboarding task, and no agency that may not send people', () => {
  const one = shift('2026-05-05T09:00', '2026-05-05T14:00')
  expect(said(one, { openTask: 'Sign the contract' })).toEqual([
    'B Onboarding is not finished: Sign the contract.',
  ])
  const agency = (state: 'SUSPENDED' | 'ENDED' | null) => ({ agency: { name: 'Bright Staffing', state } })
  expect(said(one, agency(null))).toEqual([])
  expect(said(one, agency('SUSPENDED'))).toEqual(['B Bright Staffing is suspended.'])
  expect(said(one, agency('ENDED'))).toEqual(['B Bright Staffing is ended.'])
})

test('an area that is closed blocks, one whose seats are taken warns; neither is asked from home', () => {
  const leeds: AreaFacts = {
    ...{
      name: 'Leeds',
      seats: 2,
      closedDays: new Set(['2026-05-06']),
      openWeekdays: new Set([1, 2, 3, 4, 5]),
    },
    shifts: [
      { id: 101, start: at('2026-05-05T09:00'), end: at('2026-05-05T12:00') },
      { id: 102, start: at('2026-05-05T11:00'), end: at('2026-05-05T14:00') },
    ],
  }
  const plan = { areas: new Map([[4, leeds]]) }
  const there = { areaID: 4 }
  expect(said(shift('2026-05-06T09:00', '2026-05-06T14:00', there), {}, plan)).toEqual([
    'B Leeds is closed on 6 May 2026.',
  ])
  expect(said(shift('2026-05-09T09:00', '2026-05-09T14:00', there), {}, plan)).toEqual([
    'B Leeds is closed on 9 May 2026.',
  ])
  expect(
    said(shift('2026-05-06T09:00', '2026-05-06T14:00', { ...there, location: 'HOME' }), {}, plan),
  ).toEqual([])
  // Two are there from 11 to 12 only.
  const full = ['W Leeds has 2 seats.']
  expect(said(shift('2026-05-05T10:00', '2026-05-05T11:15', there), {}, plan)).toEqual(full)
  expect(said(shift('2026-05-05T09:00', '2026-05-05T11:00', there), {}, plan)).toEqual([])
  expect(said(shift('2026-05-05T12:00', '2026-05-05T14:00', there), {}, plan)).toEqual([])
  expect(said(shift('2026-05-05T11:30', '2026-05-05T13:00', { ...there, id: 102 }), {}, plan)).toEqual([])
  expect(
    said(shift('2026-05-05T11:30', '2026-05-05T13:00', { ...there, location: 'HOME' }), {}, plan),
  ).toEqual([])
})

test('the past is for whoever may book it', () => {
  const one = shift('2026-05-05T09:00', '2026-05-05T14:00')
  const past = ['B This is in the past.']
  expect(said(one, {}, { now: one.start })).toEqual([])
  expect(said(one, {}, { now: one.start + 1 })).toEqual(past)
  expect(said(one, {}, { now: one.start + 1, mayBookPast: true })).toEqual([])
})

test('what blocks comes first', () => {
  const worker = { coreTimes: coreTimesOf('9-10'), weeklyHours: 1, isActive: false }
  expect(said(shift('2026-05-05T12:00', '2026-05-05T14:00'), worker).map((text) => text[0])).toEqual([
    'B',
    'W',
    'W',
  ])
})

/** Weeks around summer time and midnight, against counting each quarter of an hour. */
test('D183 rest, overlap and the day off are as counting quarters finds them, whatever the shifts', () => {
  const QUARTER = HOUR / 4
  const from = at('2026-03-20')
  for (let seed = 1; seed <= 150; seed++) {
    const random = randomFrom(seed)
    const int = (max: number) => Math.floor(random() * max)
    const place = () => {
      const start = from + int(14 * 96) * QUARTER
      return { start, end: start + (4 + int(24)) * QUARTER }
    }
    const shifts: WorkedShift[] = []
    for (let tries = 0; tries < 12; tries++) {
      const one = place()
      if (shifts.every(({ start, end }) => one.end <= start - QUARTER || one.start >= end + QUARTER))
        shifts.push({ id: shifts.length + 1, ...one, breakMinutes: 30 })
    }
    const asked = { ...shift('2026-05-05', '2026-05-05'), ...place(), breakMinutes: 30 }
    const rules = new Set(checkShift(asked, { ...WORKER, shifts }, PLAN).map(({ rule }) => rule))
    const busy = (moment: number) =>
      [asked, ...shifts].filter(({ start, end }) => start <= moment && moment < end).length
    let isDouble = false
    for (let moment = asked.start; moment < asked.end; moment += QUARTER) isDouble ||= busy(moment) > 1
    expect([seed, rules.has('OVERLAP')]).toEqual([seed, isDouble])
    if (isDouble) continue
    let hasOff = true
    for (
      let day = londonDayAfter(asked.start, 0);
      day < londonDayAfter(asked.end, 7);
      day = londonDayAfter(day, 1)
    ) {
      const [first, last] = [londonDayAfter(day, -6), londonDayAfter(day, 1)]
      if (asked.end <= first || asked.start >= last) continue
      let free = 0
      let most = 0
      for (let moment = first; moment < last; moment += QUARTER) {
        free = busy(moment) === 0 ? free + 1 : 0
        most = Math.max(most, free)
      }
      hasOff &&= most >= 96
    }
    expect([seed, rules.has('DAY_OFF')]).toEqual([seed, !hasOff])
    const touches = shifts.some(({ start, end }) => start === asked.end || end === asked.start)
    if (touches) continue
    const near = shifts.some(
      ({ start, end }) =>
        (end <= asked.start && asked.start - end < 11 * HOUR) ||
        (start >= asked.end && start - asked.end < 11 * HOUR),
    )
    expect([seed, rules.has('REST')]).toEqual([seed, near])
  }
})

test('a week is London’s: what begins late on Sunday in summer is the old week’s', () => {
  expect(londonField(startOfLondonWeek(at('2026-05-10T23:30')))).toBe('2026-05-04T00:00')
  const worker = { weeklyHours: 1, shifts: [has('2026-05-09T09:00', '2026-05-09T10:00')] }
  expect(said(shift('2026-05-10T23:30', '2026-05-11T00:30'), worker)).toEqual(['W 1 hour over contract.'])
})
