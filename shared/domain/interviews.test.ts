import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  figureOf,
  INTERVIEW_FIGURES,
  type InterviewFigure,
  type InterviewTally,
  isContactDetail,
  isFewData,
  NO_OUTCOMES,
  OUTCOMES,
  together,
} from './interviews.ts'

const tally = (more: Partial<InterviewTally> = {}): InterviewTally => ({
  outcomes: NO_OUTCOMES,
  ...{ interviewingSeconds: 0, availableSeconds: 0, talkSeconds: 0, completeSeconds: 0 },
  ...{ appointmentsDue: 0, appointmentsKept: 0, expectedCompletes: null },
  ...more,
})
const outcomes = (more: Partial<InterviewTally['outcomes']>) => ({ ...NO_OUTCOMES, ...more })
const FIGURES = Object.keys(INTERVIEW_FIGURES) as InterviewFigure[]

test('D038 strike rate divides completes by COMPLETE, REFUSAL, APPOINTMENT, INELIGIBLE and ABANDONED, by nothing else', () => {
  const contacts = { COMPLETE: 2, REFUSAL: 3, APPOINTMENT: 1, INELIGIBLE: 2, ABANDONED: 2 }
  const none = { NO_ANSWER: 100, BUSY: 50, ANSWER_MACHINE: 30 }
  expect(figureOf('strikeRate', tally({ outcomes: outcomes({ ...contacts, ...none }) }))).toBe(0.2)
  expect(figureOf('refusalRate', tally({ outcomes: outcomes({ ...contacts, ...none }) }))).toBe(0.3)
  for (const outcome of OUTCOMES) {
    const one = tally({ outcomes: outcomes({ [outcome]: 1 }) })
    expect([outcome, figureOf('contacts', one)]).toEqual([outcome, outcome in contacts ? 1 : 0])
    expect(figureOf('attempts', one)).toBe(1)
  }
})

test('D039 completes per hour are of hours with a project, and aren’t rounded', () => {
  const of = tally({
    outcomes: outcomes({ COMPLETE: 7 }),
    interviewingSeconds: 10_800,
    availableSeconds: 99_999,
  })
  expect(figureOf('completesPerHour', of)).toBe(7 / 3)
  expect(figureOf('interviewingHours', of)).toBe(3)
})

test('D038 who broke off counts as a contact and against cooperation', () => {
  const of = tally({ outcomes: outcomes({ COMPLETE: 6, REFUSAL: 2, ABANDONED: 4, INELIGIBLE: 5 }) })
  expect(figureOf('cooperationRate', of)).toBe(0.5)
})

test('D040 the index is completes by what was to be expected, of 100', () => {
  expect(figureOf('index', tally({ outcomes: outcomes({ COMPLETE: 9 }), expectedCompletes: 6 }))).toBe(150)
  expect(figureOf('index', tally({ outcomes: outcomes({ COMPLETE: 9 }) }))).toBeNull()
})

test('the other rates: attempts per complete, length in minutes, occupancy of at most all, appointments kept', () => {
  const of = tally({
    outcomes: outcomes({ COMPLETE: 4, NO_ANSWER: 16 }),
    ...{ availableSeconds: 3600, talkSeconds: 900, completeSeconds: 2400 },
    ...{ appointmentsDue: 5, appointmentsKept: 2 },
  })
  expect(figureOf('attemptsPerComplete', of)).toBe(5)
  expect(figureOf('averageLength', of)).toBe(10)
  expect(figureOf('occupancy', of)).toBe(0.25)
  expect(figureOf('occupancy', { ...of, talkSeconds: 4000 })).toBe(1)
  expect(figureOf('appointmentsKept', of)).toBe(0.4)
})

const COUNTS: readonly string[] = [
  ...['completes', 'attempts', 'contacts', 'interviewingHours'],
  ...['refusals', 'appointments', 'breakOffs'],
]

test('a rate over nothing is none at all; few data are under 10 contacts or under an hour', () => {
  const nothing = tally()
  for (const figure of FIGURES)
    expect([figure, figureOf(figure, nothing)]).toEqual([figure, COUNTS.includes(figure) ? 0 : null])
  const enough = tally({ outcomes: outcomes({ REFUSAL: 10 }), interviewingSeconds: 3600 })
  expect(isFewData(enough)).toBe(false)
  expect(isFewData({ ...enough, outcomes: outcomes({ REFUSAL: 9, BUSY: 50 }) })).toBe(true)
  expect(isFewData({ ...enough, interviewingSeconds: 3599 })).toBe(true)
})

const count = fc.nat({ max: 10_000 })
const someTally: fc.Arbitrary<InterviewTally> = fc.record({
  outcomes: fc.record(Object.fromEntries(OUTCOMES.map((one) => [one, count])) as never),
  ...{ interviewingSeconds: count, availableSeconds: count, talkSeconds: count, completeSeconds: count },
  ...{ appointmentsDue: count, appointmentsKept: count },
  expectedCompletes: fc.option(count),
}) as never

test('a rate of two times together lies between the two, and counts add up', () => {
  fc.assert(
    fc.property(someTally, someTally, (a, b) => {
      const both = together(a, b)
      for (const figure of FIGURES) {
        const [of, first, second] = [figureOf(figure, both), figureOf(figure, a), figureOf(figure, b)]
        if (INTERVIEW_FIGURES[figure].kind === 'count') expect(of).toBe((first ?? 0) + (second ?? 0))
        else if (first !== null && second !== null && of !== null && figure !== 'interviewingHours') {
          expect(of).toBeGreaterThanOrEqual(Math.min(first, second) - 1e-9)
          expect(of).toBeLessThanOrEqual(Math.max(first, second) + 1e-9)
        }
      }
    }),
  )
})

test.each([
  ...['07700 900123', '+44 7700 900123', '(0113) 496 0000', '020-7946-0018', '447700900123', '+3906123'],
  ...['ann@example.com', 'Ann <ann@mail.example.com>'],
])('D063 %s is somebody’s number or address', (ref) => {
  expect(isContactDetail(ref)).toBe(true)
})

test.each(['HTS-0001234', '1000234', '12345678', '00012345', 'A1', '', 'LS1 4DY', '2026/05/04'])(
  'D063 %s is a reference of the sample’s own',
  (ref) => {
    expect(isContactDetail(ref)).toBe(false)
  },
)
