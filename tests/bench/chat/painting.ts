import type { Page } from 'playwright-core'
import { COMPOSER, MESSAGE_LIST } from '../conversation.ts'
import { startEcho } from '../echo.ts'
import { sendToPainted, watchPage } from '../painted.ts'
import { median, percentile, sideBySide } from '../statistics.ts'
import { atMost, type Bench } from './results.ts'
import { openRoom } from './world.ts'

const RATIO = 3

/** From Enter to painted in the other window, beside a raw WebSocket echo, in turn. */
export const painting: Bench = {
  name: 'send',
  async run({ browser, server, openChat, rounds }) {
    const echo = await startEcho()
    const from = await openChat('writer', server.url)
    const to = await openChat('reader', server.url)
    for (const page of [from, to]) {
      await openRoom(page, 'Bench room F')
      await watchPage(page, MESSAGE_LIST)
    }
    const echoes: Page[] = []
    for (let n = 0; n < 2; n++) {
      const page = await (await browser.newContext()).newPage()
      await page.goto(echo.url)
      await page.waitForFunction(() => document.title === 'Open')
      await watchPage(page, '#list')
      echoes.push(page)
    }
    const [echoFrom, echoTo] = echoes
    if (!echoFrom || !echoTo) throw new Error('The echo has no pages.')
    const pair = await sideBySide(
      () => sendToPainted(from, COMPOSER, to),
      () => sendToPainted(echoFrom, '#text', echoTo),
      rounds * 4,
      4,
    )
    for (const page of [from, to, ...echoes]) await page.context().close()
    echo.close()
    const [product, baseline] = [median(pair.product), median(pair.baseline)]
    return [
      atMost(
        'Enter → painted in the other window, p50, of a raw echo',
        product / baseline,
        RATIO,
        '×',
        `${pair.product.length} runs, ${product.toFixed(1)} beside ${baseline.toFixed(1)} ms, p95 ${percentile(pair.product, 0.95).toFixed(1)} ms`,
      ),
    ]
  },
}
