import { parseArgs } from 'node:util'
import { isNetwork } from '#shared/contract/setup.ts'
import { placeOf } from './db/dialect/postgres/open-postgres.ts'
import { DEMO_SIZES, type DemoSize } from './demo/demo-size.ts'
import { requirePlace } from './files/open-store.ts'
import { LOG_LEVELS, type LogLevel } from './http/logging.ts'
import type { TlsFiles } from './http/tls.ts'

/** What the command line asks for. */
export interface MainOptions {
  readonly data: string
  /** The address of a PostgreSQL that keeps everything; null for SQLite in the data folder. */
  readonly database: string | null
  /** The address of a Redis by which servers hint at each other; null for the database's own way. */
  readonly backplane: string | null
  /** Where files are: a folder, or `s3://…`; null for the data folder. */
  readonly files: string | null
  /** How long people are sent to other servers before a stop, in milliseconds. */
  readonly drainMs: number
  /** 0 takes a free one. */
  readonly port: number
  readonly host: string
  readonly staticFolder: string | null
  readonly reset: boolean
  readonly seed: boolean
  /** How much of a demo company an empty database is filled with. */
  readonly demoSize: DemoSize
  readonly logLevel: LogLevel
  /** Where scheduled backups go; null for a folder in the data folder. */
  readonly backupFolder: string | null
  /** Certificate and key, both PEM, of a server of HTTPS; null for plain HTTP. */
  readonly tls: TlsFiles | null
  /** Where plain HTTP is redirected to HTTPS; null for nowhere. */
  readonly redirectPort: number | null
  /** Folder of log files; null for standard error. */
  readonly logFolder: string | null
  /** Where figures are served without a token; null for nowhere. */
  readonly metricsAddress: { readonly host: string; readonly port: number } | null
  readonly stopWithParent: boolean
  /** The origin of links in mails, without a slash at its end. */
  readonly publicOrigin: string | null
  /** Host headers that such links may name. */
  readonly trustedHosts: readonly string[]
  /** Addresses and ranges of proxies whose word about the sender holds. */
  readonly trustedProxies: readonly string[]
  /** Addresses and ranges of private networks that webhooks may go to. */
  readonly webhookNetworks: readonly string[]
  /** A file with the deployment's own permission numbers; null for the built-in ones. */
  readonly permissionNumbers: string | null
  /** A file with what the deployment decides of every activity; null for the usual. */
  readonly activityRules: string | null
}

export const USAGE =
  'usage: node server/main.ts --data DIR [--database postgres://… [--backplane redis://…] [--files DIR|s3://…]] [--drain SECONDS] [--port N] [--host ADDRESS] [--static DIR] [--reset] ' +
  '[--tls-cert FILE --tls-key FILE [--redirect-port N]] ' +
  `[--no-seed] [--demo ${DEMO_SIZES.join('|')}] [--log ${LOG_LEVELS.join('|')}] [--log-dir DIR] [--backup-dir DIR] [--metrics-address HOST:PORT] [--stop-with-parent] ` +
  '[--public-origin URL] [--trusted-host NAME[:PORT]]… [--trusted-proxy ADDRESS[/BITS]]… [--webhook-network ADDRESS[/BITS]]… [--permission-numbers FILE] [--activity-rules FILE]'

/** A command line that can't be followed; the message says why. */
export class UsageError extends Error {}

function readPort(text: string, option = '--port'): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new UsageError(`${option} ${text} is no port (0 to 65535)`)
  return port
}

function readLogLevel(text: string): LogLevel {
  const level = LOG_LEVELS.find((known) => known === text)
  if (!level) throw new UsageError(`--log ${text} is none of ${LOG_LEVELS.join(', ')}`)
  return level
}

function readDemoSize(text: string): DemoSize {
  const size = DEMO_SIZES.find((known) => known === text)
  if (!size) throw new UsageError(`--demo ${text} is none of ${DEMO_SIZES.join(', ')}`)
  return size
}

function readOrigin(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new UsageError(`--public-origin ${text} is no origin, such as https://fieldwork.example`)
  }
  return url.origin
}

function readAddress(text: string | undefined): { host: string; port: number } | null {
  if (text === undefined) return null
  const { host, port } = /^\[?(?<host>[\w.:-]+?)\]?:(?<port>\d+)$/.exec(text)?.groups ?? {}
  if (host === undefined || Number(port) > 65_535)
    throw new UsageError(`--metrics-address ${text} is no address, such as 127.0.0.1:9100`)
  return { host, port: Number(port) }
}

function readTls(certificate: string | undefined, key: string | undefined): TlsFiles | null {
  if (certificate === undefined && key === undefined) return null
  if (certificate === undefined) throw new UsageError('--tls-cert is missing: a key alone serves nothing')
  if (key === undefined) throw new UsageError('--tls-key is missing: a certificate alone serves nothing')
  return { certificate, key }
}

