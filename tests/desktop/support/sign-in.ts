import type { Page } from 'playwright-core'
import type { Account } from '../../../scripts/lib/server-process.ts'

/** Signs somebody in as a person does. */
export async function signIn(window: Page, account: Account): Promise<void> {
  await window.getByRole('textbox', { name: 'User name' }).fill(account.userName)
  await window.getByRole('checkbox', { name: /agreement/ }).check()
  await window.getByRole('button', { name: 'Next' }).click()
  await window.getByLabel('Password', { exact: true }).fill(account.password)
  await window.getByRole('button', { name: 'Sign in' }).click()
  await window.waitForURL(/\/dashboard$/)
}
