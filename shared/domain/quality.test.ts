import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  agreementOf,
  byRisk,
  COACHING_STATES,
  type DueFacts,
  FORM_STATUSES,
  type ItemAnswer,
  isCounted,
  mayCoachingBecome,
  mayFormBecome,
  mayReviewBecome,
  personDue,
  QC_ANSWERS,
  type QcItem,
  qcCoverage,
  qcScore,
  REVIEW_STATES,
  resultOf,
  reviewsDue,
  SEVERITIES,
  submitFault,
} from './quality.ts'

const item = (id: string, weight: number, severity: QcItem['severity'] = 'MINOR'): QcItem => ({
  ...{ id, section: '', text: id, help: '', weight, severity },
})
const answer = (itemID: string, given: ItemAnswer['answer'], note = ''): ItemAnswer => ({
  ...{ itemID, answer: given, note, atSecond: null },
})
const facts = (over: Partial<DueFacts> = {}): DueFacts => ({
  ...{ hours: 0, reviewsOfWeek: 0, completes: 0, reviews: 0, isHeardLive: true },
  ...{ completesEver: 100, reviewsEver: 100, ...over },
})

describe('D135 reviews due', () => {
  test.each([
    ['2 a week from 4 hours', facts({ hours: 4 }), 2],
    ['none below 4 hours', facts({ hours: 3.99 }), 0],
    ['less what was reviewed', facts({ hours: 20, reviewsOfWeek: 1 }), 1],
    ['never below 0', facts({ hours: 20, reviewsOfWeek: 3, completes: 20, reviews: 9 }), 0],
    ['5 % where it is heard live, rounded up', facts({ completes: 41 }), 3],
    ['5 % exactly', facts({ completes: 40 }), 2],
    ['10 % elsewhere', facts({ completes: 41, isHeardLive: false }), 5],
    ['10 % exactly', facts({ completes: 30, isHeardLive: false }), 3],
    ['less the reviews of the project', facts({ completes: 41, isHeardLive: false, reviews: 2 }), 3],
    ['the first 10 on a project', facts({ completesEver: 12, reviewsEver: 3 }), 7],
    ['as many as there are', facts({ completesEver: 4, reviewsEver: 3 }), 1],
    ['the largest of the three', facts({ hours: 9, completes: 80, completesEver: 10, reviewsEver: 7 }), 4],
  ])('D135 %s', (_name, given, due) => {
    expect(reviewsDue(given)).toBe(due)
  })

  const anything = fc.record({
    hours: fc.double({ min: 0, max: 60, noNaN: true }),
    reviewsOfWeek: fc.nat(20),
    completes: fc.nat(200),
    reviews: fc.nat(20),
    isHeardLive: fc.boolean(),
    completesEver: fc.nat(300),
    reviewsEver: fc.nat(40),
  })
  test('D135 whatever the week: no less for more work, no more for more reviews, never below 0', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const due = reviewsDue(given)
        expect(due).toBeGreaterThanOrEqual(0)
        expect(reviewsDue({ ...given, hours: given.hours + 1 })).toBeGreaterThanOrEqual(due)
        expect(reviewsDue({ ...given, completes: given.completes + 1 })).toBeGreaterThanOrEqual(due)
        const one = { reviewsOfWeek: 1, reviews: 1, reviewsEver: 1 }
        const after = reviewsDue({
          ...given,
          reviewsOfWeek: given.reviewsOfWeek + one.reviewsOfWeek,
          reviews: given.reviews + one.reviews,
          reviewsEver: given.reviewsEver + one.reviewsEver,
        })
        expect(after).toBe(Math.max(0, due - 1))
      }),
      { numRuns: 300 },
    )
  })

  test('a person’s due are the week’s two, or what their projects need together where that is more', () => {
    expect(personDue([])).toBe(0)
    expect(personDue([facts({ hours: 8 }), facts({ hours: 8 })])).toBe(2)
    const needs = facts({ hours: 8, completes: 60 })
    expect(personDue([needs, facts({ hours: 8, completesEver: 2, reviewsEver: 0 })])).toBe(5)
  })

  test('D135 by risk: first ten, then a FAIL, then the longest without a review', () => {
    const due = (firstTen: number, lastOutcome: 'PASS' | 'FAIL', lastReviewAt: number | null) => ({
      ...{ firstTen, lastOutcome, lastReviewAt },
    })
    const sorted = [
      due(0, 'PASS', 9),
      due(0, 'PASS', 2),
      due(0, 'FAIL', 8),
      due(3, 'PASS', 9),
      due(0, 'PASS', null),
    ]
    expect(sorted.toSorted(byRisk)).toEqual([
      ...[due(3, 'PASS', 9), due(0, 'FAIL', 8), due(0, 'PASS', null), due(0, 'PASS', 2), due(0, 'PASS', 9)],
    ])
  })
})

