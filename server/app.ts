import type { Writable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { allCalls } from '#shared/contract/all-calls.ts'
import type { PermissionTable } from '#shared/domain/permission-numbers.ts'
import { DESKTOP_ORIGIN } from '#shared/host/bridge.ts'
import { chatHub } from '#shared/hubs/chat.ts'
import { magicHub } from '#shared/hubs/magic.ts'
import type { RemoteCommand } from '#shared/hubs/remote-command.ts'
import type { ActivityRules } from './activity/activity-rules.ts'
import { addressOf } from './address.ts'
import { appHistoryHandlers } from './app-history/app-history.ts'
import { authHandlers } from './auth/auth-handlers.ts'
import { createAuth } from './auth/auth-services.ts'
import { linkOrigin } from './auth/link-origin.ts'
import { magicGroupName, magicHubHandlers } from './auth/magic-hub.ts'
import { hashPassword, PASSWORD_COST, type PasswordCost } from './auth/passwords.ts'
import type { RequestLimits } from './auth/request-limiter.ts'
import type { EndedSignIn } from './auth/sessions.ts'
import { signInHandlers } from './auth/sign-in-handlers.ts'
import type { SignInLimits } from './auth/sign-in-limiter.ts'
import { sealCodeSecret } from './auth/two-factor.ts'
import { Vault } from './auth/vault.ts'
import { Background } from './background.ts'
import type { ChatAssistant } from './chat/assistant/chat-assistant.ts'
import { chatAreas } from './chat/chat-areas.ts'
import { chatHubHandlers } from './chat/chat-hub.ts'
import { FileStore } from './chat/files/file-store.ts'
import { StreamTokens } from './chat/files/stream-tokens.ts'
import { registerChatStreams } from './chat/files/streaming.ts'
import { sweepFiles } from './chat/files/sweep-files.ts'
import { builtInGifs, registerGifs } from './chat/gifs/built-in-gifs.ts'
import type { GifProvider } from './chat/gifs/gif-provider.ts'
import { type ChatPublisher, hubPublisher, tellPeopleAdded } from './chat/publisher.ts'
import { UnreadNews } from './chat/unread-news.ts'
import { type Clock, systemClock } from './clock.ts'
import { countersHandlers } from './counters/counters-handlers.ts'
import { type Database, openDatabase, withFile } from './db/database.ts'
import { deviceHealthHandlers } from './device-health/device-health-handlers.ts'
import { registerMeasuring } from './device-health/measuring.ts'
import { documentsHandlers } from './documents/documents-handlers.ts'
import { purgeDeleted } from './documents/purge-deleted.ts'
import { gamificationHandlers } from './gamification/gamification-handlers.ts'
import { helpHandlers } from './help/help-handlers.ts'
import { Housekeeping } from './housekeeping.ts'
import type { AllHandlers } from './http/handlers.ts'
import { createHttpApp } from './http/http-app.ts'
import { Idempotency } from './http/idempotency.ts'
import type { LogLevel } from './http/logging.ts'
import { type OriginRule, sameOrigin } from './hubs/admission.ts'
import { createHubServer, type SocketHubServer } from './hubs/hub-server.ts'
import type { HubLog } from './hubs/log.ts'
import { registerHubs } from './hubs/register-hubs.ts'
import type { HubClients } from './hubs/types.ts'
import { incidentHandlers } from './incidents/incident-handlers.ts'
import { type Deliver, Outbox } from './mail/outbox.ts'
import { notesHandlers } from './notes/notes-handlers.ts'
import { notificationCentreHandlers } from './notifications/notifications.ts'
import { notificationsHandlers } from './notifications/notifications-handlers.ts'
import { onboardingHandlers } from './onboarding/onboarding-handlers.ts'
import { peopleHandlers } from './people/people-handlers.ts'
import { permissionHandlers } from './permissions/permission-handlers.ts'
import { issuerMail } from './public/issuer-mail.ts'
import { PublicLinks } from './public/link-store.ts'
import { publicLinkHandlers } from './public/public-link-handlers.ts'
import { publicPageHandlers } from './public/public-page-handlers.ts'
import { remoteDesktopHandlers } from './remote-desktop/remote-desktop-handlers.ts'
import { sealRemoteDesktopPassword } from './remote-desktop/remote-desktops.ts'
import { type Schedule, systemSchedule } from './schedule.ts'
import { scratchPadHandlers } from './scratch-pad/scratch-pad-handlers.ts'
import { EventLog } from './session/event-log.ts'
import { licenceExpiry } from './session/licence.ts'
import { sessionHandlers } from './session/session-handlers.ts'
import { settingsHandlers } from './settings/settings-handlers.ts'
import { environmentHandlers } from './shell/environment-handlers.ts'
import { serveLiveShell } from './shell/live-shell.ts'
import { signInGroupName } from './shell/main-hub.ts'
import { shellHandlers } from './shell/shell-handlers.ts'
import { uiLabelHandlers } from './shell/ui-labels.ts'
import { summaryHandlers } from './summary/summary-handlers.ts'
import { tasksHandlers } from './tasks/tasks-handlers.ts'
import { livePanelHandlers } from './tickets/live-panel-handlers.ts'
import { serveLivePanel } from './tickets/live-panel-hub.ts'
import type { LiveFacts } from './tickets/live-stats.ts'
import { ticketsHandlers } from './tickets/tickets-handlers.ts'
import { sealDetails } from './tools/tool-credentials.ts'
import { toolsHandlers } from './tools/tools-handlers.ts'
import { wellBeingHandlers } from './well-being/well-being-handlers.ts'
import { registerWidgetFiles } from './widgets/widget-files.ts'
import { widgetHandlers } from './widgets/widget-handlers.ts'

const HOUSEKEEPING_MS = 60_000

export interface ServerOptions {
  /** The database's file, or `:memory:`. */
  readonly databaseFile: string
  /** Fills an empty database with the demo company. */
  readonly seed: boolean
  /** Names the build that is served (`update.json`), asked for each time. */
  readonly build: string | (() => string)
  readonly clock?: Clock
  /** How what is due later is waited for; by the process's timers by default. */
  readonly schedule?: Schedule
  readonly logLevel?: LogLevel
  readonly logStream?: Writable
  /** Folder of the built renderer; without one there is only the API. */
  readonly staticFolder?: string | null
  readonly signInLimits?: SignInLimits
  readonly mailLimits?: RequestLimits
  /** What the seed's passwords cost, and checking one against nobody: it must cost as much. */
  readonly passwordCost?: PasswordCost
  /** Origins of pages from elsewhere that may call; the desktop client's by default. */
  readonly desktopOrigins?: readonly string[]
  /** Where people reach the server, as links in mails say it; see auth/link-origin.ts. */
  readonly publicOrigin?: string | null
  readonly trustedHosts?: readonly string[]
  /** A deployment's own numbers of permissions in tokens. */
  readonly permissionNumbers?: PermissionTable
  /** What a deployment decides of every activity. */
  readonly activityRules?: ActivityRules
  /** Folder of the deployment's own widgets; those bundled are there anyhow. */
  readonly widgetFolder?: string | null
  /** Folder of the files of messages; without one they are gone with the process. */
  readonly filesFolder?: string | null
  /** What rewords and suggests; without it those calls aren't there. */
  readonly assistant?: ChatAssistant | null
  /** Where GIFs come from; the few that come with the server by default. */
  readonly gifs?: GifProvider
  /** Brings mails to their readers; without it they wait in the table `outbox`. */
  readonly deliverMail?: Deliver
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
  vault: Vault,
  { clock = systemClock, passwordCost }: ServerOptions,
): Promise<void> {
  const anybody = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anybody) return
  const { seedDatabase } = await import('./seed/seed.ts')
  await seedDatabase(db, {
    now: clock(),
    hashPassword: (password) => hashPassword(password, passwordCost),
    sealCodeSecret: (userID, secret) => sealCodeSecret(vault, userID, secret),
    sealDetails: (userID, tool, details) => sealDetails(vault, userID, tool, 0, details),
    sealRemoteDesktop: (userID, id, password) => sealRemoteDesktopPassword(vault, userID, id, password),
  })
}

