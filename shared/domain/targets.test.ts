import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMPTY_TALLY, NO_OUTCOMES } from './interviews.ts'
import { MEASURE_NAMES, NO_ATTENDANCE, NO_QUALITY, type TargetPeriod } from './kpi.ts'
import {
  earliestFrom,
  isOfProjects,
  isTargetValue,
  periodOf,
  type SetTarget,
  TARGET_MEASURES,
  type TargetAsked,
  type TargetMeasure,
  targetNow,
  targetOn,
  targetRule,
  targetText,
  targetValueWords,
  targetWords,
} from './targets.ts'

const target = (more: Partial<SetTarget>): SetTarget => ({
  ...{ id: 1, measure: 'completesPerHour', userID: 4, projectID: null, period: 'DAY', value: 1 },
  ...{ from: '2026-05-01', to: null, ...more },
})
const asked: TargetAsked = {
  ...({ measure: 'completesPerHour', period: 'DAY' } as const),
  ...{ userID: 4, projectID: 7, day: '2026-05-06' },
}

test('4 §2.5 every figure of people’s work can have a target, those of attendance only a person’s', () => {
  for (const measure of [
    ...(['attempts', 'completes', 'refusals', 'appointments', 'breakOffs', 'contacts'] as const),
    ...(['interviewingHours', 'attemptsPerHour', 'contactRate', ...MEASURE_NAMES] as const),
  ])
    expect(TARGET_MEASURES).toContain(measure)
  expect(TARGET_MEASURES).toHaveLength(24)
  expect(TARGET_MEASURES.filter((measure) => !isOfProjects(measure))).toEqual([
    ...['adherence', 'conformance', 'punctuality', 'absenceRate'],
  ])
})

test('each measure has its own unit, steps and bounds, each bound from inside and outside', () => {
  const bounds: readonly (readonly [TargetMeasure, TargetPeriod, number, number])[] = [
    ['completes', 'DAY', 10_000, 10_001],
    ['completesPerHour', 'DAY', 1000, 1000.01],
    ['strikeRate', 'WEEK', 100, 100.1],
    ['averageLength', 'DAY', 240, 240.1],
    ['index', 'MONTH', 1000, 1001],
    ['qcScore', 'DAY', 100, 100.1],
    ['interviewingHours', 'DAY', 24, 24.01],
    ['interviewingHours', 'WEEK', 168, 168.01],
    ['interviewingHours', 'MONTH', 744, 744.01],
    ['attempts', 'DAY', 1, 1.5],
    ['strikeRate', 'DAY', 0.1, 0.15],
    ['completesPerHour', 'DAY', 0.01, 0.005],
  ]
  for (const [measure, period, inside, outside] of bounds) {
    expect([measure, inside, isTargetValue(measure, period, inside)]).toEqual([measure, inside, true])
    expect([measure, outside, isTargetValue(measure, period, outside)]).toEqual([measure, outside, false])
  }
  for (const measure of TARGET_MEASURES) {
    expect(isTargetValue(measure, 'DAY', 0)).toBe(true)
    expect(isTargetValue(measure, 'DAY', -targetRule(measure, 'DAY').step)).toBe(false)
    expect(isTargetValue(measure, 'DAY', Number.NaN)).toBe(false)
  }
  expect(targetValueWords('completes', 'DAY')).toBe('Completes: a whole number from 0 to 10,000.')
  expect(targetValueWords('adherence', 'DAY')).toBe('Adherence: from 0 to 100 %, with one decimal at most.')
  expect(targetValueWords('interviewingHours', 'WEEK')).toBe(
    'Interviewing hours: from 0 to 168 hours, with two decimals at most.',
  )
})

test('a target and what was reached are read in the measure’s own way', () => {
  const figures = {
    tally: {
      ...EMPTY_TALLY,
      outcomes: { ...NO_OUTCOMES, COMPLETE: 9, REFUSAL: 3 },
      ...{ interviewingSeconds: 36_000 },
    },
    attendance: { ...NO_ATTENDANCE, due: 4, inTime: 3 },
    quality: NO_QUALITY,
  }
  expect(targetText('completesPerHour', targetNow('completesPerHour', figures))).toBe('0.90')
  expect(targetText('strikeRate', targetNow('strikeRate', figures))).toBe('75 %')
  expect(targetText('punctuality', targetNow('punctuality', figures))).toBe('75 %')
  expect(targetText('completes', targetNow('completes', figures))).toBe('9')
  expect(targetText('qcScore', targetNow('qcScore', figures))).toBe('–')
  expect(targetWords('completes', 'DAY', 5)).toBe('5 completes a day')
  expect(targetWords('interviewingHours', 'WEEK', 20)).toBe('20.00 interviewing hours a week')
  expect(targetWords('completesPerHour', 'WEEK', 1.2)).toBe('completes per hour 1.20')
  expect(targetWords('qcScore', 'MONTH', 86.5)).toBe('QC score 86.5')
})

