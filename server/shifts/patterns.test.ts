import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { takeSnapshot } from '../db/testing/snapshot.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const PLANNER: readonly PermissionName[] = [
  ...(['IRESOURCE_CAN_SEE_PLANNER', 'IRESOURCE_CAN_ASSIGN', 'IRESOURCE_CAN_SEE_SCHEDULE'] as const),
]
let server: TestServer
let pat: { authorization: string }
let annID: number
let bobID: number
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'pat', displayName: 'Pat', permissions: PLANNER })
  await addPerson(server, { userName: 'ro', permissions: ['IRESOURCE_CAN_SEE_SCHEDULE'] })
  annID = await addPerson(server, { userName: 'ann', displayName: 'Ann', permissions: ['CAN_INTERVIEW'] })
  bobID = await addPerson(server, { userName: 'bob', displayName: 'Bob', permissions: ['CAN_INTERVIEW'] })
  pat = await signIn(server, 'pat')
  restore = await takeSnapshot(server.server.db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const ask = async (name: string, payload: object, as = pat) =>
  said(await post(server, `/api/resource/pattern/${name}`, payload, as))
const good = async (name: string, payload: object) => {
  const { status, body } = await ask(name, payload)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as Record<string, unknown>
}
const day = (weekday: number, more: object = {}) => ({
  ...{ week: 0, weekday, start: '09:00', end: '13:00', breakMinutes: 0, location: 'HOME' },
  ...more,
})
const pattern = (more: object = {}) => ({
  ...{ name: 'Mornings', colour: 'TEAL', areaID: null, contractTypeID: null, projectID: null },
  ...{ weeks: 1, days: [day(1), day(3)], from: '2026-05-01' },
  ...more,
})
const FILL = { from: '2026-05-04', to: '2026-05-18' }
const shifts = async () =>
  (
    await server.server.db
      .selectFrom('shifts')
      .orderBy('userID')
      .orderBy('start')
      .select(['userID', 'start', 'state', 'plannedStart', 'isByHand'])
      .execute()
  ).map(({ userID, start, state, plannedStart }) =>
    [
      userID === annID ? 'Ann' : 'Bob',
      new Date(start).toISOString().slice(5, 13),
      state,
      plannedStart === null ? '' : '*',
    ]
      .join(' ')
      .trim(),
  )
async function filled(): Promise<void> {
  await good('save', pattern())
  await good('assign', { id: 1, people: [annID], from: '2026-05-04' })
  await good('fill', FILL)
}
const change = async (id: number, more: object) => {
  const { version } = await server.server.db
    .selectFrom('shifts')
    .where('id', '=', id)
    .select('version')
    .executeTakeFirstOrThrow()
  const { status } = said(
    await post(server, '/api/resource/shift/update', { shifts: [{ id, version, ...more }] }, pat),
  )
  expect(status).toBe(200)
}
// By UTC: 9:00 in London is 8.
const ANNS = ['Ann 05-06T08 DRAFT', 'Ann 05-11T08 DRAFT', 'Ann 05-13T08 DRAFT']

test('D162 ‘Fill from patterns’ leaves shifts changed by hand as they are, and running it twice makes nothing twice', async () => {
  await filled()
  // Monday had begun.
  expect(await shifts()).toEqual(ANNS)
  expect(await good('fill', FILL)).toEqual({ made: 0, left: [] })
  // Moved by hand, and one taken away: neither comes again.
  await change(1, { start: '2026-05-07T12:00:00.000Z', end: '2026-05-07T16:00:00.000Z' })
  const gone = { shifts: [{ id: 2, version: 1 }] }
  expect(said(await post(server, '/api/resource/shift/delete', gone, pat)).status).toBe(200)
  expect(await good('fill', FILL)).toEqual({ made: 0, left: [] })
  expect(await shifts()).toEqual(['Ann 05-07T12 DRAFT', 'Ann 05-11T08 CANCELLED', 'Ann 05-13T08 DRAFT'])
  // The next weeks, and those who came later, are added, and nobody beside who is named.
  await good('assign', { id: 1, people: [bobID], from: '2026-05-11' })
  const others = await server.server.db.selectFrom('users').select('id').execute()
  await server.server.db
    .insertInto('shiftPatternPeople')
    .values(
      others
        .filter(({ id }) => id !== annID && id !== bobID)
        .map(({ id: userID }) => ({ patternID: 1, userID, from: '2026-05-11', to: null, startWeek: 0 })),
    )
    .execute()
  expect(await good('fill', { ...FILL, people: [bobID] })).toMatchObject({ made: 2 })
  expect(await good('fill', { from: '2026-05-11', to: '2026-05-25', people: [annID] })).toMatchObject({
    made: 2,
  })
})

test('what something is against isn’t made, and is named with why', async () => {
  await good('save', pattern())
  await good('assign', { id: 1, people: [annID], from: '2026-05-04' })
  await server.server.db
    .updateTable('users')
    .set({ leaveDate: '2026-05-11' })
    .where('id', '=', annID)
    .execute()
  expect(await good('fill', FILL)).toEqual({
    made: 2,
    left: [{ userID: annID, name: 'Ann', day: '2026-05-13', text: 'Ann is not employed then.' }],
  })
})

test('D173 editing a pattern from a date changes neither earlier shifts nor those changed by hand', async () => {
  await filled()
  await good('fill', { from: '2026-05-18', to: '2026-06-01' })
  await change(4, { start: '2026-05-18T09:00:00.000Z', end: '2026-05-18T12:00:00.000Z' })
  const publish = { from: '2026-05-20T00:00:00.000Z', to: '2026-05-21T00:00:00.000Z', people: [annID] }
  expect(said(await post(server, '/api/resource/shift/publish', publish, pat)).status).toBe(200)
  const later = pattern({
    id: 1,
    version: 1,
    from: '2026-05-13',
    days: [day(1), day(3, { start: '12:00', end: '16:00' })],
  })
  expect(await good('save', later)).toMatchObject({
    changed: 3,
    left: 0,
    pattern: { validFrom: '2026-05-13' },
  })
  expect(await shifts()).toEqual([
    ...['Ann 05-06T08 DRAFT', 'Ann 05-11T08 DRAFT', 'Ann 05-13T11 DRAFT', 'Ann 05-18T09 DRAFT'],
    // A published one is to be changed.
    ...['Ann 05-20T08 PUBLISHED *', 'Ann 05-25T08 DRAFT', 'Ann 05-27T11 DRAFT'],
  ])
  // Days that aren't its any more go from then on.
  const mondays = pattern({ id: 1, version: 2, from: '2026-05-25', days: [day(1)] })
  expect(await good('save', mondays)).toMatchObject({ changed: 1 })
  expect((await shifts()).at(-1)).toBe('Ann 05-25T08 DRAFT')
  expect(await ask('save', { ...mondays, version: 2 })).toMatchObject({ status: 409 })
})

test('D173 a pattern with people isn’t retired; whoever gets another one ends theirs the day before', async () => {
  await filled()
  await good('save', pattern({ name: 'Evenings', days: [day(2, { start: '16:00', end: '20:00' })] }))
  await good('assign', { id: 1, people: [annID, bobID], from: '2026-05-04' })
  const refused = (value: string) => ({ status: 400, body: { value } })
  expect(await ask('retire', { id: 1, version: 1 })).toEqual(
    refused('2 people have this pattern. Move them first.'),
  )
  await good('assign', { id: 2, people: [annID], from: '2026-05-11', startWeek: 0 })
  expect(
    await server.server.db
      .selectFrom('shiftPatternPeople')
      .where('userID', '=', annID)
      .orderBy('from')
      .select(['patternID', 'from', 'to'])
      .execute(),
  ).toEqual([
    { patternID: 1, from: '2026-05-04', to: '2026-05-10' },
    { patternID: 2, from: '2026-05-11', to: null },
  ])
  // Drafts of the pattern that ends go from that day on.
  expect(await shifts()).toEqual(['Ann 05-06T08 DRAFT'])
  await good('assign', { id: 2, people: [annID], from: '2026-05-04' })
  expect(await ask('retire', { id: 1, version: 1 })).toEqual(
    refused('1 person has this pattern. Move them first.'),
  )
  await good('assign', { id: 2, people: [bobID], from: '2026-05-04' })
  expect(await good('retire', { id: 1, version: 1 })).toMatchObject({ status: 'RETIRED' })
  expect(await ask('assign', { id: 1, people: [bobID], from: '2026-06-01' })).toEqual(
    refused("Mornings is RETIRED and can't be given."),
  )
})

test('names are unique, days lie in its weeks, and who only looks changes nothing', async () => {
  await good('save', pattern())
  expect((await ask('save', pattern({ name: 'mornings' }))).status).toBe(400)
  expect(await ask('save', pattern({ name: 'B', days: [day(1, { week: 1 })] }))).toEqual({
    status: 400,
    body: { value: 'A day lies in a week that the pattern hasn’t got.' },
  })
  expect((await ask('save', pattern({ name: 'C', days: [day(1), day(1)] }))).status).toBe(400)
  expect((await ask('save', pattern({ name: 'D', days: [day(1, { start: '09:10' })] }))).status).toBe(400)
  const ro = await signIn(server, 'ro')
  expect((await ask('list', {}, ro)).status).toBe(200)
  for (const [name, payload] of [
    ['save', pattern({ name: 'E' })],
    ['assign', { id: 1, people: [annID], from: '2026-05-04' }],
    ['retire', { id: 1, version: 1 }],
    ['fill', FILL],
  ] as const)
    expect((await ask(name, payload, ro)).status).toBe(403)
  expect((await ask('assign', { id: 9, people: [annID], from: '2026-05-04' })).status).toBe(404)
  expect((await ask('assign', { id: 1, people: [999], from: '2026-05-04' })).status).toBe(404)
})