/** What the parts of one server share. */
interface Foundations {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
  readonly log: HubLog
  readonly background: Background
  readonly outbox: Outbox
  readonly files: FileStore
  readonly streams: StreamTokens
}

type Auth = Awaited<ReturnType<typeof createAuth>>

async function layFoundations(
  db: Database,
  vault: Vault,
  options: ServerOptions,
  log: HubLog,
): Promise<Foundations> {
  const { clock = systemClock, deliverMail = null, schedule } = options
  const background = new Background(
    (error) => log('error', 'work in the background failed', { err: error }),
    schedule,
  )
  const outbox = new Outbox({
    db,
    clock,
    deliver: deliverMail,
    onFailure: (mailID, error) => log('error', 'a mail could not be handed over', { mailID, err: error }),
  })
  const files = new FileStore(options.filesFolder ?? null)
  await sweepFiles(db, files)
  const streams = await StreamTokens.open(db, clock)
  return { db, vault, clock, log, background, outbox, files, streams }
}

/** Serves the hubs and gives the ways to their clients. */
function serveHubs(
  hubServer: SocketHubServer,
  foundations: Foundations,
  auth: Auth,
  { schedule = systemSchedule, activityRules }: Pick<ServerOptions, 'schedule' | 'activityRules'>,
) {
  const { db, clock, log } = foundations
  const onAppVersion = (seen: object) => log('info', 'application version', { ...seen })
  const late: { chat: HubClients<typeof chatHub> | null } = { chat: null }
  const peopleAdded = (threadID: number, userIDs: readonly number[]) =>
    late.chat && tellPeopleAdded(late.chat, threadID, userIDs)
  const shell = serveLiveShell(hubServer, { db, clock, schedule, onAppVersion, peopleAdded, activityRules })
  const chat = hubServer.serve(chatHub, chatHubHandlers({ db, clock, makeCall: shell.callFrom }))
  late.chat = chat
  const magic = hubServer.serve(magicHub, magicHubHandlers(auth))
  const facts: LiveFacts = {
    isOnline: (userID) => chat.onlineUserIDs.has(userID) || shell.main.onlineUserIDs.has(userID),
  }
  const tickets = serveLivePanel(hubServer, {
    db,
    clock,
    facts,
    tellOutstandingTickets: (userID, count) =>
      shell.main.toUser(userID, 'updateOutstandingTicketsCount', [count]),
  })
  return { chat, main: shell.main, magic, shell, facts, tickets }
}

