import { expect, test } from 'vitest'
import { changedByOther, filterInWords, isFilterOf, operatorsOf, rowsShown, sortedBy } from './records.ts'

test('D005 the foot says which rows of how many, with thousands apart', () => {
  expect(rowsShown(1, 25, 25, 1203, false)).toBe('Showing 1–25 of 1,203')
  expect(rowsShown(49, 25, 3, 1203, false)).toBe('Showing 1,201–1,203 of 1,203')
  expect(rowsShown(1, 25, 1, 1, false)).toBe('Showing 1–1 of 1')
  expect(rowsShown(1, 25, 25, 100_000, true)).toBe('Showing 1–25 of more than 100,000')
  expect(rowsShown(1, 25, 0, 0, false)).toBe('Showing none')
})

test('a click sorts up, down, and not at all; with Shift up to three columns keep their places', () => {
  const up = (field: string) => ({ field, direction: 'ASC' as const })
  const down = (field: string) => ({ field, direction: 'DESC' as const })
  expect(sortedBy([], 'a', false)).toEqual([up('a')])
  expect(sortedBy([up('a')], 'a', false)).toEqual([down('a')])
  expect(sortedBy([down('a')], 'a', false)).toEqual([])
  expect(sortedBy([up('a'), up('b')], 'c', false)).toEqual([up('c')])
  expect(sortedBy([up('a')], 'b', true)).toEqual([up('a'), up('b')])
  expect(sortedBy([up('a'), up('b')], 'a', true)).toEqual([down('a'), up('b')])
  expect(sortedBy([down('a'), up('b')], 'a', true)).toEqual([up('b')])
  expect(sortedBy([up('a'), up('b'), up('c')], 'd', true)).toEqual([up('a'), up('b'), up('d')])
})

test('D004 a filter is said in words', () => {
  const words = (
    kind: 'text' | 'number' | 'day' | 'choice' | 'yesNo',
    operator: string,
    ...values: string[]
  ) =>
    filterInWords(
      { kind, choices: { A: 'Apple', B: 'Pear' } },
      { field: 'x', operator: operator as 'IS', values },
    )
  expect(words('text', 'CONTAINS', 'a b')).toBe('contains ‘a b’')
  expect(words('text', 'IS', 'a')).toBe('is ‘a’')
  expect(words('text', 'IS_EMPTY')).toBe('is empty')
  expect(words('choice', 'ANY_OF', 'A', 'B')).toBe('Apple or Pear')
  expect(words('yesNo', 'IS', 'true')).toBe('yes')
  expect(words('yesNo', 'IS', 'false')).toBe('no')
  expect(words('number', 'BETWEEN', '1000', '2000')).toBe('1,000 to 2,000')
  expect(words('number', 'BETWEEN', '', '5')).toBe('up to 5')
  expect(words('day', 'ON', '2026-06-18')).toBe('18 Jun 2026')
  expect(words('day', 'BEFORE', '2026-06-18')).toBe('before 18 Jun 2026')
  expect(words('day', 'AFTER', '2026-06-18')).toBe('after 18 Jun 2026')
  expect(words('day', 'BETWEEN', '2026-06-18', '')).toBe('from 18 Jun 2026')
  expect(words('day', 'LAST_WEEK')).toBe('last week')
})

test('a filter has its column’s operators and as many values as these take', () => {
  const column = { kind: 'choice', choices: { A: 'Apple' } } as const
  expect(isFilterOf(column, { field: 'x', operator: 'ANY_OF', values: ['A'] })).toBe(true)
  expect(isFilterOf(column, { field: 'x', operator: 'ANY_OF', values: [] })).toBe(false)
  expect(isFilterOf(column, { field: 'x', operator: 'ANY_OF', values: Array(100).fill('A') })).toBe(true)
  expect(isFilterOf(column, { field: 'x', operator: 'ANY_OF', values: Array(101).fill('A') })).toBe(false)
  expect(isFilterOf(column, { field: 'x', operator: 'ANY_OF', values: ['constructor'] })).toBe(false)
  expect(isFilterOf({ kind: 'day' }, { field: 'x', operator: 'TODAY', values: ['2026-01-01'] })).toBe(false)
  expect(isFilterOf({ kind: 'number' }, { field: 'x', operator: 'BETWEEN', values: ['1e400', ''] })).toBe(
    false,
  )
})

test('D013 who changed it, and when by London’s clock', () => {
  expect(changedByOther('Bob Birch', '2026-06-18T13:05:00.000Z')).toBe(
    'Changed by Bob Birch at 14:05. Your changes are kept below.',
  )
})

test('people are asked for by who they are, and by their names', () => {
  const person = { kind: 'text', picks: { of: 'person', by: 'userID' } } as const
  const project = { kind: 'text', picks: { of: 'project', by: 'projectID' } } as const
  const asked = (...values: string[]) => ({ field: 'x', operator: 'ANY_OF' as const, values })
  expect(operatorsOf(person)).toEqual(['ANY_OF', 'CONTAINS', 'IS', 'IS_EMPTY'])
  expect(operatorsOf({ kind: 'text' })).toEqual(['CONTAINS', 'IS', 'IS_EMPTY'])
  expect(isFilterOf(person, asked('me', '12'))).toBe(true)
  expect(isFilterOf(project, asked('12'))).toBe(true)
  expect(isFilterOf(project, asked('me'))).toBe(false)
  for (const none of ['', '0', '-1', '1.5', 'amy', '1e3', ' 12'])
    expect(isFilterOf(person, asked(none))).toBe(false)
  expect(isFilterOf({ kind: 'text' }, asked('12'))).toBe(false)
  expect(filterInWords(person, asked('me', '12', '13'), { 12: 'Amy Archer' })).toBe(
    'me or Amy Archer or not in this list',
  )
})

test('a filter of a time says it in hours and minutes', () => {
  const between = (unit: 'HOURS' | 'MINUTES', ...values: string[]) =>
    filterInWords({ kind: 'number', unit }, { field: 'x', operator: 'BETWEEN', values })
  expect(between('HOURS', '1.5', '')).toBe('from 1 h 30 min')
  expect(between('HOURS', '0', '0.25')).toBe('0 min to 15 min')
  expect(between('MINUTES', '', '120')).toBe('up to 2 h')
  expect(between('HOURS', '-1.5', '')).toBe('from −1 h 30 min')
})
