import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentNameProblem, documentProblem, previewOf, sizeText } from './documents.ts'
import { levelOf, profileOf } from './gamification.ts'
import { mergeText } from './merge-text.ts'
import { PERMISSIONS, type PermissionName, permissionsOf } from './permissions.ts'
import { presenceOf, readPresence } from './presence.ts'
import {
  defaultGrid,
  gridProblem,
  gridRows,
  layoutOf,
  maySeeWidget,
  type SummaryWidget,
} from './summary-grid.ts'

describe('merging', () => {
  test.each([
    ['a\nb\nc\nd', 'a\nB\nc\nd', 'a\nb\nc\nD', 'a\nB\nc\nD'],
    ['a', 'a\nmine', 'a\ntheirs', 'a\ntheirs\nmine'],
    ['a\nb', 'b', 'a\nb\nc', 'b\nc'],
    ['', 'mine', 'theirs', 'theirs\nmine'],
    ['a', 'a\nb', 'a\nb\nc', 'a\nb\nc'],
    ['x', 'x', 'y', 'y'],
    ['x', 'y', 'x', 'y'],
  ])('%j as %j and %j is %j', (base, mine, theirs, merged) => {
    expect(mergeText(base, mine, theirs)).toBe(merged)
  })

  test('no line that anybody wrote is lost, whatever they wrote', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', 'd', 'e', ''), { maxLength: 8 })
      .map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, text, (base, mine, theirs) => {
        const merged = new Set(mergeText(base, mine, theirs).split('\n'))
        const old = new Set(base.split('\n'))
        for (const line of [...mine.split('\n'), ...theirs.split('\n')])
          if (!old.has(line)) expect(merged).toContain(line)
      }),
    )
  })

  test('texts too long to compare are kept whole', () => {
    const long = Array.from({ length: 2500 }, (_, n) => n).join('\n')
    expect(mergeText(long, `${long}\nmine`, `theirs\n${long}`)).toBe(`theirs\n${long}\n${long}\nmine`)
  })
})

test('S111 a level holds its six fields and the profile how far it is done', () => {
  expect(levelOf(7, 0)).toEqual({
    name: 'Newcomer',
    level: 1,
    previousLevelXP: 0,
    nextLevelXP: 250,
    currentXP: 0,
    userID: 7,
  })
  expect([249, 250, 749, 750].map((xp) => levelOf(7, xp).level)).toEqual([1, 2, 2, 3])
  const currentLevel = levelOf(7, 1125)
  expect(profileOf(currentLevel)).toEqual({ currentLevel, progress: 0.5 })
  expect(levelOf(7, 10_000_000).name).toBe('Master of the field')
  expect(profileOf({ ...currentLevel, nextLevelXP: currentLevel.previousLevelXP }).progress).toBe(0)
  // A level of one point, and points on either side of the level.
  const short = { ...currentLevel, previousLevelXP: 10, nextLevelXP: 11 }
  expect([9, 10, 11, 12].map((currentXP) => profileOf({ ...short, currentXP }).progress)).toEqual([
    0, 0, 1, 1,
  ])
})

