import type { Page } from 'playwright-core'
import { COMPOSER, MESSAGE_LIST } from '../conversation.ts'
import { percentile } from '../statistics.ts'
import { framesDuring, heapOf } from './page-tools.ts'
import type { Relay } from './relay.ts'
import { atMost, type Bench, type Result, rangeOf } from './results.ts'
import { benchMessage, inRoom, inTask } from './wire.ts'
import { openRoom } from './world.ts'

const PER_SECOND = 1000
const SECONDS = 10
const TICK_MS = 10
const LONG_SHARE = 0.05
/** What a typed letter may take until it is painted, in milliseconds: what people take for at once. */
const LETTER_MS = 100
/** The thread in the list that every fifth message is for; each of those comes twice. */
const LISTED = 4000

/** Says so many messages a second on the hub; four of five in the open room. Answers how many of each. */
async function stream(relay: Relay, perSecond: number, total: number, firstID: number) {
  const started = performance.now()
  let [sent, open, listed] = [0, 0, 0]
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) * perSecond) / 1000))
    for (; sent < due; sent++) {
      const message = benchMessage(firstID + sent)
      if (sent % 5 === 0) {
        listed++
        for (let copy = 0; copy < 2; copy++) relay.tell('newMessage', inTask(LISTED, message))
      } else {
        open++
        relay.tell('newThreadMessage', inRoom(4, message))
      }
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS))
  }
  return { open, listed, lasted: performance.now() - started }
}

/** Runs in the page: from each letter's key to its being painted, until the burst's end. */
function watchLetters(field: string): void {
  const times: number[] = []
  const input = document.querySelector(field)
  input?.addEventListener('input', (event) => {
    const at = event.timeStamp
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.onmessage = () => times.push(performance.now() - at)
      channel.port2.postMessage(null)
    })
  })
  Object.assign(window, { benchLetters: times })
}

async function typeUntil(page: Page, over: Promise<unknown>): Promise<void> {
  let isOver = false
  void over.finally(() => {
    isOver = true
  })
  for (let n = 0; !isOver; n++) {
    await page.locator(COMPOSER).press('abcdefghij'[n % 10] ?? 'a')
    await page.waitForTimeout(120)
  }
}

/** The numbers of the messages that the conversation shows from its end upwards, through what it keeps. */
async function shownFromEnd(page: Page): Promise<number[]> {
  return await page.evaluate(async (list) => {
    const view = document.querySelector<HTMLElement>(list)
    const seen = new Map<number, number>()
    for (let still = 0; view && still < 3; ) {
      const before = seen.size
      for (const row of view.querySelectorAll('article')) {
        const number = Number(/#(\d+)/.exec(row.textContent ?? '')?.[1])
        if (number >= 1_000_000) seen.set(number, number)
      }
      still = seen.size === before ? still + 1 : 0
      // Not to the top, where the server would be asked for more.
      view.scrollTop = Math.max(400, view.scrollTop - 300)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
    return [...seen.keys()]
  }, MESSAGE_LIST)
}

/** 1,000 messages a second for 10 s, while somebody types. */
export const burst: Bench = {
  name: 'burst',
  async run({ openChat, relay }) {
    const page = await openChat('reader')
    await openRoom(page, 'Bench room E')
    await page.evaluate(watchLetters, COMPOSER)
    const total = PER_SECOND * SECONDS
    let sent = { open: 0, listed: 0, lasted: 0 }
    const frames = await framesDuring(page, async () => {
      const streaming = stream(relay, PER_SECOND, total, 1_000_000)
      await typeUntil(page, streaming)
      sent = await streaming
      await page
        .getByText(`#${1_000_000 + total - 1}`, { exact: false })
        .first()
        .waitFor()
    })
    const letters = await page.evaluate(() => (window as unknown as { benchLetters: number[] }).benchLetters)
    // The list follows within a second.
    await page.waitForTimeout(2500)
    const results: Result[] = [
      atMost(
        'Burst of 1,000 messages a second for 10 s, long tasks',
        (100 * frames.longTasks) / frames.lasted,
        100 * LONG_SHARE,
        '%',
        `1 run of ${(frames.lasted / 1000).toFixed(1)} s, longest ${frames.longestTask.toFixed(0)} ms`,
      ),
      atMost(
        '… a letter typed meanwhile, key → painted, p95',
        percentile(letters, 0.95),
        LETTER_MS,
        'ms',
        rangeOf(letters),
      ),
    ]
    await page.locator(COMPOSER).fill('')
    const shown = (await shownFromEnd(page)).sort((a, b) => a - b)
    const first = shown[0] ?? 0
    const expected = Array.from({ length: 1_000_000 + total - first }, (_, n) => first + n).filter(
      (n) => n % 5 !== 0,
    )
    const lost = expected.filter((n) => !shown.includes(n)).length
    results.push(
      atMost('… lost of what the open conversation keeps', lost, 0, '', `${shown.length} looked at`),
    )
    await page.getByRole('textbox', { name: 'Filter chats' }).fill(`Survey task ${LISTED} `)
    const row = page.locator(`[data-row="TASK_CHAT:${200_000 + LISTED}"]`)
    await row.waitFor()
    const unread = await row.evaluate((element) => element.textContent ?? '')
    const isCounted = unread.includes('99+')
    results.push(
      atMost(
        '… messages in another thread, each sent twice: not counted',
        isCounted ? 0 : sent.listed,
        0,
        '',
        `${sent.listed} messages`,
      ),
    )
    await page.context().close()
    return results
  },
}

const STREAMED = 50_000
const STREAM_PER_SECOND = 1500
const GROWTH = 10

/** 50,000 messages through an open client. */
export const streamed: Bench = {
  name: 'stream',
  async run({ openChat, relay }) {
    const page = await openChat('reader')
    await openRoom(page, 'Bench room F')
    await openRoom(page, 'Bench room E')
    // Once round, so that everything that is kept once is kept.
    await stream(relay, STREAM_PER_SECOND, 2000, 2_000_000)
    await page.waitForTimeout(3000)
    const before = await heapOf(page)
    await stream(relay, STREAM_PER_SECOND, STREAMED, 3_000_000)
    await page
      .getByText(`#${3_000_000 + STREAMED - 1}`, { exact: false })
      .first()
      .waitFor({ timeout: 120_000 })
    await page.waitForTimeout(3000)
    const after = await heapOf(page)
    await page.context().close()
    const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(1)
    return [
      atMost(
        '50,000 messages streamed, heap growth',
        Math.max(0, 100 * (after / before - 1)),
        GROWTH,
        '%',
        `${megabytes(before)} → ${megabytes(after)} MB`,
      ),
    ]
  },
}
