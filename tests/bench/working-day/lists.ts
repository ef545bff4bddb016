import { setTimeout as delay } from 'node:timers/promises'
import { insertRows } from '../../../server/seed/insert.ts'
import { post } from '../../cluster/over-http.ts'
import { signedInState } from '../../e2e/support/sign-in.ts'
import { rangeOf } from '../chat/results.ts'
import { median, percentile } from '../statistics.ts'
import { startFilled, tokenOf } from './company.ts'
import { goTo, toPainted } from './painted.ts'
import { type Budget, beside, type Scenario } from './scenario.ts'

const BUDGETS = {
  server: { id: 'D028', measure: '10,000 people: the first page at the server', limit: 300, unit: 'ms' },
  painted: { id: 'D028', measure: '… painted', limit: 1000, unit: 'ms' },
  sort: { id: 'D028', measure: '… sorted, p95', limit: 500, unit: 'ms' },
} as const satisfies Record<string, Budget>

const ROWS = 10_000
const FIRST_ID = 60_000
const PAGE = '/admin/active-users'

/** A page of records with 10,000 rows that match. */
export const lists: Scenario = {
  name: 'list',
  budgets: BUDGETS,
  async run({ browser, rounds }) {
    const { server, account, dispose } = await startFilled(async (db, now) => {
      await insertRows(
        db,
        'users',
        ['id', 'userName', 'displayName', 'role', 'userType', 'passwordHash', 'isActive', 'createdAt'],
        Array.from({ length: ROWS }, (_, n) => [
          ...[
            FIRST_ID + n,
            `many.${n}`,
            `Person ${(n * 7919) % ROWS}`,
            'Telephone Interviewer',
            'INTERVIEWER',
          ],
          ...['none', 1, now],
        ]),
      )
    })
    try {
      const token = await tokenOf(account('admin'), server.url)
      const atServer: number[] = []
      for (let round = -3; round < rounds * 2; round += 1) {
        const began = performance.now()
        await post(server.url, '/api/admin/users/list', {}, token)
        if (round >= 0) atServer.push(performance.now() - began)
      }
      const context = await (await browser()).newContext({
        baseURL: server.url,
        storageState: await signedInState(account('admin'), server.url),
        viewport: { width: 1366, height: 768 },
      })
      const page = await context.newPage()
      await page.goto('/dashboard')
      await page.locator('h1').first().waitFor()
      const painted: number[] = []
      const sorted: number[] = []
      const row = '[role="grid"] [data-row]'
      for (let round = -1; round < rounds; round += 1) {
        await goTo(page, '/dashboard')
        await delay(500)
        const ms = await toPainted(page, { path: `${PAGE}?q=Person`, selector: row })
        const click = '[role="columnheader"] button[aria-label^="Sort by"]'
        const sort: number[] = []
        for (const direction of ['ascending', 'descending']) {
          // The new rows stand there once the list waits for none.
          const selector = `[aria-busy="false"]:has([aria-sort="${direction}"]) [data-row]`
          sort.push(await toPainted(page, { click, selector }))
          await delay(300)
        }
        if (round < 0) continue
        painted.push(ms)
        sorted.push(...sort)
      }
      await context.close()
      return [
        beside(BUDGETS.server, percentile(atServer, 0.95), rangeOf(atServer)),
        beside(BUDGETS.painted, median(painted), rangeOf(painted)),
        beside(BUDGETS.sort, percentile(sorted, 0.95), rangeOf(sorted)),
      ]
    } finally {
      await dispose()
    }
  },
}
