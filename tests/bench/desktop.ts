/**
 * What the desktop client does while nobody touches it: `node scripts/bootstrap.mjs tests/bench/desktop.ts`.
 * The whole product runs with a signed-in person on a machine whose Windows programs are stand-ins, so
 * that every poll is on. Counted are the processes that main starts, and how long anything blocks it.
 */
import '../../scripts/lib/require-node.ts'
import { parseArgs } from 'node:util'
import { type ElectronApplication, _electron as electron, type Page } from 'playwright-core'
import { build } from '../../scripts/lib/build-tasks.ts'
import { ROOT } from '../desktop/support/app-folder.ts'
import { findBinary } from '../desktop/support/electron-binary.ts'
import { clientEnvironment } from '../desktop/support/launcher.ts'
import { signIn } from '../desktop/support/sign-in.ts'
import { windowsMachine } from '../desktop/support/windows-machine.ts'
import { startTestServer } from '../e2e/support/test-server.ts'

/** From one process to the next at least, in milliseconds; a timer isn't exact (see poll-turns.ts). */
const BETWEEN_PROCESSES_MS = 4_500
const BLOCKED_LIMIT_MS = 50

/** How long the start's own work is waited for, in milliseconds: it isn't idling. */
const SETTLING_MS = 30_000

/** How often, in milliseconds; wifi by spec 1 §9, the others as the application's fastest. */
const POLLS: readonly (readonly [command: string, everyMs: number])[] = [
  ['wifi', 5_000],
  ['vpnUptime', 1_000],
  ['idleSeconds', 1_000],
  ['battery', 1_000],
  ['localAddress', 5_000],
  ['deviceHealthCheck', 30_000],
  ['vpnProxyCheck', 60_000],
  ['geolocation', 30_000],
]

interface Measured {
  /** When processes were started, in milliseconds. */
  readonly starts: readonly { readonly at: number; readonly program: string }[]
  /** Between two looks at the clock, 5 ms apart, at most: time that passed beyond them, and what main's thread worked. */
  readonly late: number
  readonly worked: number
}

interface Counting {
  readonly starts: { at: number; program: string }[]
  late: number
  worked: number
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Begins to count in main; whoever calls the result gets what was counted. Other programs of the
 * machine delay main too, so that what its own thread worked is counted beside the delay.
 */
async function measure(app: ElectronApplication): Promise<() => Promise<Measured>> {
  await app.evaluate(() => {
    const channel = process.getBuiltinModule('node:diagnostics_channel')
    const counting: Counting = { starts: [], late: 0, worked: 0 }
    channel.subscribe('child_process', (message) => {
      const child = (message as { process: { spawnfile?: string } }).process
      const start = { at: performance.now(), program: '' }
      counting.starts.push(start)
      // Its name is known once it has been started.
      setImmediate(() => {
        start.program = child.spawnfile?.split('/').at(-1) ?? ''
      })
    })
    const worked = () => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1000
    }
    let [at, work] = [performance.now(), worked()]
    setInterval(() => {
      const [now, done] = [performance.now(), worked()]
      counting.late = Math.max(counting.late, now - at - 5)
      counting.worked = Math.max(counting.worked, done - work)
      at = now
      work = done
    }, 5)
    Object.assign(globalThis, { counting })
  })
  return () => app.evaluate(() => (globalThis as unknown as { counting: Counting }).counting)
}

/** Asks for everything that any screen polls, each as often as the one that asks most often. */
async function pollEverything(window: Page): Promise<void> {
  await window.evaluate((polls) => {
    const { fieldworkHost } = globalThis as unknown as {
      fieldworkHost: { invoke(name: string): Promise<unknown> }
    }
    for (const [name, everyMs] of polls) setInterval(() => void fieldworkHost.invoke(name), everyMs)
  }, POLLS)
}

function report({ starts, late, worked }: Measured, seconds: number): boolean {
  const gaps = starts.slice(1).map(({ at }, place) => at - (starts[place]?.at ?? 0))
  const least = gaps.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...gaps)
  console.log(`Idle for ${seconds} s with every poll on:`)
  console.log(`  processes started: ${starts.length}`)
  for (const [program, calls] of Map.groupBy(starts, (start) => start.program)) {
    console.log(`    ${program}: ${calls.length}`)
  }
  console.log(`  from one to the next at least: ${(least / 1000).toFixed(1)} s`)
  console.log(`  main worked without a pause at most: ${worked.toFixed(1)} ms`)
  console.log(`  main was late at most: ${late.toFixed(1)} ms, for whatever else the machine did`)
  return least >= BETWEEN_PROCESSES_MS && worked <= BLOCKED_LIMIT_MS
}

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const seconds = Math.max(10, Number.parseInt(values.seconds, 10) || 60)
await build((line) => console.log(line))
const server = await startTestServer()
const machine = windowsMachine()
const binary = findBinary()
const app = await electron.launch({
  ...(binary.real ? {} : { executablePath: binary.file }),
  args: [ROOT, `--user-data-dir=${machine.userData}`, `--server=${server.url}`, '--device-id=BENCH-1'],
  env: { ...clientEnvironment(''), ...machine.launchOptions.env },
})
try {
  const window = await app.firstWindow()
  await window.waitForURL(/fieldwork/)
  const unsupported = window.getByRole('dialog', { name: 'Unsupported device' })
  await window.addLocatorHandler(unsupported, (dialog) =>
    dialog.getByRole('button', { name: 'Continue anyway' }).click(),
  )
  const [account] = server.accounts
  if (!account) throw new Error('The seed has nobody who can sign in.')
  await signIn(window, account)
  await pollEverything(window)
  await pause(SETTLING_MS)
  const finish = await measure(app)
  await pause(seconds * 1000)
  if (!report(await finish(), seconds)) process.exitCode = 1
} finally {
  await app.close()
  machine.dispose()
  await server.dispose()
}
