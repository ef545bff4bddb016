import { type Browser, chromium, type Page } from 'playwright-core'
import { chromiumArgs, requireTestBrowser } from '../../../scripts/lib/chromium.ts'
import { openConversation } from '../../e2e/support/chat.ts'
import { newGroup } from '../../e2e/support/chat-api.ts'
import { accountOf } from '../../e2e/support/fixtures.ts'
import { signedInState } from '../../e2e/support/sign-in.ts'
import { seededData, startTestServer, type TestServer } from '../../e2e/support/test-server.ts'

/** Generous, for a busy machine: it isn't what is measured. */
export const WAY_MS = 60_000

/** Somebody's window. */
export interface Somebody {
  readonly page: Page
  readonly name: string
}

/** Whom a window shows as being in the call. */
export const inCallList = (page: Page) => page.getByRole('list', { name: 'In the call' })

/** Real pages that call each other, on a server of their own. */
export class CallPages {
  readonly #browser: Browser
  readonly #server: TestServer

  constructor(browser: Browser, server: TestServer) {
    this.#browser = browser
    this.#server = server
  }

  /** A call of so many, once each has a way to each other one. @param prepare each page, before */
  async call(count: 2 | 3, prepare: (page: Page, place: number) => Promise<void>): Promise<Somebody[]> {
    const kinds = (['interviewer', 'supervisor', 'planner'] as const).slice(0, count)
    const all = await Promise.all(
      kinds.map(async (kind, place) => {
        const account = accountOf(this.#server.accounts, kind)
        const page = await this.#open(await signedInState(account, this.#server.url))
        await prepare(page, place)
        return { page, name: account.displayName }
      }),
    )
    const [first, caller, ...rest] = all
    if (!first || !caller) throw new Error('two are needed')
    const title = `Bench ${count}`
    if (count === 3)
      await newGroup(
        caller.page,
        title,
        [first, ...rest].map(({ name }) => name),
      )
    await openConversation(caller.page, count === 2 ? first.name : title)
    await caller.page.getByRole('button', { name: 'Call all members' }).click()
    await caller.page.getByRole('dialog', { name: 'Confirm' }).getByRole('button', { name: 'Yes' }).click()
    for (const { page } of [first, ...rest]) await page.getByRole('button', { name: 'Accept' }).click()
    // With the third person the way changes, and each picture's element with it.
    const way = count === 2 ? 'Connected directly' : 'Connected through the server'
    for (const { page } of all)
      await inCallList(page)
        .getByText(way)
        .nth(count - 2)
        .waitFor({ timeout: WAY_MS })
    return all
  }

  /** Who only goes keeps their seat for a minute, and is busy for the next call. */
  async leave(all: readonly Somebody[]): Promise<void> {
    for (const { page } of all) {
      await page.getByRole('button', { name: 'Leave meeting' }).click()
      await inCallList(page).waitFor({ state: 'detached' })
      await page.context().close()
    }
  }

  async #open(storageState: Awaited<ReturnType<typeof signedInState>>): Promise<Page> {
    const context = await this.#browser.newContext({
      ...{ baseURL: this.#server.url, storageState, reducedMotion: 'reduce' },
      viewport: { width: 1366, height: 768 },
    })
    const page = await context.newPage()
    await page.goto('/dashboard')
    return page
  }
}

/** Runs that with a fresh server and a browser, which both end with it. */
export async function withCallPages<T>(run: (pages: CallPages) => Promise<T>): Promise<T> {
  const seed = await seededData()
  const server = await startTestServer({ from: seed.folder })
  const browser = await chromium.launch({
    executablePath: await requireTestBrowser((line) => console.log(line)),
    args: [
      ...chromiumArgs(),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
  try {
    return await run(new CallPages(browser, server))
  } finally {
    await browser.close()
    await server.dispose()
    await seed.remove()
  }
}
