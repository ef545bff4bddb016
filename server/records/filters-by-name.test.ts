import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERMISSIONS, type PermissionName, permissionsOf } from '#shared/domain/permissions.ts'
import { canGroupBy } from '#shared/domain/records.ts'
import { addArea } from '../areas/testing/area-fixture.ts'
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
import { listRecords, namedInColumn } from './list.ts'
import { listedPage, listOptions, reportPages } from './sources.ts'

const HOUR = 3_600_000
const SESSIONS = 'resource.activity-report'
const TEAM = 'supervisor.users'
const PLANS: readonly PermissionName[] = ['IRESOURCE_CAN_SEE_REPORTS', 'ISUPERVISOR_CAN_SEE_RESOURCE']

let server: TestServer
const ids: Record<string, number> = {}
const db = () => server.server.db
beforeAll(async () => {
  server = await startTestServer()
  const all = Object.keys(PERMISSIONS) as PermissionName[]
  const people: Readonly<Record<string, readonly PermissionName[]>> = {
    ...{ all, pat: PLANS, sue: ['ISUPERVISOR_CAN_SEE_INTERVIEWERS'], amy: [] },
    ...{ ben: [], cat: [], far: [] },
  }
  const names: Readonly<Record<string, string>> = {
    ...{ pat: 'Pat Planner', sue: 'Sue Super', amy: 'Amy Archer', ben: 'Ben Archer' },
    ...{ cat: 'Cat Baker', far: 'Fay Archer' },
  }
  for (const [userName, permissions] of Object.entries(people))
    ids[userName] = await addPerson(server, {
      userName,
      displayName: names[userName] ?? userName,
      permissions,
    })
  const north = await addArea(db(), 'North')
  const south = await addArea(db(), 'South')
  const place = (areaID: number, users: readonly string[]) =>
    db()
      .updateTable('users')
      .set({ areaID })
      .where('userName', 'in', [...users])
      .execute()
  await place(north, ['pat', 'sue', 'amy', 'ben', 'cat'])
  await place(south, ['far'])
  await addProject(db(), 7, 'Rail users')
  await addProject(db(), 8, 'Railway staff')
  await addProject(db(), 9, 'Rail secret')
  const session = (userName: string, projectID: number | null, at: number, hours: number) => ({
    ...{ userID: ids[userName] ?? 0, activity: 'AVAILABLE' as const, category: null },
    ...{ projectID, project: projectID === 7 ? 'Rail users' : projectID === 8 ? 'Railway staff' : null },
    ...{ startedAt: NOON - at * HOUR, endedAt: NOON - (at - hours) * HOUR },
  })
  await db()
    .insertInto('activitySessions')
    .values([
      session('amy', 7, 20, 1),
      session('ben', 8, 20, 2),
      session('cat', 7, 20, 1.5),
      session('pat', null, 20, 0.5),
      session('far', 8, 20, 3),
    ] as never)
    .execute()
})
afterAll(() => server.server.close())

const ask = async (path: string, payload: object, as: string) =>
  said(await post(server, path, payload, await signIn(server, as)))
const find = async (page: string, field: string, more: object, as: string) =>
  ask('/api/records/named', { page, field, ...more }, as)
const who = async (filters: object[], as = 'pat') => {
  const { body } = await ask('/api/resource/activity-report/sessions/list', { filters, pageSize: 100 }, as)
  return (body as { rows: { displayName: string }[] }).rows.map((row) => row.displayName).sort()
}
const anyOf = (field: string, ...values: (string | number)[]) => ({
  field,
  operator: 'ANY_OF',
  values: values.map(String),
})

test('D004 values of a person or project filter are joined by or, those of both columns by and, and ‘me’ is who asks', async () => {
  const { amy, ben, cat } = ids
  expect(await who([anyOf('displayName', amy ?? 0, ben ?? 0)])).toEqual(['Amy Archer', 'Ben Archer'])
  expect(await who([anyOf('displayName', 'me', cat ?? 0)])).toEqual(['Cat Baker', 'Pat Planner'])
  expect(await who([anyOf('project', 7)])).toEqual(['Amy Archer', 'Cat Baker'])
  expect(await who([anyOf('project', 7, 8), anyOf('displayName', ben ?? 0, cat ?? 0)])).toEqual([
    'Ben Archer',
    'Cat Baker',
  ])
  expect(await who([anyOf('displayName', 'me')])).toEqual(['Pat Planner'])
  // Names can be asked for as before, and nothing where there is no project.
  expect(await who([{ field: 'displayName', operator: 'CONTAINS', values: ['archer'] }])).toHaveLength(3)
  expect(await who([{ field: 'project', operator: 'IS_EMPTY', values: [] }])).toEqual(['Pat Planner'])
})

test('a time is asked for from and to, in its column’s unit', async () => {
  const hours = (from: string, to: string) =>
    who([{ field: 'hours', operator: 'BETWEEN', values: [from, to] }])
  expect(await hours('1', '1.5')).toEqual(['Amy Archer', 'Cat Baker'])
  expect(await hours('', '0.5')).toEqual(['Pat Planner'])
  expect(await hours('2', '')).toEqual(['Ben Archer', 'Fay Archer'])
})