test('a period that is over can’t be given a target, the running one can', () => {
  // A Wednesday.
  const now = Date.parse('2026-05-06T10:00:00Z')
  expect(earliestFrom('DAY', now)).toBe('2026-05-06')
  expect(earliestFrom('WEEK', now)).toBe('2026-05-04')
  expect(earliestFrom('MONTH', now)).toBe('2026-05-01')
  // In summer London’s day begins before UTC’s.
  expect(earliestFrom('DAY', Date.parse('2026-05-05T23:30:00Z'))).toBe('2026-05-06')
})

test('days are a period from its beginning on, and others none', () => {
  expect(periodOf('2026-05-06', '2026-05-06')).toBe('DAY')
  expect(periodOf('2026-05-04', '2026-05-06')).toBe('WEEK')
  expect(periodOf('2026-05-04', '2026-05-10')).toBe('WEEK')
  expect(periodOf('2026-05-04', '2026-05-11')).toBeNull()
  expect(periodOf('2026-05-05', '2026-05-06')).toBeNull()
  expect(periodOf('2026-05-01', '2026-05-31')).toBe('MONTH')
  expect(periodOf('2026-05-01', '2026-06-01')).toBeNull()
})

test('the newest from wins, of the same day the one set last, and both ends of its days count', () => {
  const on = (day: string, ...targets: SetTarget[]) => targetOn(targets, { ...asked, day })?.id ?? null
  const old = target({ id: 9 })
  expect(on('2026-05-06', old, target({ id: 2, from: '2026-05-06' }))).toBe(2)
  expect(on('2026-05-05', old, target({ id: 2, from: '2026-05-06' }))).toBe(9)
  expect(on('2026-05-06', target({ id: 2 }), old)).toBe(9)
  const short = target({ from: '2026-05-04', to: '2026-05-06' })
  expect(on('2026-05-03', short)).toBeNull()
  expect(on('2026-05-04', short)).toBe(1)
  expect(on('2026-05-06', short)).toBe(1)
  expect(on('2026-05-07', short)).toBeNull()
})

test('the most specific comes first: the person’s before the project’s, the period’s before another', () => {
  const project = target({ id: 5, userID: null, projectID: 7, from: '2026-05-06' })
  expect(targetOn([project, target({})], asked)?.id).toBe(1)
  expect(targetOn([project], asked)?.id).toBe(5)
  expect(targetOn([project], { ...asked, projectID: 8 })).toBeNull()
  expect(targetOn([project], { ...asked, projectID: null })).toBeNull()
  const week = target({ id: 6, period: 'WEEK', from: '2026-05-06' })
  expect(targetOn([target({}), week], asked)?.id).toBe(1)
  expect(targetOn([target({}), week], { ...asked, period: 'WEEK' })?.id).toBe(6)
  expect(targetOn([target({}), week], { ...asked, period: null })?.id).toBe(6)
  expect(targetOn([week], asked)?.id).toBe(6)
})

test('what days add up to holds for its own period, and a project’s is no person’s', () => {
  const completes = { ...asked, measure: 'completes' } as const
  const week = target({ measure: 'completes', period: 'WEEK', value: 50 })
  expect(targetOn([week], completes)).toBeNull()
  expect(targetOn([week], { ...completes, period: null })).toBeNull()
  expect(targetOn([week], { ...completes, period: 'WEEK' })?.value).toBe(50)
  const project = target({ measure: 'completes', userID: null, projectID: 7 })
  expect(targetOn([project], completes)).toBeNull()
  expect(targetOn([project], { ...completes, userID: null })?.id).toBe(1)
})

const days = fc.integer({ min: 1, max: 9 }).map((day) => `2026-05-0${day}`)
const targets = fc.uniqueArray(
  fc.record({
    id: fc.integer({ min: 1, max: 1000 }),
    measure: fc.constantFrom<TargetMeasure[]>('completes', 'completesPerHour', 'adherence'),
    userID: fc.constantFrom(4, 5),
    projectID: fc.constant(null),
    period: fc.constantFrom<TargetPeriod[]>('DAY', 'WEEK'),
    value: fc.integer({ min: 0, max: 100 }),
    from: days,
    to: fc.option(days),
  }),
  { selector: ({ id }) => id, maxLength: 12 },
)

test('for any targets: the one that holds is theirs, of the measure and day, none is newer, and order is nothing', () => {
  fc.assert(
    fc.property(
      targets,
      days,
      fc.constantFrom<TargetMeasure[]>('completes', 'adherence'),
      (all, day, measure) => {
        const question = { measure, userID: 4, projectID: null, day, period: 'DAY' } as const
        const found = targetOn(all, question)
        expect(targetOn(all.toReversed(), question)).toBe(found)
        const could = all.filter(
          (one) =>
            one.userID === 4 &&
            one.measure === measure &&
            one.from <= day &&
            (one.to === null || one.to >= day) &&
            (measure !== 'completes' || one.period === 'DAY'),
        )
        expect(found === null).toBe(could.length === 0)
        if (!found) return
        expect(could).toContain(found)
        const rivals = could.filter(({ period }) => period === found.period)
        expect(rivals.every(({ from }) => from <= found.from)).toBe(true)
      },
    ),
  )
})
