import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  askedActions,
  grantPermissions,
  type PersonAccess,
  personPermissions,
  refusePermissions,
  revokePermissions,
  whoCan,
} from '#shared/contract/permissions.ts'
import {
  assignRoles,
  deleteRole,
  getRole,
  listRoles,
  type Role,
  restoreBuiltInRole,
  roleImpact,
  roleMatrix,
  saveRole,
  saveRolePermissions,
} from '#shared/contract/roles.ts'
import { getViews } from '#shared/contract/views.ts'
import { PERMISSIONS, type PermissionName } from '#shared/domain/permissions.ts'
import { createUiLabels } from '../../services/page/ui-labels.ts'
import { UiLabelsProvider } from '../../services/page/ui-labels-context.tsx'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { manualTimers } from '../../testing/manual-timers.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AccessScreen } from './index.ts'
import { PERMISSION_GROUPS } from './permission-words.ts'

const GRANTOR: PermissionName[] = ['ADMIN_CAN_SEE_USERS', 'ADMIN_CAN_EDIT_SETTINGS']

const role = (id: number, name: string, permissions: PermissionName[], more: Partial<Role> = {}): Role => ({
  ...{ id, version: 2, name, description: '', people: 3, permissionCount: permissions.length },
  ...{
    isBuiltIn: false,
    isProtected: false,
    isChanged: false,
    permissions,
    defaultUserTypes: [],
    offered: [],
  },
  ...more,
})
const DESK = role(1, 'Desk', ['CAN_USE_FAQ', 'CAN_USE_TODO'])
const ADMIN = role(2, 'Administrator', [...GRANTOR, 'CAN_USE_FAQ'], { isBuiltIn: true, isProtected: true })
const ROLES = [ADMIN, DESK]

const SINCE = '2026-05-04T12:00:00.000Z'
const ACCESS: PersonAccess = {
  ...{ userID: 7, userName: 'bob', displayName: 'Bob Birch', unknownNumbers: [] },
  permissions: ['CAN_USE_FAQ', 'CAN_USE_VPN'],
  roles: [
    { id: 1, name: 'Desk', since: SINCE, source: 'HAND' },
    { id: 9, name: 'From afar', since: SINCE, source: 'DIRECTORY' },
  ],
  ways: [
    { name: 'CAN_USE_FAQ', isHeld: true, roles: ['Desk', 'From afar'], personal: null },
    {
      name: 'CAN_USE_VPN',
      isHeld: true,
      roles: [],
      personal: {
        isRefusal: false,
        reason: 'On call',
        endsAt: '2026-05-31T23:00:00.000Z',
        since: SINCE,
        by: 'Ann',
      },
    },
    {
      name: 'CAN_USE_TODO',
      isHeld: false,
      roles: ['Desk'],
      personal: { isRefusal: true, reason: 'Asked not to', endsAt: null, since: SINCE, by: 'Ann' },
    },
  ],
}

function open(path = '/admin/active-users', held: readonly PermissionName[] = GRANTOR) {
  const timers = manualTimers()
  const server = fakeServices({ timers })
  server.services.session.signIn(testToken([...held]))
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listRoles, () => ({
    rows: ROLES.map(({ permissions: _permissions, ...row }) => row),
    total: ROLES.length,
    isMore: false,
    columns: ['name', 'description', 'people', 'permissionCount', 'isBuiltIn'],
    asOf: SINCE,
  }))
  server.answer(roleMatrix, () => ROLES)
  server.answer(getRole, ({ id }) => ROLES.find((one) => one.id === id) ?? DESK)
  server.answer(askedActions, () => [{ name: 'roles.deleteRole', summary: 'Deletes a role.' }])
  server.answer(personPermissions, () => ACCESS)
  const view = renderSignedIn(
    server.services,
    <UiLabelsProvider value={createUiLabels(server.services)}>
      <AccessScreen />
    </UiLabelsProvider>,
    path,
  )
  const sent = ({ path: asked }: { path: string }) =>
    server.made.filter((call) => call.path === asked).map(({ request }) => request)
  return { ...server, ...view, timers, sent, user: userEvent.setup() }
}
const cell = (name: string) => screen.findByRole('checkbox', { name })

test('every permission has words, once', () => {
  const names = Object.values(PERMISSION_GROUPS).flatMap((group) => Object.keys(group))
  expect([...names].sort()).toEqual(Object.keys(PERMISSIONS).sort())
  const words = Object.values(PERMISSION_GROUPS).flatMap((group) => Object.values(group))
  expect(words.filter((one, place) => words.indexOf(one) !== place)).toEqual([])
})

