import { expect, test } from 'vitest'
import { cellOf, recordExpires, resultOf, sessionStateAt, sumsOf } from './training.ts'

const record = (expires: string | null, result: 'PASSED' | 'FAILED' | 'ATTENDED' = 'PASSED') => ({
  ...{ day: '2025-05-04', result, expires },
})
const cell = (more: object = {}) =>
  cellOf({ isNeeded: true, excuse: null, records: [], isBooked: false, ...more }, '2026-05-04')

test('the last day of a record still counts, and due begins 30 days before', () => {
  expect(cell().state).toBe('OVERDUE')
  expect(cell({ records: [record('2026-05-03')] }).state).toBe('OVERDUE')
  expect(cell({ records: [record('2026-05-04')] }).state).toBe('DUE')
  expect(cell({ records: [record('2026-06-03')] }).state).toBe('DUE')
  expect(cell({ records: [record('2026-06-04')] }).state).toBe('DONE')
  expect(cell({ records: [record(null)] }).state).toBe('DONE')
  expect(cell({ records: [record(null, 'FAILED')] }).state).toBe('OVERDUE')
  expect(cell({ records: [record(null, 'ATTENDED')] }).state).toBe('DONE')
})

test('a booking goes before due and overdue, the longest record counts, an excuse ends with its day', () => {
  expect(cell({ isBooked: true }).state).toBe('BOOKED')
  expect(cell({ isBooked: true, records: [record('2026-05-10')] })).toMatchObject({
    ...{ state: 'BOOKED', isValid: true },
  })
  expect(cell({ isBooked: true, records: [record(null)] }).state).toBe('DONE')
  expect(cell({ records: [record('2026-05-10'), record('2027-01-01')] })).toMatchObject({
    ...{ state: 'DONE', expires: '2027-01-01' },
  })
  expect(cell({ excuse: { until: '2026-05-04' } }).state).toBe('NOT_NEEDED')
  expect(cell({ excuse: { until: '2026-05-03' } }).state).toBe('OVERDUE')
  expect(cell({ excuse: { until: null } }).state).toBe('NOT_NEEDED')
  expect(cell({ isNeeded: false }).state).toBe('NOT_NEEDED')
})

test('what is required, done and overdue', () => {
  const cells = [
    cell(),
    cell({ isBooked: true }),
    cell({ records: [record('2026-05-10')] }),
    cell({ records: [record(null)] }),
    cell({ isNeeded: false, records: [record(null)] }),
  ]
  expect(sumsOf(cells)).toEqual({ required: 4, done: 2, overdue: 1 })
  expect(sumsOf([])).toEqual({ required: 0, done: 0, overdue: 0 })
})

test('a session is full by its places and goes on until it is written down', () => {
  const session = { status: 'OPEN' as const, start: 100, end: 200, capacity: 2 }
  expect(sessionStateAt(session, 1, 99)).toBe('OPEN')
  expect(sessionStateAt(session, 2, 99)).toBe('FULL')
  expect(sessionStateAt(session, 1, 100)).toBe('LIVE')
  expect(sessionStateAt(session, 2, 999)).toBe('LIVE')
  expect(sessionStateAt({ ...session, status: 'PLANNED' }, 0, 99)).toBe('PLANNED')
  expect(sessionStateAt({ ...session, status: 'CANCELLED' }, 0, 150)).toBe('CANCELLED')
  expect(sessionStateAt({ ...session, status: 'COMPLETED' }, 2, 150)).toBe('COMPLETED')
})

test('a result comes of attendance and score', () => {
  expect(resultOf('ATTENDED', null, null)).toBe('ATTENDED')
  expect(resultOf('ATTENDED', 0, null)).toBe('PASSED')
  expect(resultOf('ATTENDED', 70, 70)).toBe('PASSED')
  expect(resultOf('ATTENDED', 69, 70)).toBe('FAILED')
  for (const outcome of ['PARTLY', 'NO_SHOW', 'EXCUSED'] as const)
    expect(resultOf(outcome, 100, null)).toBe(null)
  expect(recordExpires('2026-01-31', 1)).toBe('2026-02-28')
  expect(recordExpires('2026-01-31', null)).toBe(null)
})
