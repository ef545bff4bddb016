import type { BrowserContext, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { Account } from '../../scripts/lib/server-process.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { enterPassword, enterUserName, press } from './support/sign-in.ts'
import type { TestServer } from './support/test-server.ts'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
/** The link of the newest mail, once there is one more than there was. */
async function mailedLink(server: TestServer, already: number): Promise<string> {
  await expect.poll(() => server.mails.length).toBe(already + 1)
  const link = /https?:\/\/\S+/.exec(server.mails.at(-1)?.text ?? '')?.[0]
  if (!link) throw new Error('The mail holds no link')
  return link
}

async function confirmElsewhere(context: BrowserContext, link: string): Promise<Page> {
  const elsewhere = await context.newPage()
  await elsewhere.goto(link)
  await press(elsewhere, 'Yes, it’s me')
  return elsewhere
}

const codeOf = (account: Account) =>
  new TOTP({ secret: Secret.fromBase32(account.twoFactorSecret ?? '') }).generate()

test.describe('the ways in', () => {
  test('S037 by password', async ({ ownServer, page }) => {
    const account = accountOf(ownServer.accounts, 'agency user')
    await enterUserName(page, account, ownServer.url)
    await enterPassword(page, account)
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('by password and one-time code; a wrong code costs little', async ({ ownServer, page }) => {
    const account = accountOf(ownServer.accounts, 'two-factor')
    await enterUserName(page, account, ownServer.url)
    await enterPassword(page, account)
    await field(page, 'One-time code').fill('000000')
    await press(page, 'Sign in')
    await expect(page.getByRole('alert')).not.toBeEmpty()
    await press(page, 'Next')
    await press(page, 'Sign in')
    await field(page, 'One-time code').fill(codeOf(account))
    await press(page, 'Sign in')
    await expect(page).toHaveURL(/\/dashboard$/)
  })

  test('S148 by a mailed link without a password, opened in another browser', async ({
    ownServer,
    page,
    browser,
  }) => {
    const account = accountOf(ownServer.accounts, 'passwordless')
    await enterUserName(page, account, ownServer.url)
    await expect(page.getByText('Waiting for you to open the link…')).toBeVisible()
    const phone = await browser.newContext()
    const link = await mailedLink(ownServer, 0)
    await confirmElsewhere(phone, link)
    await expect(page).toHaveURL(/\/dashboard$/)

    // The same link again does nothing.
    const again = await confirmElsewhere(phone, link)
    await expect(again.getByText('This link doesn’t work')).toBeVisible()
    await phone.close()
  })

  test('S041 Retry at the mailed link returns to the user name, and nothing is sent before Next', async ({
    ownServer,
    page,
  }) => {
    const account = accountOf(ownServer.accounts, 'passwordless')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/confirm-username')) asked.push(request.method())
    })
    await enterUserName(page, account, ownServer.url)
    await expect(page.getByText('Waiting for you to open the link…')).toBeVisible()
    await press(page, 'Retry')
    await expect(field(page, 'User name')).toBeFocused()
    await expect(page.getByRole('button', { name: 'Next' })).toBeEnabled()
    expect(asked).toEqual(['POST'])
  })

  test('by password and mailed link, with the server restarted while it waits', async ({
    ownServer,
    page,
    browser,
  }) => {
    const account = accountOf(ownServer.accounts, 'magic-password')
    await enterUserName(page, account, ownServer.url)
    await enterPassword(page, account)
    await expect(page.getByText('Waiting for you to open the link…')).toBeVisible()
    const link = await mailedLink(ownServer, 0)
    await ownServer.restart()
    const phone = await browser.newContext()
    await confirmElsewhere(phone, link)
    await expect(page).toHaveURL(/\/dashboard$/, { timeout: 20_000 })
    await phone.close()
  })
})

test('two-factor sign-in is set up in the account menu and asked for from then on', async ({
  ownServer,
  signedIn,
  browser,
}) => {
  const account = accountOf(ownServer.accounts, 'admin')
  const page = await signedIn(account, ownServer.url)
  await page.getByRole('button', { name: /, account$/ }).click()
  await page.getByRole('menuitem', { name: 'Two-factor sign-in' }).click()
  await press(page, 'Turn it on')
  await expect(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  const typed = await page.locator('code').first().textContent()
  const secret = (typed ?? '').replaceAll(/\s/g, '')
  await field(page, 'Code from the app').fill(codeOf({ ...account, twoFactorSecret: secret }))
  await press(page, 'Confirm')
  await expect(page.getByText('Keep your recovery codes')).toBeVisible()
  const recoveryCode = await page
    .getByRole('dialog')
    .getByRole('listitem')
    .filter({ hasText: /^[\w-]{8,}$/ })
    .first()
    .textContent()

  const context = await browser.newContext()
  const later = await context.newPage()
  await enterUserName(later, account, ownServer.url)
  await enterPassword(later, account)
  await press(later, 'Use a recovery code instead')
  await field(later, 'Recovery code').fill(recoveryCode ?? '')
  await press(later, 'Sign in')
  await expect(later).toHaveURL(/\/dashboard$/)
  await context.close()
})

test('a forgotten password is replaced by a mailed link', async ({ ownServer, page }) => {
  const account = accountOf(ownServer.accounts, 'supervisor')
  await page.goto(ownServer.url)
  await press(page, 'Forgot your password?')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('User name').fill(account.userName)
  await dialog.getByRole('button', { name: 'Send the link' }).click()
  await expect(dialog.getByText(/^If that user name is known/)).toBeVisible()

  await page.goto(await mailedLink(ownServer, 0))
  await field(page, 'New password').fill('correct horse battery')
  await field(page, 'New password again').fill('correct horse battery')
  await press(page, 'Save the new password')
  await expect(page.getByText('Your password is changed')).toBeVisible()

  await enterUserName(page, account, ownServer.url)
  await enterPassword(page, account)
  await expect(page.getByRole('alert')).not.toBeEmpty()
  await field(page, 'Password').fill('correct horse battery')
  await press(page, 'Sign in')
  await expect(page).toHaveURL(/\/dashboard$/)
})
