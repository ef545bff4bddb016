import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Area } from '#shared/contract/areas.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
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
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addCampaign } from '../slots/testing/campaign-fixture.ts'
import { AREA, addArea } from './testing/area-fixture.ts'

const HOUR = 3_600_000
let server: TestServer
let tom: { authorization: string }
let pat: { authorization: string }
let annID: number
let bobID: number
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  await addPerson(server, {
    userName: 'tom',
    permissions: ['ADMIN_CAN_MANAGE_AREAS', 'CAN_CHANGE_USER_AREA'],
  })
  const patID = await addPerson(server, {
    userName: 'pat',
    permissions: ['IRESOURCE_CAN_MANAGE_AREAS', 'IRESOURCE_CAN_SEE_PLANNER', 'IRESOURCE_CAN_ASSIGN'],
  })
  annID = await addPerson(server, {
    userName: 'ann',
    displayName: 'Ann Ash',
    managerID: patID,
    permissions: ['ITRACKER_CAN_SEE_MY_SCHEDULE', 'GENERAL_CAN_USE_TEAM_CHAT'],
  })
  bobID = await addPerson(server, { userName: 'bob', managerID: patID })
  tom = await signIn(server, 'tom')
  pat = await signIn(server, 'pat')
  restore = await takeSnapshot(server.server.db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const ask = async (name: string, payload: object = {}, as = tom) =>
  said(await post(server, `/api/admin/areas/${name}`, payload, as))
const refused = (value: string, status = 400) => ({ status, body: { value } })
const areas = async () => ((await ask('list')).body as { areas: Area[] }).areas
const areaOf = async (id: number) => {
  const found = (await areas()).find((one) => one.id === id)
  if (!found) throw new Error(`no area ${id}`)
  return found
}
const person = (id: number, values: object) =>
  server.server.db.updateTable('users').set(values).where('id', '=', id).execute()
const areaIDs = async () =>
  (
    await server.server.db.selectFrom('users').where('id', 'in', [annID, bobID]).select('areaID').execute()
  ).map(({ areaID }) => areaID)

test('A076 an area is added, renamed and moved under another; of one name there is one among siblings', async () => {
  expect(await ask('save', AREA)).toMatchObject({
    status: 200,
    body: {
      id: 1,
      version: 1,
      name: 'Leeds',
      seats: 20,
      isActive: true,
      people: 0,
      parentID: null,
      room: null,
    },
  })
  const north = (await ask('save', { ...AREA, name: 'North' })).body as Area
  expect(await ask('save', { ...AREA, name: 'LEEDS' })).toEqual(refused('There is an area of this name.'))
  // Beside others the name is free.
  const inner = (await ask('save', { ...AREA, parentID: north.id })).body as Area
  expect(inner).toMatchObject({ name: 'Leeds', parentID: north.id })
  expect(await ask('move', { id: inner.id, version: 1, parentID: null })).toEqual(
    refused('There is an area of this name.'),
  )
  const openingHours = [{ weekday: 1, from: '10:00', to: '12:00' }]
  const york = { ...AREA, name: 'York', openingHours, id: inner.id, version: 1 }
  expect(await ask('save', york, pat)).toMatchObject({
    body: { name: 'York', version: 2, parentID: north.id },
  })
  expect((await ask('save', { ...AREA, name: 'Hull', id: inner.id, version: 1 })).status).toBe(409)
  expect(await ask('move', { id: 1, version: 1, parentID: inner.id })).toMatchObject({
    body: { parentID: inner.id, version: 2 },
  })
  expect((await areas()).map(({ name }) => name)).toEqual(['Leeds', 'North', 'York'])
  const told = await server.server.db
    .selectFrom('audit')
    .select(['action', 'changes'])
    .orderBy('id')
    .execute()
  expect(told.map(({ action }) => action)).toEqual([
    ...['AREA_ADDED', 'AREA_ADDED', 'AREA_ADDED', 'AREA_CHANGED', 'AREA_MOVED'],
  ])
  expect(JSON.parse(told.at(-2)?.changes ?? '')).toEqual([
    { field: 'name', before: 'Leeds', after: 'York' },
    { field: 'openingHours', before: AREA.openingHours, after: openingHours },
  ])
  expect(JSON.parse(told.at(-1)?.changes ?? '')).toEqual([{ field: 'inside', before: null, after: 'York' }])
  expect(await auditTold(server.server.db)).toEqual([
    'AREA_ADDED | admin.manage-areas | area | Leeds',
    'AREA_ADDED | admin.manage-areas | area | North',
    'AREA_ADDED | admin.manage-areas | area | Leeds',
    'AREA_CHANGED | admin.manage-areas | area | York',
    'AREA_MOVED | admin.manage-areas | area | Leeds',
  ])
})

test('A076 an area inside itself, near or far, is refused', async () => {
  const { db } = server.server
  const top = await addArea(db, 'North')
  const middle = await addArea(db, 'Leeds', top)
  const low = await addArea(db, 'First floor', middle)
  const circle = refused('An area cannot be inside itself.')
  for (const parentID of [top, middle, low])
    expect(await ask('move', { id: top, version: 1, parentID })).toEqual(circle)
  expect(await ask('merge', { id: top, version: 1, into: low })).toEqual(circle)
  expect((await ask('move', { id: low, version: 1, parentID: top })).status).toBe(200)
})

test('A076 times that end before they begin, a weekday twice and names that are too long are refused', async () => {
  const hours = (from: string, to: string, weekday = 1) => ({ weekday, from, to })
  for (const openingHours of [
    [hours('09:00', '09:00')],
    [hours('09:00', '25:00')],
    [hours('08:00', '12:00'), hours('13:00', '17:00')],
    [hours('08:00', '12:00', 8)],
  ])
    expect((await ask('save', { ...AREA, openingHours })).status).toBe(400)
  for (const values of [
    { name: '' },
    { name: 'x'.repeat(101) },
    { seats: -1 },
    { kind: 'SHED' },
    { managerID: 999 },
  ])
    expect([400, 404]).toContain((await ask('save', { ...AREA, ...values })).status)
  expect(await areas()).toEqual([])
  expect((await ask('save', { ...AREA, name: 'x'.repeat(100), seats: 0 })).status).toBe(200)
})

test('A077 an area with people is not deactivated; without any it is, and it can be taken back', async () => {
  const { db } = server.server
  const id = await addArea(db, 'Leeds')
  await person(annID, { areaID: id })
  await person(bobID, { areaID: id })
  const off = () => ask('deactivate', { id, version: 1 })
  expect(await off()).toEqual(refused('2 people belong to this area.'))
  await person(bobID, { status: 'LEAVER', isActive: 0 })
  expect(await off()).toEqual(refused('1 person belongs to this area.'))
  await person(annID, { areaID: null })
  const inside = await addArea(db, 'First floor', id)
  expect(await off()).toEqual(refused('Move or deactivate the areas inside it first.'))
  expect((await ask('deactivate', { id: inside, version: 1 })).status).toBe(200)
  expect(await off()).toMatchObject({ body: { isActive: false, version: 2 } })
  expect(await ask('move', { id: inside, version: 2, parentID: id })).toEqual(refused('Leeds is not active.'))
  expect(await ask('move-people', { people: [annID], into: id })).toEqual(refused('Leeds is not active.'))
  expect(await ask('deactivate', { id: inside, version: 2, isActive: true })).toEqual(
    refused('Leeds is not active.'),
  )
  expect(await ask('deactivate', { id, version: 2, isActive: true })).toMatchObject({
    body: { isActive: true },
  })
})

test('A077 merging moves people, shifts, what is told to the area, closed days and what is inside, and deactivates it', async () => {
  const { db } = server.server
  const [old, kept] = [await addArea(db, 'Leeds'), await addArea(db, 'York')]
  const inside = await addArea(db, 'First floor', old)
  await person(annID, { areaID: old })
  await person(bobID, { areaID: old, status: 'LEAVER', isActive: 0, limitedToAreas: `[${old},${kept},9]` })
  await addShift(db, { userID: annID, areaID: old })
  await db
    .insertInto('broadcasts')
    .values({ message: 'Hello', endDate: NOON + HOUR, areaID: old, postedBy: null, createdAt: NOON })
    .execute()
  await db
    .insertInto('areaClosedDays')
    .values([
      { areaID: old, day: '2026-06-01', reason: 'Paint' },
      { areaID: old, day: '2026-06-02', reason: 'Paint' },
      { areaID: kept, day: '2026-06-02', reason: 'Move' },
    ])
    .execute()
  await db
    .insertInto('broadcastAreas')
    .values([old, kept].map((areaID) => ({ broadcastID: 1, areaID })))
    .execute()
  await db
    .insertInto('experimentals')
    .values({
      ...{ key: 'new-look', state: 'TARGETED', percent: 0, endsOn: null, ownerID: null, version: 1 },
      ...{ changedBy: null, changedAt: NOON },
    })
    .execute()
  await db.insertInto('experimentalAreas').values({ key: 'new-look', areaID: old }).execute()
  const campaign = await addCampaign(db, { conditions: { areaIDs: [old, kept] } })
  const { id: hook } = await db
    .insertInto('adaptors')
    .values({
      ...{ kind: 'WEBHOOK', name: 'Rota', isEnabled: 0, lastSuccessAt: null, lastErrorAt: null },
      ...{ settings: `{"address":"https://a.example","areaIDs":[${old}]}`, lastError: '', version: 1 },
      ...{ failuresInRow: 0, changedBy: null, changedAt: NOON },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await areaOf(old)).seatsUsed).toBe(1)
  expect(await ask('merge', { id: old, version: 1, into: kept })).toMatchObject({
    status: 200,
    body: {
      ...{ id: kept, people: 1, seatsUsed: 1 },
      closedDays: [
        { day: '2026-06-01', reason: 'Paint' },
        { day: '2026-06-02', reason: 'Move' },
      ],
    },
  })
  expect(await areaIDs()).toEqual([kept, kept])
  expect(await areaOf(old)).toMatchObject({ isActive: false, people: 0, seatsUsed: 0, closedDays: [] })
  expect((await areaOf(inside)).parentID).toBe(kept)
  const { conditions } = await db
    .selectFrom('campaigns')
    .where('id', '=', campaign.id)
    .select('conditions')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(conditions)).toMatchObject({ areaIDs: [kept] })
  const { settings } = await db
    .selectFrom('adaptors')
    .where('id', '=', hook)
    .select('settings')
    .executeTakeFirstOrThrow()
  expect(JSON.parse(settings)).toEqual({ address: 'https://a.example', areaIDs: [kept] })
  for (const table of ['shifts', 'broadcasts', 'broadcastAreas', 'experimentalAreas'] as const)
    expect(await db.selectFrom(table).select('areaID').execute()).toEqual([{ areaID: kept }])
  const bob = await db.selectFrom('users').where('id', '=', bobID).select('limitedToAreas').executeTakeFirst()
  expect(bob?.limitedToAreas).toBe(`[${kept},9]`)
  expect((await ask('merge', { id: old, version: 1, into: kept })).status).toBe(409)
  expect((await ask('merge', { id: kept, version: 1, into: old })).body).toEqual({
    value: 'Leeds is not active.',
  })
  expect(await auditTold(db)).toEqual([
    'AREA_MERGED | admin.manage-areas | area | Leeds',
    'PERSON_CHANGED | admin.manage-areas | person | Ann Ash',
  ])
})

