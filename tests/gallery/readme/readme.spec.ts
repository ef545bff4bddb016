import type { Page } from '@playwright/test'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { composer, conversations } from '../../e2e/support/chat.ts'
import { accountOf, expect, test } from '../../e2e/support/fixtures.ts'

/** Keeps what the window shows once pictures and type are there. */
async function keep(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.screenshot({ path: inRoot(`docs/images/${name}.png`), animations: 'disabled' })
}

test('sign-in', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('textbox', { name: 'User name' })).toBeVisible()
  await keep(page, 'sign-in-light')
})

test('a conversation', async ({ signedIn, accounts }) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  await page.getByRole('link', { name: /^Chat/ }).click()
  await conversations(page)
    .filter({ has: page.getByText('Household Travel Survey', { exact: true }) })
    .first()
    .click()
  await expect(composer(page)).toBeFocused()
  await expect(page.getByRole('log').getByRole('article').last()).toBeVisible()
  await keep(page, 'chat-light')
})

test('a ticket', async ({ signedIn, accounts }) => {
  const page = await signedIn(accountOf(accounts, 'supervisor'))
  await page.goto('/support/help-center')
  await page.getByPlaceholder('Number, words or a name').fill('1209')
  await page.getByRole('button', { name: 'Open ticket 1209' }).click()
  // With its conversation beside it.
  await expect(
    page
      .getByRole('dialog', { name: /^Ticket/ })
      .getByRole('article')
      .last(),
  ).toBeVisible()
  await keep(page, 'ticket-light')
})

test('the dashboard in dark', async ({ signedIn, accounts }) => {
  const page = await signedIn(accountOf(accounts, 'interviewer'))
  await page.evaluate(() => localStorage.setItem('fieldwork.theme', '"DARK"'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByRole('main').getByRole('heading').nth(2)).toBeVisible()
  await expect(page.getByText(/^Rail strike/)).toBeVisible()
  await keep(page, 'dashboard-dark')
})
