/**
 * The chat's benchmarks: prints one table, and ends with 1 where a budget is missed.
 *
 * usage: npm run bench:chat -- [--only NAME[,NAME]] [--rounds N]
 */
import '../../../scripts/lib/require-node.ts'
import { cpus, loadavg, totalmem, type } from 'node:os'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'
import { build } from '../../../scripts/lib/build-tasks.ts'
import { chromiumArgs, requireTestBrowser } from '../../../scripts/lib/chromium.ts'
import { burst, streamed } from './burst.ts'
import { kits } from './kits.ts'
import { painting } from './painting.ts'
import { type Bench, formatResults, type Result } from './results.ts'
import { scrolling } from './scrolling.ts'
import { switching } from './switching.ts'
import { threads } from './threads.ts'
import { openWorld } from './world.ts'

const BENCHES: readonly Bench[] = [switching, scrolling, threads, burst, painting, streamed, kits]
const MIN_ROUNDS = 3

function readOptions(): { benches: readonly Bench[]; rounds: number; builds: boolean } {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '9' },
      'no-build': { type: 'boolean', default: false },
    },
  })
  const names = values.only?.split(',')
  const unknown = names?.find((name) => !BENCHES.some((bench) => bench.name === name))
  if (unknown !== undefined) {
    console.error(
      `There is no benchmark '${unknown}'. There are ${BENCHES.map(({ name }) => name).join(', ')}.`,
    )
    process.exit(2)
  }
  return {
    benches: BENCHES.filter(({ name }) => names?.includes(name) ?? true),
    rounds: Math.max(MIN_ROUNDS, Number.parseInt(values.rounds, 10) || 0),
    builds: !values['no-build'],
  }
}

async function main(): Promise<void> {
  const { benches, rounds, builds } = readOptions()
  const executablePath = await requireTestBrowser((line) => console.log(line))
  if (builds) await build((line) => console.log(line))
  const browser = await chromium.launch({
    executablePath,
    args: [...chromiumArgs(), '--enable-precise-memory-info'],
  })
  const { world, close } = await openWorld(browser, rounds)
  const results: Result[] = []
  try {
    for (const bench of benches) {
      console.log(`Measuring: ${bench.name} …`)
      results.push(...(await bench.run(world)))
    }
  } finally {
    await browser.close()
    await close()
  }
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `\n${cpus()[0]?.model ?? 'unknown CPU'} × ${cpus().length}, ${memory}, ${type()}, Node ${process.versions.node}, Chromium ${browser.version()}, load ${load}\n`,
  )
  console.log(formatResults(results))
  const missed = results.filter(({ isMet }) => !isMet).length
  if (missed > 0) {
    console.log(`\n${missed} of ${results.length} budgets are missed.`)
    process.exitCode = 1
  }
}

await main()