const membersOf = async (id: number) => {
  const { db } = server.server
  const rows = await db
    .selectFrom('areas')
    .innerJoin('threadMembers', 'threadMembers.threadID', 'areas.roomID')
    .where('areas.id', '=', id)
    .orderBy('userID')
    .select('userID')
    .execute()
  return rows.map(({ userID }) => userID)
}

test('A077 who is moved comes into the room of the area, their manager is told, and a merge takes the room along', async () => {
  const { db } = server.server
  const [leeds, york, hull] = [
    await addArea(db, 'Leeds'),
    await addArea(db, 'York'),
    await addArea(db, 'Hull'),
  ]
  expect((await ask('move-people', { people: [annID], into: leeds }, pat)).status).toBe(403)
  expect((await ask('move-people', { people: [annID, bobID], into: leeds })).status).toBe(200)
  expect(await areaIDs()).toEqual([leeds, leeds])
  expect(await membersOf(leeds)).toEqual([annID, bobID])
  expect((await ask('people', { id: leeds })).body).toMatchObject({ people: [{ id: annID }, { id: bobID }] })
  expect((await ask('move-people', { people: [bobID], into: york })).status).toBe(200)
  const told = await db.selectFrom('notifications').orderBy('id').select('subject').execute()
  expect(told.map(({ subject }) => subject)).toEqual([
    '2 people of your team moved to Leeds',
    'bob moved to York',
  ])
  expect([await membersOf(leeds), await membersOf(york)]).toEqual([[annID], [bobID]])
  // The area that stays has no room: it gets the other's, with all that was said there.
  await person(bobID, { areaID: hull })
  const { room } = await areaOf(leeds)
  expect(room).toEqual({ source: 'MANUAL', sourceID: expect.any(Number) })
  const merged = (await ask('merge', { id: leeds, version: 1, into: hull })).body as Area
  expect(merged.room).toEqual(room)
  expect(await membersOf(hull)).toEqual([annID, bobID])
  // Both have one: everybody is in the one that stays, and the other says where it went.
  await ask('merge', { id: hull, version: 1, into: york })
  expect(await membersOf(york)).toEqual([annID, bobID])
  const labels = await db.selectFrom('threads').orderBy('id').select('displayLabel').execute()
  expect(labels.map(({ displayLabel }) => displayLabel)).toEqual(['Hull (now York)', 'York'])
  await ask('save', { ...AREA, name: 'York North', id: york, version: (await areaOf(york)).version })
  const renamed = await db
    .selectFrom('threads')
    .orderBy('id', 'desc')
    .select('displayLabel')
    .executeTakeFirst()
  expect(renamed?.displayLabel).toBe('York North')
})

