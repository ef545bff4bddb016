import type { Browser, Page } from 'playwright-core'
import type { Account } from '../../../scripts/lib/server-process.ts'
import { signedInState } from '../../e2e/support/sign-in.ts'
import { startTestServer, type TestServer } from '../../e2e/support/test-server.ts'
import { COMPOSER, MESSAGE_LIST } from '../conversation.ts'
import { benchCompany } from './company.ts'
import { openRelay, type Relay } from './relay.ts'

/** What a benchmark works with. */
export interface World {
  readonly browser: Browser
  readonly server: TestServer
  /** Everything that pages say and hear goes through it. */
  readonly relay: Relay
  readonly rounds: number
  /** Opens the chat as the reader (with the long list) or as the writer, in a browser of their own. */
  openChat(who: 'reader' | 'writer', url?: string): Promise<Page>
}

export async function openWorld(
  browser: Browser,
  rounds: number,
): Promise<{ world: World; close: () => Promise<void> }> {
  const company = await benchCompany()
  const server = await startTestServer({ from: company.folder })
  const relay = await openRelay(server.url)
  const accountOf = (userName: string): Account => {
    const found = server.accounts.find((account) => account.userName === userName)
    if (!found) throw new Error(`The seed has no ${userName}.`)
    return found
  }
  const accounts = { reader: accountOf('jamie.whitfield'), writer: accountOf('priya.nair') }
  const world: World = {
    browser,
    server,
    relay,
    rounds,
    async openChat(who, url = relay.url) {
      const storageState = await signedInState(accounts[who], url)
      const viewport = { width: 1366, height: 768 }
      const context = await browser.newContext({ baseURL: url, storageState, viewport })
      const page = await context.newPage()
      await page.goto('/connect-plus/chat')
      await page.locator('[data-row^="MANUAL:"]').first().waitFor()
      return page
    },
  }
  return {
    world,
    async close() {
      await relay.close()
      await server.dispose()
      company.remove()
    },
  }
}

/** Opens a conversation that is in sight, and waits for its messages. */
export async function openRoom(page: Page, label: string): Promise<void> {
  await page.locator('[data-row]').filter({ hasText: label }).first().click()
  await page.locator(`${MESSAGE_LIST}[aria-label="Messages in ${label}"] article`).first().waitFor()
  await page.locator(COMPOSER).waitFor()
}
