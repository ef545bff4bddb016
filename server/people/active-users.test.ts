import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { PERMISSIONS, type PermissionName, permissionsOf } from '#shared/domain/permissions.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import {
  addPerson,
  holdAlone,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addRole, giveRole } from '../roles/testing/role-fixture.ts'
import { teamOf } from '../supervisor-hr/team.ts'
import { peopleSource } from './person-source.ts'

let server: TestServer
let tomID: number
let tom: { authorization: string }
beforeEach(async () => {
  server = await startTestServer()
  tomID = await addPerson(server, { userName: 'tom', permissions: ['ADMIN_CAN_SEE_USERS'] })
  tom = await signIn(server, 'tom')
})
afterEach(() => server.server.close())

const ask = async (name: string, payload: object = {}, as = tom) =>
  said(await post(server, `/api/admin/users/${name}`, payload, as))
const change = (id: number, values: object) =>
  server.server.db.updateTable('users').set(values).where('id', '=', id).execute()
const GONE = { status: 404, body: { value: 'There is no such person.' } }
const namesIn = ({ body }: { body: unknown }) =>
  (body as { rows: { userName: string }[] }).rows.map(({ userName }) => userName)

async function addArea(name: string): Promise<number> {
  const { id } = await server.server.db
    .insertInto('areas')
    .values({ name, nameKey: name.toLowerCase(), changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

test('A024 the list has the core columns of each person, and what Active users says besides', async () => {
  const { db } = server.server
  await addAgency(db)
  const areaID = await addArea('Leeds')
  const { id: contractTypeID } = await db
    .insertInto('contractTypes')
    .values({
      name: 'Zero hours',
      nameKey: 'zero hours x',
      kind: 'AGENCY',
      version: 1,
      changedBy: null,
      changedAt: NOON,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const annID = await addPerson(server, { userName: 'ann', displayName: 'Ann Ash', managerID: tomID })
  await change(annID, { areaID, agencyID: 1, contractTypeID, startDate: '2026-02-03' })
  await giveRole(db, annID, await addRole(db, 'Zeta desk'))
  await giveRole(db, annID, await addRole(db, 'Alpha desk'))
  await db.insertInto('twoFactor').values({ userID: annID, secret: 'x', lastStep: 0 }).execute()
  await db
    .insertInto('devices')
    .values({ deviceID: 'd1', userID: annID, pairedBy: null, pairedAt: NOON })
    .execute()
  await signIn(server, 'ann')
  await change(annID, { lockedAt: NOON })
  server.clock.now += 60_000
  const listed = await ask('list', { searchTerm: 'ann' })
  expect(listed).toMatchObject({
    status: 200,
    body: {
      total: 1,
      rows: [
        {
          ...{ id: annID, displayName: 'Ann Ash', userName: 'ann', userType: 'INTERVIEWER' },
          ...{ roles: 'Alpha desk, Zeta desk', areaName: 'Leeds', managerName: 'tom' },
          ...{ agencyName: 'Bright Staffing', contractTypeName: 'Zero hours', status: 'ACTIVE' },
          lastSignInAt: new Date(NOON).toISOString(),
          ...{ email: 'ann@mail.example', hasTwoFactor: true, companionDevice: 'd1', isLocked: true },
          ...{ sessions: 1, startDate: '2026-02-03' },
        },
      ],
    },
  })
  expect((listed.body as { columns: string[] }).columns.slice(0, 10)).toEqual(
    'displayName userName userType roles areaName managerName agencyName contractTypeName status lastSignInAt'.split(
      ' ',
    ),
  )
  expect(await ask('get', { id: annID })).toMatchObject({
    body: {
      areaID,
      agencyID: 1,
      roleList: [{ name: 'Alpha desk' }, { name: 'Zeta desk' }],
      hasTwoFactor: true,
    },
  })
})

test('A027 Active users lists ACTIVE and SUSPENDED people, and nobody who left', async () => {
  const [ann, ben] = [
    await addPerson(server, { userName: 'ann' }),
    await addPerson(server, { userName: 'ben' }),
  ]
  await change(ann, { status: 'SUSPENDED', isActive: 0 })
  await change(ben, { status: 'LEAVER', isActive: 0 })
  expect(namesIn(await ask('list'))).toEqual(['ann', 'tom'])
  expect(
    namesIn(await ask('list', { filters: [{ field: 'status', operator: 'ANY_OF', values: ['SUSPENDED'] }] })),
  ).toEqual(['ann'])
})

describe('whom a viewer sees', () => {
  const viewer = (userID: number, ...names: PermissionName[]) => ({
    userID,
    permissions: permissionsOf(names.map((name) => PERMISSIONS[name])),
  })
  async function seen(userID: number, ...names: PermissionName[]): Promise<string[]> {
    const rows = await peopleSource(server.server.db, {
      ...{ viewer: viewer(userID, ...names), scope: 'AREA_AND_TEAM', statuses: ['ACTIVE'] },
    })
      .orderBy('u.userName')
      .execute()
    return rows.map(({ userName }) => userName)
  }

  test('A025 area and team; the team only where one is restricted; everybody with CAN_SEARCH_ALL_USERS', async () => {
    const [leeds, york] = [await addArea('Leeds'), await addArea('York')]
    const sue = await addPerson(server, { userName: 'sue' })
    await change(sue, { areaID: leeds })
    await change(await addPerson(server, { userName: 'near' }), { areaID: leeds })
    await change(await addPerson(server, { userName: 'mine', managerID: sue }), { areaID: york })
    await change(await addPerson(server, { userName: 'far' }), { areaID: york })
    expect(await seen(sue)).toEqual(['mine', 'near', 'sue'])
    expect(await seen(sue, 'ISUPERVISOR_IS_RESTRICTED')).toEqual(['mine'])
    expect(await seen(sue, 'CAN_SEARCH_ALL_USERS')).toEqual(['far', 'mine', 'near', 'sue', 'tom'])
    // Somebody without an area has a team alone.
    await change(sue, { areaID: null })
    expect(await seen(sue)).toEqual(['mine'])
  })

  test('A026 somebody of user type AGENCY sees their own agency, in the list, a record, a file and what one may do', async () => {
    const { db } = server.server
    await addAgency(db)
    await db
      .insertInto('agencies')
      .values({
        ...(await db.selectFrom('agencies').selectAll().executeTakeFirstOrThrow()),
        id: 2,
        name: 'Other',
        nameKey: 'other',
      })
      .execute()
    const gemma = await addPerson(server, { userName: 'gemma' })
    const held = ['ADMIN_CAN_SEE_USERS', 'CAN_SEARCH_ALL_USERS'] as const
    await holdAlone(db, gemma, held)
    await change(gemma, { userType: 'AGENCY', agencyID: 1 })
    const own = await addPerson(server, { userName: 'own' })
    await change(own, { agencyID: 1 })
    const others = await addPerson(server, { userName: 'others' })
    await change(others, { agencyID: 2 })
    const as = await signIn(server, 'gemma')
    expect(namesIn(await ask('list', {}, as))).toEqual(['gemma', 'own'])
    expect(await seen(gemma, ...held)).toEqual(['gemma', 'own'])
    expect((await ask('get', { id: own }, as)).status).toBe(200)
    for (const name of ['get', 'checklist', 'history'])
      for (const id of [others, tomID]) expect(await ask(name, { id }, as)).toEqual(GONE)
    const file = await post(
      server,
      '/api/export/new',
      {
        page: 'admin.active-users',
        mode: 'Immediate',
        type: 'CSV',
        columns: ['userName'],
        filters: [],
        sort: [],
        searchTerm: '',
      },
      as,
    )
    expect(file.status).toBe(200)
    expect(file.body.trim().split(/\r?\n/).slice(1)).toEqual(['gemma', 'own'])
    const access = async (userID: number) =>
      (await post(server, '/api/admin/permissions/of-person', { userID }, as)).status
    expect([await access(own), await access(others), await access(tomID)]).toEqual([200, 404, 404])
    const can = await post(
      server,
      '/api/admin/permissions/who-can',
      { kind: 'PERMISSION', name: 'ADMIN_CAN_SEE_USERS' },
      as,
    )
    expect(JSON.parse(can.body).people.map(({ userName }: { userName: string }) => userName)).toEqual([
      'gemma',
    ])
    // Nor has somebody of an agency a team here.
    const team = async (userID: number) => (await teamOf(db, viewer(userID))).map(({ name }) => name)
    for (const managerID of [gemma, tomID]) {
      await change(others, { managerID })
      expect(await team(managerID)).toEqual(managerID === gemma ? [] : ['others'])
    }
    // Whoever has no agency yet sees nobody.
    await change(gemma, { agencyID: null })
    expect(namesIn(await ask('list', {}, as))).toEqual([])
  })
})

test('A028 opening a panel is one READ entry a person, viewer and hour; oneself is none', async () => {
  const { db } = server.server
  const [ann, ben] = [
    await addPerson(server, { userName: 'ann' }),
    await addPerson(server, { userName: 'ben' }),
  ]
  await addPerson(server, { userName: 'zoe', permissions: ['ADMIN_CAN_SEE_USERS'] })
  const zoe = await signIn(server, 'zoe')
  const read = async () =>
    (
      await db
        .selectFrom('audit')
        .where('action', '=', 'PERSON_READ')
        .select(['actorName', 'recordID'])
        .orderBy('id')
        .execute()
    ).map(({ actorName, recordID }) => `${actorName} ${recordID}`)
  await ask('get', { id: ann })
  await ask('get', { id: ann })
  await ask('history', { id: ann })
  await ask('get', { id: tomID })
  expect(await read()).toEqual([`tom ${ann}`])
  await ask('get', { id: ben })
  await ask('get', { id: ann }, zoe)
  expect(await read()).toEqual([`tom ${ann}`, `tom ${ben}`, `zoe ${ann}`])
  // To the last moment of the hour it is the same.
  server.clock.now += 3_599_999
  await ask('get', { id: ann })
  expect(await read()).toHaveLength(3)
  server.clock.now += 1
  await ask('get', { id: ann })
  expect(await read()).toHaveLength(4)
  expect(await ask('history', { id: ann })).toMatchObject({
    body: {
      entries: [{ actorName: 'tom', action: 'PERSON_READ' }, { actorName: 'zoe' }, { actorName: 'tom' }],
      isMore: false,
    },
  })
})

test('the checklist says who did what, of the tasks for all and for their user type', async () => {
  const { db } = server.server
  const ann = await addPerson(server, { userName: 'ann' })
  const task = {
    responsible: 'USER',
    actionNeeded: 'NONE',
    requiredApproval: 0,
    createdBy: tomID,
    createdAt: NOON,
  } as const
  await db
    .insertInto('onboardingTasks')
    .values([
      { ...task, task: 'Sign', applyTo: '' },
      { ...task, task: 'Headset', applyTo: 'INTERVIEWER', responsible: 'EMPLOYER' },
      { ...task, task: 'Planner training', applyTo: 'RESOURCE' },
    ])
    .execute()
  await db
    .insertInto('checklistItems')
    .values({ userID: ann, taskID: 1, completedAt: NOON, actionedBy: tomID, fileName: '', content: null })
    .execute()
  expect((await ask('checklist', { id: ann })).body).toMatchObject({
    tasks: [
      { task: 'Sign', completedAt: new Date(NOON).toISOString(), completedBy: 'tom' },
      { task: 'Headset', completedAt: null, completedBy: null },
    ],
  })
})
