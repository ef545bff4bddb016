import type { Page } from '@playwright/test'
import { findings } from './support/axe.ts'
import { conversations } from './support/chat.ts'
import { openFinder } from './support/finder.ts'
import { accountOf, expect, test } from './support/fixtures.ts'
import { askToLogOut, enterPassword, enterUserName, openSignedIn, press } from './support/sign-in.ts'

/** Goes to it by the quick switcher, as somebody without a mouse does. */
async function goTo(page: Page, name: string): Promise<void> {
  const finder = await openFinder(page)
  await finder.fill(name)
  await expect(page.getByRole('option', { selected: true })).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(finder).toBeHidden()
}

test.describe('axe finds nothing, in light and dark', () => {
  test.use({ colorScheme: 'light' })

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

  test('on dashboard, chat, two-factor settings and logout', async ({ page, accounts, baseURL }) => {
    await openSignedIn(page, accountOf(accounts, 'admin'), baseURL ?? '')
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

  test('on the shell’s dialogs, and Escape closes each', async ({ accounts, signedIn }) => {
    const page = await signedIn(accountOf(accounts, 'admin'))
    await expect(page.getByRole('heading', { name: 'Unread conversations' })).toBeVisible()
    for (const [name, title] of [
      ['About this session', 'About this session'],
      ['Update my picture', 'Update my picture'],
      ['Reset password', 'Reset password'],
      ['Onboarding tasks', 'Onboarding tasks'],
    ] as const) {
      await goTo(page, name)
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
      expect(await findings(page, '[role="dialog"]')).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await page.getByRole('button', { name: /, account$/ }).click()
    await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
    expect(await findings(page, '[role="menu"]')).toEqual([])
  })

  test('on the exit and the windows of their own', async ({ accounts, signedIn }) => {
    const page = await signedIn(accountOf(accounts, 'admin'))
    await expect(page.getByRole('heading', { name: 'Unread conversations' })).toBeVisible()
    await goTo(page, 'Log out')
    await expect(page.getByRole('dialog', { name: 'Log out?' })).toBeVisible()
    expect(await findings(page)).toEqual([])
    for (const address of ['/my-team-chat', '/moderator-meeting-room?room=1']) {
      await page.goto(address)
      await expect(page.getByRole('main')).toBeVisible()
      expect(await findings(page)).toEqual([])
    }
  })
})