test('A069 cells that aren’t saved are marked, and saving says first who gains and who loses what', async () => {
  const at = open('/admin/active-users?tab=matrix')
  const change = { permissions: ['CAN_USE_TODO', 'CAN_USE_VAULT'], id: 1, version: 2 }
  at.answer(roleImpact, () => ({
    gain: 37,
    lose: 2,
    permissions: [
      { name: 'CAN_USE_VAULT' as const, gain: 37, lose: 0 },
      { name: 'CAN_USE_FAQ' as const, gain: 0, lose: 2 },
    ],
  }))
  at.answer(saveRolePermissions, () => [
    ADMIN,
    { ...DESK, version: 3, permissions: change.permissions as PermissionName[] },
  ])
  await at.user.click(await cell('Desk: Use the vault'))
  await at.user.click(await cell('Desk: Read the FAQ'))
  await at.user.click(await cell('Administrator: Use the vault'))
  await at.user.click(await cell('Administrator: Use the vault, not saved'))
  expect(screen.getByText('2 changes not saved')).toBeTruthy()
  const marked = screen.getAllByRole('checkbox', { name: /not saved$/ }) as HTMLInputElement[]
  expect(marked.map((one) => [one.getAttribute('aria-label'), one.checked])).toEqual([
    ['Desk: Read the FAQ, not saved', false],
    ['Desk: Use the vault, not saved', true],
  ])
  await at.user.click(screen.getByRole('button', { name: 'Save…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save what roles may do' })
  expect(await within(dialog).findByText('2 permissions, 37 people gain, 2 lose')).toBeTruthy()
  expect(within(dialog).getByRole('row', { name: 'Use the vault 37 0' })).toBeTruthy()
  expect(at.sent(saveRolePermissions)).toEqual([])
  await at.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(at.sent(saveRolePermissions)).toEqual([{ changes: [change] }]))
  expect(at.sent(roleImpact)).toEqual([{ changes: [change] }])
  await waitFor(() => expect(screen.queryByText(/not saved$/)).toBeNull())
  expect(((await cell('Desk: Use the vault')) as HTMLInputElement).checked).toBe(true)
})

test('A069 a refused save says why and keeps what was changed; Discard forgets it', async () => {
  const at = open('/admin/active-users?tab=matrix')
  at.answer(roleImpact, () => ({
    gain: 1,
    lose: 0,
    permissions: [{ name: 'CAN_USE_VAULT' as const, gain: 1, lose: 0 }],
  }))
  at.answer(saveRolePermissions, () => {
    throw refused(409, 'Changed by Bob at 14:05. Your changes are kept below.')
  })
  await at.user.click(await cell('Desk: Use the vault'))
  await at.user.click(screen.getByRole('button', { name: 'Save…' }))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText('1 permission, 1 person gains, 0 lose')
  await at.user.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText(/Changed by Bob/)).toBeTruthy()
  await at.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(screen.getByText('1 change not saved')).toBeTruthy()
  // A look at another tab loses nothing.
  await at.user.click(screen.getByRole('link', { name: 'Who can do this?' }))
  await at.user.click(screen.getByRole('link', { name: 'Permissions' }))
  await at.user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(((await cell('Desk: Use the vault')) as HTMLInputElement).checked).toBe(false)
})

test('the table is narrowed by text, by group, and to what differs between two roles', async () => {
  const at = open('/admin/active-users?tab=matrix')
  await cell('Desk: Read the FAQ')
  const shown = () =>
    screen.queryAllByRole('checkbox', { name: /^Desk: / }).map((one) => one.getAttribute('aria-label'))
  await at.user.type(screen.getByRole('searchbox', { name: 'Search permissions' }), 'VAULT')
  act(() => at.timers.pass(300))
  expect(shown()).toEqual(['Desk: Use the vault'])
  await at.user.selectOptions(screen.getByRole('combobox', { name: 'Group' }), 'HR')
  expect(await screen.findByText('No permission matches.')).toBeTruthy()
  await at.user.click(screen.getByRole('button', { name: 'Clear all' }))
  await at.user.selectOptions(screen.getByRole('combobox', { name: 'Differs between 1' }), '1')
  await at.user.selectOptions(screen.getByRole('combobox', { name: 'Differs between 2' }), '2')
  expect(shown()).toEqual([
    'Desk: See people, roles and what they may do',
    'Desk: Change settings',
    'Desk: Use the to-do list',
  ])
})

