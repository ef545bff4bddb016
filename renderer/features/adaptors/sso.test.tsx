import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { listAdaptors, saveAdaptor, ssoChoices } from '#shared/contract/adaptors.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AdaptorsScreen } from './index.ts'

function open() {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_ADAPTORS']))
  server.answer(listAdaptors, () => ({ adaptors: [] }))
  server.answer(ssoChoices, () => ({
    roles: [{ id: 7, name: 'Interviewer' }],
    callback: 'https://work.example/api/auth/sso/callback',
    logout: 'https://work.example/api/auth/sso/back-channel-logout',
  }))
  renderSignedIn(server.services, <AdaptorsScreen />, '/admin/connection-adaptors?kind=single-sign-on')
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}

test('A102 A105 A106 a provider is entered with its tenants, roles by group and roles that sign in there alone', async () => {
  const at = open()
  expect(await screen.findByText('https://work.example/api/auth/sso/callback')).toBeTruthy()
  expect(await screen.findByText('Nobody signs in at a provider yet.')).toBeTruthy()
  await at.user.click(screen.getByRole('button', { name: 'New provider' }))
  const dialog = within(await screen.findByRole('dialog'))
  const type = (name: RegExp, text: string) => at.user.type(dialog.getByLabelText(name), text)
  await type(/^Issuer/, 'https://login.microsoftonline.com/common/v2.0')
  await at.user.click(dialog.getByRole('button', { name: 'Save' }))
  for (const fault of [
    'Say what people know it by.',
    'Type the id that the provider gave.',
    'An issuer of many tenants needs the list of those that may sign in.',
  ])
    expect(await dialog.findByText(fault)).toBeTruthy()
  await type(/^Name on the button/, 'Northgate ID')
  expect(dialog.getByText('Sign in with Northgate ID')).toBeTruthy()
  await type(/^Client id/, 'client-1')
  await type(/^Client secret/, 'kept-by-the-server')
  await type(/^Tenants/, 'tenant-1')
  await at.user.click(dialog.getByRole('button', { name: 'Add a group' }))
  const remove = (name: string) => dialog.getByRole('button', { name: `Remove ${name}` })
  expect(remove('the group')).toBeTruthy()
  await type(/^Group or app role/, 'g-1')
  await at.user.click(dialog.getByRole('button', { name: 'Add a group' }))
  expect(remove('g-1')).toBeTruthy()
  await at.user.click(remove('the group'))
  await at.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Each group needs its id and a role.')).toBeTruthy()
  await at.user.selectOptions(dialog.getByLabelText('Role'), 'Interviewer')
  await at.user.click(dialog.getByRole('checkbox', { name: 'Interviewer' }))
  at.answer(saveAdaptor, () => {
    throw refused(400, 'At least one active person must be able to grant permissions.')
  })
  await at.user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(
    await dialog.findByText('At least one active person must be able to grant permissions.'),
  ).toBeTruthy()
  await waitFor(() => expect(at.sent(saveAdaptor)).toHaveLength(1))
  expect(at.sent(saveAdaptor)[0]).toMatchObject({
    ...{ kind: 'SINGLE_SIGN_ON', name: 'Northgate ID', isEnabled: true },
    secrets: { clientSecret: 'kept-by-the-server' },
    settings: {
      ...{ issuer: 'https://login.microsoftonline.com/common/v2.0', clientID: 'client-1' },
      ...{ tenants: ['tenant-1'], roles: [{ group: 'g-1', roleID: 7, userType: null }], onlyRoleIDs: [7] },
    },
  })
})
