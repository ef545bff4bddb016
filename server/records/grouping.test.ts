import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListRequest } from '#shared/contract/records.ts'
import { londonField, momentOfField } from '#shared/domain/london-time.ts'
import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import type { RecordSort } from '#shared/domain/records.ts'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { listRecords, recordSource } from './list.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.destroy())

const NOW = Date.parse('2026-06-18T12:00:00Z')
const NOBODY = permissionsOf([])
const SEES_ALL = permissionsOf([PERMISSIONS.ADMIN_CAN_SEE_AUDIT_LOG])
const TIME = { kind: 'moment', label: 'Time' } as const

const record = {
  words: { one: 'entry', many: 'entries', none: '' },
  columns: {
    at: TIME,
    who: { kind: 'text', label: 'Who', picks: { of: 'person', by: 'whoID' } },
    self: { kind: 'text', label: 'Self', picks: { of: 'person', by: 'id' } },
    state: { kind: 'choice', label: 'State', choices: { ZEBRA: 'First', ANT: 'Second', BEE: 'Third' } },
    area: { kind: 'text', label: 'Area', isGroupable: true },
    isDone: { kind: 'yesNo', label: 'Done' },
    day: { kind: 'day', label: 'Day' },
    note: { kind: 'text', label: 'Note' },
    secret: { kind: 'choice', label: 'Secret', permission: 'ADMIN_CAN_SEE_AUDIT_LOG' },
  },
  order: [{ field: 'at', direction: 'DESC' }],
} as const

/** Rows of the audit's table under other names: any texts, ids and times will do. */
const source = () =>
  recordSource(
    db
      .selectFrom('audit')
      .select(['id', 'id as version', 'at', 'actorName as who', 'actorID as whoID', 'actorName as self'])
      .select(['action as state', 'page as area', 'recordID as isDone', 'recordType as day'])
      .select(['label as note', 'reason as secret']),
  )

interface Entry {
  readonly at?: number
  readonly who?: readonly [id: number | null, name: string]
  readonly state?: string
  readonly area?: string
  readonly isDone?: 0 | 1 | null
  readonly day?: string
}

async function fill(entries: readonly Entry[]): Promise<void> {
  await db.deleteFrom('audit').execute()
  const rows = entries.map(({ at = NOW, who = [null, ''], state = 'ANT', area = '', ...entry }, place) => ({
    ...{ at, actorID: who[0], actorName: who[1], action: state, page: area },
    ...{ recordID: entry.isDone ?? null, recordType: entry.day ?? '2026-01-01' },
    ...{ label: String(place), reason: 'X', changes: '[]' },
  }))
  for (let from = 0; from < rows.length; from += 100)
    await db
      .insertInto('audit')
      .values(rows.slice(from, from + 100))
      .execute()
}

const list = (request: Partial<ListRequest>, permissions = NOBODY) =>
  listRecords(
    db,
    { page: 1, pageSize: 500, sort: [], filters: [], searchTerm: '', ...request },
    { record, source: source(), viewer: { userID: 1, permissions }, now: NOW },
  )
/** The groups of a page, each with its count and how many of its rows are there. */
const headings = async (request: Partial<ListRequest>) => {
  const { groups = [] } = await list(request)
  return groups.map(({ key, count, rows }) => `${key} ${count}/${rows}`).join(', ')
}
const keys = async (group: string, ...sort: RecordSort[]) =>
  (await list({ group, sort })).groups?.map(({ key }) => key)

const times = (count: number, entry: Entry): Entry[] => Array.from({ length: count }, () => entry)

test('a heading counts all that match, whatever page, and rows stand in their group in the page’s order', async () => {
  await fill([
    ...Array.from({ length: 7 }, (_, at) => ({ state: 'BEE', at: NOW + at })),
    ...Array.from({ length: 12 }, (_, at) => ({ state: 'ZEBRA', at: NOW + at })),
    ...times(4, { state: 'ANT' }),
  ])
  // By the list that people know, not by the alphabet.
  expect(await headings({ group: 'state', pageSize: 10 })).toBe('ZEBRA 12/10')
  expect(await headings({ group: 'state', pageSize: 10, page: 2 })).toBe('ZEBRA 12/2, ANT 4/4, BEE 7/4')
  expect(await headings({ group: 'state', pageSize: 10, page: 3 })).toBe('BEE 7/3')
  const { rows, total, open } = await list({ group: 'state' })
  expect([total, open]).toEqual([23, 23])
  expect(rows.map(({ state }) => state)).toEqual([
    ...Array.from({ length: 12 }, () => 'ZEBRA'),
    ...Array.from({ length: 4 }, () => 'ANT'),
    ...Array.from({ length: 7 }, () => 'BEE'),
  ])
  // The newest first within a group, as the page has it.
  expect(rows.slice(0, 3).map(({ note }) => note)).toEqual(['18', '17', '16'])
  expect(rows.slice(16, 18).map(({ note }) => note)).toEqual(['6', '5'])
  const filters = [{ field: 'state', operator: 'ANY_OF' as const, values: ['ANT', 'BEE'] }]
  expect(await headings({ group: 'state', filters, pageSize: 10 })).toBe('ANT 4/4, BEE 7/6')
  expect(await list({})).not.toHaveProperty('groups')
})

