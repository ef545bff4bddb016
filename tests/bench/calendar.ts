import type { Browser, CDPSession, Page } from 'playwright-core'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import { signedInState } from '../e2e/support/sign-in.ts'
import type { TestServer } from '../e2e/support/test-server.ts'
import type { Row } from './table.ts'

const EVENTS = 500
/** From the answer to the painted week, and the longest frame of a drag, in milliseconds at most. */
const PAINT_LIMIT_MS = 100
const FRAME_LIMIT_MS = 50
const SLOWER = 4
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Other work of the machine only makes times longer: the best of this many counts. */
const WEEKS = 5
const DRAGS = 5
const STEPS = 40

/** The Monday of the week of that moment, by UTC. */
const mondayOf = (at: number): number => {
  const midnight = Math.floor(at / DAY_MS) * DAY_MS
  return midnight - ((new Date(midnight).getUTCDay() + 6) % 7) * DAY_MS
}

/** A full week: about seven beside each other all day long, every day. */
function fullWeek(monday: number): CalendarEvent[] {
  return Array.from({ length: EVENTS }, (_, place) => {
    const start = monday + (place % 7) * DAY_MS + (7 * 60 + Math.floor(place / 7) * 9) * MINUTE_MS
    const id = place + 1
    return {
      id: `event:${id}`,
      eventType: (['PERSONAL', 'TASK', 'MEETING'] as const)[place % 3] ?? 'PERSONAL',
      eventState: 'APPROVED',
      eventStart: new Date(start).toISOString(),
      eventEnd: new Date(start + (15 + (place % 5) * 10) * MINUTE_MS).toISOString(),
      subject: `Event ${id}`,
      hover: '',
      userID: 1,
      userName: '',
      meta: {
        kind: 'event',
        recordID: id,
        isAllDay: false,
        mayChange: true,
        version: 1,
        zone: 'Europe/London',
        rule: null,
        isException: false,
        reminder: null,
        hasOwnReminder: false,
      },
    }
  })
}

/** Runs in the page: goes to the week after and gives the milliseconds from the answer to the painted events. */
async function answerToPainted(count: number): Promise<number> {
  const real = window.fetch
  let answered = 0
  window.fetch = async (...given) => {
    const response = await real(...given)
    const address = given[0] instanceof Request ? given[0].url : String(given[0])
    if (!address.endsWith('/api/calendar/events')) return response
    const text = await response.text()
    answered = performance.now()
    return new Response(text, { status: 200, headers: response.headers })
  }
  const later = document.querySelector<HTMLElement>('[aria-label="Later days"]')
  later?.click()
  const painted = await new Promise<number>((resolve) => {
    const look = () => {
      if (answered === 0 || document.querySelectorAll('[data-event]').length < count) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.now())
        channel.port2.postMessage(null)
      })
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { childList: true, subtree: true, attributes: true })
  })
  window.fetch = real
  return painted - answered
}

/** The longest frame while an event is dragged across the week, which Escape takes back. */
async function longestFrame(page: Page): Promise<number> {
  const box = await page.locator('[data-event="event:85"]').boundingBox()
  if (!box) throw new Error('The event that is dragged is not shown.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 8, y)
  await page.evaluate(() => {
    const seen = { longest: 0, last: performance.now(), goesOn: true }
    Object.assign(window, { frames_: seen })
    const tick = (now: number) => {
      seen.longest = Math.max(seen.longest, now - seen.last)
      seen.last = now
      if (seen.goesOn) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })
  for (let step = 1; step <= STEPS; step += 1) await page.mouse.move(x + step * 12, y + step * 3)
  const longest = await page.evaluate(() => {
    const seen = (window as unknown as { frames_: { longest: number; goesOn: boolean } }).frames_
    seen.goesOn = false
    return seen.longest
  })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  return longest
}

/** A week of 500 events: painted, and one of them dragged, with a processor four times slower. */
export async function calendarRows(browser: Browser, product: TestServer): Promise<Row[]> {
  const account = product.accounts.find(({ kind }) => kind === 'interviewer')
  if (!account) throw new Error('The seed has no interviewer.')
  const storageState = await signedInState(account, product.url)
  const context = await browser.newContext({
    baseURL: product.url,
    storageState,
    viewport: { width: 1366, height: 768 },
  })
  try {
    const page = await context.newPage()
    await page.route('**/api/calendar/events', async (route) => {
      const { start } = route.request().postDataJSON() as { start: string }
      await route.fulfill({ json: { events: fullWeek(mondayOf(Date.parse(start) + DAY_MS)), days: [] } })
    })
    await page.goto('/my-calendar')
    await page.locator('[data-event="event:85"]').waitFor()
    const cdp: CDPSession = await context.newCDPSession(page)
    const paint = async (rate: number): Promise<number[]> => {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate })
      const times: number[] = []
      for (let week = 0; week < WEEKS; week += 1) {
        // The week before has events of the same ids: what is painted is all new.
        await page.evaluate(() => document.body.offsetHeight)
        times.push(await page.evaluate(answerToPainted, EVENTS))
      }
      return times
    }
    const [whole, slow] = [await paint(1), await paint(SLOWER)]
    const frames: number[] = []
    for (let drag = 0; drag < DRAGS; drag += 1) frames.push(await longestFrame(page))
    const row = (measure: string, times: readonly number[], limit: number): Row => {
      const best = Math.min(...times)
      return {
        measure,
        product: `${best.toFixed(1)} ms`,
        baseline: `limit ${limit} ms`,
        ratio: `${(best / limit).toFixed(2)} ×`,
        runs: `best of ${times.length} (to ${Math.max(...times).toFixed(1)})`,
      }
    }
    return [
      row(`Calendar: a week of ${EVENTS} events, answer → painted`, whole, PAINT_LIMIT_MS),
      row(`The same, CPU ${SLOWER}× slower`, slow, PAINT_LIMIT_MS),
      row(`The longest frame of a drag in it, CPU ${SLOWER}× slower`, frames, FRAME_LIMIT_MS),
    ]
  } finally {
    await context.close()
  }
}
