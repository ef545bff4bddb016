/**
 * Two servers on one PostgreSQL, as often and as long as the proof asks for; `npm test` runs a small form of it.
 * First they are killed, cut off and restarted under people (`tests/cluster`), then the browser tests are walked with
 * each connection reaching the other server in turn.
 *
 * usage: npm run test:cluster -- [faults | walks [SPEC…]]
 */
import './lib/require-node.ts'
import { spawnSync } from 'node:child_process'
import { BuildError, build } from './lib/build-tasks.ts'
import { requireTestBrowser } from './lib/chromium.ts'
import { bin, ROOT } from './lib/paths.ts'

/** The walks on which people meet: sign-in, chat, outbox, calls that ring, tickets, presence. */
const WALKS = [
  'sign-in',
  'two-people',
  'live-shell',
  'tickets',
  'chat-messages',
  'chat-lists',
  'notifications',
]

const [only, ...specs] = process.argv.slice(2)

function run(args: readonly string[], env: NodeJS.ProcessEnv): boolean {
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return status === 0
}

const faults = () =>
  run(
    bin(
      'vitest/vitest.mjs',
      ...['run', '--config', 'vitest.postgres.config.ts', '--reporter=verbose'],
      ...['--testTimeout=3600000', 'tests/cluster'],
    ),
    { FIELDWORK_LONG: '1' },
  )

async function walks(): Promise<boolean> {
  const browser = await requireTestBrowser((line) => console.log(line))
  try {
    await build((line) => console.log(line))
  } catch (error) {
    if (!(error instanceof BuildError)) throw error
    console.error(error.message)
    return false
  }
  const wanted = (specs.length > 0 ? specs : WALKS).map((name) => `${name}.spec.ts`)
  return run(bin('@playwright/test/cli.js', 'test', ...wanted), {
    CHROMIUM_PATH: browser,
    STANDIN_CHROMIUM: browser,
    E2E_SERVERS: '2',
  })
}

const isWell = only === 'faults' ? faults() : only === 'walks' ? await walks() : faults() && (await walks())
process.exitCode = isWell ? 0 : 1
