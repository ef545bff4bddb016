import type { ChildProcess } from 'node:child_process'
import { isAbsolute, join } from 'node:path'
import { type Lock, tryLock } from '../setup/lock.mjs'
import { showProgress } from '../setup/progress.mjs'
import { accountsTable } from './accounts-table.ts'
import { build } from './build-tasks.ts'
import { hasDisplay, openBrowser, openDesktop } from './client.ts'
import { type DataDir, newLogFile, openDataDir, recall, remember } from './data-dir.ts'
import { obtainElectron } from './electron-binary.ts'
import { onParentGone } from './parent.ts'
import { inRoot } from './paths.ts'
import { freePort, probePort } from './ports.ts'
import { describeExit, logTail, type ServerProcess, startServer } from './server-process.ts'
import type { StartOptions } from './start-options.ts'

/** A second Ctrl+C after this long ends without waiting; sooner it is the same one, told twice. */
const INSIST_AFTER_MS = 1_000

function say(line: string): void {
  console.log(line)
}

/**
 * `npm start`: builds what is needed, starts the embedded server, opens a client, and stays until
 * Ctrl+C or until the server ends.
 *
 * @returns the exit code
 * @throws Error with a sentence for a person
 */
export async function start(options: StartOptions): Promise<number> {
  const stopping = listenForStop()
  const chosen = process.env.FIELDWORK_DATA
  const dir = openDataDir(
    chosen ? (isAbsolute(chosen) ? chosen : join(process.cwd(), chosen)) : inRoot('.data'),
  )
  const lock = lockDataDir(dir)
  try {
    await build(say)
    if (stopping.asked()) return 0
    const logFile = newLogFile(dir, new Date())
    const server = await startEmbeddedServer(dir, logFile, options)
    lock.update({ url: server.url })
    remember(dir, 'port', Number(new URL(server.url).port))
    return await serve(server, dir, logFile, options, stopping)
  } finally {
    lock.release()
  }
}

function lockDataDir(dir: DataDir): Lock {
  const lock = tryLock(dir.lock)
  if (lock.taken) return lock
  const where = typeof lock.holder.url === 'string' ? `at ${lock.holder.url}` : '(it is still starting)'
  throw new Error(
    `Fieldwork already runs on this data ${where}, process ${lock.holder.pid ?? 'unknown'}. ` +
      'Stop it with Ctrl+C first, or set FIELDWORK_DATA to another folder.',
  )
}

/** The wanted port, else the last one (a browser keeps a session by its address), else a free one. */
async function choosePort(dir: DataDir, wanted: number | null): Promise<number> {
  if (wanted !== null) {
    const probe = await probePort(wanted)
    if (probe.free) return wanted
    const why =
      probe.code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be used (${probe.code})`
    throw new Error(`Port ${wanted} ${why}. Choose another with --port, or leave it out.`)
  }
  const last = recall(dir, 'port', (value) => (typeof value === 'number' ? value : null))
  return last !== null && (await probePort(last)).free ? last : freePort()
}

async function startEmbeddedServer(
  dir: DataDir,
  logFile: string,
  options: StartOptions,
): Promise<ServerProcess> {
  const port = await choosePort(dir, options.port)
  const endProgress = showProgress(() => 'Starting the server')
  try {
    return await startServer({
      dataDir: dir.server,
      port,
      logFile,
      staticDir: inRoot('dist/renderer'),
      reset: options.reset,
      args: options.noDemo ? ['--no-seed'] : ['--demo', 'full'],
      onSentence: (sentence) => say(`\n${sentence}`),
      onMail: ({ to, subject, text }) => say(`\nMail to ${to}: ${subject}\n${text}\n`),
    })
  } finally {
    endProgress()
  }
}

async function serve(
  server: ServerProcess,
  dir: DataDir,
  logFile: string,
  options: StartOptions,
  stopping: Stopping,
): Promise<number> {
  say(`\nFieldwork runs at ${server.url}\n`)
  if (server.accounts.length > 0) say(`Who can sign in:\n\n${accountsTable(server.accounts)}\n`)
  say('Ctrl+C stops everything; the data is kept.')
  const over = new AbortController()
  const client = openClient(server.url, dir, options, over.signal)
  const first = await Promise.race([server.exited, stopping.whenAsked])
  over.abort()
  await closeDesktop(await client)
  if (first !== 'asked') {
    process.stderr.write(
      `\nThe server ended unexpectedly (${describeExit(first)}). The end of ${logFile}:\n\n${logTail(logFile)}\n`,
    )
    return 1
  }
  say('\nStopping …')
  await server.stop()
  return 0
}

/** Opens the best client there is; gives the desktop client's process, where it is that. */
async function openClient(
  url: string,
  dir: DataDir,
  options: StartOptions,
  over: AbortSignal,
): Promise<ChildProcess | null> {
  if (options.noOpen) return null
  if (!hasDisplay(process.env)) {
    say('There is no display here: open the address in a browser.')
    return null
  }
  const wantsDesktop = !options.browser && process.env.FIELDWORK_NO_ELECTRON !== '1'
  const electron = wantsDesktop ? await obtainElectron(dir, say, over) : null
  if (over.aborted) return null
  if (electron) return watchDesktop(openDesktop(electron, url), url, over)
  say((await openBrowser(url)) ? 'Opened in the browser.' : 'Open the address in a browser.')
  return null
}

function watchDesktop(desktop: ChildProcess, url: string, over: AbortSignal): ChildProcess {
  desktop.once('spawn', () => say('Opened the desktop client.'))
  desktop.once('error', (error) => say(`The desktop client cannot be started: ${error.message}`))
  desktop.once('exit', () => {
    if (!over.aborted) say(`The desktop client was closed; the server still runs at ${url}`)
  })
  return desktop
}

async function closeDesktop(desktop: ChildProcess | null): Promise<void> {
  if (!desktop?.pid || desktop.exitCode !== null || desktop.signalCode !== null) return
  const closed = new Promise<void>((resolve) => desktop.once('exit', () => resolve()))
  desktop.kill('SIGTERM')
  const insist = setTimeout(() => desktop.kill('SIGKILL'), 3_000)
  await closed
  clearTimeout(insist)
}

interface Stopping {
  readonly asked: () => boolean
  readonly whenAsked: Promise<'asked'>
}

/** Ctrl+C, a polite kill, a closed terminal, or the end of the process that started this one. */
function listenForStop(): Stopping {
  let askedAt: number | null = null
  const whenAsked = new Promise<'asked'>((resolve) => {
    const ask = () => {
      if (askedAt !== null && Date.now() - askedAt > INSIST_AFTER_MS) process.exit(130)
      askedAt ??= Date.now()
      resolve('asked')
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
    onParentGone(ask)
  })
  return { asked: () => askedAt !== null, whenAsked }
}
