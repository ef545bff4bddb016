import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
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
import { createRealClient } from '../hubs/testing/real-client.ts'
import { BUILT_IN_ROLES } from './built-in-roles.ts'
import { builtInRoleID, giveBuiltInRole, makeFirstRoles } from './first-roles.ts'

const ADMIN = ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'] as const
type Bearer = { authorization: string }
interface Role {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly permissions: PermissionName[]
  readonly people: number
  readonly isChanged: boolean
  readonly isProtected: boolean
  readonly offered: PermissionName[]
}

let server: TestServer
let ann: Bearer
let annID: number
beforeEach(async () => {
  server = await startTestServer()
  annID = await addPerson(server, {
    userName: 'ann',
    displayName: 'Ann Ash',
    permissions: [...ADMIN, 'AUTH_CAN_USE_MULTI_TOKEN'],
  })
  ann = await signIn(server, 'ann')
})
afterEach(() => server.server.close())

const ask = async (name: string, payload: object = {}, as = ann) =>
  said(await post(server, `/api/admin/${name}`, payload, as))
const refused = (value: string, status = 400) => ({ status, body: { value } })
const role = async (name: string, payload: object = {}) => {
  const { status, body } = await ask(`roles/${name}`, payload)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body as Role
}
const make = (name: string, permissions: PermissionName[]) =>
  role('save', { name, description: '', permissions })
const addTo = async (userName: string, ...roleIDs: number[]) => {
  const userID = await addPerson(server, { userName, displayName: userName })
  if (roleIDs.length > 0) await ask('roles/assign', { userID, add: roleIDs })
  return userID
}
const mayOf = async (userID: number) =>
  ((await ask('permissions/of-person', { userID })).body as { permissions: string[] }).permissions
const audits = async () =>
  (await server.server.db.selectFrom('audit').selectAll().orderBy('id').execute()).map(
    ({ action, label, changes }) => ({ action, label, changes: JSON.parse(changes) as unknown }),
  )

