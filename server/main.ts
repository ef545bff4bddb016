import { resolve } from 'node:path'
import { readActivityRules, UnusableActivityRulesError } from './activity/activity-rules.ts'
import { buildServer, type Server } from './app.ts'
import { watchBuildID } from './build-id.ts'
import { readChatServices } from './chat/chat-services.ts'
import { type DataFolder, FolderInUseError, takeDataFolder } from './db/data-folder.ts'
import { UnusableDatabaseError } from './db/database.ts'
import { type MainOptions, readMainOptions, USAGE, UsageError } from './main-options.ts'
import {
  readPermissionNumbers,
  UnusablePermissionNumbersError,
} from './permissions/permission-numbers-file.ts'
import { DEMO_ACCOUNTS } from './seed/demo-accounts.ts'

/** The system's faults whose messages say what to do about them: a port in use, a missing folder … */
const EXPLAINED_CODES = new Set<unknown>(['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'ENOENT', 'ENOTDIR'])

/** A line of JSON for whoever started the server. @throws where nobody reads it any more. */
function say(line: object): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${JSON.stringify(line)}\n`, (error) => (error ? reject(error) : resolve()))
  })
}

/**
 * Starts the server in its folder. The log goes to standard error: standard output has lines of JSON for
 * whoever started it: that it is ready, and each mail.
 */
async function start(options: MainOptions, folder: DataFolder): Promise<{ server: Server; url: string }> {
  if (options.reset) folder.reset()
  const staticFolder = options.staticFolder === null ? null : resolve(options.staticFolder)
  const server = await buildServer({
    databaseFile: folder.databaseFile,
    seed: options.seed,
    build: watchBuildID(staticFolder),
    staticFolder,
    logLevel: options.logLevel,
    logStream: process.stderr,
    publicOrigin: options.publicOrigin,
    trustedHosts: options.trustedHosts,
    permissionNumbers: readPermissionNumbers(options.permissionNumbers),
    activityRules: readActivityRules(options.activityRules),
    widgetFolder: folder.widgetFolder,
    filesFolder: folder.filesFolder,
    ...readChatServices(process.env),
    // Whoever started the server shows it: here nothing sends mail.
    deliverMail: (mail) => say({ mail }),
  })
  try {
    return { server, url: await server.listen(options.port, options.host) }
  } catch (error) {
    await server.close()
    throw error
  }
}

/** Stops once, whoever asks: a signal, or the parent's end. */
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, request)
  if (options.stopWithParent)
    process.stdin.on('end', request).on('close', request).on('error', request).resume()
}

/** Faults that a person can mend are told in one line; others with their stack. */
function fail(error: unknown): void {
  const isExplained =
    error instanceof UnusableDatabaseError ||
    error instanceof FolderInUseError ||
    error instanceof UsageError ||
    error instanceof UnusablePermissionNumbersError ||
    error instanceof UnusableActivityRulesError ||
    (error instanceof Error && 'code' in error && EXPLAINED_CODES.has(error.code))
  console.error(isExplained ? error.message : error)
  if (error instanceof UsageError) console.error(USAGE)
  process.exit(1)
}

async function main(): Promise<void> {
  // A reader that went away is no reason to stop; who wrote to it is told by `say`.
  process.stdout.on('error', () => {})
  const options = readMainOptions(process.argv.slice(2))
  const folder = takeDataFolder(resolve(options.data))
  const { server, url } = await start(options, folder)
  stopOnRequest(options, server, folder)
  const accounts = options.seed ? DEMO_ACCOUNTS : []
  await say({ ready: true, url, accounts })
}

await main().catch(fail)
