import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { conversations } from './support/chat.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { askToLogOut, enterPassword, enterUserName, press, signIn } from './support/sign-in.ts'

async function axe(page: Page, rules?: string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page })
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Shows the page as it stands in that theme, which is a matter of its stylesheet alone. */
const inTheme = (page: Page, theme: 'light' | 'dark') =>
  page.evaluate((name) => document.documentElement.setAttribute('data-mantine-color-scheme', name), theme)

/** What axe finds on the page as it stands, in both themes, a line each; only colours differ by theme. */
async function findings(page: Page): Promise<string[]> {
  await inTheme(page, 'light')
  const light = await axe(page)
  await inTheme(page, 'dark')
  const dark = await axe(page, ['color-contrast'])
  await inTheme(page, 'light')
  return [...light.map((line) => `light: ${line}`), ...dark.map((line) => `dark: ${line}`)]
}

test.describe('axe finds nothing, in light and dark', () => {
  test.use({ colorScheme: 'light', contextOptions: { reducedMotion: 'reduce' } })

  test('on the stages of signing in and their dialogs', async ({ page, accounts }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await findings(page)).toEqual([])

    await press(page, 'end-user agreement (UELA)')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Accept' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await press(page, 'Forgot your password?')
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Send the link' })).toBeVisible()
    expect(await findings(page)).toEqual([])

    await enterUserName(page, accountOf(accounts, 'two-factor'))
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    expect(await findings(page)).toEqual([])
    await enterPassword(page, accountOf(accounts, 'two-factor'))
    await expect(page.getByLabel('One-time code')).toBeFocused()
    expect(await findings(page)).toEqual([])

    await enterUserName(page, accountOf(accounts, 'passwordless'))
    await expect(page.getByText('Waiting for you to open the link…')).toBeVisible()
    expect(await findings(page)).toEqual([])
  })

  test('on the pages that mailed links lead to', async ({ page }) => {
    await page.goto('/public/magic-link/validate/some-token')
    await expect(page.getByRole('button', { name: 'Yes, it’s me' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.goto('/public/auth/validate?token=some-token')
    await expect(page.getByRole('button', { name: 'Save the new password' })).toBeVisible()
    expect(await findings(page)).toEqual([])
  })

  test('on dashboard, chat, two-factor settings and logout', async ({ page, accounts }) => {
    await signIn(page, accountOf(accounts, 'admin'))
    await expect(page.getByRole('heading', { name: 'Unread conversations' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.getByRole('button', { name: /, account$/ }).click()
    await page.getByRole('menuitem', { name: 'Two-factor sign-in' }).click()
    await expect(page.getByRole('button', { name: 'Turn it on' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: /^Chat/ }).click()
    await conversations(page).first().click()
    await expect(page.getByPlaceholder('Type a new message here')).toBeVisible()
    expect(await findings(page)).toEqual([])
    await askToLogOut(page)
    await expect(page.getByRole('button', { name: 'Stay logged in' })).toBeVisible()
    expect(await findings(page)).toEqual([])
  })
})
