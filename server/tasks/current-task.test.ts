import { afterEach, beforeEach, expect, test } from 'vitest'
import { addPerson, NOON, signIn, startTestServer, type TestServer } from '../http/testing/test-server.ts'
import { addTaskRow } from './testing/task-fixture.ts'

const PATH = '/api/passport-validation/task/current'
const HOUR = 3_600_000

let server: TestServer
let annID: number
let bearer: { authorization: string }

beforeEach(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann' })
  bearer = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

const ask = async () => (await server.server.app.inject({ url: PATH, headers: bearer })).body
const add = (subject: string, row: object = {}) =>
  addTaskRow(server.server.db, { userID: annID, subject, eventStart: NOON, eventEnd: NOON, ...row })
const doing = { statusKind: 'DOING', status: 'In progress' } as const
const planned = { eventStart: NOON - HOUR, eventEnd: NOON + HOUR }

test('S274 the current task is the person’s own that is in progress, as text; empty without one', async () => {
  const none = await server.server.app.inject({ url: PATH, headers: bearer })
  expect([none.statusCode, none.body]).toEqual([200, ''])
  expect(none.headers['content-type']).toMatch(/^text\/plain/)
  expect((await server.server.app.inject(PATH)).statusCode).toBe(401)
  const benID = await addPerson(server, { userName: 'ben' })
  await add('Somebody else’s', { userID: benID, ...doing })
  await add('Not begun')
  await add('Over', { ...planned, statusKind: 'DONE', status: 'Done' })
  await add('Thrown away', { ...doing, deletedAt: NOON })
  expect(await ask()).toBe('')
  await add('Earlier', { ...doing, eventStart: NOON - 3 * HOUR })
  await add('Later', { ...doing, eventStart: NOON - 2 * HOUR })
  await add('Earliest', { ...doing, eventStart: NOON - 4 * HOUR })
  expect(await ask()).toBe('Later')
})

test('S274 what is planned for now goes before what is in progress, from its start to its end', async () => {
  await add('In progress', doing)
  const taskID = await add('Planned', planned)
  const plan = (eventStart: number, eventEnd: number) =>
    server.server.db.updateTable('tasks').set({ eventStart, eventEnd }).where('id', '=', taskID).execute()
  expect(await ask()).toBe('Planned')
  await plan(NOON, NOON + 1)
  expect(await ask()).toBe('Planned')
  await plan(NOON + 1, NOON + HOUR)
  expect(await ask()).toBe('In progress')
  await plan(NOON - HOUR, NOON)
  expect(await ask()).toBe('In progress')
})

test('S274 of several that are planned for now the one in progress goes first; what is planned for later is none', async () => {
  await add('For later', { eventStart: NOON + 1, eventEnd: NOON + HOUR })
  expect(await ask()).toBe('')
  await add('Begun before its time', { ...doing, eventStart: NOON + 1, eventEnd: NOON + HOUR })
  await add('Planned', planned)
  expect(await ask()).toBe('Planned')
  await add('Planned and in progress', { ...planned, ...doing, eventStart: NOON - 2 * HOUR })
  expect(await ask()).toBe('Planned and in progress')
})
