import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setupSentence } from '#shared/domain/setup.ts'
import { readActivityRules, UnusableActivityRulesError } from './activity/activity-rules.ts'
import { buildServer, type Server } from './app.ts'
import { backupsByProcess, copyBaseByProcess } from './backup/by-process.ts'
import { CONTINUOUS } from './backup/log-folder.ts'
import { ourBuild } from './backup/our-build.ts'
import { BackupKeyError, backupKey } from './backup/sealed-backup.ts'
import { NewerDataError, UpgradeFailedError, upgradeData } from './backup/upgrade.ts'
import { watchBuildID } from './build-id.ts'
import { readChatServices } from './chat/chat-services.ts'
import { systemClock } from './clock.ts'
import { type DataFolder, FolderInUseError, RestoreUnderWayError, takeDataFolder } from './db/data-folder.ts'
import { UnusableDatabaseError } from './db/database.ts'
import { UnusablePostgresError } from './db/dialect/postgres/open-postgres.ts'
import { readSetting } from './db/settings.ts'
import { FilesAwayError } from './db/storage-faults.ts'
import { type FileStore, UnusableFilesError } from './files/file-store.ts'
import { openStore } from './files/open-store.ts'
import { openLogFiles } from './http/log-files.ts'
import { Certificate, UnusableCertificateError } from './http/tls.ts'
import { type MainOptions, readMainOptions, USAGE, UsageError } from './main-options.ts'
import { readMediaEngine } from './media/read-media.ts'
import {
  readPermissionNumbers,
  UnusablePermissionNumbersError,
} from './permissions/permission-numbers-file.ts'
import { readOtherRelay } from './relay/call-relay.ts'
import { SecretsError } from './secrets/secrets-source.ts'
import { DEMO_ACCOUNTS } from './seed/demo-accounts.ts'
import { endStatusOf, NobodyCanGrantError, requireGrantor } from './start-faults.ts'

/** The system's faults whose messages say what to do about them: a port in use, a missing folder … */
const EXPLAINED_CODES = new Set<unknown>(['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'ENOENT', 'ENOTDIR'])

/** A line of JSON for whoever started the server. @throws where nobody reads it any more. */
const say = (line: object): Promise<void> => write(JSON.stringify(line))

function write(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve()))
  })
}

/**
 * Starts the server in its folder. The log goes to standard error: standard output has lines of JSON for
 * whoever started it: that it is ready, and each mail of the demo company.
 */
async function start(options: MainOptions, folder: DataFolder): Promise<{ server: Server; url: string }> {
  if (options.reset) folder.reset()
  const backups = resolve(options.backupFolder ?? join(options.data, 'backups'))
  // PostgreSQL is backed up by its own means, and upgraded in one transaction.
  const isFile = options.database === null
  if (isFile) await upgradeData(resolve(options.data), { now: systemClock(), build: ourBuild(), backups })
  // So that it can be written to is seen before the first file comes.
  mkdirSync(folder.filesFolder, { recursive: true, mode: 0o700 })
  const { files: filesPlace } = options
  const files = await openStore(filesPlace ?? folder.filesFolder, folder.filesFolder, process.env)
  if (filesPlace !== null) await requireUsable(files)
  const staticFolder = options.staticFolder === null ? null : resolve(options.staticFolder)
  const server = await buildServer({
    databaseFile: folder.databaseFile,
    databaseUrl: options.database,
    backplaneUrl: options.backplane,
    seed: options.seed,
    demoSize: options.demoSize,
    build: watchBuildID(staticFolder),
    staticFolder,
    logLevel: options.logLevel,
    logStream: options.logFolder === null ? process.stderr : openLogFiles(resolve(options.logFolder)),
    metrics: metricsOf(options),
    backups: isFile ? backupsByProcess(resolve(options.data), backups) : null,
    // In the data folder itself it would be lost with it.
    shipping:
      options.backupFolder === null || !isFile
        ? null
        : { to: join(backups, CONTINUOUS), key: backupKey(process.env), copyBase: copyBaseByProcess },
    tls: options.tls && { certificate: new Certificate(options.tls), redirectPort: options.redirectPort },
    publicOrigin: options.publicOrigin,
    trustedHosts: options.trustedHosts,
    trustedProxies: options.trustedProxies,
    webhookNetworks: options.webhookNetworks,
    permissionNumbers: readPermissionNumbers(options.permissionNumbers),
    activityRules: readActivityRules(options.activityRules),
    widgetFolder: folder.widgetFolder,
    filesFolder: filesPlace === null ? folder.filesFolder : null,
    files,
    auditRootsFile: folder.auditRootsFile,
    ...readChatServices(process.env),
    // Whoever started the server shows it. Only the demo company's: a mail may hold a link that signs in.
    showDemoMail: (mail) => say({ mail }),
    otherRelay: readOtherRelay(process.env),
    mediaEngine: readMediaEngine(process.env, options.host),
    licenceKey: process.env.FIELDWORK_LICENCE_KEY || null,
    showDemoMessage: (message) => say({ message }),
  })
  try {
    await requireGrantor(server)
    return { server, url: await server.listen(options.port, options.host) }
  } catch (error) {
    await server.close()
    throw error
  }
}

