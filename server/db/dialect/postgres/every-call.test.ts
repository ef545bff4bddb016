import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { type Company, make, openCompany } from '../../../http/testing/company.ts'
import { REQUESTS } from '../../../http/testing/good-requests.ts'
import { isMadeAlone, readyFor } from '../../../http/testing/prepare-call.ts'
import { startTestServer, type TestServer } from '../../../http/testing/test-server.ts'
import type { Database } from '../../database.ts'
import { Interleaving } from '../../testing/interleave.ts'
import { tablesOf } from '../../testing/snapshot.ts'
import { leasePostgres } from '../../testing/test-database.ts'

/** Each twelfth call with each change, all of them where it may take long. */
const [STEP, SEEDS] = process.env.FIELDWORK_LONG ? [1, Number(process.env.SEEDS ?? 5)] : [40, 2]

let folder: string
let two: Interleaving
let company: Company
let servers: readonly TestServer[]
let counts: (db: Database) => Promise<Record<string, number>>

beforeAll(async () => {
  const lease = await leasePostgres()
  if (!lease) throw new Error('This test needs a PostgreSQL.')
  two = new Interleaving(lease.url)
  const [one, other] = two.servers
  if (!one || !other) throw new Error('There are no servers')
  lease.until(one)
  // What servers do by themselves would come in between.
  folder = mkdtempSync(join(tmpdir(), 'two-servers-'))
  const databaseFile = join(folder, 'data.db')
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    company = await openCompany({ database: one, databaseFile })
    servers = [company.server, await startTestServer({ database: other, databaseFile })]
  } finally {
    vi.useRealTimers()
  }
  const tables = (await tablesOf(one)).map(({ name }) => name).filter((name) => !SECONDARY.has(name))
  const columns = new Map(
    await Promise.all(
      tables.map(async (name) => {
        const { rows } = await sql<{ has: number }>`select count(*) as has from information_schema.columns
          where table_schema = 'public' and table_name = ${name} and column_name = 'version'`.execute(one)
        return [name, rows[0]?.has === 1] as const
      }),
    ),
  )
  const asked = tables.map((name) => {
    const versions = columns.get(name) ? '+ coalesce(sum(version), 0) * 1000' : ''
    return `select '${name}' as name, count(*) ${versions} as n from "${name}"`
  })
  const query = asked.join(' union all ')
  counts = async (db) => {
    const { rows } = await sql.raw<{ name: string; n: number }>(query).execute(db)
    return Object.fromEntries(rows.map(({ name, n }) => [name, Number(n)]))
  }
})
afterAll(async () => {
  for (const { server } of servers) await server.close()
  rmSync(folder, { recursive: true })
})

/** Which refusal it is may depend on when the other one was seen. */
const outcomeOf = (status: number): string => (status >= 500 ? 'failed' : status >= 400 ? 'refused' : 'done')

/** What says how often something was asked, and not what came of it. */
const SECONDARY = new Set([
  ...[
    'attemptCounts',
    'sessions',
    'signIns',
    'adaptorExchanges',
    'eventLog',
    'hubEvents',
    'servers',
    'hubConnections',
  ],
  // What work writes that goes on after the answer; the run that it is for is counted.
  'reportRunParts',
  // The answer says that something failed.
  ...['builds', 'errorEntries', 'errorOccurrences', 'errorPeople'],
])
/** These begin work that goes on after the answer: the second of two finds it under way, or over. */
const BEGIN_WORK = new Set([
  'backgroundServices.runBackgroundService',
  'privacy.requestExport',
  'privacy.exportMine',
])
/** To both it may be done where nothing is there twice for it. */
const isAsGood = (outcome: string, wanted: string | undefined) =>
  outcome === wanted || (outcome === 'done' && wanted === 'refused')

/** What every table holds once nothing is on its way any more. */
async function settled(db: Database): Promise<Record<string, number>> {
  for (let last = await counts(db); ; ) {
    await new Promise((resolve) => setTimeout(resolve, 15))
    const next = await counts(db)
    if (JSON.stringify(next) === JSON.stringify(last)) return next
    last = next
  }
}

const calls = allCalls.filter(isMadeAlone).filter(({ call }) => call.method === 'POST')

describe('a good request at two servers at once does what it does at one after the other', () => {
  test.each(calls.filter((_, place) => place % STEP === 0))('$area $name', async (one) => {
    const { call, area, name } = one
    const send = (server: TestServer | undefined, headers: Record<string, string>) => {
      if (!server) throw new Error('There is no such server')
      return make(server, call, REQUESTS[`${area}.${name}`], headers).then(({ status }) => outcomeOf(status))
    }
    const [db] = two.servers
    if (!db) throw new Error('There is no server')
    const begin = async () => {
      await company.restore()
      await readyFor(company.server.server.db, one)
      return call.auth === 'bearer' ? company.bearer : {}
    }
    const headers = await begin()
    const first = await send(servers[0], headers)
    const afterOne = await settled(db)
    const inTurn = [first, await send(servers[1], headers)].sort()
    const wanted = await settled(db)
    const mayFind = BEGIN_WORK.has(`${area}.${name}`) ? [wanted, afterOne] : [wanted]
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const bearer = await begin()
      const { outcomes } = await two.round(
        seed,
        servers.map((server) => () => send(server, bearer)),
      )
      const statuses = outcomes.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))
      const good = statuses
        .sort()
        .map((found, place) => (isAsGood(found, inTurn[place]) ? inTurn[place] : found))
      const look = async () => {
        const found = await counts(db)
        if (mayFind.length > 1) return expect(mayFind, `Seed ${seed}\n${two.told}`).toContainEqual(found)
        expect({ statuses: good, ...found }, `Seed ${seed}\n${two.told}`).toEqual({
          statuses: inTurn,
          ...wanted,
        })
      }
      // Something may be on its way still.
      await vi.waitFor(look, { timeout: 1000, interval: 20 })
    }
  })
})
