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
  grouped: { id: 'D028', measure: '… grouped by area', limit: 300, unit: 'ms' },
  painted: { id: 'D028', measure: '… painted', limit: 1000, unit: 'ms' },
  sort: { id: 'D028', measure: '… sorted, p95', limit: 500, unit: 'ms' },
  filter: { id: 'D028', measure: '… filtered, p95', limit: 500, unit: 'ms' },
} as const satisfies Record<string, Budget>

const ROWS = 10_000
const FIRST_ID = 60_000
const PAGE = '/admin/active-users'

/** Words that all rows have: another one each round, so that the page has nothing of the round before. */
const WORDS = ['Person', 'Perso', 'Pers', 'Per', 'Pe', 'erson', 'erso', 'ers', 'er', 'rson', 'rso', 'rs']

/** A row of the list once it waits for nothing, with so many filters above it. */
const filteredRow = (chips: number): string =>
  `body:has(section > span:nth-child(${chips}) > button[aria-label^="Remove the filter"]) [aria-busy="false"] [data-row]`

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
      const grouped: number[] = []
      const first = async (request: object, times: number[] | null) => {
        const began = performance.now()
        await post(server.url, '/api/admin/users/list', request, token)
        times?.push(performance.now() - began)
      }
      for (let round = -3; round < rounds * 2; round += 1) {
        await first({}, round < 0 ? null : atServer)
        await first({ group: 'areaName' }, round < 0 ? null : grouped)
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
      const filtered: number[] = []
      const row = '[role="grid"] [data-row]'
      for (let round = -1; round < rounds; round += 1) {
        await goTo(page, '/dashboard')
        await delay(500)
        const listed = `${PAGE}?q=${WORDS[(round + 1) % WORDS.length]}`
        const ms = await toPainted(page, { path: listed, selector: row })
        const click = '[role="columnheader"] button[aria-label^="Sort by"]'
        const sort: number[] = []
        for (const direction of ['ascending', 'descending']) {
          // The new rows stand there once the list waits for none.
          const selector = `[aria-busy="false"]:has([aria-sort="${direction}"]) [data-row]`
          sort.push(await toPainted(page, { click, selector }))
          await delay(300)
        }
        // Two filters that all of them match, one after the other.
        const filter: number[] = []
        const named = `${listed}&f=userName~CONTAINS~many`
        for (const [place, path] of [named, `${named}&f=displayName~CONTAINS~Person`].entries()) {
          filter.push(await toPainted(page, { path, selector: filteredRow(place + 1) }))
          await delay(300)
        }
        if (round < 0) continue
        painted.push(ms)
        sorted.push(...sort)
        filtered.push(...filter)
      }
      await context.close()
      return [
        beside(BUDGETS.server, percentile(atServer, 0.95), rangeOf(atServer)),
        beside(BUDGETS.grouped, percentile(grouped, 0.95), rangeOf(grouped)),
        beside(BUDGETS.painted, median(painted), rangeOf(painted)),
        beside(BUDGETS.sort, percentile(sorted, 0.95), rangeOf(sorted)),
        beside(BUDGETS.filter, percentile(filtered, 0.95), rangeOf(filtered)),
      ]
    } finally {
      await dispose()
    }
  },
}
