import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { SEEN_PAGE } from '../../../scripts/lib/reports.ts'
import type { Account } from '../../../scripts/lib/server-process.ts'
import { traceOf } from './call-media.ts'
import { seedFolder } from './seed-folder.ts'
import { signedInState } from './sign-in.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const SEEN_LINES = 24

interface WorkerFixtures {
  /** The server that all tests of a worker share, with fresh data. */
  sharedServer: TestServer
}

interface Fixtures {
  /** Who can sign in on the shared server. */
  accounts: readonly Account[]
  /** A server of this test's own, to kill and restart; started on first use. */
  ownServer: TestServer
  /** Somebody signed in, in a browser of their own; on the shared server unless an address is given. */
  signedIn: (account: Account, serverUrl?: string) => Promise<Page>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  sharedServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
    async ({}, use) => {
      const server = await startTestServer({ from: seedFolder.read() })
      await use(server)
      await server.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ sharedServer }, use) => use(sharedServer.url),
  accounts: async ({ sharedServer }, use) => use(sharedServer.accounts),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  ownServer: async ({}, use, testInfo) => {
    const server = await startTestServer({ from: seedFolder.read() })
    await use(server)
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('server.log', { body: server.log(200), contentType: 'text/plain' })
    }
    await server.dispose()
  },
  signedIn: async ({ browser, baseURL }, use, testInfo) => {
    const contexts: BrowserContext[] = []
    await use(async (account, serverUrl = baseURL ?? '') => {
      const storageState = await signedInState(account, serverUrl)
      const context = await browser.newContext({ baseURL: serverUrl, storageState })
      contexts.push(context)
      const page = await context.newPage()
      await page.goto('/dashboard')
      return page
    })
    if (testInfo.status !== testInfo.expectedStatus) {
      for (const page of contexts.flatMap((context) => context.pages())) {
        await testInfo.attach(SEEN_PAGE, { body: await seen(page), contentType: 'text/plain' })
        const trace = await traceOf(page).catch(() => [])
        if (trace.length > 0)
          await testInfo.attach('calls.log', { body: trace.join('\n'), contentType: 'text/plain' })
      }
    }
    for (const context of contexts) await context.close()
  },
})

/** The beginning of what a page shows, in words: CI keeps no pictures. */
async function seen(page: Page): Promise<string> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 2000 })
    .catch((error: unknown) => String(error))
  return [`${page.url()} shows:`, ...shown.split('\n').slice(0, SEEN_LINES)].join('\n')
}

export { expect } from '@playwright/test'

/** What the seed's people are there to show; the server's ready line names the kind of each. */
export type AccountKind =
  | 'interviewer'
  | 'supervisor'
  | 'agency user'
  | 'admin'
  | 'service desk'
  | 'planner'
  | 'manager'
  | 'recruiter'
  | 'two-factor'
  | 'passwordless'
  | 'magic-password'
  | 'companion-required'
  | 'no-multi-token'

/**
 * The account of that kind.
 *
 * @throws Error where the seed has none
 */
export function accountOf(accounts: readonly Account[], kind: AccountKind): Account {
  const found = accounts.find((account) => account.kind === kind)
  if (!found) throw new Error(`No account is of the kind ${kind}: ${accounts.map((a) => a.kind).join(', ')}`)
  return found
}
