import { QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import {
  type AccessGrant,
  type AskedConsent,
  askConsent,
  giveConsent,
  myAccessGrants,
  revokeAccessGrant,
} from '#shared/contract/oauth.ts'
import { requestExternalAccounts } from '#shared/contract/settings.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { Consent } from './Consent.tsx'
import { ThirdPartyApps } from './ThirdPartyApps.tsx'

const ISSUE: PermissionName = 'CAN_ISSUE_THIRD_PARTY_APP_OAUTH_ACCESS'

function show(content: ReactNode, prepare: (server: ReturnType<typeof fakeServices>) => void, may = [ISSUE]) {
  const server = fakeServices()
  server.services.session.signIn(testToken(may))
  prepare(server)
  renderWith(
    server.services,
    <QueryClientProvider client={createQueryClient()}>{content}</QueryClientProvider>,
  )
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}

const GRANT: AccessGrant = {
  id: 3,
  appName: 'Rota Sync',
  scopes: ['activity:read', 'tasks:read'],
  grantedAt: '2026-11-20T09:30:00.000Z',
  lastUsedAt: null,
  isDisabled: false,
}

describe('Third party apps', () => {
  test('W024 shows the access given and the accounts connected', async () => {
    show(<ThirdPartyApps />, ({ answer }) => {
      answer(myAccessGrants, () => [
        GRANT,
        { ...GRANT, id: 2, appName: 'Clock', lastUsedAt: '2026-11-21T10:05:00.000Z', isDisabled: true },
      ])
      answer(requestExternalAccounts, () => [
        { id: 1, serviceName: 'Rota', userName: 'a.ward', lastUpdatedTime: '2026-11-01T09:00:00.000Z' },
      ])
    })
    const given = within(await screen.findByRole('list', { name: 'Access I have given' }))
    expect(given.getByText('Rota Sync').closest('li')?.textContent).toContain(
      'See what you do, your attendance and your developmentSee the tasks that you may see, with their filesGiven 20 Nov 2026 · Not used yet',
    )
    expect(given.getByText('Clock').closest('li')?.textContent).toMatch(
      /Last used 21 Nov 2026, 10:05.*Switched off by your administrator/,
    )
    expect(given.getByText('Rota Sync').closest('li')?.textContent).not.toContain('Switched off')
    const connected = await screen.findByRole('list', { name: 'Connected external accounts' })
    expect(connected.textContent).toBe('Rotaa.wardUpdated 1 Nov 2026')
  })

  test('W024 access is revoked after a second look, and gone from the list', async () => {
    let grants = [GRANT]
    const at = show(<ThirdPartyApps />, ({ answer }) => {
      answer(myAccessGrants, () => grants)
      answer(requestExternalAccounts, () => [])
      answer(revokeAccessGrant, () => {
        grants = []
        return { done: true }
      })
    })
    await at.user.click(await screen.findByRole('button', { name: 'Revoke the access of Rota Sync' }))
    expect(at.sent(revokeAccessGrant)).toEqual([])
    await at.user.click(screen.getByRole('button', { name: 'Keep it' }))
    await at.user.click(screen.getByRole('button', { name: 'Revoke the access of Rota Sync' }))
    await at.user.click(screen.getByRole('button', { name: 'Revoke the access of Rota Sync' }))
    expect(await screen.findByText('You have given no app access.')).toBeDefined()
    expect(at.sent(revokeAccessGrant)).toEqual([{ id: 3 }])
    expect(at.services.notices.store.getState()).toMatchObject([
      { kind: 'success', message: 'Rota Sync has no access any more.' },
    ])
    expect(screen.getByText('No external account is connected.')).toBeDefined()
  })

  test('W024 one section that can’t be had says why and leaves the other; a refused revocation says why', async () => {
    const at = show(<ThirdPartyApps />, ({ answer }) => {
      answer(myAccessGrants, () => [GRANT])
      answer(requestExternalAccounts, () => {
        throw refused(400, 'Out of order.')
      })
      answer(revokeAccessGrant, () => {
        throw refused(400, 'This access has ended already.')
      })
    })
    expect(
      (await screen.findByText('Your connected accounts could not be loaded.')).closest('[role="alert"]')
        ?.textContent,
    ).toContain('Out of order.')
    const revoke = await screen.findByRole('button', { name: 'Revoke the access of Rota Sync' })
    await at.user.dblClick(revoke)
    expect(await screen.findByText('This access has ended already.')).toBeDefined()
  })
})

describe('the consent screen', () => {
  const QUERY = 'client_id=app&redirect_uri=https%3A%2F%2Fapp.example%2Fback&state=s1'
  const ASK: AskedConsent = {
    outcome: 'ASK',
    appName: 'Rota Sync',
    scopes: ['tasks:read'],
    host: 'app.example',
    declineAddress: 'https://app.example/back?error=access_denied&state=s1',
  }
  const ask = (asked: AskedConsent | string) =>
    show(
      <MemoryRouter initialEntries={[`/oauth/task?${QUERY}`]}>
        <Consent />
      </MemoryRouter>,
      ({ answer }) => {
        answer(askConsent, () => {
          if (typeof asked === 'string') throw refused(400, asked)
          return asked
        })
        answer(giveConsent, () => ({ address: 'https://app.example/back?code=c1&state=s1' }))
      },
    )

  test('S013 says who asks for what, and goes back with what the person decided', async () => {
    const at = ask(ASK)
    const question = within(await screen.findByRole('region', { name: 'Rota Sync asks to act for you' }))
    expect(question.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'See the tasks that you may see, with their files',
    ])
    expect(question.getByText(/You are then taken to app\.example/)).toBeDefined()
    expect(at.sent(askConsent)).toEqual([{ query: QUERY }])
    expect(at.sent(giveConsent)).toEqual([])
    await at.user.click(question.getByRole('button', { name: 'Decline' }))
    expect(at.visited).toEqual(['https://app.example/back?error=access_denied&state=s1'])
    expect(at.sent(giveConsent)).toEqual([])
    await at.user.click(question.getByRole('button', { name: 'Allow' }))
    await waitFor(() => expect(at.visited.at(-1)).toBe('https://app.example/back?code=c1&state=s1'))
    expect(at.sent(giveConsent)).toEqual([{ query: QUERY }])
  })

  test('of a fault the app is told where it waits, and the person isn’t asked', async () => {
    const address = 'https://app.example/back?error=invalid_scope&state=s1'
    const at = ask({ outcome: 'BACK', address })
    await waitFor(() => expect(at.visited).toEqual([address]))
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
    expect(at.sent(giveConsent)).toEqual([])
  })

  test('an app that isn’t trusted is told nothing: the person reads why, and stays', async () => {
    const at = ask('There is no such app. Nothing was allowed.')
    expect(await screen.findByText(/There is no such app/)).toBeDefined()
    expect(at.visited).toEqual([])
  })

  test('who may not give access is not asked, and goes back by themselves', async () => {
    const at = ask({ ...ASK, outcome: 'DENIED' })
    expect(await screen.findByText('You may not give apps access to your account.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
    expect(at.visited).toEqual([])
    await at.user.click(screen.getByRole('button', { name: 'Back to Rota Sync' }))
    expect(at.visited).toEqual(['https://app.example/back?error=access_denied&state=s1'])
  })
})
