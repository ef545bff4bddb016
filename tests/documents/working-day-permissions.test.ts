import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { namesOf } from '#shared/domain/permission-rule.ts'
import { tablesOf } from '../../server/db/testing/snapshot.ts'
import { ANN, type Company, grant, make, openCompany } from '../../server/http/testing/company.ts'
import { REQUESTS } from '../../server/http/testing/good-requests.ts'
import { readyFor } from '../../server/http/testing/prepare-call.ts'
import { NOT_THERE_YET, WORKING_DAY_PERMISSIONS } from './working-day-permissions.ts'

let company: Company
let tables: readonly string[]
beforeAll(async () => {
  company = await openCompany()
  tables = (await tablesOf(company.server.server.db))
    .map(({ name }) => name)
    // When somebody was last here is written down whatever they are answered.
    .filter((name) => name !== 'sessions')
})
afterAll(() => company.server.server.close())

const declared = new Map(allCalls.map((one) => [`${one.call.method} ${one.call.path}`, one]))

/** Everything that a call asks for, so that only what is taken away is missing. */
const EVERYTHING = [
  ...new Set(allCalls.flatMap(({ call: { permission } }) => (permission ? namesOf(permission) : []))),
].filter((name) => name !== 'AUTH_ALWAYS_2FA')

/** Ann may do everything else. */
async function mayAllBut(missing: readonly string[]): Promise<void> {
  const { db } = company.server.server
  for (const table of ['userPermissions', 'personalPermissions'] as const)
    await db.deleteFrom(table).where('userID', '=', ANN).execute()
  await grant(
    db,
    ANN,
    EVERYTHING.filter((name) => !missing.includes(name)),
  )
}

/** What each table has. */
async function everythingKept(): Promise<ReadonlyMap<string, string>> {
  const { db } = company.server.server
  const kept = new Map<string, string>()
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db)
    kept.set(
      table,
      rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join(),
    )
  }
  return kept
}

const refused = WORKING_DAY_PERMISSIONS.flatMap(({ call, needs }) => {
  const one = declared.get(call)
  return one ? needs.map((missing) => ({ call, missing, one })) : []
})

test.each(refused)(
  'D186 $call without $missing is 403 ‘access denied’ and changes nothing',
  async ({ one, missing }) => {
    const { server, bearer, restore } = company
    await restore()
    await readyFor(server.server.db, one)
    await mayAllBut(missing)
    const before = await everythingKept()
    const { status, body } = await make(server, one.call, REQUESTS[`${one.area}.${one.name}`], bearer)
    expect({ status, body: JSON.parse(body) }).toEqual({
      status: 403,
      body: { value: 'access denied', code: 'accessDenied' },
    })
    const after = await everythingKept()
    expect(tables.filter((table) => before.get(table) !== after.get(table))).toEqual([])
  },
)

test('D186 what isn’t there yet of the working day’s calls only gets less', () => {
  const missing = WORKING_DAY_PERMISSIONS.map(({ call }) => call).filter((call) => !declared.has(call))
  expect(missing.filter((call) => !NOT_THERE_YET.includes(call))).toEqual([])
  expect(NOT_THERE_YET.length).toBeLessThanOrEqual(9)
})
