/**
 * The working day's benchmarks: prints each figure beside its budget (spec 4 §5.8), and ends with 1 where one is missed.
 *
 * usage: npm run bench:working-day -- [--only NAME[,NAME]] [--rounds N] [--no-build]
 */
import '../../../scripts/lib/require-node.ts'
import { cpus, loadavg, totalmem, type } from 'node:os'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { build } from '../../../scripts/lib/build-tasks.ts'
import { chromiumArgs, requireTestBrowser } from '../../../scripts/lib/chromium.ts'
import { formatResults, type Result } from '../chat/results.ts'
import type { Scenario } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'

const MIN_ROUNDS = 3

function readOptions(): { scenarios: readonly Scenario[]; rounds: number; builds: boolean } {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      rounds: { type: 'string', default: '9' },
      'no-build': { type: 'boolean', default: false },
    },
  })
  const names = values.only?.split(',')
  const unknown = names?.find((name) => !SCENARIOS.some((scenario) => scenario.name === name))
  if (unknown !== undefined) {
    console.error(
      `There is no benchmark '${unknown}'. There are ${SCENARIOS.map(({ name }) => name).join(', ')}.`,
    )
    process.exit(2)
  }
  return {
    scenarios: SCENARIOS.filter(({ name }) => names?.includes(name) ?? true),
    rounds: Math.max(MIN_ROUNDS, Number.parseInt(values.rounds, 10) || 0),
    builds: !values['no-build'],
  }
}

async function main(): Promise<void> {
  const { scenarios, rounds, builds } = readOptions()
  // Servers hand out the page, also where no browser asks for it.
  if (builds) await build((line) => console.log(line))
  let launched: Promise<Browser> | null = null
  const launch = async () => {
    const executablePath = await requireTestBrowser((line) => console.log(line))
    return chromium.launch({ executablePath, args: [...chromiumArgs(), '--enable-precise-memory-info'] })
  }
  const browser = () => {
    launched ??= launch()
    return launched
  }
  const results: Result[] = []
  try {
    for (const scenario of scenarios) {
      console.log(`Measuring: ${scenario.name} …`)
      results.push(
        ...(await scenario.run({ browser, rounds }).catch((error: unknown) => [
          {
            ...{ measure: scenario.name, value: 'failed', budget: '', isMet: false },
            note: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
          },
        ])),
      )
    }
  } finally {
    if (launched) await (await browser()).close()
  }
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  const load = loadavg()[0]?.toFixed(1)
  console.log(
    `\n${cpus()[0]?.model ?? 'unknown CPU'} × ${cpus().length}, ${memory}, ${type()}, Node ${process.versions.node}, load ${load}\n`,
  )
  console.log(formatResults(results))
  const missed = results.filter(({ isMet }) => !isMet).length
  if (missed > 0) {
    console.log(`\n${missed} of ${results.length} budgets are missed.`)
    process.exitCode = 1
  }
}

await main()
