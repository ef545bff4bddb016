import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListRequest } from '#shared/contract/records.ts'
import { PERMISSIONS, permissionsOf } from '#shared/domain/permissions.ts'
import type { FilterOperator } from '#shared/domain/records.ts'
import type { Database } from '../db/database.ts'
import { openTestDatabase } from '../db/testing/test-database.ts'
import { listRecords, recordSource } from './list.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase()
  const entry = {
    actorID: null,
    actorName: '',
    action: 'XYZ',
    page: '',
    recordType: '',
    changes: '[]',
    reason: '',
  }
  await db
    .insertInto('audit')
    .values(MOMENTS.map((at) => ({ ...entry, at: Date.parse(at), label: at, recordID: null })))
    .execute()
})
afterAll(() => db.destroy())

/** A Thursday in summer: London is an hour ahead of UTC. */
const NOW = Date.parse('2026-06-18T12:00:00Z')
const MOMENTS = [
  '2026-04-30T22:59:59.999Z', // the last of April
  '2026-04-30T23:00:00.000Z', // the first of May
  '2026-05-31T22:59:59.999Z', // the last of May
  '2026-05-31T23:00:00.000Z', // the first of June
  '2026-06-07T22:59:59.999Z', // Sunday night
  '2026-06-07T23:00:00.000Z', // Monday
  '2026-06-14T22:59:59.999Z', // Sunday night
  '2026-06-14T23:00:00.000Z', // Monday
  '2026-06-17T22:59:59.999Z', // yesterday
  '2026-06-17T23:00:00.000Z', // today
  '2026-06-18T22:59:59.999Z', // today
  '2026-06-18T23:00:00.000Z', // tomorrow
  '2026-06-21T22:59:59.999Z', // Sunday night
  '2026-06-21T23:00:00.000Z', // next Monday
  '2026-06-30T22:59:59.999Z', // the last of June
  '2026-06-30T23:00:00.000Z', // the first of July
]

const record = {
  words: { one: 'entry', many: 'entries', none: '' },
  columns: {
    at: { kind: 'moment', label: 'Time' },
    label: { kind: 'text', label: 'Label' },
    secret: { kind: 'text', label: 'Secret', isSearched: true, permission: 'ADMIN_CAN_SEE_AUDIT_LOG' },
  },
  order: [{ field: 'at', direction: 'ASC' }],
} as const

const VIEWER = { userID: 1, permissions: permissionsOf([]) }

function list(request: Partial<ListRequest>, permissions = VIEWER.permissions) {
  const source = recordSource(
    db.selectFrom('audit').select(['id', 'id as version', 'at', 'label', 'action as secret']),
  )
  const whole = { page: 1, pageSize: 500 as const, sort: [], filters: [], searchTerm: '', ...request }
  return listRecords(db, whole, {
    record,
    source,
    viewer: { ...VIEWER, permissions },
    now: NOW,
  })
}

/** The places, in the list above, of what a filter of the time finds. */
async function found(operator: FilterOperator, ...values: string[]): Promise<string> {
  const { rows } = await list({ filters: [{ field: 'at', operator, values }] })
  return rows.map(({ label }) => MOMENTS.indexOf(String(label))).join(' ')
}

test.each([
  ['ON', ['2026-06-18'], '9 10'],
  ['BEFORE', ['2026-06-01'], '0 1 2'],
  ['AFTER', ['2026-06-18'], '11 12 13 14 15'],
  ['BETWEEN', ['2026-06-15', '2026-06-18'], '7 8 9 10'],
  ['BETWEEN', ['', '2026-05-31'], '0 1 2'],
  ['BETWEEN', ['2026-07-01', ''], '15'],
  ['TODAY', [], '9 10'],
  ['THIS_WEEK', [], '7 8 9 10 11 12'],
  ['LAST_WEEK', [], '5 6'],
  ['THIS_MONTH', [], '3 4 5 6 7 8 9 10 11 12 13 14'],
  ['LAST_MONTH', [], '1 2'],
] as const)('D004 a filter of times goes by London’s days: %s %j', async (operator, values, places) => {
  expect(await found(operator, ...values)).toBe(places)
})

test('a day that is none is no filter', async () => {
  for (const day of ['2026-02-30', '18/06/2026', ''])
    await expect(found('ON', day)).rejects.toThrow('not a filter')
  await expect(found('BETWEEN', '', '')).rejects.toThrow('not a filter')
})

test('D008 a column outside the viewer’s permissions is neither sent nor searched, and can’t be filtered or sorted by', async () => {
  const filters = [{ field: 'secret', operator: 'IS' as const, values: ['XYZ'] }]
  const sort = [{ field: 'secret', direction: 'ASC' as const }]
  const { rows, columns } = await list({})
  expect(columns).toEqual(['at', 'label'])
  expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['at', 'id', 'label', 'version'])
  await expect(list({ filters })).rejects.toMatchObject({ status: 403 })
  await expect(list({ sort })).rejects.toMatchObject({ status: 403 })

  const admin = permissionsOf([PERMISSIONS.ADMIN_CAN_SEE_AUDIT_LOG])
  expect(await list({ searchTerm: 'YZ' })).toMatchObject({ total: 0 })
  expect(await list({ filters, sort, searchTerm: 'YZ' }, admin)).toMatchObject({ total: MOMENTS.length })
  expect(await list({ filters, sort, searchTerm: 'XX' }, admin)).toMatchObject({ total: 0 })
  expect((await list({ filters, sort }, admin)).rows[0]).toMatchObject({ secret: 'XYZ' })
  expect((await list({ filters, sort }, admin)).columns).toEqual(['at', 'label', 'secret'])
})

test('D005 above 100,000 matches the rest isn’t counted', async () => {
  const many = (count: number) =>
    recordSource(
      db
        .withRecursive('n(id)', (eb) =>
          eb
            .selectNoFrom((one) => one.lit(1).as('id'))
            .unionAll(
              eb
                .selectFrom('n')
                .where('n.id', '<', count)
                .select((next) => next('n.id', '+', next.lit(1)).as('id')),
            ),
        )
        .selectFrom('n')
        .select(['n.id', 'n.id as version', 'n.id as at', 'n.id as label', 'n.id as secret']),
    )
  const options = { record, viewer: VIEWER, now: NOW }
  const request = { page: 1, pageSize: 10 as const, sort: [], filters: [], searchTerm: '' }
  expect(await listRecords(db, request, { ...options, source: many(100_000) })).toMatchObject({
    total: 100_000,
    isMore: false,
  })
  expect(await listRecords(db, request, { ...options, source: many(100_001) })).toMatchObject({
    total: 100_000,
    isMore: true,
  })
})
