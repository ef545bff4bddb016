import { expect, test } from 'vitest'
import { callableUntil, isCallable, onDays } from './calling-hours.ts'

const WORK_DAYS = [1, 2, 3, 4, 5]
/** Of November 2026; the 2nd is a Monday. */
const berlin = (day: number, hour: number, minute = 0) => Date.UTC(2026, 10, day, hour - 1, minute)
const DAYTIME = { timeZone: 'Europe/Berlin', times: onDays(WORK_DAYS, '09:00', '18:30') }

test('D049 calls may be made from the first minute of a project’s hours to before the last, in its own zone', () => {
  expect(callableUntil(DAYTIME, berlin(2, 9) - 1)).toBeNull()
  expect(callableUntil(DAYTIME, berlin(2, 9))).toBe(berlin(2, 18, 30))
  expect(callableUntil(DAYTIME, berlin(2, 18, 30) - 1)).toBe(berlin(2, 18, 30))
  expect(callableUntil(DAYTIME, berlin(2, 18, 30))).toBeNull()
  expect(isCallable(DAYTIME, berlin(2, 18, 29))).toBe(true)
  expect(isCallable(DAYTIME, berlin(2, 18, 30))).toBe(false)
})

test('D049 Saturday and Sunday are days of their own, Sunday the seventh', () => {
  expect(isCallable(DAYTIME, berlin(6, 12))).toBe(true)
  expect(isCallable(DAYTIME, berlin(7, 12))).toBe(false)
  expect(isCallable(DAYTIME, berlin(8, 12))).toBe(false)
  const sundays = { timeZone: 'Europe/Berlin', times: onDays([7], '10:00', '12:00') }
  expect(callableUntil(sundays, berlin(8, 10))).toBe(berlin(8, 12))
  expect(isCallable(sundays, berlin(9, 10))).toBe(false)
})

test('D049 hours go on over midnight where the next day begins with it, three days at most', () => {
  const night = {
    timeZone: 'Europe/Berlin',
    times: [...onDays([1], '20:00', '24:00'), ...onDays([2], '00:00', '02:00')],
  }
  expect(callableUntil(night, berlin(2, 21))).toBe(berlin(3, 2))
  const mondays = { timeZone: 'Europe/Berlin', times: onDays([1], '20:00', '24:00') }
  expect(callableUntil(mondays, berlin(2, 21))).toBe(berlin(3, 0))
  const always = { timeZone: 'Europe/Berlin', times: onDays([1, 2, 3, 4, 5, 6, 7], '00:00', '24:00') }
  expect(callableUntil(always, berlin(2, 21))).toBe(berlin(5, 0))
  expect(callableUntil({ timeZone: 'Europe/Berlin', times: [] }, berlin(2, 21))).toBe(berlin(5, 21))
})
