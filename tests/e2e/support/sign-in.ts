import { expect, type Page } from '@playwright/test'
import type { Account } from '../../../scripts/lib/server-process.ts'

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

/** Stage USERNAME, with the agreement accepted. */
export async function enterUserName(page: Page, account: Account, url = '/'): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox', { name: 'User name' }).fill(account.userName)
  await page.getByRole('checkbox', { name: /agreement/ }).check()
  await press(page, 'Next')
}

/** Stage PASSWORD. */
export async function enterPassword(page: Page, account: Account): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await press(page, 'Sign in')
}

/** Goes through the sign-in screen, by hand as it were, and waits for the dashboard. */
export async function signIn(page: Page, account: Account, url = '/'): Promise<void> {
  await enterUserName(page, account, url)
  await enterPassword(page, account)
  await expect(page).toHaveURL(/\/dashboard$/)
}
