import { GB } from 'chrono-node/en'
import { expect, test } from 'vitest'
import { readQuickLine, timesOfLine } from './quick-line.ts'

/** A Monday. */
const NOW = Date.parse('2026-11-23T10:20:00Z')
const read = (text: string, now = NOW) => {
  const { start, due, ...rest } = readQuickLine(text, GB, now)
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 16))
  return { ...rest, start: iso(start), due: iso(due) }
}
const NOTHING = {
  start: null,
  hasHour: false,
  due: null,
  hours: null,
  project: null,
  person: null,
  priority: null,
  points: null,
}

test('W032 a line of plain words is a task with all its parts', () => {
  expect(read('QC review Fri 3pm 30m #Northgate !high @priya')).toEqual({
    subject: 'QC review',
    start: '2026-11-27T15:00',
    hasHour: true,
    due: null,
    hours: 0.5,
    project: 'Northgate',
    person: 'priya',
    priority: 'HIGH',
    points: null,
  })
})

test.each([
  ['Write the brief', { subject: 'Write the brief' }],
  ['Call Ellie tomorrow', { subject: 'Call Ellie', start: '2026-11-24T09:00' }],
  ['Call Ellie on 3 December at 14:30', { subject: 'Call Ellie', start: '2026-12-03T14:30', hasHour: true }],
  ['Report due Friday', { subject: 'Report', due: '2026-11-27T23:59' }],
  [
    'Report tomorrow 9am by Friday 5pm',
    { subject: 'Report', start: '2026-11-24T09:00', hasHour: true, due: '2026-11-27T17:00' },
  ],
  ['Report 04/12/2026', { subject: 'Report', start: '2026-12-04T09:00' }],
  ['Listen 1h30', { subject: 'Listen', hours: 1.5 }],
  ['Listen 2.5 hours', { subject: 'Listen', hours: 2.5 }],
  ['Listen 5 min', { subject: 'Listen', hours: 0.25 }],
  ['Plan #"Household Travel" *8', { subject: 'Plan', project: 'Household Travel', points: '8' }],
  ['Plan !!', { subject: 'Plan', priority: 'HIGH' }],
  ['Plan !!!', { subject: 'Plan', priority: 'EMERGENCY' }],
  ['Plan !m', { subject: 'Plan', priority: 'MEDIUM' }],
])('%s', (text, parts) => {
  expect(read(text)).toEqual({ ...NOTHING, ...parts })
})

test.each([
  ['Sort letters by hand', 'Sort letters by hand'],
  ['Wow! That works', 'Wow! That works'],
  ['Mail a@b.example', 'Mail a@b.example'],
  ['Plan *4', 'Plan'],
  ['C# course', 'C# course'],
  ['', ''],
])('%s is no more than its words', (text, subject) => {
  expect(read(text)).toEqual({ ...NOTHING, subject })
})

test('hours are London’s in summer, too', () => {
  const summer = Date.parse('2026-07-14T22:30:00Z')
  expect(read('Call at 9am', summer).start).toBe('2026-07-15T08:00')
  expect(read('Call tomorrow', summer).start).toBe('2026-07-15T08:00')
})

test('W077 W079 without times it is 15 minutes from now, due at the end of the day; with hours it ends after them', () => {
  const iso = (times: ReturnType<typeof timesOfLine>) =>
    Object.values(times).map((at) => new Date(at).toISOString())
  const none = { start: null, due: null, hours: null }
  expect(iso(timesOfLine(none, NOW))).toEqual([
    '2026-11-23T10:20:00.000Z',
    '2026-11-23T10:35:00.000Z',
    '2026-11-23T23:59:59.000Z',
  ])
  const friday = Date.parse('2026-11-27T15:00:00Z')
  expect(iso(timesOfLine({ start: friday, due: null, hours: 2 }, NOW))).toEqual([
    '2026-11-27T15:00:00.000Z',
    '2026-11-27T17:00:00.000Z',
    '2026-11-27T23:59:59.000Z',
  ])
})
