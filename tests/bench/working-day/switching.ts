import { setTimeout as delay } from 'node:timers/promises'
import { personCalled } from '../../../server/seed/people.ts'
import { signedInState } from '../../e2e/support/sign-in.ts'
import { rangeOf } from '../chat/results.ts'
import { median, percentile } from '../statistics.ts'
import { startFloor } from './company.ts'
import { forgetRows, seenAt, toPainted, watchRows } from './painted.ts'
import { type Budget, beside, type Scenario } from './scenario.ts'

const BUDGETS = {
  own: { id: 'D189', measure: 'A click on an activity → own page painted', limit: 100, unit: 'ms' },
  panel: { id: 'D189', measure: '… on the supervisor’s live panel, p95', limit: 300, unit: 'ms' },
} as const satisfies Record<string, Budget>

/** What is clicked in turn, as its button begins, as the page shows it and as the row says it. */
const TURNS = [
  { button: 'Personal', shown: 'AWAY', said: 'personal time' },
  { button: 'Break', shown: 'BREAK', said: 'break' },
] as const

/** A click on an activity, on both sides. */
export const switching: Scenario = {
  name: 'switch',
  budgets: BUDGETS,
  async run({ browser, rounds }) {
    const { server, account, dispose } = await startFloor()
    try {
      const open = async (kind: string) => {
        const context = await (await browser()).newContext({
          baseURL: server.url,
          storageState: await signedInState(account(kind), server.url),
          viewport: { width: 1366, height: 768 },
        })
        const page = await context.newPage()
        await page.goto('/dashboard')
        await page.locator('h1').first().waitFor()
        return page
      }
      const jamie = await open('interviewer')
      const priya = await open('supervisor')
      await toPainted(priya, { path: '/supervisor/live-panel?q=Jamie', selector: '[data-row]' })
      await toPainted(jamie, { path: '/tracker/home', selector: 'section[data-kind]' })
      await delay(2000)
      await watchRows(priya)
      const own: number[] = []
      const panel: number[] = []
      const { id } = personCalled('Jamie Whitfield')
      for (let round = -2; round < rounds * 2; round += 1) {
        const turn = TURNS[Math.abs(round) % 2] ?? TURNS[0]
        await forgetRows(priya)
        const at = Date.now()
        const ms = await toPainted(jamie, {
          ...{
            button: turn.button,
            selector: `section[data-kind="${turn.shown}"]`,
          },
        })
        await delay(1200)
        const seen = await seenAt(priya, id, turn.said)
        if (round < 0) continue
        own.push(ms)
        if (seen !== null && seen >= at) panel.push(seen - at)
      }
      for (const page of [jamie, priya]) await page.context().close()
      return [
        beside(BUDGETS.own, median(own), rangeOf(own)),
        beside(BUDGETS.panel, percentile(panel, 0.95), rangeOf(panel)),
      ]
    } finally {
      await dispose()
    }
  },
}
