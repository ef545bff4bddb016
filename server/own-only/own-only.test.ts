import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allCalls } from '#shared/contract/all-calls.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import type { Database } from '../db/database.ts'
import { dropSnapshot, tablesOf, takeSnapshot } from '../db/testing/snapshot.ts'
import { type Company, grant, leastFor, make, openCompany } from '../http/testing/company.ts'
import { REQUESTS } from '../http/testing/good-requests.ts'
import { addPerson, signIn } from '../http/testing/test-server.ts'
import { fieldsIn, idFieldsOf, withoutAim } from './id-fields.ts'
import { AS_IF_ABSENT, addOwnPlace, BESIDE_OWN, FREE } from './others-things.ts'

/** Calls of somebody signed in whose request names a record or person. */
const naming = allCalls.flatMap(({ area, name, call }) => {
  const fields = idFieldsOf(call)
  return call.auth === 'none' || fields.length === 0 ? [] : [{ id: `${area}.${name}`, call, fields }]
})
const callOf = new Map(naming.map(({ id, call }) => [id, call]))

let company: Company
let restore: () => Promise<void>
let catID: number
let bearer: { authorization: string }
beforeAll(async () => {
  company = await openCompany()
  const { server } = company
  catID = await addPerson(server, { id: 3, userName: 'cat', permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
  await addOwnPlace(server.server.db, catID)
  bearer = await signIn(server, 'cat')
  await dropSnapshot(server.server.db)
  restore = await takeSnapshot(server.server.db)
})
afterAll(() => company.server.server.close())

/** Everything in the database that isn't cat's. */
async function othersThings(db: Database): Promise<Record<string, unknown[]>> {
  const tables = await tablesOf(db)
  const held: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    held[name] = rows.filter(({ userID, hostID }) => userID !== catID && hostID !== catID)
  }
  return held
}

/** Makes the call as cat: the answer, and whether anything of others changed. */
async function asCat(id: string, request: unknown, more: readonly PermissionName[] = []) {
  const call = callOf.get(id)
  if (!call) throw new Error(`no call ${id}`)
  const { server } = company
  await restore()
  await grant(server.server.db, catID, [...leastFor(call), ...more])
  const before = await othersThings(server.server.db)
  const { status, body } = await make(server, call, request, bearer)
  return { status, body, before, after: await othersThings(server.server.db) }
}

/** Words of ann's and bob's that nobody else may read in an answer. */
const THEIRS = /hello|chart\.png|list\.csv|notes\.txt|Tea\?|Rota|dialler does not start|desk\.example/i

test('every call that names something is tried as somebody else, with each field that names', () => {
  const known = new Set(naming.map(({ id }) => id))
  const listed = [...Object.keys(FREE), ...Object.keys(AS_IF_ABSENT), ...BESIDE_OWN.map(({ call }) => call)]
  expect(listed.filter((id) => !known.has(id))).toEqual([])
  const untried = naming.flatMap(({ id, fields }) => {
    const tried = [
      REQUESTS[id],
      ...BESIDE_OWN.filter(({ call }) => call === id).map(({ request }) => request),
    ]
    const named = tried.flatMap((request) => [...fieldsIn(request)])
    return id in FREE
      ? []
      : fields.filter((field) => !named.includes(field)).map((field) => `${id}: ${field}`)
  })
  expect(untried).toEqual([])
})

describe('own only', () => {
  const beside = new Set(BESIDE_OWN.map(({ call }) => call))
  // In these calls only combinations matter; the table above tries them.
  const onlyBeside = ['chat.myChatThreads', 'meetings.newMeeting', 'tasks.addTask']
  const wholly = naming.filter(({ id }) => !(id in FREE || id in AS_IF_ABSENT || onlyBeside.includes(id)))
  expect(onlyBeside.filter((id) => !beside.has(id))).toEqual([])

  test.each(wholly)('$id refuses somebody else, as if it weren’t there', async ({ id }) => {
    const modes: (readonly PermissionName[])[] = /^(tickets|help)\./.test(id)
      ? [[], ['IAGENCY_CAN_SEE_MODULE']]
      : [[]]
    for (const more of modes) {
      const answer = await asCat(id, REQUESTS[id], more)
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
      expect(answer.after).toEqual(answer.before)
      const { status, body } = await asCat(id, withoutAim(REQUESTS[id]), more)
      expect({ status: answer.status, body: answer.body }).toEqual({ status, body })
    }
  })

  test.each(Object.entries(AS_IF_ABSENT))('%s leaves alone what is somebody else’s', async (id, expected) => {
    const { status, body, before, after } = await asCat(id, REQUESTS[id])
    expect({ status, body: JSON.parse(body) }).toEqual({ status: 200, body: expected })
    expect(after).toEqual(before)
  })

  test.each(BESIDE_OWN)('$call: $answer where $request names another’s thing', async (one) => {
    const { status, body, before, after } = await asCat(one.call, one.request)
    if (one.answer === 'refused') expect(status).toBeGreaterThanOrEqual(400)
    else expect(status).toBe(200)
    expect(status).toBeLessThan(500)
    expect(body).not.toMatch(THEIRS)
    expect(after).toEqual(before)
  })
})
