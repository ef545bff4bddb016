import type { Page } from 'playwright-core'
import type { Account } from '../../../scripts/lib/server-process.ts'
import { startTestServer, type TestServer } from '../../e2e/support/test-server.ts'
import { test as base, expect } from './desktop.ts'
import { type HeldServer, holdServer } from './held-server.ts'

/** The whole product: the embedded server with data of its own; it serves no pages, since the client brings its own. */
export const test = base.extend<{ server: TestServer; held: HeldServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it what a fixture needs
  server: async ({}, use) => {
    const server = await startTestServer()
    await use(server)
    await server.dispose()
  },

  /** The same server by a way that the test opens. */
  held: async ({ server }, use) => {
    const held = await holdServer(server.url)
    await use(held)
    held.close()
  },
})

export async function signIn(window: Page, account: Account): Promise<void> {
  await window.getByRole('textbox', { name: 'User name' }).fill(account.userName)
  await window.getByRole('checkbox', { name: /agreement/ }).check()
  await window.getByRole('button', { name: 'Next' }).click()
  await window.getByLabel('Password', { exact: true }).fill(account.password)
  await window.getByRole('button', { name: 'Sign in' }).click()
  await expect(window).toHaveURL(/\/dashboard$/)
}

export { expect }
