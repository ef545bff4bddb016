import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Account } from '../../scripts/lib/server-process.ts'
import { openDatabase } from '../../server/db/database.ts'
import { personCalled } from '../../server/seed/people.ts'
import { signedInState } from '../e2e/support/sign-in.ts'
import { seededData, startTestServer } from '../e2e/support/test-server.ts'
import { percentile } from './statistics.ts'
import type { Row } from './table.ts'
import { addLongTicket } from './ticket-fixture.ts'

const ENTRIES = 5000
/** What a person waits at most from the click to the ticket, and a frame may take at most, in milliseconds. */
const OPEN_LIMIT_MS = 150
const FRAME_LIMIT_MS = 50
const SLOWER = 4
/** Rounds that don't count, and how far a frame scrolls: 14,400 px a second, faster than a wheel does. */
const WARM_UPS = 2
const STEP_PX = 240
/** Other work of the machine only makes frames longer: the best of this many scrolls counts. */
const SCROLLS = 3

interface TicketTimes {
  /** From the click to the painted ticket, one a round, in milliseconds. */
  readonly open: readonly number[]
  /** The longest frame of the best scroll through its timeline, in milliseconds. */
  readonly longestFrame: number
}

/** Puts a ticket with 5,000 entries into the server's database, raised now; gives its id. */
async function seedLongTicket(databaseFile: string): Promise<number> {
  const db = await openDatabase(databaseFile)
  try {
    return await addLongTicket(db, personCalled('Jamie Whitfield').id, ENTRIES, Date.now())
  } finally {
    await db.destroy()
  }
}

/** Runs in the page: clicks, and gives the milliseconds until the ticket's tabs have been painted. */
function clickToPainted(ticketID: number): Promise<number> {
  const row = document.querySelector<HTMLElement>(`[aria-label^="Open ticket ${ticketID}:"]`)
  return new Promise((resolve, reject) => {
    if (!row) return reject(new Error('The ticket is not in the list.'))
    const started = performance.now()
    const done = () =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.now() - started)
        channel.port2.postMessage(null)
      })
    const observer = new MutationObserver(() => {
      if (!document.querySelector('[role="dialog"] [role="tabpanel"]')) return
      observer.disconnect()
      done()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    row.click()
  })
}

/** Runs in the page: scrolls the timeline to its end by so many pixels a frame, and gives the longest frame. */
function scrollThrough(stepPx: number): Promise<number> {
  const view = document.querySelector<HTMLElement>('section[aria-label="Timeline"]')
  return new Promise((resolve, reject) => {
    if (!view) return reject(new Error('There is no timeline.'))
    let longest = 0
    let last = performance.now()
    let still = 0
    const step = (now: number) => {
      longest = Math.max(longest, now - last)
      last = now
      const before = view.scrollTop
      view.scrollTop += stepPx
      still = view.scrollTop === before ? still + 1 : 0
      // The next page may be on its way.
      if (still > 30) resolve(longest)
      else requestAnimationFrame(step)
    }
    requestAnimationFrame((now) => {
      last = now
      requestAnimationFrame(step)
    })
  })
}

async function openList(page: Page, ticketID: number): Promise<void> {
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Support tickets/ }).click()
  await page.getByRole('combobox', { name: 'Whose' }).selectOption('ALL')
  await page.getByRole('searchbox', { name: 'Search tickets' }).fill(String(ticketID))
  await page.getByRole('button', { name: new RegExp(`^Open ticket ${ticketID}:`) }).waitFor()
}

/** Opens a ticket with 5,000 entries again and again from the list, and scrolls through it once at a quarter of the speed. */
async function ticketTimes(
  browser: Browser,
  url: string,
  account: Account,
  ticketID: number,
  rounds: number,
): Promise<TicketTimes> {
  const storageState = await signedInState(account, url)
  const context = await browser.newContext({
    baseURL: url,
    storageState,
    viewport: { width: 1366, height: 768 },
  })
  const page = await context.newPage()
  await openList(page, ticketID)
  const open: number[] = []
  for (let round = -WARM_UPS; round < rounds; round += 1) {
    const ms = await page.evaluate(clickToPainted, ticketID)
    if (round >= 0) open.push(ms)
    if (round === rounds - 1) break
    await page
      .getByRole('dialog', { name: `Ticket ${ticketID}` })
      .getByRole('button', { name: 'Close' })
      .click()
    await page.getByRole('dialog', { name: `Ticket ${ticketID}` }).waitFor({ state: 'detached' })
  }
  const frames: number[] = []
  for (let scroll = 0; scroll < SCROLLS; scroll += 1) frames.push(await longestFrameOf(page, ticketID))
  await context.close()
  return { open, longestFrame: Math.min(...frames) }
}

/** Loads the ticket anew, and scrolls through its timeline, which comes page by page, at a quarter of the speed. */
async function longestFrameOf(page: Page, ticketID: number): Promise<number> {
  await page.goto(`/dashboard?ticket=${ticketID}`)
  await page.getByRole('tab', { name: 'Timeline' }).click()
  await page.locator('section[aria-label="Timeline"]').waitFor()
  const client = await page.context().newCDPSession(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const longest = await page.evaluate(scrollThrough, STEP_PX)
  await client.detach()
  return longest
}

/** The two measures beside their limits, with a server of their own. */
export async function ticketRows(browser: Browser, rounds: number): Promise<Row[]> {
  const seeded = await seededData()
  const ticketID = await seedLongTicket(join(seeded.folder, 'fieldwork.db'))
  const server = await startTestServer({ from: seeded.folder })
  try {
    const account = server.accounts.find(({ kind }) => kind === 'supervisor')
    if (!account) throw new Error('The seed has no supervisor.')
    const { open, longestFrame } = await ticketTimes(browser, server.url, account, ticketID, rounds)
    const range = `${Math.min(...open).toFixed(1)}–${Math.max(...open).toFixed(1)}`
    return [
      limitRow(
        'Ticket with 5,000 entries, click → painted, p95',
        percentile(open, 0.95),
        OPEN_LIMIT_MS,
        `${open.length} (${range})`,
      ),
      limitRow(
        'Its timeline scrolled, longest frame, CPU 4× slower',
        longestFrame,
        FRAME_LIMIT_MS,
        `${SCROLLS}`,
      ),
    ]
  } finally {
    await server.dispose()
    seeded.remove()
  }
}

function limitRow(measure: string, ms: number, limit: number, runs: string): Row {
  return {
    measure,
    product: `${ms.toFixed(1)} ms`,
    baseline: `limit ${limit} ms`,
    ratio: `${(ms / limit).toFixed(2)} ×`,
    runs,
  }
}