type Hubs = ReturnType<typeof serveHubs>

/** How the end of a session reaches its windows. */
function createEndings(
  hubServer: SocketHubServer,
  { main }: Pick<Hubs, 'main'>,
  { sessions }: Pick<Auth, 'sessions'>,
) {
  const dropConnections = (signInID: string) => {
    main.toGroup(signInGroupName(signInID), 'loggedOut', [])
    hubServer.dropSession(signInID)
  }
  const tellEnded = (ended: readonly EndedSignIn[]) => {
    for (const { signInID, userID, tokenType } of ended) {
      if (tokenType === 'MOBILE_APP') main.toUser(userID, 'loggedOutMobile', [])
      dropConnections(signInID)
    }
  }
  /** The person's windows connect anew, as who may do what they may now. */
  const reconnect = async (userID: number) => {
    for (const signInID of await sessions.signInsOf(userID)) hubServer.refreshSession(signInID)
  }
  return { dropConnections, tellEnded, reconnect }
}

interface Wiring {
  readonly auth: Auth
  readonly hubs: Hubs
  readonly endings: ReturnType<typeof createEndings>
  readonly ownOrigin: () => string
}

/** What belongs to one person alone. */
function personalHandlers(services: Pick<Foundations, 'db' | 'clock'>) {
  return {
    appHistory: appHistoryHandlers(services),
    counters: countersHandlers(services),
    documents: documentsHandlers(services),
    gamification: gamificationHandlers(services),
    notes: notesHandlers(services),
    notificationCentre: notificationCentreHandlers(services),
    scratchPad: scratchPadHandlers(services),
    summary: summaryHandlers(services),
    wellBeing: wellBeingHandlers(services),
  }
}

