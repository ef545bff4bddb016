import { setTimeout as delay } from 'node:timers/promises'
import { signedInState } from '../../e2e/support/sign-in.ts'
import { framesDuring, slowDown } from '../chat/page-tools.ts'
import { rangeOf } from '../chat/results.ts'
import { median } from '../statistics.ts'
import { startFloor } from './company.ts'
import { goTo, toPainted } from './painted.ts'
import { type Budget, beside, type Scenario } from './scenario.ts'

const BUDGETS = {
  open: {
    id: 'D159',
    measure: 'A week of 300 people, 2,000 events: open → painted',
    limit: 1000,
    unit: 'ms',
  },
  frame: { id: 'D159', measure: '… scrolled, CPU 4× slower, longest frame', limit: 50, unit: 'ms' },
} as const satisfies Record<string, Budget>

const SCROLLS = 3

/** Runs in the page: scrolls the board down to its end, 60 pixels a frame. */
function scrollDown(): Promise<void> {
  const board = document.querySelector<HTMLElement>('[role="grid"][data-scale]')
  if (board) board.scrollTop = 0
  return new Promise((resolve) => {
    const move = () => {
      if (!board) return resolve()
      const before = board.scrollTop
      board.scrollTop += 60
      if (board.scrollTop === before) resolve()
      else requestAnimationFrame(move)
    }
    requestAnimationFrame(move)
  })
}

/** The planner’s week of everybody. */
export const planner: Scenario = {
  name: 'planner',
  budgets: BUDGETS,
  async run({ browser, rounds }) {
    const { server, account, dispose } = await startFloor()
    try {
      const context = await (await browser()).newContext({
        baseURL: server.url,
        storageState: await signedInState(account('planner'), server.url),
        viewport: { width: 1366, height: 768 },
      })
      const page = await context.newPage()
      await page.goto('/dashboard')
      await page.locator('h1').first().waitFor()
      const opened: number[] = []
      for (let round = -1; round < rounds; round += 1) {
        await goTo(page, '/dashboard')
        await delay(1000)
        const ms = await toPainted(page, {
          ...{
            path: `/resource/planner?view=week&round=${round}`,
            selector: '[data-person] [data-shift]',
            least: 10,
          },
        })
        if (round >= 0) opened.push(ms)
      }
      await delay(1000)
      await slowDown(page, 4)
      const frames: number[] = []
      for (let scroll = 0; scroll < SCROLLS; scroll += 1)
        frames.push((await framesDuring(page, () => page.evaluate(scrollDown))).longest)
      await context.close()
      return [
        beside(BUDGETS.open, median(opened), rangeOf(opened)),
        beside(BUDGETS.frame, Math.min(...frames), rangeOf(frames)),
      ]
    } finally {
      await dispose()
    }
  },
}
