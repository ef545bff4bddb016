import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  credentialRoles,
  listCredentials,
  removeCredential,
  saveCredential,
  type ToolCredential,
} from '#shared/contract/credentials.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { PersonCredentials, RoleCredentials } from './index.ts'

const OWN: ToolCredential = {
  ...{ id: 1000, version: 3, holder: { kind: 'PERSON', id: 7, name: 'Ann Ash' }, tool: 'VPN' },
  ...{ userName: 'ann.vpn', hasPassword: true, address: 'vpn.example', isAutoConnect: true },
  ...{ forceReload: false, expires: '2026-12-01', isExpired: false, isUsed: true },
  ...{ updatedAt: '2026-05-04T12:00:00.000Z', updatedBy: 'Kim' },
}
const ROLES: ToolCredential = {
  ...OWN,
  ...{ id: 1000, holder: { kind: 'ROLE', id: 2, name: 'Callers' }, isUsed: false, userName: 'shared' },
}

function open(
  permissions: PermissionName[] = ['ADMIN_CAN_MANAGE_CREDENTIALS', 'CAN_DELETE_VPN'],
  credentials: ToolCredential[] = [OWN, ROLES],
  isOfRoles = false,
) {
  const server = fakeServices()
  server.services.session.signIn(testToken(permissions))
  server.answer(listCredentials, () => ({
    credentials,
    expiring: isOfRoles
      ? [{ id: 1000, userID: 7, name: 'Ann Ash', tool: 'VPN' as const, expires: '2026-12-01' }]
      : [],
  }))
  server.answer(credentialRoles, () => ({ roles: [{ id: 2, name: 'Callers', people: 2 }] }))
  server.answer(saveCredential, () => OWN)
  server.answer(removeCredential, () => ({ done: true as const }))
  renderSignedIn(
    server.services,
    isOfRoles ? (
      <RoleCredentials />
    ) : (
      <PersonCredentials record={{ id: 7, version: 1, displayName: 'Ann Ash', status: 'ACTIVE' }} />
    ),
    '/admin/active-users',
  )
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}

