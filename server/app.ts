import type { Writable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { allCalls } from '#shared/contract/all-calls.ts'
import { chatHub } from '#shared/hubs/chat.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { addressOf } from './address.ts'
import { authHandlers } from './auth/auth-handlers.ts'
import { Authenticator } from './auth/authenticator.ts'
import { hashPassword, PASSWORD_COST, type PasswordCost } from './auth/passwords.ts'
import { Sessions } from './auth/sessions.ts'
import { SIGN_IN_LIMITS, SignInLimiter, type SignInLimits } from './auth/sign-in-limiter.ts'
import { SignIns } from './auth/sign-ins.ts'
import { Tokens } from './auth/tokens.ts'
import { chatHubHandlers } from './chat/chat-hub.ts'
import { chatHandlers } from './chat/handlers.ts'
import { mainHubHandlers, signInGroupName } from './chat/main-hub.ts'
import { hubPublisher } from './chat/publisher.ts'
import { type Clock, systemClock } from './clock.ts'
import { type Database, openDatabase } from './db/database.ts'
import { Housekeeping } from './housekeeping.ts'
import type { AllHandlers } from './http/handlers.ts'
import { createHttpApp } from './http/http-app.ts'
import { Idempotency } from './http/idempotency.ts'
import type { LogLevel } from './http/logging.ts'
import { type OriginRule, sameOrigin } from './hubs/admission.ts'
import { createHubServer, type SocketHubServer } from './hubs/hub-server.ts'
import type { HubLog } from './hubs/log.ts'
import { registerHubs } from './hubs/register-hubs.ts'
import { shellHandlers } from './shell/shell-handlers.ts'

/** The desktop client's page comes from its own scheme. */
export const DESKTOP_ORIGIN = 'app://fieldwork'

const HOUSEKEEPING_MS = 60_000

export interface ServerOptions {
  /** The database's file, or `:memory:`. */
  readonly databaseFile: string
  /** Fills an empty database with the demo company. */
  readonly seed: boolean
  /** Names the build that is served (`update.json`). */
  readonly build: string
  readonly clock?: Clock
  readonly logLevel?: LogLevel
  readonly logStream?: Writable
  /** Folder of the built renderer; without one there is only the API. */
  readonly staticFolder?: string | null
  readonly signInLimits?: SignInLimits
  /** What the seed's passwords cost, and checking one against nobody: it must cost as much. */
  readonly passwordCost?: PasswordCost
  /** Origins of pages from elsewhere that may call; the desktop client's by default. */
  readonly desktopOrigins?: readonly string[]
}

export interface Server {
  readonly app: FastifyInstance
  readonly hubServer: SocketHubServer
  readonly db: Database
  /** Starts to listen and gives the address; port 0 takes a free one. */
  listen(port: number, host: string): Promise<string>
  /** Ends connections, then the database; may be called twice. */
  close(): Promise<void>
}

function hubOrigins(desktopOrigins: readonly string[]): OriginRule {
  return (origin, host) =>
    sameOrigin(origin, host) || (origin !== undefined && desktopOrigins.includes(origin))
}

/** The demo company is loaded by those who want it only: it is the largest part of the server. */
async function seedIfEmpty(
  db: Database,
  { clock = systemClock, passwordCost }: ServerOptions,
): Promise<void> {
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anybody) return
  const { seedDatabase } = await import('./seed/seed.ts')
  await seedDatabase(db, {
    now: clock(),
    hashPassword: (password) => hashPassword(password, passwordCost),
  })
}

/** Auth, with the rows that it works on. */
async function createAuth(db: Database, clock: Clock, options: ServerOptions) {
  const tokens = await Tokens.open(db, clock)
  const sessions = new Sessions(db, clock)
  const signIns = new SignIns(db, clock)
  const limiter = new SignInLimiter(options.signInLimits ?? SIGN_IN_LIMITS)
  const authenticator = new Authenticator({ db, tokens, sessions })
  return { tokens, sessions, signIns, limiter, authenticator }
}

/** Serves both hubs and gives the ways to their clients. */
function serveHubs(hubServer: SocketHubServer, db: Database, clock: Clock, log: HubLog) {
  const chat = hubServer.serve(chatHub, chatHubHandlers({ db, clock }))
  const onAppVersion = (seen: object) => log('info', 'application version', { ...seen })
  const main = hubServer.serve(mainHub, mainHubHandlers({ db, onAppVersion }))
  return { chat, main }
}

function repeat(housekeeping: Housekeeping, log: FastifyBaseLogger): NodeJS.Timeout {
  const run = () =>
    housekeeping.run().catch((error: unknown) => log.error({ err: error }, 'housekeeping failed'))
  return setInterval(() => void run(), HOUSEKEEPING_MS).unref()
}

/** The parts that listen, wired: what is said in a call is heard through the hubs. */
async function assemble(db: Database, options: ServerOptions) {
  const { clock = systemClock, desktopOrigins = [DESKTOP_ORIGIN] } = options
  const auth = await createAuth(db, clock, options)
  // The hubs come before the app whose log they write to.
  const logger: { current: FastifyBaseLogger | null } = { current: null }
  const log: HubLog = (level, message, fields = {}) => logger.current?.[level](fields, message)
  const hubServer = createHubServer({
    authenticate: (token) => auth.authenticator.authenticateHubToken(token),
    allowedOrigins: hubOrigins(desktopOrigins),
    clock,
    log,
  })
  const hubs = serveHubs(hubServer, db, clock, log)
  const dropConnections = (signInID: string) => {
    hubs.main.toGroup(signInGroupName(signInID), 'loggedOut', [])
    hubServer.dropSession(signInID)
  }
  const idempotency = new Idempotency(db, clock)
  const handlers: AllHandlers = {
    auth: authHandlers({ db, ...auth, dropConnections, passwordCost: options.passwordCost ?? PASSWORD_COST }),
    chat: chatHandlers({ db, clock, hub: hubPublisher(hubs) }),
    shell: shellHandlers({ build: options.build }),
  }
  const app = await createHttpApp({
    calls: allCalls,
    handlers,
    authenticate: (authorization) => auth.authenticator.authenticate(authorization),
    idempotency,
    build: options.build,
    logLevel: options.logLevel ?? 'info',
    logStream: options.logStream,
    staticFolder: options.staticFolder ?? null,
    desktopOrigins,
    extend: (instance) => registerHubs(instance, hubServer),
  })
  logger.current = app.log
  return { app, hubServer, housekeeping: new Housekeeping({ clock, ...auth, idempotency, dropConnections }) }
}

async function start(db: Database, options: ServerOptions): Promise<Server> {
  const { app, hubServer, housekeeping } = await assemble(db, options)
  const timer = repeat(housekeeping, app.log)
  const stop = async () => {
    clearInterval(timer)
    await app.close()
    await db.destroy()
  }
  let stopped: Promise<void> | null = null
  return {
    app,
    hubServer,
    db,
    async listen(port, host) {
      await app.listen({ port, host })
      const address = app.server.address()
      if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
      return addressOf(address)
    },
    close() {
      stopped ??= stop()
      return stopped
    },
  }
}

/**
 * Builds the whole embedded server, ready to listen: database, seed, auth, hubs, calls and files.
 * @throws UnusableDatabaseError; or where a declared call has no handler.
 */
export async function buildServer(options: ServerOptions): Promise<Server> {
  const db = await openDatabase(options.databaseFile)
  try {
    if (options.seed) await seedIfEmpty(db, options)
    return await start(db, options)
  } catch (error) {
    await db.destroy()
    throw error
  }
}
