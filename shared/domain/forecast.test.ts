import { expect, test } from 'vitest'
import {
  changeByMove,
  forecastCompletes,
  forecastFinish,
  hoursNeeded,
  isBehind,
  isGap,
  projectRate,
  quotaRemaining,
  verdictOf,
  whatIfForecast,
} from './forecast.ts'
import { randomFrom } from './random.ts'

const HOUR = 3_600_000
const PROJECT = { targetCompletes: 100, achieved: 40, cells: [], rate: 2 }
const cell = (target: number, achieved: number, isSuspended = false) => ({ target, achieved, isSuspended })

test('a project’s own rate counts from 20 interviewing hours, the expected one until then', () => {
  expect(projectRate({ completes: 30, hours: 20, interviewsPerHour: 3 })).toBe(1.5)
  expect(projectRate({ completes: 30, hours: 19.99, interviewsPerHour: 3 })).toBe(3)
  expect(projectRate({ completes: 0, hours: 0, interviewsPerHour: 0 })).toBe(0)
})

test('what is left is of the cells, without the suspended, and none of them has less than none left', () => {
  expect(quotaRemaining(PROJECT)).toBe(60)
  expect(quotaRemaining({ ...PROJECT, cells: [cell(50, 60), cell(50, 20), cell(10, 0, true)] })).toBe(30)
  expect(quotaRemaining({ ...PROJECT, achieved: 120 })).toBe(0)
})

test('hours needed are what is left by the rate; unknown without one, none where nothing is left', () => {
  expect(hoursNeeded(PROJECT)).toBe(30)
  expect(hoursNeeded({ ...PROJECT, rate: 0 })).toBeNull()
  expect(hoursNeeded({ ...PROJECT, rate: 0, achieved: 100 })).toBe(0)
})

test('the forecast stops at the target where there are quotas, and never takes back what is made', () => {
  expect(forecastCompletes(PROJECT, 40)).toBe(120)
  const closed = { ...PROJECT, cells: [cell(100, 40)] }
  expect(forecastCompletes(closed, 40)).toBe(100)
  expect(forecastCompletes(closed, 10)).toBe(60)
  expect(forecastCompletes({ ...closed, achieved: 130 }, 0)).toBe(130)
  const random = randomFrom(3)
  for (let round = 0; round < 500; round += 1) {
    const one = { ...PROJECT, achieved: Math.floor(random() * 200), rate: random() * 4 }
    const [a, b] = [random() * 50, random() * 50]
    expect(forecastCompletes(one, a + b)).toBeGreaterThanOrEqual(forecastCompletes(one, a))
    expect(forecastCompletes(one, a)).toBeGreaterThanOrEqual(one.achieved)
  }
})

test('the finish is when the hours to come reach the target', () => {
  const two = [
    { start: -HOUR, end: 20 * HOUR },
    { start: 10 * HOUR, end: 20 * HOUR },
  ]
  // 60 at 2 an hour: 20 by the first person in 10 hours, then 4 an hour of both.
  expect(forecastFinish(PROJECT, two, 0)).toBe(20 * HOUR)
  expect(forecastFinish({ ...PROJECT, achieved: 60 }, two, 0)).toBe(15 * HOUR)
  expect(forecastFinish({ ...PROJECT, achieved: 39 }, two, 0)).toBeNull()
  expect(forecastFinish({ ...PROJECT, achieved: 100 }, two, 5)).toBe(5)
  expect(forecastFinish({ ...PROJECT, rate: 0 }, two, 0)).toBeNull()
})

test('D175 the verdict by forecast: BEHIND under 97 %, AT_RISK to under 100, ON_TRACK from 100', () => {
  const verdict = (forecast: number) => verdictOf({ ...PROJECT, targetCompletes: 1000 }, forecast, null)
  expect(verdict(969.99)).toBe('BEHIND')
  expect(verdict(970)).toBe('AT_RISK')
  expect(verdict(999.99)).toBe('AT_RISK')
  expect(verdict(1000)).toBe('ON_TRACK')
  expect([isBehind(96.9, 100), isBehind(97, 100), isBehind(0, 0)]).toEqual([true, false, false])
})

test('D175 SAMPLE_SHORT where usable ÷ remaining is below attempts per complete; DONE where nothing is left', () => {
  // 60 are left, at 5 attempts each.
  const verdict = (usable: number) => verdictOf(PROJECT, 100, { usable, attemptsPerComplete: 5 })
  expect(verdict(299)).toBe('SAMPLE_SHORT')
  expect(verdict(300)).toBe('ON_TRACK')
  expect(verdictOf(PROJECT, 50, { usable: 299, attemptsPerComplete: 5 })).toBe('SAMPLE_SHORT')
  expect(verdictOf({ ...PROJECT, achieved: 100 }, 100, { usable: 0, attemptsPerComplete: 5 })).toBe('DONE')
})

test('D152 a gap is more than 10 % of what is needed, and none where nothing is', () => {
  expect([isGap(90, 100), isGap(89.9, 100), isGap(5, 0), isGap(120, 100)]).toEqual([
    false,
    true,
    false,
    false,
  ])
})

test('D176 ‘What if’ goes by hours, people, rate and end', () => {
  const what = { hours: 0, people: 0, hoursEach: 4, days: 5, rate: null }
  expect(whatIfForecast(PROJECT, 10, what)).toBe(60)
  expect(whatIfForecast(PROJECT, 10, { ...what, hours: 5 })).toBe(70)
  expect(whatIfForecast(PROJECT, 10, { ...what, people: 2 })).toBe(140)
  expect(whatIfForecast(PROJECT, 10, { ...what, rate: 3 })).toBe(70)
  expect(whatIfForecast(PROJECT, 10, { ...what, people: 1, days: 0 })).toBe(60)
  expect(whatIfForecast(PROJECT, 10, { ...what, hours: -20 })).toBe(40)
})

test('D156 a move takes its hours from one project’s day and gives them to the other’s, each at its own rate', () => {
  const day = { ...PROJECT, completesToday: 5, hoursLeftToday: 6 }
  expect(changeByMove(day, { ...day, rate: 3 }, 4)).toEqual({ from: -8, to: 12 })
  expect(changeByMove(null, day, 4)).toEqual({ from: 0, to: 8 })
  // What isn't planned can't be taken, and quotas close.
  expect(changeByMove({ ...day, hoursLeftToday: 1 }, day, 4).from).toBe(-2)
  expect(changeByMove(null, { ...day, achieved: 97, hoursLeftToday: 0, cells: [cell(100, 97)] }, 4).to).toBe(
    3,
  )
})