test('A110 a person’s tab says which are their own, which their roles’, and which are used', async () => {
  open()
  const own = within(await screen.findByRole('list', { name: 'Their own' }))
  expect(own.getByRole('listitem').textContent).toMatch(
    /VPN.*Used.*ann\.vpn · vpn\.example.*connects by itself · good until 1 Dec 2026 · Changed by Kim, 4 May 2026/,
  )
  const roles = within(screen.getByRole('list', { name: 'By their roles' }))
  expect(roles.getByRole('listitem').textContent).toMatch(/Callers · VPN.*Not used: an own one wins/)
  // Those of roles are changed where roles' are: a way there is for who may.
  expect(roles.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})

test('A110 who may change roles’ credentials finds the way there', async () => {
  open(['ADMIN_CAN_MANAGE_CREDENTIALS', 'ADMIN_CAN_MANAGE_ADAPTORS'])
  const link = await screen.findByRole('link')
  expect(link.getAttribute('href')).toBe('/admin/connection-adaptors?kind=credentials')
})

test('A110 an entry is added with its password, which is asked for; what was wrong is said beside the field', async () => {
  const { user, sent, answer } = open(undefined, [])
  expect(await screen.findByText('They have none of their own.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Add' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add tool credentials for Ann Ash' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Tool' }), 'Dialler')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  for (const words of ['Enter the user name.', 'Enter the password.', 'Enter the address of the dialler.'])
    expect(dialog.getByText(words)).toBeTruthy()
  expect(sent(saveCredential)).toEqual([])
  // Who signs in by the address needs none.
  await user.type(dialog.getByRole('textbox', { name: 'User name' }), 'TOKEN_LOGIN')
  expect(dialog.queryByText('Enter the password.')).toBeNull()
  await user.clear(dialog.getByRole('textbox', { name: 'User name' }))
  await user.type(dialog.getByRole('textbox', { name: 'User name' }), 'ann')
  await user.type(dialog.getByLabelText('Password'), 'planted')
  await user.type(dialog.getByRole('textbox', { name: 'Address' }), 'https://dialler.example')
  answer(saveCredential, () => {
    throw refused(409, 'Ann Ash has credentials for Dialler already.')
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Ann Ash has credentials for Dialler already.')).toBeTruthy()
  answer(saveCredential, () => OWN)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(saveCredential).at(-1)).toEqual({
    ...{
      userID: 7,
      tool: 'DIALLER',
      userName: 'ann',
      password: 'planted',
      address: 'https://dialler.example',
    },
    ...{ isAutoConnect: false, forceReload: false, expires: null },
  })
})

test('A110 a change keeps the password unless another is typed, and asks for it for another address', async () => {
  const { user, sent } = open()
  await user.click(await screen.findByRole('button', { name: 'Change VPN: ann.vpn' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'VPN of Ann Ash' }))
  expect((dialog.getByLabelText('Password') as HTMLInputElement).value).toBe('')
  expect(dialog.getByText('Leave it empty to keep it.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Address' }), '2')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Type it again: it is kept for another address.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Address' }), '{Backspace}')
  await user.click(dialog.getByRole('checkbox', { name: 'Connect by itself' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(saveCredential)).toHaveLength(1))
  const [request] = sent(saveCredential)
  expect(request).toMatchObject({ userID: 7, id: 1000, version: 3, isAutoConnect: false })
  expect(request).not.toHaveProperty('password')
})

test('A110 a VPN entry is removed by who may remove those, after asking', async () => {
  const { user, sent, services } = open(['CAN_DELETE_VPN'], [OWN])
  const own = within(await screen.findByRole('list', { name: 'Their own' }))
  expect(screen.queryByRole('button', { name: /Change|Add/ })).toBeNull()
  const ask = vi.spyOn(services.prompts, 'ask').mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  await user.click(own.getByRole('button', { name: 'Remove VPN: ann.vpn' }))
  expect(sent(removeCredential)).toEqual([])
  await user.click(own.getByRole('button', { name: 'Remove VPN: ann.vpn' }))
  expect(ask.mock.calls[0]?.[0].title).toBe('Remove VPN of Ann Ash?')
  expect(sent(removeCredential)).toEqual([{ userID: 7, id: 1000, version: 3 }])
})

test('A110 who may not remove VPN entries isn’t offered it', async () => {
  open(['ADMIN_CAN_MANAGE_CREDENTIALS'], [OWN, { ...OWN, id: 2000, tool: 'DIALLER', userName: 'ann.d' }])
  const own = within(await screen.findByRole('list', { name: 'Their own' }))
  expect(own.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Change VPN: ann.vpn',
    'Change Dialler: ann.d',
    'Remove Dialler: ann.d',
  ])
})

test('A110 a role is given credentials, and whose own end within 7 days is listed', async () => {
  const { user, sent } = open(undefined, [{ ...ROLES, isExpired: true }], true)
  const roles = within(await screen.findByRole('list', { name: 'Tool credentials by role' }))
  expect(roles.getByRole('listitem').textContent).toMatch(/Callers · VPN.*Expired/)
  const ending = within(screen.getByRole('list', { name: 'Ends within 7 days' }))
  expect(ending.getByRole('link', { name: 'VPN of Ann Ash' }).getAttribute('href')).toContain('open=7')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add tool credentials for a role' }))
  await user.type(dialog.getByRole('textbox', { name: 'User name' }), 'shared')
  await user.type(dialog.getByLabelText('Password'), 'planted')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByText('Choose a role.')).toBeTruthy()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Role' }), 'Callers (2 people)')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent(saveCredential)).toMatchObject([{ roleID: 2, tool: 'VPN', password: 'planted' }]),
  )
})