test('A070 what Administrator keeps can’t be taken out, and who may not change roles only sees them', async () => {
  const at = open('/admin/active-users?tab=matrix')
  const off = async (name: string) => ((await cell(name)) as HTMLInputElement).disabled
  expect(await off('Administrator: Change settings')).toBe(true)
  expect(await off('Administrator: Read the FAQ')).toBe(false)
  expect(await off('Desk: Change settings')).toBe(false)
  at.unmount()
  open('/admin/active-users?tab=matrix', ['ADMIN_CAN_SEE_USERS'])
  expect(await off('Desk: Change settings')).toBe(true)
})

test('pairs that should be apart are told before they are saved, and refused by nobody', async () => {
  const at = open('/admin/active-users?tab=matrix')
  at.answer(roleImpact, () => ({ gain: 0, lose: 0, permissions: [] }))
  await at.user.click(await cell('Administrator: Send e-mail to many people'))
  await at.user.click(screen.getByRole('button', { name: 'Save…' }))
  const dialog = await screen.findByRole('dialog')
  expect(
    await within(dialog).findByText(
      /Administrator: Should be apart: whoever has this role grants permissions and sends/,
    ),
  ).toBeTruthy()
  expect(await within(dialog).findByText('Nobody gains or loses anything.')).toBeTruthy()
})

test('A071 A075 a role is copied, put back to how it came, and deleted, or it is told why not', async () => {
  const at = open('/admin/active-users?tab=roles&open=1')
  at.answer(saveRole, () => ({ ...DESK, id: 8, name: 'Copy of Desk' }))
  at.answer(deleteRole, () => {
    throw refused(400, '3 people have this role.')
  })
  const more = async (name: string) => {
    await at.user.click(await screen.findByRole('button', { name: 'More' }))
    await at.user.click(await screen.findByRole('menuitem', { name }))
  }
  await more('Copy')
  await waitFor(() =>
    expect(at.sent(saveRole)).toEqual([{ name: 'Copy of Desk', description: '', copyOf: 1 }]),
  )
  expect(screen.queryByRole('menuitem', { name: 'Put back' })).toBeNull()
  await more('Delete')
  const question = () => at.services.prompts.store.getState()[0]
  await waitFor(() => expect(question()?.title).toBe('Delete the role ‘Desk’?'))
  act(() => at.services.prompts.answer(question()?.id ?? 0, true))
  await waitFor(() => expect(at.sent(deleteRole)).toEqual([{ id: 1, version: 2 }]))
  await waitFor(() =>
    expect(JSON.stringify(at.services.notices.store.getState())).toContain('3 people have this role.'),
  )
  at.unmount()

  const other = open('/admin/active-users?tab=roles&open=2')
  other.answer(getRole, () => ({ ...ADMIN, isChanged: true }))
  other.answer(restoreBuiltInRole, () => ({ ...ADMIN, version: 3 }))
  await other.user.click(await screen.findByRole('button', { name: 'More' }))
  expect(screen.queryByRole('menuitem', { name: 'Delete' })).toBeNull()
  await other.user.click(await screen.findByRole('menuitem', { name: 'Put back' }))
  const asked = () => other.services.prompts.store.getState()[0]
  await waitFor(() => expect(asked()?.text).toBe('What 3 people may do changes at once.'))
  act(() => other.services.prompts.answer(asked()?.id ?? 0, true))
  await waitFor(() => expect(other.sent(restoreBuiltInRole)).toEqual([{ id: 2, version: 2 }]))
})

test('a role says whose new people begin with it, and its form changes that', async () => {
  const at = open('/admin/active-users?tab=roles&open=1')
  const typed = role(1, 'Desk', ['CAN_USE_FAQ'], { defaultUserTypes: ['HR', 'FINANCE'] })
  at.answer(getRole, () => typed)
  at.answer(saveRole, () => ({ ...typed, version: 3, defaultUserTypes: ['FINANCE', 'SUPPORT'] }))
  const form = within(await screen.findByRole('form', { name: 'Desk' }))
  const field = await form.findByRole('combobox', { name: 'Default user types' })
  expect(form.getByText('Somebody new of such a user type begins with this role.')).toBeTruthy()
  await at.user.type(field, '{Backspace}{Backspace}')
  await at.user.click(await screen.findByRole('option', { name: 'Support' }))
  await at.user.click(screen.getByRole('option', { name: 'Finance' }))
  await at.user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(at.sent(saveRole)).toEqual([
      { id: 1, version: 2, name: 'Desk', description: '', defaultUserTypes: ['FINANCE', 'SUPPORT'] },
    ]),
  )
  expect(await form.findByText('Support')).toBeTruthy()
})