describe('a role', () => {
  test('is made, copied, renamed and listed with its people', async () => {
    const one = await make('Desk', ['CAN_USE_TODO', 'CAN_USE_FAQ'])
    const copy = await role('save', { name: 'Night desk', description: 'At night', copyOf: one.id })
    expect(copy.permissions).toEqual(['CAN_USE_TODO', 'CAN_USE_FAQ'])
    await addTo('bob', one.id)
    await addTo('cat', one.id)
    expect(await ask('roles/save', { name: 'DESK', description: '' })).toEqual(
      refused('There is a role of this name.'),
    )
    const renamed = await role('save', { id: copy.id, version: 1, name: 'Late desk', description: '' })
    expect(renamed).toMatchObject({ version: 2, permissions: copy.permissions })
    const { body } = await ask('roles/list')
    expect(body).toMatchObject({
      rows: [
        { name: 'Desk', people: 2, permissionCount: 2, isBuiltIn: false },
        { name: 'Late desk', people: 0 },
      ],
    })
    expect(await audits()).toMatchObject([
      { action: 'ROLE_ADDED', label: 'Desk' },
      { action: 'ROLE_ADDED', label: 'Night desk' },
      { action: 'ROLES_ASSIGNED', label: 'bob', changes: [{ before: [], after: ['Desk'] }] },
      { action: 'ROLES_ASSIGNED', label: 'cat' },
      { action: 'ROLE_CHANGED', label: 'Late desk', changes: expect.arrayContaining([]) },
    ])
  })

  test('names the user types that begin with it, each once and in their order, and the audit says what was changed', async () => {
    const one = await role('save', {
      ...{ name: 'Desk', description: '', permissions: ['CAN_USE_TODO'] },
      defaultUserTypes: ['SUPPORT', 'HR', 'SUPPORT'],
    })
    expect(one).toMatchObject({ defaultUserTypes: ['HR', 'SUPPORT'] })
    const seen = { id: one.id, name: 'Desk', description: '' }
    await role('save', { ...seen, version: 1 })
    expect(await role('save', { ...seen, version: 2, defaultUserTypes: ['FINANCE', 'HR'] })).toMatchObject({
      defaultUserTypes: ['HR', 'FINANCE'],
      permissions: ['CAN_USE_TODO'],
    })
    await role('save', { ...seen, version: 3, defaultUserTypes: [] })
    expect((await audits()).slice(-4).map(({ changes }) => changes)).toEqual([
      [
        { field: 'name', before: null, after: 'Desk' },
        { field: 'description', before: null, after: '' },
        { field: 'defaultUserTypes', before: null, after: 'HR, SUPPORT' },
        { field: 'CAN_USE_TODO', before: false, after: true },
      ],
      [],
      [{ field: 'defaultUserTypes', before: 'HR, SUPPORT', after: 'HR, FINANCE' }],
      [{ field: 'defaultUserTypes', before: 'HR, FINANCE', after: '' }],
    ])
    expect((await ask('roles/save', { ...seen, version: 4, defaultUserTypes: ['CHIEF'] })).status).toBe(400)
  })

  test('is changed by who saw its newest version; of two who save at once one is refused', async () => {
    const { id } = await make('Desk', [])
    const save = (name: string) => ask('roles/save', { id, version: 1, name, description: '' })
    const both = await Promise.all([save('One'), save('Two')])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const matrix = await ask('roles/save-permissions', { changes: [{ id, version: 1, permissions: [] }] })
    expect(matrix.status).toBe(409)
  })

  test('A075 that people have can’t be deleted, whatever it is; without people it goes', async () => {
    const { id } = await make('Desk', ['CAN_USE_TODO'])
    const spare = await make('Spare', [])
    const bob = await addTo('bob', id, spare.id)
    const cat = await addTo('cat', id)
    expect(await ask('roles/delete', { id, version: 1 })).toEqual(refused('2 people have this role.'))
    await server.server.db.updateTable('users').set({ isActive: 0 }).where('id', '=', cat).execute()
    expect(await ask('roles/delete', { id, version: 1 })).toEqual(refused('2 people have this role.'))
    await server.server.db.deleteFrom('userRoles').where('userID', '=', cat).execute()
    expect(await ask('roles/delete', { id, version: 1 })).toEqual(refused('1 person has this role.'))
    await ask('roles/assign', { userID: bob, remove: [id] })
    expect((await ask('roles/delete', { id, version: 7 })).status).toBe(409)
    expect(await ask('roles/delete', { id, version: 1 })).toEqual({ status: 200, body: { done: true } })
    expect((await ask('roles/get', { id })).status).toBe(404)
    const left = await server.server.db
      .selectFrom('rolePermissions')
      .where('roleID', '=', id)
      .selectAll()
      .execute()
    expect(left).toEqual([])
    expect((await audits()).at(-1)).toMatchObject({ action: 'ROLE_DELETED', label: 'Desk' })
    expect(await auditTold(server.server.db)).toEqual([
      'ROLE_ADDED | admin.active-users.roles | role | Desk',
      'ROLE_ADDED | admin.active-users.roles | role | Spare',
      'ROLES_ASSIGNED | admin.active-users.roles | person | bob',
      'ROLES_ASSIGNED | admin.active-users.roles | person | cat',
      'ROLES_ASSIGNED | admin.active-users.roles | person | bob',
      'ROLE_DELETED | admin.active-users.roles | role | Desk',
    ])
  })

  test('a person keeps one at least', async () => {
    const { id } = await make('Desk', [])
    const bob = await addTo('bob', id)
    expect(await ask('roles/assign', { userID: bob, remove: [id] })).toEqual(
      refused('Everybody has at least one role.'),
    )
    expect(await ask('roles/assign', { userID: bob, add: [id, 99] })).toEqual(
      refused('There is no such role.'),
    )
    expect(await ask('roles/assign', { userID: 99, add: [id] })).toEqual(
      refused('There is nobody with this id.'),
    )
  })

  test('only a grantor changes roles; who sees people sees them', async () => {
    await addPerson(server, { userName: 'sue', permissions: ['ADMIN_CAN_SEE_USERS'] })
    const sue = await signIn(server, 'sue')
    const { id } = await make('Desk', [])
    expect((await ask('roles/list', {}, sue)).status).toBe(200)
    expect((await ask('roles/matrix', {}, sue)).status).toBe(200)
    for (const [name, payload] of [
      ['save', { name: 'x', description: '' }],
      ['save-permissions', { changes: [{ id, version: 1, permissions: [] }] }],
      ['delete', { id, version: 1 }],
      ['restore-built-in', { id, version: 1 }],
      ['assign', { userID: 1, add: [id] }],
      ['impact', { changes: [{ id, version: 1, permissions: [] }] }],
    ] as const)
      expect(await ask(`roles/${name}`, payload, sue)).toMatchObject({ status: 403 })
  })
})

