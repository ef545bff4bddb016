import type { Page } from 'playwright-core'
import { percentile } from '../statistics.ts'
import { atMost, type Bench, rangeOf } from './results.ts'
import { openRoom } from './world.ts'

const WARM_MS = 50
const COLD_MS = 150
const A = 'Bench long A'
const B = 'Bench long B'

/** Runs in the page: clicks a thread, and gives the milliseconds until its messages have been painted. */
function switchTo(label: string): Promise<number> {
  const row = [...document.querySelectorAll<HTMLElement>('[data-row]')].find((one) =>
    one.textContent?.includes(label),
  )
  const painted = `[role="log"][aria-label="Messages in ${label}"] article`
  return new Promise((resolve, reject) => {
    if (!row) return reject(new Error(`${label} is not in sight.`))
    const started = performance.now()
    const observer = new MutationObserver(() => {
      const article = document.querySelector<HTMLElement>(painted)
      if (!article || article.offsetHeight === 0) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.now() - started)
        channel.port2.postMessage(null)
      })
    })
    observer.observe(document.body, { childList: true, subtree: true, attributes: true })
    row.click()
  })
}

async function coldTimes(page: Page, rounds: number): Promise<number[]> {
  const times: number[] = []
  for (let round = -1; round < rounds; round++) {
    await page.reload()
    await page.locator('[data-row^="MANUAL:"]').first().waitFor()
    await openRoom(page, 'Bench room C')
    for (const label of [A, B, 'Bench room D']) {
      const ms = await page.evaluate(switchTo, label)
      if (round >= 0) times.push(ms)
      await page.waitForLoadState('networkidle')
    }
  }
  return times
}

/** Thread switch, from the click to the painted messages. */
export const switching: Bench = {
  name: 'switch',
  async run({ openChat, rounds }) {
    const page = await openChat('reader')
    const cold = await coldTimes(page, rounds)
    const warm: number[] = []
    for (let round = -2; round < rounds * 2; round++) {
      const ms = await page.evaluate(switchTo, round % 2 === 0 ? A : B)
      if (round >= 0) warm.push(ms)
      await page.waitForLoadState('networkidle')
    }
    await page.context().close()
    return [
      atMost(
        'Thread switch, warm, threads of 100,000, p95',
        percentile(warm, 0.95),
        WARM_MS,
        'ms',
        rangeOf(warm),
      ),
      atMost(
        'Thread switch, cold, 100,000 and 1,000, p95',
        percentile(cold, 0.95),
        COLD_MS,
        'ms',
        rangeOf(cold),
      ),
    ]
  },
}