function readRedirectPort(text: string | undefined, tls: TlsFiles | null): number | null {
  if (text === undefined) return null
  if (tls === null)
    throw new UsageError('--redirect-port leads to HTTPS: --tls-cert and --tls-key are missing')
  return readPort(text, '--redirect-port')
}

function readNetwork(text: string, option: string): string {
  if (isNetwork(text)) return text
  throw new UsageError(`${option} ${text} is no address and no range, such as 10.0.0.0/8`)
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowNegative: true,
      options: {
        data: { type: 'string' },
        database: { type: 'string' },
        backplane: { type: 'string' },
        files: { type: 'string' },
        drain: { type: 'string' },
        port: { type: 'string', default: '0' },
        host: { type: 'string', default: '127.0.0.1' },
        static: { type: 'string' },
        reset: { type: 'boolean', default: false },
        seed: { type: 'boolean', default: true },
        demo: { type: 'string', default: 'small' },
        log: { type: 'string', default: 'info' },
        'stop-with-parent': { type: 'boolean', default: false },
        'public-origin': { type: 'string' },
        'permission-numbers': { type: 'string' },
        'activity-rules': { type: 'string' },
        'tls-cert': { type: 'string' },
        'tls-key': { type: 'string' },
        'redirect-port': { type: 'string' },
        'backup-dir': { type: 'string' },
        'log-dir': { type: 'string' },
        'metrics-address': { type: 'string' },
        'trusted-proxy': { type: 'string', multiple: true, default: [] },
        'webhook-network': { type: 'string', multiple: true, default: [] },
        'trusted-host': { type: 'string', multiple: true, default: [] },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Says where the database is without anybody seeing it: arguments are shown to all users of a machine. */
const DATABASE_VARIABLE = 'FIELDWORK_DATABASE'

function readDatabase(text: string | undefined): string | null {
  if (text === undefined || text === '') return null
  try {
    placeOf(text)
    return text
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const BACKPLANE_VARIABLE = 'FIELDWORK_BACKPLANE'

function readBackplane(text: string | undefined, database: string | null): string | null {
  if (text === undefined || text === '') return null
  const url = URL.parse(text)
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === '')
    throw new UsageError('--backplane must be like redis://user:password@host:6379.')
  if (database === null)
    throw new UsageError('--backplane is for several servers on one PostgreSQL: --database is missing')
  return text
}

/** A server beside others has somewhere to send people to; containers are given 10 s in all, and a stop may take 4. */
const DRAIN_SECONDS = 5
const DRAIN_SECONDS_MAX = 600

function readDrain(text: string | undefined, database: string | null): number {
  if (text === undefined) return database === null ? 0 : DRAIN_SECONDS * 1000
  if (!/^\d{1,3}$/.test(text) || Number(text) > DRAIN_SECONDS_MAX)
    throw new UsageError(`--drain ${text} is no number of seconds (0 to ${DRAIN_SECONDS_MAX})`)
  return Number(text) * 1000
}

const FILES_VARIABLE = 'FIELDWORK_FILES'

/**
 * Where files are kept beside PostgreSQL. Those of a database in the data folder are there with it, and in its
 * backups.
 */
function readFiles(text: string | undefined, database: string | null): string | null {
  if (text === undefined || text === '') return null
  if (database === null)
    throw new UsageError('--files is for servers with --database: without it files are in the data folder')
  try {
    return requirePlace(text)
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Reads the command line, and from the environment what must not stand there. @throws UsageError */
export function readMainOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>> = {},
): MainOptions {
  const values = parse(args)
  if (values.data === undefined || values.data === '') throw new UsageError('--data DIR is missing')
  const tls = readTls(values['tls-cert'], values['tls-key'])
  const database = readDatabase(values.database ?? environment[DATABASE_VARIABLE])
  const backplane = readBackplane(values.backplane ?? environment[BACKPLANE_VARIABLE], database)
  if (database !== null && values.reset)
    throw new UsageError('--reset is for the file in the data folder: make a new database instead')
  return {
    data: values.data,
    database,
    backplane,
    files: readFiles(values.files ?? environment[FILES_VARIABLE], database),
    drainMs: readDrain(values.drain, database),
    port: readPort(values.port),
    host: values.host,
    staticFolder: values.static ?? null,
    reset: values.reset,
    seed: values.seed,
    demoSize: readDemoSize(values.demo),
    logLevel: readLogLevel(values.log),
    backupFolder: values['backup-dir'] ?? null,
    tls,
    redirectPort: readRedirectPort(values['redirect-port'], tls),
    logFolder: values['log-dir'] ?? null,
    metricsAddress: readAddress(values['metrics-address']),
    stopWithParent: values['stop-with-parent'],
    publicOrigin: readOrigin(values['public-origin']),
    trustedHosts: values['trusted-host'],
    trustedProxies: values['trusted-proxy'].map((text) => readNetwork(text, '--trusted-proxy')),
    webhookNetworks: values['webhook-network'].map((text) => readNetwork(text, '--webhook-network')),
    permissionNumbers: values['permission-numbers'] ?? null,
    activityRules: values['activity-rules'] ?? null,
  }
}