/** Help tickets and what belongs with them. */
function ticketAreas({ db, clock, outbox }: Foundations, hubs: Hubs) {
  const desk = {
    db,
    clock,
    outbox,
    publisher: hubs.tickets,
    peopleAdded: (threadID: number, userIDs: readonly number[]) =>
      tellPeopleAdded(hubs.chat, threadID, userIDs),
  }
  return {
    help: helpHandlers(desk),
    incident: incidentHandlers(desk),
    livePanel: livePanelHandlers(db, hubs.facts),
    notifications: notificationsHandlers({ db }),
    tickets: ticketsHandlers(desk),
  }
}

/** What stands behind the chat. */
const chatServices = ({ assistant = null, gifs = builtInGifs }: ServerOptions) => ({ assistant, gifs })

/** What is said in a call is heard through the hubs. */
function createHandlers(foundations: Foundations, options: ServerOptions, wiring: Wiring): AllHandlers {
  const { db, clock, vault } = foundations
  const { auth, hubs, endings, ownOrigin } = wiring
  const hub: ChatPublisher = hubPublisher(hubs, (threadID, senderID) =>
    unreadNews.messageCame(threadID, senderID),
  )
  const unreadNews = new UnreadNews({ db, hub, background: foundations.background })
  const { passwordCost = PASSWORD_COST, publicOrigin = null, trustedHosts = [], build } = options
  const originOf = linkOrigin({ publicOrigin, trustedHosts, ownOrigin })
  const common = {
    ...foundations,
    ...auth,
    ...endings,
    originOf,
    eventLog: new EventLog(db, clock),
    publicLinks: new PublicLinks(db, clock),
    sendCommand: (userID: number, command: RemoteCommand) =>
      hubs.main.toUser(userID, 'REMOTE_COMMAND', [command]),
  }
  return {
    ...personalHandlers(foundations),
    ...hubs.shell.handlers,
    ...ticketAreas(foundations, hubs),
    auth: authHandlers({ ...common, passwordCost }),
    ...chatAreas({ ...foundations, ...chatServices(options), hub }),
    deviceHealth: deviceHealthHandlers({ db, clock }),
    remoteDesktop: remoteDesktopHandlers(foundations),
    environment: environmentHandlers(auth.tokens.permissionNumbers),
    onboarding: onboardingHandlers({ db, clock }),
    people: peopleHandlers({ db, clock }),
    permissions: permissionHandlers({
      ...common,
      permissionNumbers: auth.tokens.permissionNumbers,
      reconnect: endings.reconnect,
    }),
    settings: settingsHandlers({ db, audioSettingChanged: hub.audioSettingChanged }),
    tasks: tasksHandlers({ db, clock }),
    shell: shellHandlers({ db, build: typeof build === 'string' ? () => build : build }),
    publicLinks: publicLinkHandlers(common),
    publicPages: publicPageHandlers({ ...common, tellIssuer: issuerMail(db, foundations.outbox) }),
    session: sessionHandlers(common),
    signIn: signInHandlers({
      ...common,
      tellConfirmed: (clientKey, key) =>
        hubs.magic.toGroup(magicGroupName(clientKey), 'magicKeyConfirmed', [key]),
    }),
    uiLabels: uiLabelHandlers({ db }),
    tools: toolsHandlers({ db, vault }),
    widgets: widgetHandlers(common),
  }
}

