import { expect, type Page } from '@playwright/test'
import type { Account } from '../../../scripts/lib/server-process.ts'

/** Goes through the sign-in screen, by hand as it were, and waits for the dashboard. */
export async function signIn(page: Page, account: Account, url = '/'): Promise<void> {
  await page.goto(url)
  await page.getByRole('textbox', { name: 'User name' }).fill(account.userName)
  await page.getByRole('checkbox', { name: /agreement/ }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
}
