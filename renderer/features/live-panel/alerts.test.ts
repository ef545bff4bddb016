import { expect, test } from 'vitest'
import type { LiveRow } from '#shared/contract/live-panel.ts'
import {
  type AlertRule,
  isAlertCondition,
  LIVE_COLUMN_KINDS,
  SUPPLIED_RULES,
  withSupplied,
} from '#shared/domain/live-alerts.ts'
import { type AlertMemory, standingAlerts } from './alerts.ts'
import { COLUMNS } from './columns.ts'
import { at, NOW, person } from './testing/people.ts'

const MINUTE = 60_000
const rule = (more: Partial<AlertRule>): AlertRule => ({
  ...{ id: 'own-1', name: 'Own', isOn: true, forMinutes: 0, whom: { kind: 'ALL' }, hasSound: true },
  when: { field: 'today', operator: 'BETWEEN', values: ['', '0'] },
  ...more,
})
const ids = (
  rules: readonly AlertRule[],
  live: Partial<LiveRow>,
  minutes = 0,
  memory: AlertMemory = new Map(),
) =>
  standingAlerts(rules, [person(1, 'Ann', live)], NOW + minutes * MINUTE, { memory, isFirst: false }).map(
    ({ rule: { id } }) => id,
  )

const gone: Partial<LiveRow> = { currentActivity: 'INACTIVE', since: null, startedAt: null }
const SECOND = 1 / 60
test.each<[string, string, Partial<LiveRow>, number]>([
  // The break began 12 minutes ago, and 10 are paid.
  ['BREAK_OVER', 'BREAK over by 1 minute', { currentActivity: 'BREAK', breakAllowanceSeconds: 780 }, 2],
  ['OUT', 'OUT for 3 minutes', { adherence: { state: 'OUT', kind: 'LATE_BACK', since: at(-2) } }, 1],
  ['SYSTEM_ISSUES', 'SYSTEM ISSUES for 15 minutes', { currentActivity: 'SYSTEM ISSUES', since: at(-12) }, 3],
  ['NOT_IN', 'not in 5 minutes after the start', { ...gone, shift: { start: at(-4), end: at(60) } }, 1],
  ['IDLE', 'the idle flag', { idleSince: at(0) }, 0],
])('D126 %s: %s alerts without any set-up, and not before', (id, _what, live, minutes) => {
  const rules = withSupplied([])
  expect(ids(rules, live, minutes)).toEqual([id])
  if (minutes > 0) expect(ids(rules, live, minutes - SECOND)).toEqual([])
})

test('D126 an appointment at risk alerts without any set-up, an hour without a complete once it is switched on', () => {
  expect(ids(withSupplied([]), { appointment: { time: at(-11), isAtRisk: true } })).toEqual(['AT_RISK'])
  expect(ids(withSupplied([]), { appointment: { time: at(11), isAtRisk: false } })).toEqual([])
  const long: Partial<LiveRow> = { since: at(-90), lastComplete: at(-60) }
  expect(ids(withSupplied([]), long)).toEqual([])
  const [noComplete] = SUPPLIED_RULES.filter(({ id }) => id === 'NO_COMPLETE')
  if (!noComplete) throw new Error('no such rule')
  const on = withSupplied([{ ...noComplete, isOn: true }])
  expect(ids(on, long)).toEqual(['NO_COMPLETE'])
  expect(ids(on, long, -SECOND)).toEqual([])
  expect(ids(on, { ...long, currentActivity: 'BREAK', breakAllowanceSeconds: 9999 })).toEqual([])
})

test('D125 a rule may be about any column, and asks what the column has', () => {
  expect(Object.fromEntries(Object.entries(COLUMNS).map(([name, column]) => [name, column?.kind]))).toEqual(
    LIVE_COLUMN_KINDS,
  )
  for (const [field, kind] of Object.entries(LIVE_COLUMN_KINDS)) {
    const when = {
      number: { field, operator: 'BETWEEN', values: ['1', ''] },
      text: { field, operator: 'CONTAINS', values: ['x'] },
      choice: { field, operator: 'ANY_OF', values: ['x'] },
      yesNo: { field, operator: 'IS', values: ['true'] },
    } as const
    expect(isAlertCondition(when[kind])).toBe(true)
    expect(isAlertCondition({ ...when[kind], field: 'salary' })).toBe(false)
    expect(isAlertCondition({ ...when[kind], values: [''] })).toBe(false)
    expect(isAlertCondition({ ...when[kind], operator: 'TODAY' })).toBe(false)
  }
})

test('D125 what nothing tells the beginning of counts from the look that found it', () => {
  const few = rule({ when: { field: 'today', operator: 'BETWEEN', values: ['', '3'] }, forMinutes: 2 })
  const memory: AlertMemory = new Map()
  expect(ids([few], {}, 0, memory)).toEqual([])
  expect(ids([few], {}, 2 - SECOND, memory)).toEqual([])
  expect(ids([few], {}, 2, memory)).toEqual(['own-1'])
  // What stopped being true begins anew.
  expect(ids([few], { completes: 4 }, 3, memory)).toEqual([])
  expect(ids([few], {}, 4, memory)).toEqual([])
})

test('D125 for whom: a view, a project, a person; and one that is off for nobody', () => {
  const few = { when: { field: 'today', operator: 'BETWEEN', values: ['', '3'] } } as const
  const people = [person(1, 'Ann'), person(2, 'Bob', { project: 'Bus' }), person(3, 'Cat', { completes: 9 })]
  const whom = (about: AlertRule['whom'], isOn = true) =>
    standingAlerts([rule({ ...few, whom: about, isOn })], people, NOW, { memory: new Map(), isFirst: false })
      .map(({ name }) => name)
      .sort()
  expect(whom({ kind: 'ALL' })).toEqual(['Ann', 'Bob'])
  expect(whom({ kind: 'PROJECT', project: 'Bus' })).toEqual(['Bob'])
  expect(whom({ kind: 'PERSON', userID: 1, name: 'Ann' })).toEqual(['Ann'])
  const filters = [{ field: 'project', operator: 'CONTAINS', values: ['north'] }] as const
  expect(whom({ kind: 'VIEW', name: 'North', filters })).toEqual(['Ann'])
  expect(whom({ kind: 'ALL' }, false)).toEqual([])
})