describe('D137 score and outcome', () => {
  const ITEMS = [item('a', 5), item('b', 3, 'MAJOR'), item('c', 2, 'CRITICAL')]
  test.each([
    ['all yes', ['YES', 'YES', 'YES'], { score: 100, outcome: 'PASS', criticals: 0 }],
    ['a critical no makes it 0', ['YES', 'YES', 'NO'], { score: 0, outcome: 'FAIL', criticals: 1 }],
    ['N/A counts nowhere', ['YES', 'NO', 'NA'], { score: 62.5, outcome: 'FAIL', criticals: 0 }],
    ['a major no', ['YES', 'NO', 'YES'], { score: 70, outcome: 'COACHING', criticals: 0 }],
    ['nothing but N/A', ['NA', 'NA', 'NA'], { score: null, outcome: null, criticals: 0 }],
  ] as const)('D137 %s', (_name, given, result) => {
    const answers = given.map((one, place) => answer(ITEMS[place]?.id ?? '', one))
    expect(resultOf(ITEMS, answers)).toEqual(result)
  })

  test.each([
    [86, 'PASS'],
    [85, 'COACHING'],
    [65, 'COACHING'],
    [64, 'FAIL'],
  ])('D137 %d is %s', (score, outcome) => {
    const items = [item('yes', score), item('no', 100 - score)]
    expect(resultOf(items, [answer('yes', 'YES'), answer('no', 'NO')])).toEqual({
      ...{ score, outcome, criticals: 0 },
    })
  })

  test('D137 a score has one decimal', () => {
    expect(resultOf([item('a', 2), item('b', 1)], [answer('a', 'YES'), answer('b', 'NO')]).score).toBe(66.7)
    expect(resultOf([item('a', 1)], [answer('a', 'YES')])).toEqual({
      score: 100,
      outcome: 'PASS',
      criticals: 0,
    })
  })

  const someForm = fc.uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 4 }),
      weight: fc.integer({ min: 1, max: 10 }),
      severity: fc.constantFrom(...SEVERITIES),
      given: fc.constantFrom(...QC_ANSWERS),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 12 },
  )
  test('D137 whatever the form: 0 to 100, no better for a No, order and foreign answers don’t matter', () => {
    fc.assert(
      fc.property(someForm, (rows) => {
        const items = rows.map(({ id, weight, severity }) => item(id, weight, severity))
        const answers = rows.map(({ id, given }) => answer(id, given))
        const result = resultOf(items, answers)
        expect(resultOf(items.toReversed(), [...answers.toReversed(), answer('elsewhere', 'NO')])).toEqual(
          result,
        )
        const isCritical = rows.some(({ severity, given }) => severity === 'CRITICAL' && given === 'NO')
        if (isCritical) expect(result).toMatchObject({ score: 0, outcome: 'FAIL' })
        if (result.score === null) return
        expect(result.score).toBeGreaterThanOrEqual(0)
        expect(result.score).toBeLessThanOrEqual(100)
        const [first] = rows
        if (first?.given !== 'YES') return
        const worse = answers.map((one) =>
          one.itemID === first.id ? { ...one, answer: 'NO' as const } : one,
        )
        expect(resultOf(items, worse).score).toBeLessThan(result.score || 0.1)
      }),
      { numRuns: 300 },
    )
  })
})