function repeat(housekeeping: Housekeeping, log: FastifyBaseLogger): NodeJS.Timeout {
  const run = () =>
    housekeeping.run().catch((error: unknown) => log.error({ err: error }, 'housekeeping failed'))
  return setInterval(() => void run(), HOUSEKEEPING_MS).unref()
}

/** Where the app listens; until it does, the name of this machine for itself. */
function listeningAt(app: FastifyInstance | null): string {
  const address = app?.server.address()
  return address && typeof address !== 'string' ? addressOf(address) : 'http://localhost'
}

/** The parts that listen, wired. */
async function assemble(db: Database, vault: Vault, options: ServerOptions) {
  const { desktopOrigins = [DESKTOP_ORIGIN], build } = options
  // The hubs come before the app whose log they write to and whose address links name.
  const late: { app: FastifyInstance | null } = { app: null }
  const log: HubLog = (level, message, fields = {}) => late.app?.log[level](fields, message)
  const foundations = await layFoundations(db, vault, options, log)
  const { clock, outbox, background } = foundations
  const { signInLimits: limits, mailLimits, passwordCost = PASSWORD_COST } = options
  const { permissionNumbers, widgetFolder = null } = options
  const auth = await createAuth({ ...foundations, limits, mailLimits, passwordCost, permissionNumbers })
  const hubServer = createHubServer({
    authenticate: (token) => auth.authenticator.authenticateHubToken(token),
    allowedOrigins: hubOrigins(desktopOrigins),
    clock,
    log,
  })
  const hubs = serveHubs(hubServer, foundations, auth, options)
  const endings = createEndings(hubServer, hubs, auth)
  const ownOrigin = () => listeningAt(late.app)
  const idempotency = new Idempotency(db, clock)
  const authenticate = (authorization?: string) => auth.authenticator.authenticate(authorization)
  const app = await createHttpApp({
    calls: allCalls,
    handlers: createHandlers(foundations, options, { auth, hubs, endings, ownOrigin }),
    authenticate,
    idempotency,
    uploadFolder: () => foundations.files.incoming,
    build: typeof build === 'string' ? build : build(),
    logLevel: options.logLevel ?? 'info',
    logStream: options.logStream,
    staticFolder: options.staticFolder ?? null,
    desktopOrigins,
    extend: (instance) => {
      registerHubs(instance, hubServer)
      registerWidgetFiles(instance, widgetFolder)
      registerMeasuring(instance, { authenticate })
      registerChatStreams(instance, foundations)
      registerGifs(instance, options.gifs ?? builtInGifs)
    },
  })
  late.app = app
  const housekeeping = new Housekeeping({
    clock,
    ...auth,
    ...endings,
    idempotency,
    outbox,
    purgeDeleted: () => purgeDeleted(db, clock),
    meetings: hubs.shell.meetings,
  })
  return { app, hubServer, housekeeping, background, files: foundations.files }
}

async function start(db: Database, vault: Vault, options: ServerOptions): Promise<Server> {
  const { app, hubServer, housekeeping, background, files } = await assemble(db, vault, options)
  const timer = repeat(housekeeping, app.log)
  const stop = async () => {
    clearInterval(timer)
    await app.close()
    await background.settled()
    await db.destroy()
    files.close()
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
    const vault = await Vault.open(db)
    if (options.seed) await seedIfEmpty(db, vault, options)
    // The licence's term begins with the installation.
    await licenceExpiry(db, (options.clock ?? systemClock)())
    return await start(db, vault, options)
  } catch (error) {
    await db.destroy()
    throw withFile(options.databaseFile, error)
  }
}
