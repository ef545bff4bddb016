import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { freePort } from '../../../scripts/lib/ports.ts'
import {
  type Account,
  logTail,
  type Mail,
  type ServerProcess,
  startServer,
} from '../../../scripts/lib/server-process.ts'
import { areTwo, seedPostgres, startTwoServers } from './two-servers.ts'

/** The embedded server with data of its own, which can be killed and started again as it was. */
export interface TestServer {
  readonly url: string
  readonly accounts: readonly Account[]
  /** Where everything lies that it has written. */
  readonly folders: readonly string[]
  /** The mails it has written so far, oldest first. */
  readonly mails: readonly Mail[]
  /** Processes of the server that runs now: two where it is two. */
  readonly pids: () => readonly number[]
  /** Ends it at once, as a crash would. */
  kill(): Promise<void>
  /** Starts it again on the same port with the same data. */
  start(): Promise<void>
  restart(): Promise<void>
  /** Ends it and removes its data. */
  dispose(): Promise<void>
  /** The end of its log. */
  log(lines?: number): string
}

interface TestServerOptions {
  readonly env?: NodeJS.ProcessEnv
  /** The pages that it serves; the built renderer unless told otherwise. */
  readonly staticDir?: string
  /** Data to begin with, as `seededData` left them; seeded anew without them. */
  readonly from?: string
  /** Added to its command line. */
  readonly args?: readonly string[]
}

/**
 * Makes the data of a freshly seeded server, to be copied by those that start with them: seeding
 * costs more than the copy.
 */
export async function seededData(): Promise<{ folder: string; remove: () => void | Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-e2e-seed-'))
  const port = await freePort()
  const logFile = join(folder, 'server.log')
  const dataDir = join(folder, 'data')
  if (areTwo) {
    const end = await seedPostgres(dataDir, logFile)
    return {
      folder: dataDir,
      async remove() {
        await end()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }
  const server = await startServer({ dataDir, port, logFile })
  await server.stop()
  return { folder: dataDir, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const RULES_OPTION = '--activity-rules'
/**
 * Nobody is asked how they are, unless a test brings rules of its own: at night the demo's people have just
 * worked for hours, and the question would lie over whatever a test is about.
 */
const NO_QUESTIONS = inRoot('tests/e2e/support/no-questions.json')

/** Starts a freshly seeded server that serves the built renderer. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { env = {}, staticDir = inRoot('dist/renderer'), from, args: own = [] } = options
  const args = own.includes(RULES_OPTION) ? own : [...own, RULES_OPTION, NO_QUESTIONS]
  if (areTwo && from !== undefined) return startTwoServers({ from, staticDir, env, args })
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-e2e-'))
  const dataDir = join(folder, 'data')
  if (from !== undefined) cpSync(from, dataDir, { recursive: true })
  const logFile = join(folder, 'server.log')
  const port = await freePort()
  const mails: Mail[] = []
  const onMail = (mail: Mail) => void mails.push(mail)
  const launch = () => startServer({ dataDir, port, logFile, staticDir, env, onMail, args })
  let server: ServerProcess = await launch()
  const start = async () => {
    server = await launch()
  }
  const kill = async () => {
    await server.kill()
  }
  return {
    url: server.url,
    accounts: server.accounts,
    folders: [dataDir],
    mails,
    pids: () => [server.pid],
    kill,
    start,
    restart: async () => {
      await kill()
      await start()
    },
    dispose: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    log: (lines) => logTail(logFile, lines),
  }
}
