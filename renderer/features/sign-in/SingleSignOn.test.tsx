import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { login } from '#shared/contract/auth.ts'
import { finishSso, ssoProviders, startSso } from '#shared/contract/sso.ts'
import type { AppLink } from '#shared/domain/app-link.ts'
import { ssoFaultLink, ssoLink } from '#shared/domain/sso-link.ts'
import { fakeDesktop } from '../../testing/fake-desktop.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { SignInScreen } from './SignInScreen.tsx'

beforeEach(() => window.history.replaceState(null, '', '/'))
afterEach(() => window.history.replaceState(null, '', '/'))

function open(parts: Parameters<typeof fakeServices>[0] = {}) {
  const server = fakeServices(parts)
  server.answer(ssoProviders, () => ({ providers: [{ id: 3, name: 'Northgate ID' }] }))
  server.answer(login, () => ({ token: testToken(['GENERAL_CAN_USE_TEAM_CHAT']) }))
  const gone = vi.spyOn(server.services.navigation, 'load').mockImplementation(() => {})
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return {
    ...server,
    sent,
    gone,
    user: userEvent.setup(),
    show: () => renderWith(server.services, <SignInScreen />),
  }
}
const button = () => screen.findByRole('button', { name: 'Sign in with Northgate ID' })
const BEGUN = { verifier: 'v'.repeat(43), startedAt: 0 }

test('A102 the button leads to the provider, once the agreement is accepted, with a secret that stays here', async () => {
  const at = open()
  at.answer(startSso, () => ({ address: 'https://login.example/authorize?x=1' }))
  at.show()
  await at.user.click(await button())
  expect(await screen.findByText('Please accept UELA')).toBeTruthy()
  expect(at.sent(startSso)).toEqual([])
  await at.user.click(screen.getByRole('checkbox', { name: /agreement/ }))
  await at.user.click(await button())
  await waitFor(() => expect(at.gone).toHaveBeenCalledWith('https://login.example/authorize?x=1'))
  const begun = at.services.storage.get('ssoFlow')
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(begun?.verifier))
  const challenge = Buffer.from(hash).toString('base64url')
  expect(at.sent(startSso)).toEqual([{ provider: 3, challenge }])
})

test('A102 back from the provider the page fetches the result with its own secret, and signs in', async () => {
  const at = open()
  window.history.replaceState(null, '', `/?sso=${'t'.repeat(43)}&keep=1`)
  at.services.storage.set('ssoFlow', { ...BEGUN, startedAt: at.services.now() })
  at.answer(finishSso, () => ({ userName: 'amelia.ward', nextStage: 'LOGIN', clientKey: 'k9' }))
  at.show()
  await waitFor(() => expect(at.services.session.store.getState().user).not.toBeNull())
  expect(at.sent(finishSso)).toEqual([{ ticket: 't'.repeat(43), verifier: BEGUN.verifier }])
  expect(at.sent(login)).toEqual([{ userName: 'amelia.ward', password: '', clientKey: 'k9' }])
  expect(window.location.search).toBe('?keep=1')
  expect(at.services.storage.get('ssoFlow')).toBeNull()
})

test('A102 the second factor is asked for after it as after a password', async () => {
  const at = open()
  window.history.replaceState(null, '', `/?sso=${'t'.repeat(43)}`)
  at.services.storage.set('ssoFlow', { ...BEGUN, startedAt: at.services.now() })
  at.answer(finishSso, () => ({ userName: 'amelia.ward', nextStage: '2FA', clientKey: 'k9' }))
  at.show()
  await at.user.type(await screen.findByLabelText('One-time code'), '123456')
  await at.user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() =>
    expect(at.sent(login)).toEqual([
      { userName: 'amelia.ward', password: '', clientKey: 'k9', magicKey: '123456' },
    ]),
  )
})

test('A103 what the provider or the server refused is told in words, and a link that another page began does nothing', async () => {
  for (const [search, words] of [
    ['?ssoError=notSetUp', 'Your account is not set up for this installation. Please contact support.'],
    ['?ssoError=unavailable', 'Single sign-on is not available. Please try again or contact support.'],
    ['?ssoError=locked', 'Your account is locked. Please contact support.'],
    ['?ssoError=other', 'The sign-in could not be checked. Please begin again.'],
    [`?sso=${'t'.repeat(43)}`, 'This sign-in took too long, or began in another window. Please begin again.'],
  ] as const) {
    window.history.replaceState(null, '', `/${search}`)
    const at = open()
    const { unmount } = at.show()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(at.sent(finishSso)).toEqual([])
    expect(window.location.search).toBe('')
    unmount()
  }
  const at = open()
  at.answer(startSso, () => {
    throw refused(503, 'Single sign-on is not available. Please try again or contact support.')
  })
  at.show()
  await at.user.click(screen.getByRole('checkbox', { name: /agreement/ }))
  await at.user.click(await button())
  expect(await screen.findByText(/Single sign-on is not available/)).toBeTruthy()
})

test('A102 in the desktop client the system’s browser goes there, and the link that it opens signs in here', async () => {
  const host = fakeDesktop({ takeAppLink: { ok: true, value: null } })
  const at = open({ desktop: host.desktop })
  const outside = vi.spyOn(window, 'open').mockReturnValue(null)
  at.answer(startSso, () => ({ address: 'https://login.example/authorize?x=1' }))
  at.answer(finishSso, () => ({ userName: 'amelia.ward', nextStage: 'LOGIN', clientKey: 'k9' }))
  at.show()
  await at.user.click(screen.getByRole('checkbox', { name: /agreement/ }))
  await at.user.click(await button())
  expect(await screen.findByText(/^Go on in your browser/)).toBeTruthy()
  expect(outside).toHaveBeenCalledWith('https://login.example/authorize?x=1', '_blank', 'noopener')
  expect(at.gone).not.toHaveBeenCalled()
  const [sent] = at.sent(startSso) as { client: string }[]
  expect(sent?.client).toBe('desktop')
  const verifier = at.services.storage.get('ssoFlow')?.verifier
  const link = async (value: AppLink) => {
    host.answer('takeAppLink', { ok: true, value })
    await act(async () => host.fire('appLink', null))
    // It is told once.
    host.answer('takeAppLink', { ok: true, value: null })
  }
  await link({ source: 'ticket', sourceid: '12' })
  await link(ssoFaultLink('notSetUp'))
  expect(await screen.findByText(/^Your account is not set up/)).toBeTruthy()
  expect(at.sent(finishSso)).toEqual([])
  // Begun anew, and back with a ticket.
  await at.user.click(await button())
  await screen.findByText(/^Go on in your browser/)
  const anew = at.services.storage.get('ssoFlow')?.verifier
  expect(anew).not.toBe(verifier)
  await link(ssoLink('-'.repeat(43)))
  await waitFor(() => expect(at.services.session.store.getState().user).not.toBeNull())
  expect(at.sent(finishSso)).toEqual([{ ticket: '-'.repeat(43), verifier: anew }])
  outside.mockRestore()
})
