import { setTimeout as delay } from 'node:timers/promises'
import type { TakenRecords } from '#shared/contract/data-imports.ts'
import { post } from '../../cluster/over-http.ts'
import { rangeOf } from '../chat/results.ts'
import { median, percentile } from '../statistics.ts'
import { startFloor, tokenOf } from './company.ts'
import { type Budget, beside, type Scenario } from './scenario.ts'

const RECORDS = 5000
const BUDGETS = {
  whole: { id: 'D190', measure: '5,000 interview records imported', limit: 2000, unit: 'ms' },
  others: { id: 'D190', measure: '… p95 of My day meanwhile, of without', limit: 2, unit: '×' },
} as const satisfies Record<string, Budget>
/** Others ask so often, in milliseconds; as long without an import as one takes, and at least so many times. */
const EVERY_MS = 20
const ALONE_MS = 4000
const MINUTE = 60_000
/** A project of the demo. */
const PROJECT = 'HTS'

/** An import of 5,000 interview records, and what others wait meanwhile. */
export const imports: Scenario = {
  name: 'import',
  budgets: BUDGETS,
  async run({ rounds }) {
    const { server, account, dispose } = await startFloor()
    try {
      const planner = await tokenOf(account('planner'), server.url)
      const jamie = await tokenOf(account('interviewer'), server.url)
      const recordsOf = (round: number, now: number) =>
        Array.from({ length: RECORDS }, (_, n) => ({
          project: PROJECT,
          interviewer: `floor.${n % 300}`,
          start: new Date(now - (n % 100) * MINUTE - 5 * MINUTE).toISOString(),
          duration: 60 + (n % 200),
          outcome: n % 8 === 0 ? 'COMPLETE' : 'NO_ANSWER',
          respondentRef: `R-${round}-${n}`,
          sourceCallID: `bench-${round}-${n}`,
        }))
      /** What the interviewer's own page waits, for as long as `goesOn` says. */
      const waits = async (goesOn: () => boolean): Promise<number[]> => {
        const took: number[] = []
        while (goesOn()) {
          const began = performance.now()
          await post(server.url, '/api/itracker/activity/my-day', {}, jamie)
          took.push(performance.now() - began)
          await delay(EVERY_MS)
        }
        return took
      }
      const until = performance.now() + ALONE_MS
      // The first calls of a server are slower than the rest.
      for (let warm = 0; warm < 20; warm += 1)
        await post(server.url, '/api/itracker/activity/my-day', {}, jamie)
      const alone = await waits(() => performance.now() < until)
      const times: number[] = []
      const meanwhile: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const records = recordsOf(round, Date.now())
        let isDone = false
        const began = performance.now()
        const imported = post<TakenRecords>(server.url, '/api/import/interview-records', { records }, planner)
          .then((taken) => {
            times.push(performance.now() - began)
            return taken
          })
          .finally(() => {
            isDone = true
          })
        meanwhile.push(...(await waits(() => !isDone)))
        const taken = await imported
        if (taken.created !== RECORDS)
          throw new Error(
            `Of ${RECORDS} records ${taken.created} were taken: ${JSON.stringify(taken.refused[0])}`,
          )
      }
      const ratio = percentile(meanwhile, 0.95) / percentile(alone, 0.95)
      return [
        beside(BUDGETS.whole, median(times), rangeOf(times)),
        beside(
          BUDGETS.others,
          ratio,
          `${percentile(alone, 0.95).toFixed(1)} → ${percentile(meanwhile, 0.95).toFixed(1)} ms, ${meanwhile.length} calls`,
        ),
      ]
    } finally {
      await dispose()
    }
  },
}