describe('D138 submitting', () => {
  const ITEMS = [item('a', 5), item('b', 3, 'MAJOR'), item('c', 2, 'CRITICAL')]
  const FIVE = 'one two three four five'
  const all = [answer('a', 'NO'), answer('b', 'YES'), answer('c', 'YES')]
  test.each([
    ['all items', all.slice(1), FIVE, { fault: 'unanswered', itemID: 'a' }],
    [
      'a note for a NO on MAJOR',
      [all[0], answer('b', 'NO', ' '), all[2]],
      FIVE,
      { fault: 'noNote', itemID: 'b' },
    ],
    [
      'a note for a NO on CRITICAL',
      [all[0], all[1], answer('c', 'NO')],
      FIVE,
      { fault: 'noNote', itemID: 'c' },
    ],
    ['more than 4 words', all, 'one two three four', { fault: 'feedback', itemID: null }],
    [
      'something that counts',
      ITEMS.map(({ id }) => answer(id, 'NA')),
      FIVE,
      { fault: 'nothingCounted', itemID: null },
    ],
    ['spaces are no words', all, ' one  two three four ', { fault: 'feedback', itemID: null }],
    ['and then it goes', all, FIVE, null],
    ['a note says why', [all[0], answer('b', 'NO', 'Led'), all[2]], FIVE, null],
  ])('D138 %s', (_name, answers, feedback, fault) => {
    expect(submitFault(ITEMS, answers as ItemAnswer[], feedback)).toEqual(fault)
  })
})

test('the QC score is the mean of what counts: submitted or later, calibration and void left out', () => {
  const review = (state: (typeof REVIEW_STATES)[number], score: number | null, isCalibration = false) => ({
    ...{ state, score, isCalibration },
  })
  expect(qcScore([])).toBeNull()
  expect(REVIEW_STATES.filter((state) => isCounted(review(state, 1)))).toEqual([
    ...['SUBMITTED', 'ACKNOWLEDGED', 'DISPUTED', 'RESOLVED'],
  ])
  const counted = [review('SUBMITTED', 90), review('RESOLVED', 80), review('ACKNOWLEDGED', 80)]
  expect(
    qcScore([...counted, review('VOID', 0), review('IN_PROGRESS', 0), review('SUBMITTED', 0, true)]),
  ).toBe(83.3)
  expect([qcCoverage(3, 0), qcCoverage(3, 60)]).toEqual([null, 0.05])
})

test('D141 states follow each other as they are listed, and no others', () => {
  const steps = <T extends string>(all: readonly T[], may: (from: T, to: T) => boolean) =>
    all.flatMap((from) => all.filter((to) => may(from, to)).map((to) => `${from} ${to}`))
  expect(steps(REVIEW_STATES, mayReviewBecome)).toEqual([
    ...['DUE IN_PROGRESS', 'DUE VOID', 'IN_PROGRESS SUBMITTED', 'IN_PROGRESS VOID'],
    ...['SUBMITTED ACKNOWLEDGED', 'SUBMITTED DISPUTED', 'SUBMITTED VOID', 'ACKNOWLEDGED VOID'],
    ...['DISPUTED RESOLVED', 'DISPUTED VOID', 'RESOLVED VOID'],
  ])
  expect(steps(FORM_STATUSES, mayFormBecome)).toEqual(['DRAFT ACTIVE', 'ACTIVE RETIRED'])
  expect(steps(COACHING_STATES, mayCoachingBecome)).toEqual([
    ...['PLANNED HELD', 'PLANNED CANCELLED', 'PLANNED MISSED', 'HELD ACKNOWLEDGED'],
  ])
})

test('D142 agreement an item is the most common answer’s share, the lowest first', () => {
  const items = [item('a', 1), item('b', 1)]
  const review = (a: ItemAnswer['answer'], b: ItemAnswer['answer']) => [answer('a', a), answer('b', b)]
  expect(agreementOf(items, [review('YES', 'NO'), review('YES', 'YES'), review('YES', 'NO')])).toEqual([
    { itemID: 'b', share: 2 / 3, answers: { YES: 1, NO: 2, NA: 0 } },
    { itemID: 'a', share: 1, answers: { YES: 3, NO: 0, NA: 0 } },
  ])
})
