import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'

const SECRET = 'shared-with-the-dialler'
const SECOND = 1000
const iso = (ago: number) => new Date(NOON - ago * SECOND).toISOString()

let server: TestServer
let keeper: Record<string, string>
let ann: number
let ben: number

beforeEach(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'keeper', permissions: ['ADMIN_CAN_MANAGE_ADAPTORS'] })
  ann = await addPerson(server, { userName: 'ann', permissions: ['CAN_INTERVIEW'] })
  ben = await addPerson(server, { userName: 'ben', permissions: ['CAN_INTERVIEW'] })
  await addProject(server.server.db, 7, 'Rail')
  await server.server.db.updateTable('projects').set({ code: 'RAIL' }).where('id', '=', 7).execute()
  keeper = await signIn(server, 'keeper')
})
afterEach(() => server.server.close())

const save = async (settings: object, more: object = {}) =>
  said(
    await post(
      server,
      '/api/admin/configuration/adaptors/save',
      { kind: 'DIALLER', name: 'Dialler', isEnabled: true, settings, secrets: { secret: SECRET }, ...more },
      keeper,
    ),
  )
async function deliver(body: unknown): Promise<number> {
  const payload = typeof body === 'string' ? body : JSON.stringify(body)
  const signature = `sha256=${createHmac('sha256', SECRET).update(payload).digest('hex')}`
  const answer = await server.server.app.inject({
    ...{ method: 'POST', url: '/api/inbound/dialler', payload },
    headers: { 'content-type': 'application/json', 'x-signature-256': signature },
  })
  return answer.statusCode
}
const statuses = () =>
  server.server.db
    .selectFrom('diallerStatuses')
    .select(['userID', 'status', 'project', 'asOf'])
    .orderBy('userID')
    .execute()
const records = () =>
  server.server.db
    .selectFrom('interviewRecords')
    .select(['userID', 'projectID', 'outcome', 'source', 'sourceCallID', 'duration'])
    .orderBy('id')
    .execute()
const noted = async () => {
  const rows = await server.server.db
    .selectFrom('adaptorExchanges')
    .select(['answer', 'isOk'])
    .orderBy('id')
    .execute()
  return rows.at(-1)
}

test('the dialler’s signed deliveries feed what people do there, interview records and abandoned calls, by its own names and codes', async () => {
  await save({
    address: '',
    agents: [{ agent: 'Seat-1042', userName: 'ann' }],
    outcomes: [{ code: '37', outcome: 'REFUSAL' }],
  })
  const call = { project: 'RAIL', start: iso(300), end: iso(180) }
  const events = [
    // Not in the order in which they happened.
    { type: 'agent.state', agent: 'ben', state: 'PAUSED', at: iso(20) },
    { type: 'agent.state', agent: 'ben', state: 'READY', at: iso(200) },
    { type: 'call.started', agent: 'seat-1042', project: 'RAIL', at: iso(300) },
    { type: 'call.ended', agent: 'seat-1042', callID: '1', ...call, outcome: 37 },
    { type: 'call.ended', agent: 'seat-1042', callID: '2', ...call, outcome: 'COMPLETE' },
    // Its outcome is the survey tool's to say.
    { type: 'call.ended', agent: 'ben', callID: '3', ...call },
    { type: 'call.abandoned', callID: '4', ...call },
  ]
  expect(await deliver({ events })).toBe(200)
  const known = [
    { userID: ann, status: 'WRAP_UP', project: 'Rail', asOf: NOON - 180 * SECOND },
    { userID: ben, status: 'PAUSED', project: null, asOf: NOON - 20 * SECOND },
  ]
  expect(await statuses()).toEqual(known)
  const of = { projectID: 7, source: 'ADAPTOR', duration: 120 }
  const counted = [
    { ...of, userID: ann, outcome: 'REFUSAL', sourceCallID: 'dialler 1' },
    { ...of, userID: ann, outcome: 'COMPLETE', sourceCallID: 'dialler 2' },
    { ...of, userID: null, outcome: 'ABANDONED', sourceCallID: 'dialler 4' },
  ]
  expect(await records()).toEqual(counted)
  // In the order of their times: each is known before the next, so that a call's end is seen.
  expect(await noted()).toEqual({ answer: '8 taken, 1 known already, 0 refused.', isOk: 1 })
  // The same again, and an older state, change nothing.
  expect(await deliver({ events })).toBe(200)
  expect(await deliver({ events: [{ ...events[1], state: 'LOGGED_OUT' }] })).toBe(200)
  expect([await statuses(), await records()]).toEqual([known, counted])
  expect(await noted()).toEqual({ answer: '0 taken, 1 known already, 0 refused.', isOk: 1 })
  expect(
    await deliver({ events: [{ type: 'call.started', agent: 'ben', project: 'RAIL', at: iso(5) }] }),
  ).toBe(200)
  expect(await statuses()).toMatchObject([{}, { userID: ben, status: 'ON_CALL', project: 'Rail' }])
})

test('what the dialler says wrongly is refused event by event, named without anybody’s name, and the rest is taken', async () => {
  await save({ address: '' })
  const call = { callID: '9', project: 'RAIL', start: iso(60), end: iso(30) }
  const events = [
    { type: 'agent.state', agent: 'nobody-here', state: 'READY', at: iso(1) },
    { type: 'agent.state', agent: 'ann', state: 'DANCING', at: iso(1) },
    { type: 'agent.slept', agent: 'ann', at: iso(1) },
    { type: 'call.ended', agent: 'ben', ...call, outcome: 'NO_SUCH_CODE' },
    { type: 'call.abandoned', ...call, callID: '' },
    { type: 'agent.state', agent: 'ann', state: 'READY', at: iso(2) },
  ]
  expect(await deliver({ events })).toBe(200)
  expect(await noted()).toEqual({
    answer:
      '2 taken, 0 known already, 5 refused. An event was not understood. Refused for its interviewer. Refused for its status.',
    isOk: 1,
  })
  expect(await records()).toEqual([])
  expect(await statuses()).toMatchObject([{ status: 'READY' }, { status: 'WRAP_UP' }])
  // A thousand are taken at most, and nonsense is a fault of the way that support sees.
  for (const wrong of ['{', '[]', '{"events":7}', { events: Array(1001).fill(events[5]) }]) {
    expect(await deliver(wrong)).toBe(200)
    expect(await noted()).toEqual({ answer: 'It was not understood.', isOk: 0 })
  }
  expect(await deliver({ events: Array(1000).fill(events[5]) })).toBe(200)
  expect(await noted()).toMatchObject({ isOk: 1 })
})

test('whoever has no dialler credentials signs in by its address where the company says so, and never without one', async () => {
  const mine = async () =>
    said(await post(server, '/api/services/view-dialler-only', {}, await signIn(server, 'ann'))).body
  const none = { diallerUsername: '', diallerPassword: '', diallerURL: '' }
  const { body } = await save({ address: 'https://dialler.example/room', signIn: 'PASSWORD' })
  expect(await mine()).toEqual(none)
  expect((await save({ address: '', signIn: 'TOKEN_LOGIN' })).status).toBe(400)
  const { id, version } = body as { id: number; version: number }
  const token = { address: 'https://dialler.example/room', signIn: 'TOKEN_LOGIN' }
  await save(token, { id, version })
  expect(await mine()).toEqual({
    ...{ diallerUsername: 'TOKEN_LOGIN', diallerPassword: '', diallerURL: token.address },
  })
  await save(token, { id, version: version + 1, isEnabled: false, secrets: {} })
  expect(await mine()).toEqual(none)
})
