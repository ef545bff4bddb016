import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type ApiKeyInfo, listApiKeys, newApiKey, revokeApiKey } from '#shared/contract/api-keys.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AdaptorsScreen } from './index.ts'

const KEY: ApiKeyInfo = {
  ...{ id: 1, name: 'Rota export', ownerID: 7, ownerName: 'Rota Office', scope: null, createdBy: 'Ann' },
  ...{ permissions: ['ADMIN_CAN_MANAGE_SKILLS'], addresses: ['203.0.113.0/24'], state: 'ACTIVE' },
  ...{ createdAt: '2026-11-20T12:00:00.000Z', expiresAt: '2027-02-01T00:00:00.000Z' },
  ...{ lastUsedAt: '2026-11-21T11:00:00.000Z', lastUsedFrom: '203.0.113.9', revokedAt: null },
}
const SECRET = `fwk_${'k'.repeat(43)}`

function open(keys: ApiKeyInfo[] = [KEY]) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_ADAPTORS', 'ADMIN_CAN_MANAGE_SKILLS']))
  server.answer(listApiKeys, () => ({ apiKeys: keys }))
  renderSignedIn(server.services, <AdaptorsScreen />, '/admin/connection-adaptors?kind=api-keys')
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}

test('A101 a made key is shown once and leaves the page with its dialog', async () => {
  const at = open([])
  expect(await screen.findByText('No API keys yet.')).toBeTruthy()
  await at.user.click(screen.getByRole('button', { name: 'New key' }))
  const dialog = within(await screen.findByRole('dialog'))
  await at.user.click(dialog.getByRole('button', { name: 'Make key' }))
  expect(await dialog.findByText('Say what the key is for.')).toBeTruthy()
  expect(dialog.getByText('Choose what the key may do.')).toBeTruthy()
  expect(at.sent(newApiKey)).toEqual([])
  await at.user.type(dialog.getByLabelText(/^Name/), 'Rota export')
  await at.user.type(dialog.getByLabelText('Filter permissions'), 'manage_skills')
  await at.user.click(dialog.getByRole('checkbox'))
  await at.user.type(dialog.getByLabelText(/^Allowed addresses/), '203.0.113.0/24')
  at.answer(newApiKey, () => ({ key: SECRET, apiKey: KEY }))
  await at.user.click(dialog.getByRole('button', { name: 'Make key' }))
  expect(await screen.findByText(SECRET)).toBeTruthy()
  expect(at.sent(newApiKey)).toMatchObject([
    {
      ...{ name: 'Rota export', scope: null, permissions: ['ADMIN_CAN_MANAGE_SKILLS'] },
      addresses: ['203.0.113.0/24'],
    },
  ])
  await at.user.click(screen.getByRole('button', { name: 'I have kept it' }))
  await waitFor(() => expect(screen.queryByText(SECRET)).toBeNull())
})

test('A101 the list says whose a key is, what it may, its last use and its end; revoking asks first', async () => {
  const at = open([
    KEY,
    { ...KEY, id: 2, name: 'Old', state: 'REVOKED', revokedAt: '2026-11-22T12:00:00.000Z' },
    { ...KEY, id: 3, name: 'Over', state: 'EXPIRED' },
    { ...KEY, id: 4, name: 'Left', state: 'OWNER_INACTIVE' },
  ])
  for (const [name, state] of [
    ['Rota export', 'Active'],
    ['Old', 'Revoked'],
    ['Over', 'Expired'],
    ['Left', 'Owner is not active'],
  ] as const)
    expect(within(await screen.findByRole('listitem', { name })).getByText(state)).toBeTruthy()
  const row = await screen.findByRole('listitem', { name: 'Rota export' })
  expect(row.textContent).toContain('For Rota Office, made by Ann on 20 November 2026.')
  expect(row.textContent).toContain('Good until 1 February 2027.')
  expect(row.textContent).toContain('1 permission · Last used 21 Nov, 11:00 from 203.0.113.9.')
  expect(row.textContent).toContain('Only from 203.0.113.0/24.')
  expect(screen.queryByRole('button', { name: 'Revoke Old' })).toBeNull()
  const ask = vi.spyOn(at.services.prompts, 'ask').mockResolvedValueOnce(false)
  await at.user.click(screen.getByRole('button', { name: 'Revoke Rota export' }))
  expect(at.sent(revokeApiKey)).toEqual([])
  ask.mockResolvedValueOnce(true)
  at.answer(revokeApiKey, () => ({ done: true }))
  await at.user.click(screen.getByRole('button', { name: 'Revoke Rota export' }))
  await waitFor(() => expect(at.sent(revokeApiKey)).toEqual([{ id: 1 }]))
})

test('a key that was begun asks before Escape loses it', async () => {
  const at = open([])
  await at.user.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = within(await screen.findByRole('dialog'))
  await at.user.type(dialog.getByLabelText(/^Name/), 'Rota export')
  await at.user.keyboard('{Escape}')
  await waitFor(() =>
    expect(at.services.prompts.store.getState().map(({ title }) => title)).toEqual(['Discard your changes?']),
  )
  expect((dialog.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('Rota export')
})
