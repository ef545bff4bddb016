import { expect, test } from 'vitest'
import { countedText, valueText } from './interview-text.ts'
import { type InterviewTally, NO_OUTCOMES } from './interviews.ts'

const TALLY: InterviewTally = {
  outcomes: { ...NO_OUTCOMES, COMPLETE: 1204, REFUSAL: 4 },
  ...{ interviewingSeconds: 9000, availableSeconds: 9000, talkSeconds: 3600, completeSeconds: 1800 },
  ...{ appointmentsDue: 0, appointmentsKept: 0, expectedCompletes: 2.5 },
}

test('D111 a formula has its numbers in it: whole ones whole, others with two places', () => {
  expect(countedText('completesPerHour', TALLY)).toBe('1,204 ÷ 2.50 = 481.60')
  expect(countedText('index', TALLY)).toBe('1,204 ÷ 2.50 × 100 = 48,160')
  expect(countedText('appointmentsKept', TALLY)).toBe('0 ÷ 0 = –')
  expect(countedText('completes', TALLY)).toBe('1,204')
})

test('D111 a rate has two places, a share is in percent, a length in minutes, and nothing is –', () => {
  expect(valueText('completesPerHour', 1.256)).toBe('1.26')
  expect(valueText('strikeRate', 0.12345)).toBe('12.3 %')
  expect(valueText('averageLength', 12.345)).toBe('12.3 min')
  expect(valueText('index', 99.5)).toBe('100')
  expect(valueText('completes', 1204)).toBe('1,204')
  expect(valueText('completes', null)).toBe('–')
})