/**
 * A store that is merely away may be back soon: the server starts, and says what is the matter. A folder that isn't
 * there is a disk that wasn't mounted, or another mistake.
 */
async function requireUsable(files: FileStore): Promise<void> {
  try {
    await files.check()
  } catch (error) {
    if (!(error instanceof FilesAwayError)) throw error
    if (error.cause instanceof UnusableFilesError) throw error.cause
    if (!files.isElsewhere)
      throw new UnusableFilesError(`${error.message}: it isn’t there, or this user may not write to it.`)
    console.error(`${error.message}: it doesn’t answer. The server starts without it.`)
  }
}

/** Who may read the figures; the token comes by the environment, since arguments can be seen by others. */
function metricsOf({ metricsAddress: address }: MainOptions) {
  const token = process.env.FIELDWORK_METRICS_TOKEN || null
  return address === null && token === null ? null : { token, address }
}

const isDemo = async (db: Server['db']) => (await readSetting(db, 'seedVersion')) !== null

/** Stops once, whoever asks: a signal, or the parent's end. The first signal drains; a second one stops at once. */
function stopOnRequest(options: MainOptions, server: Server, folder: DataFolder): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    await server.close()
    folder.release()
    process.exit(0)
  }
  const request = () => void stop().catch(fail)
  let isDraining = false
  const leave = () => {
    if (isDraining || options.drainMs === 0) return request()
    isDraining = true
    void server.drain(options.drainMs).then(request, fail)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave)
  if (options.stopWithParent)
    process.stdin.on('end', request).on('close', request).on('error', request).resume()
}

/** Faults that a person can mend are told in one line; others with their stack. */
function fail(error: unknown): void {
  const isExplained =
    error instanceof UnusableDatabaseError ||
    error instanceof UnusablePostgresError ||
    error instanceof UnusableFilesError ||
    error instanceof FolderInUseError ||
    error instanceof SecretsError ||
    error instanceof BackupKeyError ||
    error instanceof NewerDataError ||
    error instanceof UpgradeFailedError ||
    error instanceof RestoreUnderWayError ||
    error instanceof UsageError ||
    error instanceof NobodyCanGrantError ||
    error instanceof UnusableCertificateError ||
    error instanceof UnusablePermissionNumbersError ||
    error instanceof UnusableActivityRulesError ||
    (error instanceof Error && 'code' in error && EXPLAINED_CODES.has(error.code))
  console.error(isExplained ? error.message : error)
  if (error instanceof UsageError) console.error(USAGE)
  process.exit(endStatusOf(error))
}

async function main(): Promise<void> {
  // A reader that went away is no reason to stop; who wrote to it is told by `say`.
  process.stdout.on('error', () => {})
  // Whatever it makes is its own user's, also the database's side files.
  process.umask(0o077)
  const options = readMainOptions(process.argv.slice(2), process.env)
  const folder = takeDataFolder(resolve(options.data))
  const { server, url } = await start(options, folder)
  stopOnRequest(options, server, folder)
  // A company that is no demo has none of these, also where somebody forgot --no-seed.
  const accounts = options.seed && (await isDemo(server.db)) ? DEMO_ACCOUNTS : []
  const address = options.publicOrigin ?? url
  const code = await server.installation.issueCode(address)
  // From here on nothing is asked of the database that isn't caught: a server outlives it.
  await say({ ready: true, url, accounts })
  // How to set it up, this once. It goes to nobody's log: the code is a secret.
  if (code !== null) await write(setupSentence(address, code))
}

await main().catch(fail)
