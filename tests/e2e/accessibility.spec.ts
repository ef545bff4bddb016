import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { conversations } from './support/chat.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { enterPassword, enterUserName, press, signIn } from './support/sign-in.ts'

/** What axe finds on the page as it stands, a line each. */
async function findings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

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
      await press(page, 'Log out')
      await expect(page.getByRole('button', { name: 'Stay logged in' })).toBeVisible()
      expect(await findings(page)).toEqual([])
    })
  })
}
