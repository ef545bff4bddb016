import { expect, test } from 'vitest'
import { listRequest } from '#shared/contract/records.ts'
import { RECORD_PAGE_SIZES } from '#shared/domain/records.ts'
import { skillRecord } from '#shared/records/admin/skill.ts'
import { ownView, readAddress, writeAddress } from './address.ts'

const { columns } = skillRecord
const SHOWN = {
  search: 'we',
  open: 2,
  filters: [
    { field: 'category', operator: 'ANY_OF', values: ['LANGUAGE', 'TOOL'] },
    { field: 'name', operator: 'CONTAINS', values: ['a~b & c'] },
  ],
} as const
const WRITTEN =
  'q=we&open=2&f=category%7EANY_OF%7ELANGUAGE%7ETOOL&f=name%7ECONTAINS%7Ea%257Eb%2520%2526%2520c'

test('D009 search, filters and open record stand in the address, and are read from it as they were', () => {
  // What was there before goes.
  const written = writeAddress(new URLSearchParams('f=people~BETWEEN~1~2&open=9'), SHOWN)
  expect(Object.fromEntries(written)).toMatchObject({ q: 'we', open: '2' })
  expect(written.getAll('f')).toEqual(['category~ANY_OF~LANGUAGE~TOOL', 'name~CONTAINS~a~b%20%26%20c'])
  expect(readAddress(new URLSearchParams('q=we&open=2&f=category~ANY_OF~LANGUAGE~TOOL'), columns)).toEqual({
    ...{ search: 'we', page: 1, open: 2, isWhole: false, view: null, sort: null, columns: null },
    ...{ filters: [SHOWN.filters[0]], pageSize: null, group: null, isBroken: false },
  })
  expect(readAddress(new URLSearchParams(WRITTEN), columns)).toMatchObject({ ...SHOWN, isBroken: false })
})

test('D009 the first record, a new one, none, and no filters are told from each other', () => {
  const opened = (open: string) => readAddress(new URLSearchParams({ open }), columns)
  expect(opened('1')).toMatchObject({ open: 1, isBroken: false })
  expect(opened('new')).toMatchObject({ open: 'new', isBroken: false })
  expect(opened('0')).toMatchObject({ open: null, isBroken: true })
  expect(readAddress(new URLSearchParams(), columns)).toMatchObject({ open: null, filters: null, search: '' })
  const none = writeAddress(new URLSearchParams(), { filters: [], open: 'new' })
  expect(String(none)).toBe('open=new&f=')
  expect(readAddress(none, columns)).toMatchObject({ filters: [], open: 'new', isBroken: false })
  expect(String(writeAddress(none, { filters: null, open: null }))).toBe('')
})

test('W249 a page of records has 10, 25, 50, 100, 200 or 500 rows, and 25 where the address names none', () => {
  const sized = (size: string) => readAddress(new URLSearchParams({ size }), columns)
  for (const size of [10, 25, 50, 100, 200, 500])
    expect(sized(String(size))).toMatchObject({ pageSize: size, isBroken: false })
  for (const size of ['7', '11', '1000'])
    expect(sized(size)).toMatchObject({ pageSize: null, isBroken: true })
  expect(readAddress(new URLSearchParams(), columns)).toMatchObject({ pageSize: null, isBroken: false })
  expect(ownView(columns).pageSize).toBe(25)
  expect(RECORD_PAGE_SIZES).toEqual([10, 25, 50, 100, 200, 500])
  expect(listRequest.parse({ page: 1, sort: [], filters: [], searchTerm: '' }).pageSize).toBe(25)
})