describe('a change of a role', () => {
  test('A068 reaches calls at once, and the open windows of its people, of nobody else', async () => {
    const desk = await make('Desk', ['CAN_USE_FAQ'])
    const bob = await addTo('bob', desk.id)
    await addTo('cat')
    const bobs = await signIn(server, 'bob')
    const url = `${await server.server.listen(0, '127.0.0.1')}${mainHub.path}`
    const heard: string[] = []
    const connected = vi.fn()
    const open = async (name: string, bearer: Bearer) => {
      const { body: token } = await post(server, '/api/auth/request-hub-token', {}, bearer)
      const client = createRealClient(url, { token, retryPolicy: { nextRetryDelayInMilliseconds: () => 0 } })
      client.on('REMOTE_COMMAND', ({ command }) => heard.push(`${name} ${command}`))
      client.onreconnected(connected)
      await client.start()
      return client
    }
    const clients = [await open('bob', bobs), await open('cat', await signIn(server, 'cat'))]
    expect((await ask('roles/list', {}, bobs)).status).toBe(403)
    const began = performance.now()
    await role('save', { ...desk, permissions: ['ADMIN_CAN_SEE_USERS'] })
    expect((await ask('roles/list', {}, bobs)).status).toBe(200)
    await vi.waitFor(() => expect(connected).toHaveBeenCalledTimes(1))
    expect(performance.now() - began).toBeLessThan(1000)
    expect(heard).toEqual(['bob RENEW_TOKEN'])
    expect(await mayOf(bob)).toEqual(['ADMIN_CAN_SEE_USERS'])
    await role('save', { ...desk, version: 2, permissions: [] })
    expect((await ask('roles/list', {}, bobs)).status).toBe(403)
    for (const client of clients) await client.stop()
    expect(await auditTold(server.server.db)).toEqual([
      'ROLE_ADDED | admin.active-users.roles | role | Desk',
      'ROLES_ASSIGNED | admin.active-users.roles | person | bob',
      'ROLE_CHANGED | admin.active-users.roles | role | Desk',
      'ROLE_CHANGED | admin.active-users.roles | role | Desk',
    ])
  })

  test('A069 says beforehand how many people gain and lose which permissions, and changes nothing', async () => {
    const desk = await make('Desk', ['CAN_USE_TODO', 'CAN_USE_FAQ'])
    const night = await make('Night', ['CAN_USE_FAQ'])
    await addTo('bob', desk.id)
    await addTo('cat', desk.id, night.id)
    const dan = await addTo('dan', desk.id)
    await holdAlone(server.server.db, dan, ['CAN_USE_POLLS'])
    const gone = await addTo('eve', desk.id)
    await server.server.db.updateTable('users').set({ isActive: 0 }).where('id', '=', gone).execute()
    const changes = [{ id: desk.id, version: 1, permissions: ['CAN_USE_TODO', 'CAN_USE_POLLS'] }]
    expect(await ask('roles/impact', { changes })).toEqual({
      status: 200,
      body: {
        // Cat keeps the FAQ by the other role, and Dan has polls already.
        gain: 2,
        lose: 2,
        permissions: [
          { name: 'CAN_USE_POLLS', gain: 2, lose: 0 },
          { name: 'CAN_USE_FAQ', gain: 0, lose: 2 },
        ],
      },
    })
    expect((await role('get', { id: desk.id })).permissions).toEqual(['CAN_USE_TODO', 'CAN_USE_FAQ'])
    const saved = await ask('roles/save-permissions', { changes })
    expect(saved.status).toBe(200)
    expect(await mayOf(dan)).toEqual(['CAN_USE_POLLS', 'CAN_USE_TODO'])
  })

  test('several are changed together or not at all', async () => {
    const [one, two] = [await make('One', []), await make('Two', [])]
    const permissions = ['CAN_USE_FAQ']
    const changes = [
      { id: one.id, version: 1, permissions },
      { id: two.id, version: 9, permissions },
    ]
    expect((await ask('roles/save-permissions', { changes })).status).toBe(409)
    expect((await role('get', { id: one.id })).permissions).toEqual([])
  })

  test('A070 Administrator keeps what makes a grantor, however it is changed', async () => {
    const { db } = server.server
    await makeFirstRoles(db, NOON)
    const id = await builtInRoleID(db, 'ADMINISTRATOR')
    const admin = await role('get', { id })
    expect(admin).toMatchObject({ isProtected: true, isChanged: false })
    const why = refused('Administrator keeps what lets people grant permissions.')
    for (const name of ADMIN) {
      const permissions = admin.permissions.filter((one) => one !== name)
      expect(await ask('roles/save', { ...admin, permissions })).toEqual(why)
      expect(await ask('roles/save-permissions', { changes: [{ id, version: 1, permissions }] })).toEqual(why)
    }
    expect(await role('save', { ...admin, permissions: [...ADMIN] })).toMatchObject({
      permissions: ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS'],
      isChanged: true,
    })
  })

  test('A002 a change of a role can’t take the last grantor away, nor taking the role from them', async () => {
    const { db } = server.server
    const grantors = await make('Grantors', [...ADMIN])
    const other = await make('Other', [])
    await addTo('bob', grantors.id, other.id)
    const bob = await signIn(server, 'bob')
    const alone = ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS']
    expect((await ask('permissions/revoke', { userID: annID, permissions: alone }, bob)).status).toBe(200)
    const why = refused('At least one active person must be able to grant permissions.')
    const permissions = ['ADMIN_CAN_SEE_USERS']
    expect(await ask('roles/save', { ...grantors, permissions }, bob)).toEqual(why)
    const changes = [{ id: grantors.id, version: 1, permissions }]
    expect(await ask('roles/save-permissions', { changes }, bob)).toEqual(why)
    const { id: userID } = await db
      .selectFrom('users')
      .where('userName', '=', 'bob')
      .select('id')
      .executeTakeFirstOrThrow()
    expect(await ask('roles/assign', { userID, remove: [grantors.id] }, bob)).toEqual(why)
    expect((await ask('roles/get', { id: grantors.id }, bob)).body).toMatchObject({ version: 1 })
  })

  test('A071 a built-in role is changed and put back to how it came, and can’t be deleted', async () => {
    const { db } = server.server
    await makeFirstRoles(db, NOON)
    const id = await builtInRoleID(db, 'TRAINER')
    const bob = await addPerson(server, { userName: 'bob' })
    await giveBuiltInRole(db, bob, 'TRAINER', { at: NOON, by: null })
    const came = await role('get', { id })
    const changed = await role('save', {
      ...came,
      name: 'Coach',
      description: 'Ours',
      permissions: ['CAN_USE_VPN', 'CAN_DELETE_VPN'],
    })
    expect(changed).toMatchObject({ name: 'Coach', isChanged: true, version: 2 })
    expect(await mayOf(bob)).toEqual(['CAN_USE_VPN', 'CAN_DELETE_VPN'])
    expect(await ask('roles/delete', { id, version: 2 })).toEqual(
      refused('A built-in role stays. It can be put back to how it came.'),
    )
    expect(await role('restore-built-in', { id, version: 2 })).toEqual({ ...came, people: 1, version: 3 })
    expect((await mayOf(bob)).length).toBe(new Set(BUILT_IN_ROLES.TRAINER.permissions).size)
    expect((await audits()).at(-1)).toMatchObject({ action: 'ROLE_RESTORED' })
    const own = await make('Own', [])
    expect(await ask('roles/restore-built-in', { id: own.id, version: 1 })).toEqual(
      refused('Only a built-in role can be put back to how it came.'),
    )
    expect(await auditTold(db)).toEqual([
      'ROLE_CHANGED | admin.active-users.roles | role | Coach',
      'ROLE_RESTORED | admin.active-users.roles | role | Trainer',
      'ROLE_ADDED | admin.active-users.roles | role | Own',
    ])
  })

  test('a role that the company changed lists what a newer version would add', async () => {
    const { db } = server.server
    await makeFirstRoles(db, NOON)
    const id = await builtInRoleID(db, 'RECRUIT')
    await db.updateTable('roles').set({ offered: '[93]' }).where('id', '=', id).execute()
    const came = await role('get', { id })
    const saved = await role('save', { ...came, permissions: ['CAN_USE_WEB_APP'] })
    expect(saved.offered).toEqual(['CAN_USE_SPEED_TEST'])
    expect(await role('restore-built-in', { id, version: saved.version })).toMatchObject({ offered: [] })
  })
})