test('the menu is shown as a role or a person would see it, by the side bar’s own rule, and nothing opens from it', async () => {
  const at = open('/admin/active-users?tab=roles&open=1')
  const seen = async () => {
    await at.user.click(await screen.findByRole('button', { name: 'Preview the menu' }))
    const menu = await screen.findByRole('list', { name: 'The menu as they see it' })
    return { menu, lines: within(menu).getAllByRole('listitem') }
  }
  at.answer(getRole, () =>
    role(1, 'Desk', ['SUPPORT_CAN_SEE_MODULE', 'SUPPORT_CAN_SEE_SYSTEM_FLAGS', 'GENERAL_CAN_USE_TEAM_CHAT']),
  )
  const { menu, lines } = await seen()
  const modules = lines.filter((line) => line.parentElement === menu)
  expect(modules.map((line) => line.textContent)).toEqual(['Connect plusChat', 'SupportHomeSystem flags'])
  expect(within(menu).queryByRole('link')).toBeNull()
  await at.user.click(screen.getByRole('button', { name: 'Hide the menu' }))
  expect(screen.queryByRole('list', { name: 'The menu as they see it' })).toBeNull()
})

test('the menu of a person is that of all that they may do, or none', async () => {
  const at = open('/admin/active-users?tab=person&person=7')
  const permissions: PermissionName[] = ['IAGENCY_CAN_SEE_MODULE', 'SUPPORT_CAN_SEE_MODULE']
  at.answer(personPermissions, () => ({ ...ACCESS, permissions }))
  await at.user.click(await screen.findByRole('button', { name: 'Preview the menu' }))
  // An agency's bar has its own modules, whatever else somebody may do.
  const menu = await screen.findByRole('list', { name: 'The menu as they see it' })
  const modules = within(menu)
    .getAllByRole('listitem')
    .filter((line) => line.parentElement === menu)
  expect(modules.map(({ firstChild }) => firstChild?.textContent)).toEqual(['Agency'])
  cleanup()
  const recruit = open('/admin/active-users?tab=person&person=7')
  const test: PermissionName[] = ['IRECRUITMENT_CAN_TAKE_COMPATIBILITY_TEST']
  recruit.answer(personPermissions, () => ({ ...ACCESS, permissions: test }))
  await recruit.user.click(await screen.findByRole('button', { name: 'Preview the menu' }))
  expect(await screen.findByText('They have no menu.')).toBeTruthy()
})

test('who only sees people sees roles without ways to change them', async () => {
  open('/admin/active-users?tab=roles&open=1', ['ADMIN_CAN_SEE_USERS'])
  expect(await screen.findByText('What it may do: 2 permissions')).toBeTruthy()
  expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).readOnly).toBe(true)
  for (const name of ['More', 'Save', 'New role']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('A072 who can do something: a permission, a page or an action is chosen, and it says by what and since when', async () => {
  const at = open('/admin/active-users?tab=who')
  at.answer(whoCan, ({ kind }) => ({
    permissions: ['CAN_USE_VAULT'],
    people:
      kind === 'ACTION'
        ? []
        : [
            {
              ...{ userID: 7, displayName: 'Bob Birch', userName: 'bob' },
              ways: [
                { permission: 'CAN_USE_VAULT', role: 'Desk', reason: '', since: SINCE },
                { permission: 'CAN_USE_VAULT', role: null, reason: 'On call', since: SINCE },
              ],
            },
            { userID: 8, displayName: 'Cat Cole', userName: 'cat', ways: [] },
          ],
  }))
  const name = 'A permission, a page or an action'
  await waitFor(() => expect(at.sent(askedActions)).toHaveLength(1))
  const choose = async (typed: string, option: string) => {
    const clear = screen.queryByRole('button', { name: /^Remove / })
    if (clear) await at.user.click(clear)
    await at.user.type(await screen.findByRole('textbox', { name }), typed)
    act(() => at.timers.pass(300))
    await at.user.click(await screen.findByRole('option', { name: new RegExp(option) }))
  }
  await choose('vault', 'Use the vault')
  const list = await screen.findByRole('list', { name: 'Who can do this?' })
  expect(screen.getByText('2 people can do this')).toBeTruthy()
  expect(list.textContent).toMatch(
    /Bob Birch.*bob.*Desk since 4 May 2026.*grant of their own: On call since 4 May 2026/,
  )
  await choose('active users', 'Admin › Active users')
  await choose('deletes a role', 'roles.deleteRole')
  expect(await screen.findByText('Nobody can do this.')).toBeTruthy()
  expect(at.sent(whoCan)).toEqual([
    { kind: 'PERMISSION', name: 'CAN_USE_VAULT' },
    { kind: 'PAGE', name: 'admin.active-users' },
    { kind: 'ACTION', name: 'roles.deleteRole' },
  ])
})

test('A073 A074 a person’s permission says by which roles, grant or refusal it is held or not, and until when', async () => {
  const at = open('/admin/active-users?tab=person&person=7')
  const item = async (words: string) => (await screen.findByText(words)).closest('li')
  expect((await item('Read the FAQ'))?.textContent).toContain('YesRead the FAQDesk, From afar')
  expect((await item('Use the VPN'))?.textContent).toMatch(
    /Yes.*granted: On call · by Ann · until 1 Jun 2026/,
  )
  expect(screen.queryByText('Use the to-do list')).toBeNull()
  await at.user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'own')
  expect((await item('Use the to-do list'))?.textContent).toMatch(/No.*Desk · refused: Asked not to · by Ann/)
  await at.user.selectOptions(screen.getByRole('combobox', { name: 'Show' }), 'all')
  expect((await item('Use the vault'))?.textContent).toMatch(/^NoUse the vault/)
})

