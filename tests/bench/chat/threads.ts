import { THREADS } from './company.ts'
import { framesDuring } from './page-tools.ts'
import { atMost, type Bench, rangeOf } from './results.ts'
import { benchMessage, inTask } from './wire.ts'

const FRAME_MS = 50
const TERMS = ['su', 'task 42', 'zzzz', 'interview']
/** The filter's debounce and some; incoming messages come to the list within a second. */
const FILTERED_MS = 700
const REORDERED_MS = 1500

/** Runs in the page: two frames, so that what was begun is painted. */
const painted = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

/** 5,000 threads in the list: filtered, and put in another order. */
export const threads: Bench = {
  name: 'threads',
  async run({ openChat, relay, rounds }) {
    const page = await openChat('reader')
    const box = page.getByRole('textbox', { name: 'Filter chats' })
    await page.evaluate(painted)
    const filtered: number[] = []
    for (let round = -1; round < rounds; round++) {
      const frames = await framesDuring(page, async () => {
        await box.fill(TERMS[(round + 1) % TERMS.length] ?? '')
        await page.waitForTimeout(FILTERED_MS)
      })
      if (round >= 0) filtered.push(frames.longest)
    }
    await box.fill('')
    await page.waitForTimeout(FILTERED_MS)
    const ordered: number[] = []
    for (let round = -1; round < rounds; round++) {
      const thread = 1000 + round * 7
      const frames = await framesDuring(page, async () => {
        relay.tell('newMessage', inTask(thread, benchMessage(900_000 + round)))
        await page.waitForTimeout(REORDERED_MS)
      })
      if (round >= 0) ordered.push(frames.longest)
    }
    await page.context().close()
    return [
      atMost(
        `${THREADS} threads filtered, longest frame, best`,
        Math.min(...filtered),
        FRAME_MS,
        'ms',
        rangeOf(filtered),
      ),
      atMost(
        `${THREADS} threads re-ordered, longest frame, best`,
        Math.min(...ordered),
        FRAME_MS,
        'ms',
        rangeOf(ordered),
      ),
    ]
  },
}