describe('who can do this?', () => {
  const who = async (kind: string, name: string) => {
    const { body } = await ask('permissions/who-can', { kind, name })
    const { people } = body as { people: { displayName: string; ways: object[] }[] }
    return people
  }

  test('A072 lists exactly those whose calls succeed, by role or grant and since when', async () => {
    server.clock.now = NOON + 1000
    const desk = await make('Desk', ['CAN_USE_FAQ'])
    await addTo('bob', desk.id)
    const cat = await addTo('cat', desk.id)
    const dan = await addTo('dan')
    await addTo('eve')
    const gone = await addTo('fay', desk.id)
    await server.server.db.updateTable('users').set({ isActive: 0 }).where('id', '=', gone).execute()
    server.clock.now = NOON + 5000
    await role('save', { ...desk, permissions: ['CAN_USE_FAQ', 'ADMIN_CAN_SEE_USERS'] })
    server.clock.now = NOON + 9000
    const reason = 'Covers for Ann'
    const [name, kind] = ['ADMIN_CAN_SEE_USERS', 'PERMISSION']
    await ask('permissions/grant', { userID: dan, permissions: [name], reason })
    await ask('permissions/refuse', { userID: cat, permissions: [name], reason: 'No' })
    const iso = (after: number) => new Date(NOON + after).toISOString()
    expect(await who(kind, name)).toMatchObject([
      { displayName: 'Ann Ash', ways: [{ permission: name, role: null, since: iso(0) }] },
      { displayName: 'bob', ways: [{ permission: name, role: 'Desk', since: iso(5000) }] },
      { displayName: 'dan', ways: [{ permission: name, role: null, reason, since: iso(9000) }] },
    ])
    // The calls themselves say the same.
    const able: string[] = []
    for (const userName of ['ann', 'bob', 'cat', 'dan', 'eve']) {
      const bearer = await signIn(server, userName)
      if ((await ask('roles/list', {}, bearer)).status === 200) able.push(userName)
    }
    expect(able).toEqual(['ann', 'bob', 'dan'])
    expect((await who('ACTION', 'roles.listRoles')).map(({ displayName }) => displayName)).toEqual([
      'Ann Ash',
      'bob',
      'dan',
    ])
    expect((await who('ACTION', 'roles.saveRole')).map(({ displayName }) => displayName)).toEqual(['Ann Ash'])
    expect(await auditTold(server.server.db)).toEqual([
      'ROLE_ADDED | admin.active-users.roles | role | Desk',
      'ROLES_ASSIGNED | admin.active-users.roles | person | bob',
      'ROLES_ASSIGNED | admin.active-users.roles | person | cat',
      'ROLES_ASSIGNED | admin.active-users.roles | person | fay',
      'ROLE_CHANGED | admin.active-users.roles | role | Desk',
      'PERMISSIONS_GRANTED | admin.active-users | person | dan',
      'PERMISSIONS_REFUSED | admin.active-users | person | cat',
    ])
  })

  test('A072 of a page asks for all that the page and its module ask for', async () => {
    const admin = await make('Admin', ['ADMIN_CAN_SEE_MODULE'])
    const both = await make('Both', ['ADMIN_CAN_SEE_MODULE', 'ADMIN_CAN_SEE_USERS'])
    await addTo('bob', admin.id)
    await addTo('cat', both.id)
    const found = await who('PAGE', 'admin.active-users')
    expect(found).toMatchObject([
      {
        displayName: 'cat',
        ways: [
          { permission: 'ADMIN_CAN_SEE_MODULE', role: 'Both' },
          { permission: 'ADMIN_CAN_SEE_USERS', role: 'Both' },
        ],
      },
    ])
  })

  test('a grant that has ended counts no more, and what there is not is refused', async () => {
    const dan = await addTo('dan')
    const endsAt = new Date(NOON + 1).toISOString()
    await ask('permissions/grant', { userID: dan, permissions: ['CAN_USE_FAQ'], reason: 'x', endsAt })
    expect(await who('PERMISSION', 'CAN_USE_FAQ')).toHaveLength(1)
    server.clock.now = NOON + 1
    expect(await who('PERMISSION', 'CAN_USE_FAQ')).toEqual([])
    for (const kind of ['PERMISSION', 'PAGE', 'ACTION'])
      expect(await ask('permissions/who-can', { kind, name: 'nothing' })).toEqual(
        refused('There is nothing of this name to ask about.'),
      )
    const { body } = await ask('permissions/actions')
    expect(body).toContainEqual({ name: 'roles.deleteRole', summary: 'Deletes a role that nobody has.' })
  })
})
