import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import { toldSince } from './audit/testing/audit-actions.ts'
import { TOLD_BY_CALLS } from './audit/testing/told-by-calls.ts'
import type { Database } from './db/database.ts'
import { ANN, type Company, make, openCompany } from './http/testing/company.ts'
import { REQUESTS } from './http/testing/good-requests.ts'
import { isMadeAlone, readyFor } from './http/testing/prepare-call.ts'

let company: Company
let lastEntry: number
beforeAll(async () => {
  company = await openCompany()
  const { db } = company.server.server
  const { id } = await db
    .selectFrom('audit')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  lastEntry = Number(id)
})
afterAll(() => company.server.server.close())

const withoutSignIn = allCalls
  .filter(isMadeAlone)
  .map((one) => ({ ...one, told: TOLD_BY_CALLS[`${one.area}.${one.name}`] ?? [] }))
  .map((one) => ({ ...one, title: `${one.told.length > 0 ? 'D026 ' : ''}${one.area} ${one.name}` }))

test('each call of which the audit is told is made here', () => {
  const made = withoutSignIn.map(({ area, name }) => `${area}.${name}`)
  expect(Object.keys(TOLD_BY_CALLS).filter((id) => !made.includes(id))).toEqual([])
})

const runsUnderWay = (db: Database) =>
  db.selectFrom('backgroundRuns').where('endedAt', 'is', null).select('id').execute()

/** What comes a moment after the answer. */
const LATER = /^IMPORT_DONE /

test.each(withoutSignIn)(
  '$title answers a good request of who may do just that as its contract says, and the audit has it',
  async (one) => {
    const { area, name, call } = one
    const { server, bearer, restore } = company
    await restore()
    await readyFor(server.server.db, one)
    const answer = await make(server, call, REQUESTS[`${area}.${name}`], call.auth === 'bearer' ? bearer : {})
    expect(answer).toMatchObject({ status: 200 })
    if (call.answers === 'json')
      expect(call.response.safeParse(JSON.parse(answer.body))).toMatchObject({ success: true })
    // Its run goes on after the answer, and would write into what the next call begins with.
    if (`${area}.${name}` === 'backgroundServices.runBackgroundService')
      await expect.poll(() => runsUnderWay(server.server.db)).toEqual([])
    const told = await toldSince(server.server.db, lastEntry, ANN)
    expect(told.filter((line) => !LATER.test(line))).toEqual(one.told)
  },
)
