import type { Browser, Page } from 'playwright-core'
import * as z from 'zod/mini'
import { chatThread } from '#shared/contract/chat-entities.ts'
import type { Account } from '../../scripts/lib/server-process.ts'
import { signIn } from '../e2e/support/sign-in.ts'

const threads = z.array(chatThread)
type Thread = z.output<typeof chatThread>

interface Window {
  readonly page: Page
  readonly threads: readonly Thread[]
}

/** Signs somebody in, in a browser of their own, with the chat open. */
async function openChat(browser: Browser, url: string, account: Account): Promise<Window> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await signIn(page, account)
  const path = '/connect-plus/chat'
  // The page that is left may be asking, too; its answer goes with it.
  const answer = page.waitForResponse(
    (response) =>
      response.url().includes('/my-chat-threads') && response.ok() && response.frame().url().endsWith(path),
  )
  await page.goto(path)
  return { page, threads: threads.parse(await (await answer).json()) }
}

async function openThread({ page }: Window, thread: Thread): Promise<void> {
  await page.getByRole('textbox', { name: 'Filter chats' }).fill(thread.displayLabel)
  await page.locator('[data-row]').filter({ hasText: thread.displayLabel }).first().click()
  await page.locator(COMPOSER).waitFor()
  await page.locator(MESSAGE_LIST).waitFor()
  // It opens at the first unread message: what comes at its end wouldn't be drawn there.
  await page.getByRole('button', { name: 'Scroll to bottom' }).click()
  await page.waitForFunction((selector) => {
    const log = document.querySelector(selector)
    return log !== null && log.scrollHeight - log.scrollTop - log.clientHeight < 2
  }, MESSAGE_LIST)
}

/** Where messages appear, and where one is written. */
export const MESSAGE_LIST = '[role="log"]'
export const COMPOSER = '[placeholder="Type a new message here"]'

/**
 * Two people, each in a browser of their own, with the same room open.
 *
 * @throws Error where they share no room
 */
export async function openSharedRoom(
  browser: Browser,
  url: string,
  people: readonly Account[],
): Promise<[Page, Page]> {
  const [first, second] = people
  if (!first || !second) throw new Error('Two people are needed.')
  const windows = [await openChat(browser, url, first), await openChat(browser, url, second)] as const
  const shared = windows[0].threads.find(
    ({ type, label }) =>
      type === 'CHATROOM' && windows[1].threads.some((other) => other.label === label && other.isGroup),
  )
  if (!shared) throw new Error(`${first.userName} and ${second.userName} share no room.`)
  for (const window of windows) await openThread(window, shared)
  return [windows[0].page, windows[1].page]
}