describe('summary grid', () => {
  const grid = (...names: PermissionName[]) =>
    defaultGrid(permissionsOf(names.map((name) => PERMISSIONS[name])))

  test('W080 W247 the default is 4 columns by 3 rows, of what the person may see', () => {
    const all = grid(
      'DIAGNOSTICS_CAN_SEE_APP_USAGE',
      'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
      'ISUPERVISOR_CAN_ACTION_LIVE_QC',
      'SUPPORT_HELP_CENTER',
      'CALENDAR_CAN_USE_TASK_SCHEDULER',
    )
    expect(gridRows(all.gridArea)).toEqual([
      ['Holiday', 'Holiday', 'Calendar', 'Calendar'],
      ['AppHistory', 'AppHistory', 'ActivityHistory', 'ActivityHistory'],
      ['QCSummary', 'TicketSummary', 'TicketSummary', 'TaskSummary'],
    ])
    expect(all.gridTemplateColumns).toBe('repeat(4, minmax(0, 1fr))')
    expect(layoutOf([['Holiday', 'Calendar']]).gridTemplateColumns).toBe('repeat(2, minmax(0, 1fr))')
    expect(all.gridTemplateRows).toMatch(/^repeat\(3, /)
    const some = [grid(), grid('SUPPORT_HELP_CENTER'), grid('ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD')]
    for (const { gridArea } of some) {
      expect(gridRows(gridArea)?.map(({ length }) => length)).toEqual([4, 4, 4])
      expect(gridProblem({ gridArea })).toBeNull()
    }
  })

  test('W150 W151 W152 W153 W155 each widget needs its permission; Holiday and Calendar need none', () => {
    const needs: [SummaryWidget, PermissionName | null, number][] = [
      ['AppHistory', 'DIAGNOSTICS_CAN_SEE_APP_USAGE', 316],
      ['ActivityHistory', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD', 2],
      ['QCSummary', 'ISUPERVISOR_CAN_ACTION_LIVE_QC', 72],
      ['TicketSummary', 'SUPPORT_HELP_CENTER', 172],
      ['TaskSummary', 'CALENDAR_CAN_USE_TASK_SCHEDULER', 307],
      ['Holiday', null, 0],
      ['Calendar', null, 0],
    ]
    const numbers = Object.values(PERMISSIONS)
    for (const [widget, needed, number] of needs) {
      expect(maySeeWidget(permissionsOf([]), widget)).toBe(needed === null)
      if (!needed) continue
      expect([needed, PERMISSIONS[needed]]).toEqual([needed, number])
      expect(maySeeWidget(permissionsOf([number]), widget)).toBe(true)
      expect(maySeeWidget(permissionsOf(numbers.filter((one) => one !== number)), widget)).toBe(false)
    }
  })

  test('W131 a layout has 1 to 6 columns and rows of rectangles of known widgets', () => {
    const rows = (count: number, columns: number) =>
      Array.from({ length: count }, () => Array(columns).fill('.'))
    for (const [high, wide] of [
      [6, 6],
      [1, 1],
      [6, 1],
      [1, 6],
    ] as const)
      expect(gridProblem(layoutOf(rows(high, wide)))).toBeNull()
    expect(gridProblem(layoutOf(rows(7, 1)))).toBe('size')
    expect(gridProblem(layoutOf(rows(1, 7)))).toBe('size')
    expect(gridProblem({ gridArea: '' })).toBe('form')
    expect(gridProblem({ gridArea: '"Holiday" "Holiday Calendar"' })).toBe('form')
    expect(gridProblem({ gridArea: '"Holiday Nothing"' })).toBe('cells')
    expect(gridProblem({ gridArea: '"Holiday Calendar" "Calendar Holiday"' })).toBe('cells')
  })
})

test('documents are checked and previewed by size, name and type', () => {
  expect(documentProblem({ size: 0 })).toBe('This file is empty.')
  expect(documentProblem({ size: 10 * 1024 * 1024 + 1 })).toBe('A document may have 10 MB at most.')
  expect(documentProblem({ size: 1 })).toBeNull()
  for (const name of ['', '  ', 'a/b', 'a\\b', 'a\u0000b', 'x'.repeat(151)])
    expect(documentNameProblem(name)).not.toBeNull()
  expect(documentNameProblem('Übersicht 1.pdf')).toBeNull()
  expect(previewOf('text/plain; charset=utf-8')).toBe('text')
  expect(previewOf('image/png')).toBe('image')
  expect(previewOf('application/pdf')).toBe('pdf')
  expect(previewOf('image/svg+xml')).toBeNull()
  expect(previewOf('text/html')).toBeNull()
  expect([sizeText(12), sizeText(2048), sizeText(1_572_864)]).toEqual(['12 B', '2 KB', '1.5 MB'])
})

test('a status that nobody knows is none, and nobody has none', () => {
  expect(readPresence('IN_CALL')).toBe('IN_CALL')
  expect(readPresence('in call')).toBeNull()
  expect(presenceOf(0, 'BUSY')).toBeNull()
  expect(presenceOf(5, 'BUSY')).toBe('BUSY')
})