test('who is found is who stands in the list, from 3 letters on, by name', async () => {
  const { amy, ben, far } = ids
  const found = await find(SESSIONS, 'displayName', { searchTerm: 'arch' }, 'pat')
  expect(found.body).toEqual({
    found: [
      { id: amy, name: 'Amy Archer' },
      { id: ben, name: 'Ben Archer' },
      { id: far, name: 'Fay Archer' },
    ],
  })
  expect((await find(SESSIONS, 'displayName', { searchTerm: 'ar' }, 'pat')).body).toEqual({ found: [] })
  // A project that none of the records has isn't told.
  expect((await find(SESSIONS, 'project', { searchTerm: 'RAIL' }, 'pat')).body).toEqual({
    found: [
      { id: 7, name: 'Rail users' },
      { id: 8, name: 'Railway staff' },
    ],
  })
  expect((await find(SESSIONS, 'project', { ids: [8, 9] }, 'pat')).body).toEqual({
    found: [{ id: 8, name: 'Railway staff' }],
  })
})

test('D025 a filter tells nobody who there is outside their scope: neither by letters, nor by id, nor by rows', async () => {
  const { far = 0, amy } = ids
  const found = await find(TEAM, 'displayName', { searchTerm: 'archer' }, 'sue')
  expect((found.body as { found: { name: string }[] }).found.map(({ name }) => name)).toEqual([
    'Amy Archer',
    'Ben Archer',
  ])
  // Somebody of another area is answered like nobody.
  for (const id of [far, 999_999]) {
    expect((await find(TEAM, 'displayName', { ids: [id] }, 'sue')).body).toEqual({ found: [] })
    const { status, body } = await ask(
      '/api/supervisor/users/list',
      { filters: [anyOf('displayName', id)] },
      'sue',
    )
    expect({ status, body }).toMatchObject({ status: 200, body: { total: 0, rows: [] } })
  }
  expect((await find(TEAM, 'displayName', { ids: [amy, far] }, 'sue')).body).toEqual({
    found: [{ id: amy, name: 'Amy Archer' }],
  })
  // Who may not open the page is refused, whatever they ask for; what isn't a name of anybody can't be searched.
  expect(await find(TEAM, 'displayName', { searchTerm: 'archer' }, 'amy')).toMatchObject({ status: 403 })
  expect(await find('no.page', 'displayName', { searchTerm: 'archer' }, 'sue')).toMatchObject({ status: 404 })
  expect(await find(TEAM, 'userName', { searchTerm: 'archer' }, 'sue')).toMatchObject({ status: 400 })
  expect(await find(TEAM, 'salary', { searchTerm: 'archer' }, 'sue')).toMatchObject({ status: 400 })
})

test.each([
  ['a word', anyOf('displayName', 'amy')],
  ['nobody', anyOf('displayName', 0)],
  ['no value', anyOf('displayName')],
  ['more than a hundred', anyOf('displayName', ...Array.from({ length: 101 }, (_, at) => at + 1))],
  ['me among projects', anyOf('project', 'me')],
  ['ids of what names nobody', anyOf('category', 3)],
])('a filter by %s is refused', async (_, filter) => {
  const { status } = await ask('/api/resource/activity-report/sessions/list', { filters: [filter] }, 'pat')
  expect(status).toBe(400)
})

test('D004 every page that names people or projects can be narrowed to them', async () => {
  const caller = { userID: ids.all ?? 0, permissions: permissionsOf(Object.values(PERMISSIONS)) }
  const audit = listedPage('admin.audit')
  const tried: string[] = []
  for (const { record } of [...reportPages(), ...(audit ? [audit] : [])]) {
    const options = await listOptions(db(), record.page, caller, NOON)
    const named = Object.entries(record.columns).filter(([, column]) => column?.picks)
    for (const [field, column] of named) {
      const values = column?.picks?.of === 'person' ? ['me', '999999'] : ['7', '999999']
      const request = { page: 1, pageSize: 25 as const, sort: [], searchTerm: '' }
      await listRecords(db(), { ...request, filters: [{ field, operator: 'ANY_OF', values }] }, options)
      await namedInColumn(db(), { field, searchTerm: 'arch', ids: [] }, options)
      tried.push(`${record.name}.${field}`)
    }
  }
  expect(tried.length).toBeGreaterThanOrEqual(50)
})

test('every page can be grouped by each column that makes groups, all of its rows among them', async () => {
  const caller = { userID: ids.all ?? 0, permissions: permissionsOf(Object.values(PERMISSIONS)) }
  const audit = listedPage('admin.audit')
  const tried: string[] = []
  for (const { record } of [...reportPages(), ...(audit ? [audit] : [])]) {
    const options = await listOptions(db(), record.page, caller, NOON)
    for (const [field, column] of Object.entries(record.columns)) {
      if (!column || !canGroupBy(column)) continue
      const request = { page: 1, pageSize: 500 as const, sort: [], filters: [], searchTerm: '' }
      const { groups = [], total, rows } = await listRecords(db(), { ...request, group: field }, options)
      const inAll = groups.reduce((sum, { count }) => sum + count, 0)
      const here = groups.reduce((sum, group) => sum + group.rows, 0)
      expect([field, inAll, here]).toEqual([field, total, rows.length])
      tried.push(`${record.name}.${field}`)
    }
  }
  expect(tried.length).toBeGreaterThanOrEqual(100)
})