test('A073 A074 a grant needs a reason and may have a last day; a refusal and a decision are taken back', async () => {
  const at = open('/admin/active-users?tab=person&person=7')
  for (const call of [grantPermissions, refusePermissions, revokePermissions]) at.answer(call, () => ACCESS)
  await at.user.selectOptions(await screen.findByRole('combobox', { name: 'Show' }), 'all')
  const button = (words: string, name: string) =>
    within(screen.getByText(words).closest('li') as HTMLElement).getByRole('button', { name })
  await at.user.click(button('Use the vault', 'Grant'))
  const dialog = await screen.findByRole('dialog', { name: 'Grant ‘Use the vault’ to Bob Birch' })
  const save = within(dialog).getByRole('button', { name: 'Grant' }) as HTMLButtonElement
  expect(save.disabled).toBe(true)
  await at.user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'On call')
  const day = within(dialog).getByLabelText(/Ends on/)
  await at.user.type(day, '2026-05-31')
  await at.user.click(save)
  await waitFor(() =>
    expect(at.sent(grantPermissions)).toEqual([
      { userID: 7, permissions: ['CAN_USE_VAULT'], reason: 'On call', endsAt: '2026-05-31T23:00:00.000Z' },
    ]),
  )
  await at.user.click(button('Read the FAQ', 'Refuse'))
  const other = await screen.findByRole('dialog', { name: 'Refuse ‘Read the FAQ’ to Bob Birch' })
  await at.user.type(within(other).getByRole('textbox', { name: /Reason/ }), 'x')
  await at.user.click(within(other).getByRole('button', { name: 'Refuse' }))
  await waitFor(() =>
    expect(at.sent(refusePermissions)).toEqual([
      { userID: 7, permissions: ['CAN_USE_FAQ'], reason: 'x', endsAt: null },
    ]),
  )
  // What it comes to shows at once.
  expect(screen.getByText('Use the VPN').closest('li')?.textContent).toMatch(/^Yes/)
  const without = ACCESS.ways.filter(({ name }) => name !== 'CAN_USE_VPN')
  at.answer(revokePermissions, () => ({ ...ACCESS, permissions: ['CAN_USE_FAQ'], ways: without }))
  await at.user.click(button('Use the VPN', 'Take back'))
  await waitFor(() =>
    expect(at.sent(revokePermissions)).toEqual([{ userID: 7, permissions: ['CAN_USE_VPN'] }]),
  )
  await waitFor(() => expect(screen.getByText('Use the VPN').closest('li')?.textContent).toMatch(/^No/))
})

test('a person is given roles and loses them, one that follows the directory stays, and a refusal is told', async () => {
  const at = open('/admin/active-users?tab=person&person=7')
  let count = 0
  at.answer(assignRoles, () => {
    if (++count === 2) throw refused(400, 'Everybody has at least one role.')
    return ACCESS
  })
  const add = await screen.findByRole('combobox', { name: 'Add a role' })
  await within(add).findByRole('option', { name: 'Administrator' })
  expect(within(add).queryByRole('option', { name: 'Desk' })).toBeNull()
  await at.user.selectOptions(add, '2')
  await at.user.click(screen.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(at.sent(assignRoles)).toEqual([{ userID: 7, add: [2] }]))
  expect(screen.queryByRole('button', { name: 'Take the role From afar away' })).toBeNull()
  await at.user.click(screen.getByRole('button', { name: 'Take the role Desk away' }))
  expect(await screen.findByText('Everybody has at least one role.')).toBeTruthy()
  expect(at.sent(assignRoles)[1]).toEqual({ userID: 7, remove: [1] })
})
