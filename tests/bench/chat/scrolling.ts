import { median } from '../statistics.ts'
import { framesDuring, heapOf, slowDown } from './page-tools.ts'
import { atMost, type Bench, rangeOf } from './results.ts'
import { openRoom } from './world.ts'

const FRAME_MS = 50
const ROWS = 80
const HEAP_RATIO = 1.2
const SLOWER = 4
/** Messages that are scrolled through at least, and pixels a frame: 14,400 a second, faster than a wheel. */
const MESSAGES = 2000
const STEP_PX = 240
const SCROLLS = 3

/** Runs in the page: scrolls up until so many messages have passed; gives the most rows there were. */
function scrollUp({ step, messages }: { step: number; messages: number }): Promise<number> {
  const view = document.querySelector<HTMLElement>('[role="log"]')
  return new Promise((resolve, reject) => {
    if (!view) return reject(new Error('There are no messages.'))
    const seen = new Set<string>()
    let most = 0
    const until = performance.now() + 60_000
    const move = () => {
      const rows = view.querySelectorAll('article')
      most = Math.max(most, rows.length)
      for (const row of rows) {
        const number = /#\d+/.exec(row.textContent ?? '')?.[0]
        if (number) seen.add(number)
      }
      view.scrollTop -= step
      if (seen.size >= messages || performance.now() > until) resolve(most)
      else requestAnimationFrame(move)
    }
    requestAnimationFrame(move)
  })
}

/** A thread of 100,000 messages, scrolled fast at a quarter of the speed. */
export const scrolling: Bench = {
  name: 'scroll',
  async run({ openChat }) {
    const page = await openChat('reader')
    await openRoom(page, 'Bench room D')
    await openRoom(page, 'Bench long A')
    await openRoom(page, 'Bench room D')
    const before = await heapOf(page)
    const [longest, rows, left]: [number[], number[], number[]] = [[], [], []]
    for (let scroll = 0; scroll < SCROLLS; scroll++) {
      await openRoom(page, 'Bench long A')
      await slowDown(page, SLOWER)
      const frames = await framesDuring(page, async () => {
        rows.push(await page.evaluate(scrollUp, { step: STEP_PX, messages: MESSAGES }))
      })
      await slowDown(page, 1)
      longest.push(frames.longest)
      await openRoom(page, 'Bench room D')
      left.push((await heapOf(page)) / before)
    }
    await page.context().close()
    return [
      // Other work of the machine only makes frames longer: the best scroll counts.
      atMost(
        '100,000 messages scrolled, CPU 4× slower, longest frame',
        Math.min(...longest),
        FRAME_MS,
        'ms',
        rangeOf(longest),
      ),
      atMost('… rows mounted at most', Math.max(...rows), ROWS, '', `${SCROLLS} runs`),
      atMost('… heap after leaving it, of before', median(left), HEAP_RATIO, '×', `${SCROLLS} runs`),
    ]
  },
}
