import {
  CLIENT_ID,
  CLIENT_SECRET,
  startIdentityProvider,
} from '../../server/sso/testing/identity-provider.ts'
import { findings } from './support/axe.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { press } from './support/sign-in.ts'

test('A101 A103 A109 an admin makes a key for the directory, which makes a person; the person signs in at the provider', async ({
  ownServer,
  signedIn,
  browser,
}) => {
  const idp = await startIdentityProvider()
  try {
    idp.state.redirects.push(new URL('/api/auth/sso/callback', ownServer.url).href)
    const admin = await signedIn(accountOf(ownServer.accounts, 'admin'), ownServer.url)
    await admin.goto('/admin/connection-adaptors?kind=api-keys')
    await expect(admin.getByText('No API keys yet.')).toBeVisible()
    await press(admin, 'New key')
    const form = admin.getByRole('dialog', { name: 'New key' })
    await form.getByLabel('Name', { exact: true }).fill('Entra ID')
    await form.getByLabel('For', { exact: true }).selectOption('SCIM')
    expect(await findings(admin)).toEqual([])
    await form.getByRole('button', { name: 'Make key' }).click()
    const told = admin.getByRole('dialog', { name: 'The key of Entra ID' })
    const key = (await told.locator('code').textContent()) ?? ''
    expect(key).toMatch(/^fwk_/)
    await press(admin, 'I have kept it')
    await expect(admin.getByRole('listitem', { name: 'Entra ID' })).toContainText('SCIM only · Never used.')

    // The directory provisions somebody, and the key's use shows.
    const made = await fetch(new URL('/scim/v2/Users', ownServer.url), {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({
        schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
        ...{ userName: 'nora.new', displayName: 'Nora New', externalId: 'nora' },
        emails: [{ value: 'nora@northgate.example', type: 'work', primary: true }],
      }),
    })
    expect(made.status).toBe(201)
    await admin.reload()
    await expect(admin.getByRole('listitem', { name: 'Entra ID' })).toContainText('Last used')

    // The provider is entered, tested and saved.
    await admin.getByRole('tab', { name: 'Single sign-on' }).click()
    await press(admin, 'New provider')
    const provider = admin.getByRole('dialog', { name: 'New provider' })
    await provider.getByLabel(/^Name on the button/).fill('Northgate ID')
    await provider.getByLabel('Issuer').fill(idp.issuer)
    await provider.getByLabel('Client id').fill(CLIENT_ID)
    await provider.getByLabel('Client secret', { exact: true }).fill(CLIENT_SECRET)
    await provider.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(provider.getByText('Its keys can be read.')).toBeVisible()
    expect(await findings(admin)).toEqual([])
    await provider.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByRole('listitem', { name: 'Northgate ID' })).toContainText(idp.issuer)

    // The person signs in there, with the agreement accepted, and is in.
    idp.state.who = 'sub-nora'
    idp.state.people.set('sub-nora', {
      ...{ preferred_username: 'nora.new', name: 'Nora New' },
      ...{ email: 'nora@northgate.example', email_verified: true },
    })
    const context = await browser.newContext({ baseURL: ownServer.url })
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('checkbox', { name: /agreement/ }).check()
    expect(await findings(page)).toEqual([])
    await press(page, 'Sign in with Northgate ID')
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('heading', { name: /, Nora$/ })).toBeVisible()
    await context.close()
  } finally {
    await idp.close()
  }
})
