import { expect, test } from 'vitest'
import type { LiveRow } from '#shared/contract/live-panel.ts'
import { classOf, countsOf, isOnOtherProject } from '#shared/domain/live-panel.ts'
import { type Arrangement, arranged, movesBetween } from './arrange.ts'
import { COLUMNS, sentenceOf, timeOf } from './columns.ts'
import { LivePanelScreen } from './index.ts'
import { at, NOW, person } from './testing/people.ts'

const HOW: Arrangement = {
  scope: 'TEAM',
  viewer: { userID: 9, areaID: 1 },
  ...{ withOff: false, search: '', filters: [], sort: [] },
  group: 'NONE',
}

test('D133 a row is one sentence', () => {
  // Who said that they are late is expected, until they are in.
  const expectedAt = new Date(NOW + 20 * 60_000).toISOString()
  const lateShift = {
    start: new Date(NOW).toISOString(),
    end: new Date(NOW + 3_600_000).toISOString(),
    expectedAt,
  }
  const late = (startedAt: string | null) =>
    sentenceOf(person(1, 'Ivy', { since: null, startedAt, shift: lateShift }), NOW)
  expect(late(null)).toContain(`comes at ${timeOf(expectedAt)}`)
  expect(late(lateShift.start)).not.toContain('comes at')
  expect(sentenceOf(person(1, 'Jamie Whitfield'), NOW)).toBe(
    'Jamie Whitfield, available for 12 minutes on Northgate Travel, 3 of 8 completes, on schedule',
  )
})

test('D133 the sentence says whether somebody began, for how long, where else than planned, and how late', () => {
  const of = (live: Partial<LiveRow>) => sentenceOf(person(1, 'Ivy', live), NOW)
  const shift = { start: at(-5), end: at(60) }
  const away = { currentActivity: 'INACTIVE', since: null, target: null } as const
  expect(
    of({ ...away, startedAt: null, shift, adherence: { state: 'OUT', kind: null, since: at(-5) } }),
  ).toBe('Ivy, not started, 3 completes, 5 min late, out of schedule')
  const soon = { ...away, startedAt: null, adherence: { state: 'NOT_DUE', kind: null, since: null } } as const
  expect(of({ ...soon, shift: { start: at(5), end: at(60) } })).not.toContain('late')
  expect(of({ ...soon, shift: { start: at(-1), end: at(60) }, lateAfterMinutes: 0 })).toContain('1 min late')
  expect(of({ ...away, startedAt: at(-55), shift: { start: at(-60), end: at(-1) } })).toBe(
    'Ivy, has ended the shift, 3 completes, on schedule',
  )
  expect(of({ since: at(-1), scheduledProject: 'Rail' })).toBe(
    'Ivy, available for 1 minute on Northgate Travel, planned: Rail, 3 of 8 completes, on schedule',
  )
  // Who has begun late is in now.
  expect(of({ currentActivity: 'BREAK', project: null, since: at(0), startedAt: at(-1), shift })).toBe(
    'Ivy, break for 0 minutes, 3 of 8 completes, on schedule',
  )
  expect(sentenceOf(person(1, 'Ivy'), NOW, { withFigures: false })).toBe(
    'Ivy, available for 12 minutes on Northgate Travel, on schedule',
  )
})

test('D123 who works on another project than was planned is marked, with which it was', () => {
  const marked = (live: Partial<LiveRow>) => {
    const one = person(1, 'Ivy', live)
    const { note, isBad } = COLUMNS.project ?? {}
    return [isOnOtherProject(one.live), note?.(one, NOW), isBad?.(one, NOW)]
  }
  const fine = [false, '', false]
  expect(marked({ project: 'Bus', scheduledProject: 'Rail' })).toEqual([true, 'planned: Rail', true])
  expect(marked({ project: 'Rail', scheduledProject: 'Rail' })).toEqual(fine)
  expect(marked({ project: 'Bus', scheduledProject: null })).toEqual(fine)
  expect(marked({ currentActivity: 'TRAINING', project: null, scheduledProject: 'Rail' })).toEqual(fine)
})

test('the counts by class equal the rows that a filter by the class shows', () => {
  const away: Partial<LiveRow> = { currentActivity: 'INACTIVE', since: null, startedAt: null }
  const people = [
    person(1, 'Ann'),
    person(2, 'Bob', { currentActivity: 'BREAK' }),
    person(3, 'Cat', { currentActivity: 'SYSTEM ISSUES' }),
    person(4, 'Dan', { ...away, shift: { start: at(-5), end: at(60) } }),
    person(5, 'Eve', { ...away, shift: { start: at(-4.9), end: at(60) } }),
    // Who has been in and gone isn't missed.
    person(6, 'Fay', { ...away, startedAt: at(-50), shift: { start: at(-60), end: at(60) } }),
  ]
  const counts = countsOf(people, NOW)
  expect(counts).toMatchObject({ INTERVIEWING: 1, BREAK: 1, EXCUSED: 1, NOT_IN: 1, NONE: 2 })
  for (const one of ['INTERVIEWING', 'BREAK', 'EXCUSED', 'NOT_IN', 'NONE'] as const) {
    const filters = [{ field: 'class', operator: 'ANY_OF', values: [one] } as const]
    const shown = arranged(people, { ...HOW, filters }, NOW)
    expect(shown).toEqual(people.filter(({ live }) => classOf(live, NOW) === one).map(({ id }) => id))
    expect(shown).toHaveLength(counts[one])
  }
})

test('rows go by what is sorted by, then by name; nobody of another team or off shift shows', () => {
  const people = [
    person(1, 'Cat', { completes: 1 }),
    person(2, 'Ann', { completes: 1 }),
    person(3, 'Bob', { completes: 5 }),
    person(4, 'Dan', { managerID: 8 }),
    person(5, 'Eve', { isShown: false }),
  ]
  expect(arranged(people, { ...HOW, sort: [{ field: 'today', direction: 'DESC' }] }, NOW)).toEqual([3, 2, 1])
  expect(arranged(people, { ...HOW, scope: 'AREA', withOff: true }, NOW)).toEqual([2, 3, 1, 4, 5])
  expect(movesBetween([1, 2, 3], [1, 3, 4])).toBe(2)
  expect(LivePanelScreen).toBeTypeOf('function')
})
