import '../../scripts/lib/require-node.ts'
import { cpus, totalmem, type } from 'node:os'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { build } from '../../scripts/lib/build-tasks.ts'
import { chromiumArgs, requireTestBrowser } from '../../scripts/lib/chromium.ts'
import { FIRST_SCREEN_LIMIT, gzipBytes, readFirstScreen } from '../../scripts/lib/first-screen.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { showProgress } from '../../scripts/setup/progress.mjs'
import { signedInState } from '../e2e/support/sign-in.ts'
import { startTestServer, type TestServer } from '../e2e/support/test-server.ts'
import { buildBarePage } from './bare-page.ts'
import { calendarRows } from './calendar.ts'
import { COMPOSER, MESSAGE_LIST, openSharedRoom } from './conversation.ts'
import { durabilityRow } from './durability.ts'
import { startEcho } from './echo.ts'
import { timeToFirstField, timeToShell } from './first-field.ts'
import { sendToPainted, watchPage } from './painted.ts'
import { peopleImportRow } from './people-import.ts'
import { sideBySide } from './statistics.ts'
import { switcherSearch } from './switcher.ts'
import { formatTable, type Row, timesRow } from './table.ts'
import { ticketRows } from './ticket-open.ts'

/** Rounds that count, unless `--rounds` says otherwise; at least this many. */
const MIN_ROUNDS = 5

function readRounds(): number {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '9' } } })
  return Math.max(MIN_ROUNDS, Number.parseInt(values.rounds, 10) || MIN_ROUNDS)
}

/** The two first screens, each beside a bare React page. */
async function firstScreens(
  browser: Browser,
  product: TestServer,
  bareDir: string,
  rounds: number,
): Promise<Row[]> {
  const bare = await startTestServer({ staticDir: bareDir })
  const [account] = product.accounts
  if (!account) throw new Error('The seed has nobody who can sign in.')
  const signedIn = await signedInState(account, product.url)
  const bareField = () => timeToFirstField(browser, bare.url)
  try {
    const signIn = await sideBySide(() => timeToFirstField(browser, product.url), bareField, rounds, 2)
    const shell = await sideBySide(() => timeToShell(browser, product.url, signedIn), bareField, rounds, 2)
    return [
      timesRow('Sign-in page usable, CPU 4× slower; a bare React page', signIn),
      timesRow('Shell usable when signed in, CPU 4× slower; a bare React page', shell),
    ]
  } finally {
    await bare.dispose()
  }
}

async function message(browser: Browser, product: TestServer, rounds: number): Promise<Row> {
  const echo = await startEcho()
  try {
    const [from, to] = await openSharedRoom(browser, product.url, product.accounts)
    const [echoFrom, echoTo] = [
      await (await browser.newContext()).newPage(),
      await (await browser.newContext()).newPage(),
    ]
    for (const page of [echoFrom, echoTo]) {
      await page.goto(echo.url)
      await page.waitForFunction(() => document.title === 'Open')
      await watchPage(page, '#list')
    }
    for (const page of [from, to]) await watchPage(page, MESSAGE_LIST)
    const pair = await sideBySide(
      () => sendToPainted(from, COMPOSER, to),
      () => sendToPainted(echoFrom, '#text', echoTo),
      rounds * 2,
      3,
    )
    return timesRow('Enter → painted in the other window; a raw WebSocket echo', pair)
  } finally {
    echo.close()
  }
}

function size(bareDir: string): Row {
  const product = gzipBytes(readFirstScreen(inRoot('dist/renderer')))
  const bare = gzipBytes(readFirstScreen(bareDir))
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
  return {
    measure: 'JavaScript of the first screen, gzip; a bare React page',
    product: kilobytes(product),
    baseline: kilobytes(bare),
    ratio: `${(product / bare).toFixed(2)} ×`,
    runs: `limit ${kilobytes(FIRST_SCREEN_LIMIT)}`,
  }
}

/** A first start, which seeds, against a second one with the same data. */
async function seed(): Promise<Row> {
  const timed = async (work: () => Promise<unknown>) => {
    const started = performance.now()
    await work()
    return performance.now() - started
  }
  const pair = { product: [] as number[], baseline: [] as number[] }
  for (let round = 0; round < MIN_ROUNDS; round += 1) {
    let server: TestServer | undefined
    const first = await timed(async () => {
      server = await startTestServer()
    })
    await server?.kill()
    const second = await timed(async () => server?.start())
    await server?.dispose()
    pair.product.push(first)
    pair.baseline.push(second)
  }
  return timesRow('Server ready with a fresh seed; with kept data', pair)
}

async function main(): Promise<void> {
  const rounds = readRounds()
  const executablePath = await requireTestBrowser((line) => console.log(line))
  await build((line) => console.log(line))
  const bareDir = await buildBarePage()
  const browser = await chromium.launch({ executablePath, args: chromiumArgs() })
  const product = await startTestServer()
  let doing = ''
  const endProgress = showProgress(() => `Measuring: ${doing}`)
  const rows: Row[] = []
  try {
    doing = 'first screens'
    rows.push(...(await firstScreens(browser, product, bareDir, rounds)))
    doing = 'message'
    rows.push(await message(browser, product, rounds))
    rows.push(size(bareDir))
    doing = 'durability'
    rows.push(await durabilityRow(rounds))
    doing = 'seed'
    rows.push(await seed())
    doing = 'ticket'
    rows.push(...(await ticketRows(browser, rounds)))
    doing = 'calendar'
    rows.push(...(await calendarRows(browser, product)))
    doing = 'people'
    rows.push(await peopleImportRow())
    doing = 'quick switcher'
    rows.push(
      timesRow(
        'Quick switcher, the slowest of 6 searches in 5,000; a plain one',
        await switcherSearch(rounds),
      ),
    )
  } finally {
    endProgress()
    await browser.close()
    await product.dispose()
  }
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`
  console.log(
    `\n${cpus()[0]?.model ?? 'unknown CPU'} × ${cpus().length}, ${memory}, ${type()}, Node ${process.versions.node}, Chromium ${browser.version()}\n`,
  )
  console.log(formatTable(rows))
  console.log('\nMedians of one run, measured in turn; in brackets the least and the most of Fieldwork.')
}

await main()
