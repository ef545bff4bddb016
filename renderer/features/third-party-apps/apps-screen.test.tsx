import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  addOAuthClient,
  endOAuthClient,
  type OAuthClient,
  oauthClients,
  rotateOAuthClientSecret,
  switchOAuthClient,
  updateOAuthClient,
} from '#shared/contract/oauth.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { AppsScreen } from './AppsScreen.tsx'

const ROTA: OAuthClient = {
  clientID: 'rota-1',
  name: 'Rota Sync',
  redirectURIs: ['https://rota.example/back'],
  scopes: ['tasks:read'],
  isConfidential: true,
  secretAt: '2026-11-01T09:00:00.000Z',
  isDisabled: false,
  createdAt: '2026-11-01T09:00:00.000Z',
  people: 2,
  lastUsedAt: '2026-11-21T10:05:00.000Z',
  version: 4,
}

async function open(first: OAuthClient[] = [ROTA]) {
  const server = fakeServices()
  let apps = first
  const keep = (next: OAuthClient[]) => {
    apps = next
  }
  server.answer(oauthClients, () => apps)
  renderWith(
    server.services,
    <QueryClientProvider client={createQueryClient()}>
      <AppsScreen />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading the apps' })).toBeNull())
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  const { prompts, notices } = server.services
  /** What is asked before something can't be undone, and the answer to it. */
  const answerPrompt = async (yes: boolean) => {
    await waitFor(() => expect(prompts.store.getState()).toHaveLength(1))
    const [prompt] = prompts.store.getState()
    if (prompt) prompts.answer(prompt.id, yes)
    return prompt?.text
  }
  const told = () => notices.store.getState().map(({ message }) => message)
  return { ...server, keep, sent, answerPrompt, told, user: userEvent.setup() }
}
const button = (name: string) => screen.getByRole('button', { name })
const form = () => within(screen.getByRole('dialog'))

test('an app is registered once every field is right, and its secret is shown this once', async () => {
  const at = await open([])
  expect(screen.getByText('No app is registered yet.')).toBeDefined()
  await at.user.click(button('Register an app'))
  await at.user.click(form().getByRole('button', { name: 'Save' }))
  for (const words of ['Give the app a name', 'Enter at least one address', 'Choose at least one'])
    expect(form().getByText(words)).toBeDefined()
  await at.user.type(form().getByLabelText('Name'), ' Rota Sync ')
  const addresses = form().getByLabelText('Redirect addresses')
  await at.user.type(addresses, 'https://rota.example/back{Enter}http://rota.example/')
  expect(form().getByText(/‘http:\/\/rota\.example\/’ is neither/)).toBeDefined()
  await at.user.type(addresses, '{Backspace>20/}http://localhost:8000/cb')
  await at.user.click(
    form().getByRole('checkbox', { name: 'See the tasks that you may see, with their files' }),
  )
  at.answer(addOAuthClient, () => {
    throw refused(503, 'The server is currently busy')
  })
  await at.user.click(form().getByRole('button', { name: 'Save' }))
  expect(await form().findByText(/The server is currently busy/)).toBeDefined()
  expect(form().getByLabelText('Name')).toHaveProperty('value', ' Rota Sync ')
  at.answer(addOAuthClient, () => {
    at.keep([ROTA])
    return { client: ROTA, secret: 'fws_shown-once' }
  })
  await at.user.click(form().getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('fws_shown-once')).toBeDefined()
  expect(at.sent(addOAuthClient).at(-1)).toEqual({
    name: 'Rota Sync',
    redirectURIs: ['https://rota.example/back', 'http://localhost:8000/cb'],
    scopes: ['tasks:read'],
    isConfidential: true,
  })
  await at.user.click(button('I have kept it'))
  await waitFor(() => expect(screen.queryByText('fws_shown-once')).toBeNull())
  expect(await screen.findByRole('listitem', { name: 'Rota Sync' })).toBeDefined()
})

test('one that can’t keep a secret is registered without', async () => {
  const at = await open([])
  await at.user.click(button('Register an app'))
  await at.user.type(form().getByLabelText('Name'), 'Pocket')
  await at.user.type(form().getByLabelText('Redirect addresses'), 'https://pocket.example/')
  await at.user.selectOptions(form().getByLabelText('Where it runs'), 'public')
  await at.user.click(form().getByRole('checkbox', { name: 'See your checklist' }))
  at.answer(addOAuthClient, () => ({
    client: { ...ROTA, name: 'Pocket', isConfidential: false, secretAt: null },
    secret: null,
  }))
  await at.user.click(form().getByRole('button', { name: 'Save' }))
  await screen.findByRole('dialog', { name: 'What Pocket signs in with' })
  expect(at.sent(addOAuthClient)).toMatchObject([{ isConfidential: false, scopes: ['checklist:read'] }])
  expect(screen.queryByRole('button', { name: 'Copy the secret' })).toBeNull()
})

test('an app is changed with its version; what somebody else changed meanwhile is said, and nothing is lost', async () => {
  const at = await open()
  await at.user.click(button('Change Rota Sync'))
  expect(form().getByLabelText('Redirect addresses')).toHaveProperty('value', 'https://rota.example/back')
  expect(form().queryByLabelText('Where it runs')).toBeNull()
  await at.user.type(form().getByLabelText('Name'), ' 2')
  at.answer(updateOAuthClient, () => {
    throw refused(409, 'Somebody else changed this app meanwhile.')
  })
  await at.user.click(form().getByRole('button', { name: 'Save' }))
  expect(await form().findByText('Somebody else changed this app meanwhile.')).toBeDefined()
  expect(form().getByLabelText('Name')).toHaveProperty('value', 'Rota Sync 2')
  at.answer(updateOAuthClient, () => ({ ...ROTA, name: 'Rota Sync 2' }))
  await at.user.click(form().getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(at.sent(updateOAuthClient).at(-1)).toEqual({
    clientID: 'rota-1',
    version: 4,
    name: 'Rota Sync 2',
    redirectURIs: ['https://rota.example/back'],
    scopes: ['tasks:read'],
  })
  expect(at.told()).toEqual(['Rota Sync 2 is saved.'])
})

test('a new secret, switching off and deleting are asked first; switching on isn’t', async () => {
  const at = await open()
  at.answer(rotateOAuthClientSecret, () => ({ client: ROTA, secret: 'fws_next' }))
  at.answer(switchOAuthClient, ({ isDisabled }: { isDisabled: boolean }) => {
    at.keep([{ ...ROTA, isDisabled }])
    return { ...ROTA, isDisabled }
  })
  at.answer(endOAuthClient, () => {
    at.keep([])
    return { done: true }
  })
  for (const [name, call] of [
    ['New secret for Rota Sync', rotateOAuthClientSecret],
    ['Switch off Rota Sync', switchOAuthClient],
    ['Delete Rota Sync', endOAuthClient],
  ] as const) {
    await at.user.click(button(name))
    await at.answerPrompt(false)
    expect(at.sent(call)).toEqual([])
  }
  await at.user.click(button('New secret for Rota Sync'))
  await at.answerPrompt(true)
  expect(await screen.findByText('fws_next')).toBeDefined()
  await at.user.click(button('I have kept it'))
  await at.user.click(button('Switch off Rota Sync'))
  await at.answerPrompt(true)
  await at.user.click(await screen.findByRole('button', { name: 'Switch on Rota Sync' }))
  await screen.findByRole('button', { name: 'Switch off Rota Sync' })
  expect(at.sent(switchOAuthClient)).toEqual([
    { clientID: 'rota-1', isDisabled: true },
    { clientID: 'rota-1', isDisabled: false },
  ])
  await at.user.click(button('Delete Rota Sync'))
  expect(await at.answerPrompt(true)).toContain('2 people allow it')
  expect(await screen.findByText('No app is registered yet.')).toBeDefined()
})

test('an app is listed with what it may and who uses it; one that fails says why', async () => {
  const at = await open([ROTA, { ...ROTA, clientID: 'c2', name: 'Clock', people: 1, isDisabled: true }])
  const rota = within(screen.getByRole('listitem', { name: 'Rota Sync' }))
  expect(rota.getByText('2 people allow it · last used 21 Nov 2026')).toBeDefined()
  for (const words of ['rota-1', 'https://rota.example/back', 'Made on 1 Nov 2026'])
    expect(rota.getByText(words)).toBeDefined()
  expect(rota.queryByText('Off')).toBeNull()
  const clock = within(screen.getByRole('listitem', { name: 'Clock' }))
  expect(clock.getByText('Off')).toBeDefined()
  at.answer(switchOAuthClient, () => {
    throw refused(400, 'There is no such app. Nothing was allowed.')
  })
  await at.user.click(button('Switch on Clock'))
  await waitFor(() => expect(at.told()).toEqual(['There is no such app. Nothing was allowed.']))
})
