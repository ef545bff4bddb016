import type { Page } from '@playwright/test'
import * as oauth from 'oauth4webapi'
import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { enterPassword, enterUserName, press } from './support/sign-in.ts'

/** Where the app waits; the browser goes no further. */
const BACK = 'https://clock-in.example/callback'
const SCOPE = 'profile:read activity:read'
const OVER_HTTP = { [oauth.allowInsecureRequests]: true } as const

/** An app as somebody outside would write it: it knows the company's address and what the admin gave it. */
async function newApp(url: string, clientID: string, secret: string) {
  const issuer = new URL(url)
  const server = await oauth.processDiscoveryResponse(
    issuer,
    await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...OVER_HTTP }),
  )
  const client = { client_id: clientID }
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const address = new URL(server.authorization_endpoint ?? '')
  const challenge = await oauth.calculatePKCECodeChallenge(verifier)
  for (const [name, value] of Object.entries({
    ...{ client_id: clientID, redirect_uri: BACK, response_type: 'code', scope: SCOPE, state },
    ...{ code_challenge: challenge, code_challenge_method: 'S256' },
  }))
    address.searchParams.set(name, value)
  const auth = oauth.ClientSecretBasic(secret)
  return {
    address: address.href,
    /** With a scope that it may not ask for. */
    greedy: `${address.href}%20tasks:write`.replace(/(scope=[^&]*)(.*)%20tasks:write$/, '$1%20tasks:write$2'),
    told: (answer: URL) => oauth.validateAuthResponse(server, client, answer, state),
    async redeem(answer: URL) {
      const told = oauth.validateAuthResponse(server, client, answer, state)
      const sent = await oauth.authorizationCodeGrantRequest(
        ...([server, client, auth, told, BACK, verifier, OVER_HTTP] as const),
      )
      return oauth.processAuthorizationCodeResponse(server, client, sent)
    },
    async renew(token: string) {
      const sent = await oauth.refreshTokenGrantRequest(server, client, auth, token, OVER_HTTP)
      return oauth.processRefreshTokenResponse(server, client, sent)
    },
    call: async (token: string, path: string, body: object | null = {}) => {
      const response = await fetch(new URL(path, url), {
        method: body === null ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== null && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: response.ok ? ((await response.json()) as unknown) : null }
    },
  }
}

/** Notes where the page is sent, as the app's own site would, and shows something there. */
async function atTheApp(page: Page): Promise<() => Promise<URL>> {
  await page.route(`${BACK}**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Clock in</title><p>Thank you</p>' }),
  )
  return async () => {
    await page.waitForURL(`${BACK}**`)
    return new URL(page.url())
  }
}

test('W161 an app is registered, asks, is allowed, calls, and is refused once the person revokes it', async ({
  ownServer,
  signedIn,
  browser,
}) => {
  // The admin registers the app, where adaptors are configured.
  const admin = await signedIn(accountOf(ownServer.accounts, 'admin'), ownServer.url)
  await admin.goto('/admin/connection-adaptors?kind=apps')
  await expect(admin.getByRole('listitem', { name: 'Rota Sync' })).toBeVisible()
  await press(admin, 'Register an app')
  const form = admin.getByRole('dialog', { name: 'Register an app' })
  await form.getByLabel('Name').fill('Clock in')
  await form.getByLabel('Redirect addresses').fill(BACK)
  await form.getByRole('checkbox', { name: /See your personal details/ }).check()
  await form.getByRole('checkbox', { name: /See what you do/ }).check()
  expect(await findings(admin)).toEqual([])
  await form.getByRole('button', { name: 'Save' }).click()
  const kept = admin.getByRole('dialog', { name: 'What Clock in signs in with' })
  await expect(kept.getByText(/^fws_/)).toBeVisible()
  const [clientID = '', secret = ''] = await kept.locator('code').allTextContents()
  await press(admin, 'I have kept it')
  await expect(admin.getByRole('listitem', { name: 'Clock in' })).toContainText('Nobody allows it yet')

  // Somebody who isn't signed in follows the app's link, signs in, and is asked.
  const app = await newApp(ownServer.url, clientID, secret)
  const context = await browser.newContext({ baseURL: ownServer.url })
  const page = await context.newPage()
  const arrived = await atTheApp(page)
  const jamie = accountOf(ownServer.accounts, 'interviewer')
  await enterUserName(page, jamie, app.address)
  await enterPassword(page, jamie)
  await expect(page.getByRole('heading', { name: 'Clock in asks to act for you' })).toBeVisible()
  expect(await findings(page)).toEqual([])
  await press(page, 'Decline')
  const declined = await arrived()
  expect(declined.searchParams.get('error')).toBe('access_denied')
  expect(() => app.told(declined)).toThrow()

  // Of what it may not ask for it is told at its own address, and the person isn't asked.
  await page.goto(app.greedy)
  expect((await arrived()).searchParams.get('error')).toBe('invalid_scope')
  // Where the address isn't its own, the person stays, and reads why.
  await page.goto(app.address.replace('clock-in.example', 'elsewhere.example'))
  await expect(page.getByText(/answered at an address that is not its own/)).toBeVisible()
  await expect(page).toHaveURL(/\/oauth\/task/)

  await page.goto(app.address)
  await press(page, 'Allow')
  const tokens = await app.redeem(await arrived())
  expect(tokens).toMatchObject({ scope: SCOPE, expires_in: 3600 })
  const details = await app.call(tokens.access_token, '/api/profile/personal-details')
  expect(details).toMatchObject({ status: 200, body: { userName: 'jamie.whitfield' } })
  expect((await app.call(tokens.access_token, '/api/activity/my-attendance', null)).status).toBe(200)
  expect((await app.call(tokens.access_token, '/api/sticky-notes/mine')).status).toBe(403)
  const renewed = await app.renew(tokens.refresh_token ?? '')
  expect((await app.call(tokens.access_token, '/api/profile/personal-details')).status).toBe(401)
  expect((await app.call(renewed.access_token, '/api/profile/personal-details')).status).toBe(200)

  // The person finds it in the profile, and ends it.
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /, account$/ }).click()
  await page.getByRole('menuitem', { name: 'Personal details' }).click()
  await page.getByRole('tab', { name: 'Third party apps' }).click()
  const given = page.getByRole('list', { name: 'Access I have given' })
  await expect(given.getByText('Clock in', { exact: true })).toBeVisible()
  const revoke = page.getByRole('button', { name: 'Revoke the access of Clock in' })
  await revoke.click()
  expect(await findings(page)).toEqual([])
  await revoke.click()
  await expect(page.getByText('Clock in has no access any more.')).toBeVisible()
  await expect(given.getByText('Clock in', { exact: true })).toHaveCount(0)
  expect((await app.call(renewed.access_token, '/api/profile/personal-details')).status).toBe(401)
  await expect(app.renew(renewed.refresh_token ?? '')).rejects.toMatchObject({ error: 'invalid_grant' })
  await context.close()
})
