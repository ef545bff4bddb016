import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../../scripts/lib/ports.ts'
import {
  type Account,
  logTail,
  type Mail,
  type ServerProcess,
  startServer,
} from '../../../scripts/lib/server-process.ts'
import { startPostgres } from '../../../scripts/testing/postgres.ts'
import { openLink } from '../../faults/link.ts'

/**
 * With E2E_SERVERS=2 each server of the browser tests is two, on one PostgreSQL, and each connection of a browser
 * reaches the other one in turn: people are on different servers, and so are the calls and hubs of one window.
 */
export const areTwo = process.env.E2E_SERVERS === '2'

/** Where the PostgreSQL of the run is: without a database. */
const BASE = 'E2E_POSTGRES'
const FOLDER = 'E2E_POSTGRES_FOLDER'
const SEED = 'seed'

async function asAdmin(query: string): Promise<pg.QueryResult> {
  const client = new pg.Client(`${process.env[BASE]}postgres`)
  await client.connect()
  try {
    return await client.query(query)
  } finally {
    await client.end()
  }
}

/** Where PostgreSQL keeps a database, and what was written to any of them lately. */
async function foldersOf(database: string): Promise<string[]> {
  const { rows } = await asAdmin(`select oid from pg_database where datname = '${database}'`)
  return [join('base', String(rows[0].oid)), 'pg_wal'].map((name) => join(process.env[FOLDER] ?? '', name))
}

/** Starts the PostgreSQL of a run, with the demo company as what databases are copied from. */
export async function seedPostgres(dataDir: string, logFile: string): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  process.env[BASE] = postgres.urlOf('')
  process.env[FOLDER] = postgres.folder
  await asAdmin(`create database ${SEED}`)
  const env = { FIELDWORK_DATABASE: postgres.urlOf(SEED) }
  const server = await startServer({ dataDir, port: 0, logFile, env, args: ['--drain', '0'] })
  await server.stop()
  return () => postgres.stop()
}

export interface TwoServersOptions {
  /** The data folder of whoever seeded: it has the keys. */
  readonly from: string
  readonly staticDir: string
  readonly env: NodeJS.ProcessEnv
  readonly args: readonly string[]
}

/** Two servers with a database of their own, behind one address. */
export async function startTwoServers({ from, staticDir, env, args }: TwoServersOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-e2e-two-'))
  const database = `e2e_${crypto.randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${database} template ${SEED}`)
  const ports = [await freePort(), await freePort()]
  let turn = 0
  const link = await openLink(() => ports[turn++ % ports.length] ?? 0)
  const dataDirs = ports.map((_, at) => join(folder, `data-${at}`))
  for (const dataDir of dataDirs) cpSync(from, dataDir, { recursive: true })
  const logFile = join(folder, 'server.log')
  // Two relays don't know each other: one of them is everybody's (docs/operating/calls.md).
  const relay = {
    FIELDWORK_TURN_URLS: ['tcp', 'udp'].map((by) => `turn:127.0.0.1:${ports[0]}?transport=${by}`).join(' '),
    FIELDWORK_TURN_SECRET: crypto.randomUUID(),
  }
  let servers: ServerProcess[] = []
  let accounts: readonly Account[] = []
  const mails: Mail[] = []
  const start = async () => {
    const launch = (port: number, at: number) =>
      startServer({
        ...{ dataDir: dataDirs[at] ?? '', port, logFile, staticDir },
        onMail: (mail) => void mails.push(mail),
        env: { ...relay, ...env, FIELDWORK_DATABASE: `${process.env[BASE]}${database}` },
        args: [...args, '--public-origin', link.url, '--drain', '0', '--files', join(folder, 'files')],
      })
    servers = await Promise.all(ports.map(launch))
    accounts = servers[0]?.accounts ?? []
  }
  const kill = async () => {
    for (const server of servers) await server.kill()
  }
  cpSync(join(from, 'files'), join(folder, 'files'), { recursive: true })
  await start()
  return {
    url: link.url,
    accounts,
    folders: [...dataDirs, join(folder, 'files'), ...(await foldersOf(database))],
    mails,
    pids: () => servers.map(({ pid }) => pid),
    kill,
    start,
    restart: async () => {
      await kill()
      await start()
    },
    dispose: async () => {
      await link.close()
      for (const server of servers) await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    log: (lines?: number) => logTail(logFile, lines),
  }
}