test('the rows of closed groups are left out of the pages, and their headings stand where they would be', async () => {
  await fill([
    ...times(12, { state: 'ZEBRA' }),
    ...times(14, { state: 'ANT' }),
    ...times(1, { state: 'BEE' }),
  ])
  const shut = (closed: string[], page = 1) => headings({ group: 'state', pageSize: 10, closed, page })
  expect(await shut(['ZEBRA'])).toBe('ZEBRA 12/0, ANT 14/10')
  expect(await shut(['ANT'])).toBe('ZEBRA 12/10')
  expect(await shut(['ANT'], 2)).toBe('ZEBRA 12/2, ANT 14/0, BEE 1/1')
  // What is closed behind the last row stands on its page; each heading is on one page alone.
  expect(await shut(['BEE'], 2)).toBe('ZEBRA 12/2, ANT 14/8')
  expect(await shut(['BEE'], 3)).toBe('ANT 14/6, BEE 1/0')
  expect(await shut(['ZEBRA', 'ANT', 'BEE'])).toBe('ZEBRA 12/0, ANT 14/0, BEE 1/0')
  await fill([...times(10, { state: 'ZEBRA' }), ...times(3, { state: 'BEE' })])
  expect(await shut(['BEE'])).toBe('ZEBRA 10/10, BEE 3/0')
  expect(await list({ group: 'state', closed: ['BEE'] })).toMatchObject({ total: 13, open: 10 })
})

test('people are one group each, whatever they were called, by name; nobody comes last', async () => {
  await fill([
    { who: [3, 'Zoe Ash'] },
    { who: [null, 'Aaron'] },
    { who: [2, 'bob'] },
    { who: [3, 'Zoe Birch'] },
    { who: [9, 'Bob'] },
    { who: [2, 'bob'] },
  ])
  const { groups, rows } = await list({ group: 'who', sort: [{ field: 'at', direction: 'ASC' }] })
  expect(groups?.map(({ key, name, count }) => [key, name, count])).toEqual([
    ['2', 'bob', 2],
    ['9', 'Bob', 1],
    ['3', 'Zoe Birch', 2],
    [null, null, 1],
  ])
  expect(rows.map(({ note }) => note)).toEqual(['2', '5', '4', '0', '3', '1'])
  expect(await headings({ group: 'who', closed: ['2', null] })).toBe('2 2/0, 9 1/1, 3 2/2, null 1/0')
  // What names nobody closes nothing.
  expect(await headings({ group: 'who', closed: ['x', '0'] })).toBe('2 2/2, 9 1/1, 3 2/2, null 1/1')
})

test('texts, days and yes or no are groups, too, either way, and those without come last', async () => {
  await fill([
    { area: 'south', isDone: 1, day: '2026-03-01' },
    { area: '', isDone: null, day: '2026-02-01' },
    { area: 'North', isDone: 0, day: '2026-03-01' },
    { area: 'north', isDone: 1, day: '2026-01-31' },
  ])
  const down = (field: string): RecordSort => ({ field, direction: 'DESC' })
  expect((await keys('area'))?.slice(2)).toEqual(['south', null])
  expect((await keys('area', down('area')))?.slice(0, 1)).toEqual(['south'])
  expect((await keys('area', down('area')))?.at(-1)).toBe(null)
  expect(await keys('isDone')).toEqual(['false', 'true', null])
  expect(await keys('isDone', down('note'), down('isDone'))).toEqual(['true', 'false', null])
  expect(await headings({ group: 'isDone', closed: ['true'] })).toBe('false 1/1, true 2/0, null 1/1')
  expect(await keys('day')).toEqual(['2026-01-31', '2026-02-01', '2026-03-01'])
  expect(await headings({ group: 'area', closed: [null, 'south'] })).toContain('south 1/0, null 1/0')
})

test('times are grouped by London’s days, the page’s way round', async () => {
  // Midnight before and after each change of the clocks, and the moments beside it.
  const moments = Array.from({ length: 37 }, (_, place) => 2000 + place).flatMap((year) =>
    ['03', '10'].flatMap((month) =>
      [25, 26, 27, 28, 29, 30, 31].flatMap((day) => {
        const midnight = momentOfField(`${year}-${month}-${day}T00:00`)
        return [midnight - 1, midnight]
      }),
    ),
  )
  await fill(moments.map((at) => ({ at })))
  const seen: string[] = []
  for (let page = 1; seen.length < moments.length; page++) {
    const { rows, groups = [] } = await list({ group: 'at', page })
    const days = groups.flatMap(({ key, rows: count }) => Array.from({ length: count }, () => key))
    expect(days).toEqual(rows.map(({ at }) => londonField(Date.parse(String(at))).slice(0, 10)))
    seen.push(...days.map(String))
  }
  expect(seen).toEqual(seen.toSorted().reverse())
  expect(await headings({ group: 'at', closed: ['2036-10-31'] })).toMatch(
    /^2036-10-31 1\/0, 2036-10-30 2\/2,/,
  )
})

test('D008 what the viewer may not see, what isn’t there and what makes no groups can’t be grouped by', async () => {
  await fill(times(2, {}))
  await expect(list({ group: 'secret' })).rejects.toMatchObject({ status: 403 })
  expect((await list({ group: 'secret' }, SEES_ALL)).groups).toMatchObject([{ key: 'X', count: 2 }])
  await expect(list({ group: 'salary' })).rejects.toMatchObject({ status: 400 })
  await expect(list({ group: 'note' })).rejects.toThrow('Rows cannot be grouped by ‘Note’.')
  // A person a row makes a group a row.
  await expect(list({ group: 'self' })).rejects.toMatchObject({ status: 400 })
})