test('closed days are OFFICE_CLOSED for the area’s people, and no shift is made there on them', async () => {
  const id = await addArea(server.server.db, 'Leeds')
  await person(annID, { areaID: id })
  const closedDays = [
    { day: '2026-05-05', reason: 'Fire drill' },
    { day: '2026-05-03', reason: 'Gone by' },
  ]
  expect(await ask('closed-days', { id, version: 1, closedDays }, pat)).toMatchObject({
    body: { version: 2, closedDays: [{ day: '2026-05-05', reason: 'Fire drill' }] },
  })
  const ann = await signIn(server, 'ann')
  const range = { start: new Date(NOON).toISOString(), end: new Date(NOON + 48 * HOUR).toISOString() }
  const { body } = said(await post(server, '/api/calendar/events', range, ann))
  // The 4th is a public holiday.
  expect((body as { days: unknown }).days).toEqual([
    { date: '2026-05-04', kind: 'OFFICE_CLOSED' },
    { date: '2026-05-05', kind: 'OFFICE_CLOSED' },
    { date: '2026-05-06', kind: 'WORKING' },
  ])
  const start = NOON + 24 * HOUR
  const shift = (location: string) => ({
    shifts: [
      {
        ...{ userID: annID, location },
        ...{ start: new Date(start).toISOString(), end: new Date(start + HOUR).toISOString() },
      },
    ],
  })
  const give = async (location: string) =>
    said(await post(server, '/api/resource/shift/new', shift(location), pat))
  expect(await give('OFFICE')).toEqual(refused('Leeds is closed on 5 May 2026.'))
  expect((await give('HOME')).status).toBe(200)
})

test('seats used are people with an office shift now', async () => {
  const { db } = server.server
  const id = await addArea(db, 'Leeds')
  const end = NOON + HOUR
  for (const one of [
    { userID: annID, state: 'LIVE', end },
    { userID: bobID, start: NOON - HOUR, end },
    { userID: bobID, location: 'HOME', end },
    { userID: 1, state: 'DRAFT', end },
    { userID: 1, start: NOON + 1, end },
    { userID: 1, start: NOON - 2 * HOUR, end: NOON, state: 'LIVE' },
  ] as const)
    await addShift(db, { ...one, areaID: id })
  expect((await areaOf(id)).seatsUsed).toBe(2)
})

test('without a permission to manage areas there are none, and no change', async () => {
  const id = await addArea(server.server.db, 'Leeds')
  const ann = await signIn(server, 'ann')
  for (const [name, payload] of [
    ['list', {}],
    ['save', AREA],
    ['move', { id, version: 1, parentID: null }],
    ['merge', { id, version: 1, into: 2 }],
    ['deactivate', { id, version: 1 }],
    ['closed-days', { id, version: 1, closedDays: [] }],
    ['people', { id }],
    ['move-people', { people: [bobID], into: id }],
  ] as const)
    expect((await ask(name, payload, ann)).status).toBe(403)
})
