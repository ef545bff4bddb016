import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { allCalls } from '#shared/contract/all-calls.ts'
import { DESKTOP_ORIGIN } from '#shared/host/bridge.ts'
import { addressOf } from './address.ts'
import { keyIn } from './api-keys/api-keys.ts'
import { AREAS, type AreaServices, handlersOf } from './areas.ts'
import { AuditChain } from './audit/audit-chain.ts'
import { AuditKey } from './audit/audit-key.ts'
import { RootsFile } from './audit/roots-file.ts'
import { createAuth } from './auth/auth-services.ts'
import { ENDINGS_MS, followEndings } from './auth/follow-endings.ts'
import { linkOrigin } from './auth/link-origin.ts'
import { magicGroupName } from './auth/magic-hub.ts'
import { PASSWORD_COST } from './auth/passwords.ts'
import { Sealer } from './auth/sealer.ts'
import { createBackgroundServices } from './background-services/all-services.ts'
import { type BackgroundServices, isServicePaused } from './background-services/background-services.ts'
import { keepShipping, LogShipper } from './backup/log-shipper.ts'
import { ourBuild } from './backup/our-build.ts'
import type { MakeEngine } from './calls/call-way.ts'
import { registerChatStreams } from './chat/files/streaming.ts'
import { builtInGifs, registerGifs } from './chat/gifs/built-in-gifs.ts'
import { outsideChat } from './chat/outside-chat.ts'
import { type ChatPublisher, hubPublisher } from './chat/publisher.ts'
import { tellCountsSince, UNTOLD_MS, UnreadNews } from './chat/unread-news.ts'
import { systemClock } from './clock.ts'
import { Cluster } from './cluster/cluster.ts'
import { openBackplane } from './cluster/open-backplane.ts'
import { type Database, openDatabase, withFile } from './db/database.ts'
import { keepSynced, scrub } from './db/durability.ts'
import { registerMeasuring } from './device-health/measuring.ts'
import { factsOf } from './error-log/error-log.ts'
import { ERROR_WATCHERS } from './error-log/watchers.ts'
import { FLAG_WATCHERS } from './flags/watchers.ts'
import { type Auth, type Foundations, layFoundations, seedIfEmpty } from './foundations.ts'
import { registerHealth } from './health/health-routes.ts'
import { Metrics, serveMetrics } from './health/metrics.ts'
import type { AllHandlers } from './http/handlers.ts'
import { createHttpApp } from './http/http-app.ts'
import { Idempotency } from './http/idempotency.ts'
import { takeLogLevel } from './http/log-level.ts'
import { followCertificate, serveRedirects } from './http/tls.ts'
import { type OriginRule, sameOrigin } from './hubs/admission.ts'
import { createHubServer, type SocketHubServer } from './hubs/hub-server.ts'
import type { HubLog } from './hubs/log.ts'
import { registerHubs } from './hubs/register-hubs.ts'
import { registerInbound } from './inbound/inbound-routes.ts'
import { registerCompanyPictures } from './legal/company-pictures.ts'
import { createEndings, type Hubs, serveHubs } from './live.ts'
import { MessageQueue } from './messages/message-queue.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { registerTokenEndpoint } from './oauth/token-endpoint.ts'
import type { ServerOptions } from './options.ts'
import { ErasuresFile, eraseAgain } from './privacy/erasures-file.ts'
import { PersonExports } from './privacy/exports.ts'
import { PublicLinks } from './public/link-store.ts'
import { Refusal } from './refusal.ts'
import { CallRelay } from './relay/call-relay.ts'
import { EnginePlaces } from './relay/engine-places.ts'
import { settleRoles } from './roles/first-roles.ts'
import { tellSettled } from './roles/tell-settled.ts'
import { registerScim } from './scim/scim-routes.ts'
import { senders } from './sender.ts'
import { EventLog } from './session/event-log.ts'
import { licenceExpiry } from './session/licence.ts'
import { tellSettings } from './settings/tell-settings.ts'
import { isAddressQuestion, registerAddressQuestion } from './setup/address-question.ts'
import { Installation } from './setup/installation.ts'
import { ReachedAt } from './setup/reached-at.ts'
import { lazySimulator } from './simulator/lazy-simulator.ts'
import { personMaker } from './sso/make-person.ts'
import { SingleSignOn } from './sso/single-sign-on.ts'
import { registerSso } from './sso/sso-routes.ts'
import { VaultNews } from './vault/news.ts'
import { registerWidgetFiles } from './widgets/widget-files.ts'

/** How often the background services that are due are looked for. */
const TICK_MS = 20_000
/** How often what webhooks are to be told of is looked for; the first retry comes after 10 s. */
const WEBHOOK_MS = 500
/** The share of a drain in which balancers notice, and nobody is sent away yet. */
const NOTICED_SHARE = 0.3
/** How often what people are to be told on their devices is looked for. */
const MESSAGES_MS = 2000
/** How often it is looked what others have changed that this server remembers: its addresses, its log's level. */
const NOTICED_MS = 2000
/** How often calls are looked for that nobody answered and whose server has died. */
const RINGING_MS = 5000
/** An audit entry is chained within a second (spec 5 §5.6). */
const AUDIT_MS = 500

export interface Server {
  readonly app: FastifyInstance
  readonly hubServer: SocketHubServer
  readonly db: Database
  readonly installation: Installation
  readonly errors: Foundations['errors']
  readonly messages: Pick<MessageQueue, 'tend'>
  /** Plays the demo's day; null without a demo that has one. */
  readonly simulator: AreaServices['simulator']
  /** Starts to listen and gives the address; port 0 takes a free one. */
  listen(port: number, host: string): Promise<string>
  /**
   * Before `close`, where other servers take over: says that it isn't ready, then sends its people elsewhere, spread
   * over so many milliseconds. Requests are answered all the time.
   */
  drain(ms: number): Promise<void>
  /** Ends connections, then closes the database; may be called twice. */
  close(): Promise<void>
}

function hubOrigins(desktopOrigins: readonly string[]): OriginRule {
  return (origin, host) =>
    sameOrigin(origin, host) || (origin !== undefined && desktopOrigins.includes(origin))
}

type Auditing = Pick<AreaServices, 'auditChain' | 'auditKey' | 'keptRoots'>

interface Wiring extends Auditing {
  readonly auth: Auth
  readonly hubs: Hubs
  readonly endings: ReturnType<typeof createEndings>
  readonly originOf: AreaServices['originOf']
  readonly installation: Installation
  readonly reached: ReachedAt
  readonly addressSet: AreaServices['addressSet']
  readonly jobs: BackgroundServices
  readonly exports: PersonExports
  readonly simulator: AreaServices['simulator']
  readonly sendCommand: AreaServices['sendCommand']
  readonly tellSettled: AreaServices['tellSettled']
}

/** What the areas of one server are made from. */
function areaServices(foundations: Foundations, options: ServerOptions, wiring: Wiring): AreaServices {
  const { db, clock, background } = foundations
  const { auth, hubs, endings } = wiring
  const vaultNews = new VaultNews({ db, main: hubs.main, background })
  const hub: ChatPublisher = hubPublisher(
    hubs,
    (threadID, senderID) => unreadNews.messageCame(threadID, senderID),
    (threadIDs, userIDs) => vaultNews.peopleChanged(threadIDs, userIDs),
  )
  const unreadNews = new UnreadNews({ db, hub, background })
  const { passwordCost = PASSWORD_COST, build } = options
  const windows = { ...endings, tellSettled: wiring.tellSettled, publisher: hubs.tickets, hub }
  const sso = new SingleSignOn({
    ...foundations,
    ...auth,
    ...windows,
    makePerson: personMaker({ ...foundations, ...auth, ...windows }),
  })
  return {
    ...foundations,
    ...wiring,
    sso,
    ...auth,
    ...endings,
    ...chatServices(options),
    outside: outsideChat({ ...foundations, rules: foundations.deliveries.rules }),
    hub,
    shell: hubs.shell,
    facts: hubs.facts,
    tellAlertSeen: hubs.tellAlertSeen,
    publisher: hubs.tickets,
    peopleAdded: hub.peopleAdded,
    vaultNews,
    passwordCost,
    permissionNumbers: auth.tokens.permissionNumbers,
    build: typeof build === 'string' ? () => build : build,
    eventLog: new EventLog(db, clock),
    publicLinks: new PublicLinks(db, clock),
    tellAgreement: () => hubs.main.toAll('agreementPublished', []),
    licenceKey: options.licenceKey ?? null,
    tellLicence: () => hubs.main.toAll('settingsChanged', [{ keys: ['licence'] }]),
    tellExperimentals: () => hubs.main.toAll('experimentalsChanged', []),
    tellSettings: tellSettings({
      toAll: (event, ...args) => hubs.main.toAll(event, args),
      tellActivities: hubs.shell.tellActivities,
    }),
    tellFlags: () => hubs.main.toGroup(FLAG_WATCHERS, 'systemFlagsChanged', []),
    tellConfirmed: (clientKey, key) =>
      hubs.magic.toGroup(magicGroupName(clientKey), 'magicKeyConfirmed', [key]),
  }
}

/** The services behind the chat. */
const chatServices = ({ assistant = null, gifs = builtInGifs }: ServerOptions) => ({ assistant, gifs })

const tick = (jobs: BackgroundServices, log: FastifyBaseLogger): Promise<void> =>
  jobs.tick().catch((error: unknown) => log.error({ err: error }, 'background services did not begin'))

function repeat(jobs: BackgroundServices, log: FastifyBaseLogger): NodeJS.Timeout {
  return setInterval(() => void tick(jobs, log), TICK_MS).unref()
}

/** Where the app listens; before that, this machine's own name. */
function listeningAt(app: FastifyInstance | null, isSecure: boolean): string {
  const address = app?.server.address()
  return address && typeof address !== 'string' ? addressOf(address, isSecure) : 'http://localhost'
}

const tellShipping = (log: FastifyBaseLogger) => (fault: string | null) => {
  if (fault === null) log.info('what is written is shipped again')
  else log.error(`what is written is not shipped: ${fault}`)
}

/** Begins to ship what is written, before anything empties SQLite's log. */
async function openShipping(db: Database, options: ServerOptions): Promise<LogShipper | null> {
  const { shipping = null, databaseFile, clock = systemClock } = options
  if (shipping === null || databaseFile === ':memory:') return null
  const { filesFolder = null, widgetFolder = null, auditRootsFile = null } = options
  const folders = { databaseFile, filesFolder, widgetFolder, auditRootsFile }
  return LogShipper.begin({ ...shipping, ...folders, db, clock, build: ourBuild() })
}

const tellCertificate = (log: FastifyBaseLogger) => (fault: string | null) => {
  if (fault === null) log.info('the certificate was renewed')
  else log.error(`the certificate of before is still served: ${fault}`)
}

/** The audit's chain, and where its roots are kept beside the database. */
async function openAudit(
  db: Database,
  sealer: Sealer,
  { clock = systemClock, auditRootsFile = null }: ServerOptions,
): Promise<Auditing> {
  const auditKey = await AuditKey.open(db, sealer)
  const roots = new RootsFile(auditRootsFile)
  const auditChain = new AuditChain({ db, clock, key: auditKey, keepRoot: (root) => roots.keep(root) })
  return { auditChain, auditKey, keptRoots: () => roots.read() }
}

/** Whoever makes the engine tells the relays, too, where it is. */
function engineOf(
  options: ServerOptions,
  places: EnginePlaces,
  onTrouble: (what: string) => void,
): MakeEngine | null {
  const make = options.mediaEngine?.(onTrouble)
  if (!make) return null
  return (listener) =>
    make({
      ...listener,
      // Before anybody comes to it, all relays know the way.
      onRun: (run) => void places.ran(run).then(() => listener.onRun(run)),
      onOffer: (seat, attempt, sdp) => listener.onOffer(seat, attempt, places.offered(sdp)),
    })
}

/** Makes the parts that listen, and connects them. */
async function assemble(
  db: Database,
  sealer: Sealer,
  options: ServerOptions,
  isStopping: () => boolean,
  shipper: LogShipper | null,
) {
  const { desktopOrigins = [DESKTOP_ORIGIN], build } = options
  // The hubs are made before the app whose log and address they need.
  const late: { app: FastifyInstance | null; drop: (signInID: string) => void } = {
    app: null,
    drop: () => {},
  }
  const plainLog: HubLog = (level, message, fields = {}) => late.app?.log[level](fields, message)
  const foundations = await layFoundations(db, sealer, options, plainLog)
  const { clock, background, log, errors } = foundations
  const { signInLimits: limits, mailLimits, passwordCost = PASSWORD_COST } = options
  const { permissionNumbers, widgetFolder = null } = options
  const onReuse = (signInID: string) => {
    log('warn', 'a renewed token was used again: its sign-in was ended', { signInID })
    late.drop(signInID)
  }
  const auth = await createAuth({
    ...foundations,
    limits,
    mailLimits,
    passwordCost,
    permissionNumbers,
    onReuse,
  })
  const reached = new ReachedAt(options, clock, () => listeningAt(late.app, Boolean(options.tls)))
  await reached.read(db)
  const senderOf = senders(() => reached.trustedProxies)
  const cluster = await Cluster.open({ db, log, openBackplane: openBackplane(options) })
  const { events } = cluster
  const hubServer = createHubServer({
    book: cluster.book,
    ...(events && { carrier: events }),
    isReady: () => cluster.isInTouch,
    tokenKey: Buffer.from(sealer.hash('negotiations', 'hub tokens')),
    senderOf,
    authenticate: (token) => auth.authenticator.authenticateHubToken(token),
    allowedOrigins: hubOrigins(desktopOrigins),
    clock,
    elapsed: () => performance.now(),
    log,
  })
  const relay = new CallRelay(clock, sealer.hash('calls', 'relay'), options.otherRelay ?? null)
  const engineTrouble = (what: string) => log('error', `the media engine: ${what}`)
  const places = new EnginePlaces({
    ...{ db, wire: cluster.wire, relay },
    onTrouble: (error) => engineTrouble(`where it is could not be told: ${error}`),
  })
  const makeEngine = engineOf(options, places, engineTrouble)
  const hubs = serveHubs(hubServer, foundations, auth, relay, cluster.wire, makeEngine)
  errors.onChange(() => hubs.main.toGroup(ERROR_WATCHERS, 'errorsChanged', []))
  const endings = createEndings(hubServer, hubs, auth)
  late.drop = endings.dropConnections
  const installation = new Installation(db, clock, auth.counts)
  const originOf = linkOrigin(reached)
  const installationID = () => installation.id()
  const idempotency = new Idempotency(db, clock)
  const auditing = await openAudit(db, sealer, options)
  const authenticate = (authorization?: string) => auth.authenticator.authenticate(authorization)
  const sendCommand: AreaServices['sendCommand'] = (userID, command) =>
    hubs.main.toUser(userID, 'REMOTE_COMMAND', [command])
  const told = tellSettled({ sendCommand, reconnect: endings.reconnect })
  const { schedule } = options
  const dataFolder = options.databaseFile === ':memory:' ? null : dirname(options.databaseFile)
  const parts = {
    ...foundations,
    ...auditing,
    dataFolder,
    auth,
    hubs,
    endings,
    idempotency,
    tellSettled: told,
    schedule,
    backups: options.backups ? { ...options.backups, shippedAt: () => shipper?.shippedAt ?? null } : null,
    connection: () => ({
      origin: reached.publicOrigin ?? (reached.trustedProxies.length > 0 ? null : reached.ownOrigin()),
      certificate: options.tls?.certificate ?? null,
    }),
  }
  const erasures = new ErasuresFile(
    dataFolder === null ? [] : [dataFolder, ...(options.backups ? [options.backups.folder] : [])],
  )
  // A database from before an erasure has the person again: nobody is served before they are gone.
  const { files } = foundations
  const again = await eraseAgain(db, erasures.read(), clock(), (storedAs) => files.remove(storedAs))
  if (again > 0) await scrub(db)
  const exports = new PersonExports(foundations)
  const messages = new MessageQueue({
    ...{
      db,
      clock,
      isOnline: hubs.facts.isOnline,
      openRoute: await messageRoutes({ ...foundations, rules: foundations.deliveries.rules }, options),
    },
    isPaused: () => isServicePaused(db, 'MESSAGE_QUEUE', clock()),
    onFailure: (messageID, error) =>
      log('error', 'a message could not be handed over', { messageID, err: error }),
  })
  const made: { handlers: AllHandlers | null; hub: ChatPublisher | null } = { handlers: null, hub: null }
  const simulator = lazySimulator({
    ...{ db, clock, shell: hubs.shell },
    handlers: () => {
      if (!made.handlers) throw new Error('the calls are not there yet')
      return made.handlers
    },
  })
  const hub = () => made.hub
  const jobs = await createBackgroundServices({ ...parts, hub, exports, erasures, messages, simulator })
  const services = areaServices(foundations, options, {
    jobs,
    exports,
    simulator,
    sendCommand,
    tellSettled: told,
    auth,
    hubs,
    endings,
    originOf,
    installation,
    reached,
    addressSet: () => reached.read(db),
    ...auditing,
  })
  cluster.whenTakenOver(() => {
    background.run(() => tellCountsSince({ db, hub: services.hub }, clock() - UNTOLD_MS))
    background.run(() => hubs.shell.adoptCalls())
  })
  const buildID = () => (typeof build === 'string' ? build : build())
  const hubConnections = () => hubServer.connectionCount
  const { databaseFile, metrics: wanted = null } = options
  const metrics = wanted && new Metrics({ db, clock, databaseFile, build: buildID, hubConnections })
  const isClaimed = () => installation.isClaimed()
  made.handlers = handlersOf(AREAS, services)
  made.hub = services.hub
  const app = await createHttpApp({
    calls: allCalls,
    handlers: made.handlers,
    authenticate,
    callerOfApp: (authorization, scope) => auth.grants.callerOf(authorization, scope),
    callerOfKey: async ({ address, permission, path, ...headers }) => {
      const caller = await auth.apiKeys.callerOf(headers, address, null)
      if (!caller && keyIn(headers) !== null) throw new Refusal(401, 'apiKey.unknown')
      if (caller && !auth.apiKeys.mayCall(caller, permission))
        throw new Refusal(403, 'apiKey.permission', { call: path })
      return caller
    },
    idempotency,
    uploadFolder: () => foundations.files.incoming,
    build: buildID(),
    logLevel: options.logLevel ?? 'info',
    logStream: options.logStream,
    certificate: options.tls?.certificate ?? null,
    staticFolder: options.staticFolder ?? null,
    desktopOrigins,
    isClaimed,
    senderOf,
    onFault: (error, fault) => errors.report({ source: 'SERVER', ...factsOf(error), ...fault }),
    isHostOfOurs: (host, url) => isAddressQuestion(url) || reached.isHostOfOurs(host),
    extend: (instance) => {
      registerHealth(instance, {
        ...foundations,
        databaseFile,
        freeBytes: options.freeBytes,
        isClaimed,
        isStopping,
        isInTouch: () => cluster.isInTouch,
        metrics,
        metricsToken: wanted?.token ?? null,
      })
      // A connection that is kept would bring the next request here, too.
      instance.addHook('onSend', async (_request, reply) => {
        if (isStopping()) reply.header('connection', 'close')
      })
      registerHubs(instance, hubServer)
      registerWidgetFiles(instance, widgetFolder)
      registerMeasuring(instance, { authenticate })
      registerInbound(instance, { ...foundations, shell: services.shell })
      registerSso(instance, services.sso)
      registerCompanyPictures(instance, db)
      registerAddressQuestion(instance, { ...foundations, installationID })
      registerScim(instance, services)
      registerTokenEndpoint(instance, { ...auth, originOf })
      registerChatStreams(instance, {
        ...foundations,
        holderOf: (sessionID) => auth.authenticator.holderOf(sessionID),
      })
      registerGifs(instance, async () => (await services.outside?.gifs()) ?? options.gifs ?? builtInGifs)
    },
  })
  late.app = app
  await cluster.begin(hubServer)
  await places.load()
  const { auditChain } = auditing
  const endingsElsewhere = () =>
    followEndings({
      ...{ clock, sessions: auth.sessions, tellEnded: endings.tellEnded },
      connected: () => hubServer.connectedSessions,
    })
  return {
    ...{ app, cluster, hubServer, jobs, background, installation, auditChain, metrics, reached, errors },
    endingsElsewhere,
    calls: hubs.shell.calls,
    endCalls: hubs.shell.endCalls,
    files: foundations.files,
    deliveries: foundations.deliveries,
    messages,
    simulator,
    relay,
  }
}

async function start(db: Database, sealer: Sealer, options: ServerOptions): Promise<Server> {
  let isStopping = false
  const shipper = await openShipping(db, options)
  const parts = await assemble(db, sealer, options, () => isStopping, shipper)
  const { app, cluster, hubServer, jobs, background, installation, auditChain, files, metrics } = parts
  const { reached, errors, deliveries, endingsElsewhere, messages, calls, simulator, relay, endCalls } = parts
  relay.attach(app.server)
  const figures =
    metrics && options.metrics?.address && (await serveMetrics(metrics, options.metrics.address))
  const { tls = null } = options
  const endFollowing = tls && followCertificate(tls.certificate, app.server, tellCertificate(app.log))
  let redirects: { close(): void } | null = null
  // Before any service looks at what nobody did meanwhile.
  await simulator()
    .then((playing) => playing?.catchUp())
    .catch((error: unknown) => app.log.error({ err: error }, 'the demo was not taken on to now'))
  const timer = repeat(jobs, app.log)
  const endSyncing = shipper
    ? keepShipping(shipper, tellShipping(app.log), (news) => app.log.warn(news))
    : keepSynced(db, (error) => app.log.error({ err: error }, 'the database was not synced'))
  const auditing = setInterval(() => {
    auditChain.tend().catch((error: unknown) => app.log.error({ err: error }, 'the audit was not chained'))
  }, AUDIT_MS).unref()
  const delivering = setInterval(() => {
    deliveries.look().catch((error: unknown) => app.log.error({ err: error }, 'webhooks were not told'))
  }, WEBHOOK_MS).unref()
  const following = setInterval(() => {
    endingsElsewhere().catch((error: unknown) =>
      app.log.error({ err: error }, 'ended sessions were not looked for'),
    )
  }, ENDINGS_MS).unref()
  const messaging = setInterval(() => {
    messages.look().catch((error: unknown) => app.log.error({ err: error }, 'messages were not sent'))
  }, MESSAGES_MS).unref()
  const startedAt = (options.clock ?? systemClock)()
  const notice = async () => {
    await reached.read(db)
    await takeLogLevel(db, app.log, startedAt)
  }
  const noticing = setInterval(() => {
    notice().catch((error: unknown) => app.log.error({ err: error }, 'what others changed was not noticed'))
  }, NOTICED_MS).unref()
  const ringing = setInterval(() => {
    calls
      .endLate()
      .catch((error: unknown) => app.log.error({ err: error }, 'calls that rang too long were not ended'))
  }, RINGING_MS).unref()
  const stop = async () => {
    isStopping = true
    clearInterval(ringing)
    clearInterval(following)
    clearInterval(messaging)
    clearInterval(delivering)
    clearInterval(timer)
    clearInterval(noticing)
    endFollowing?.()
    redirects?.close()
    jobs.stop()
    clearInterval(auditing)
    endSyncing()
    relay.close()
    await endCalls()
    await app.close()
    figures?.close()
    await background.settled()
    await cluster.end()
    // What was written until now is chained before the database closes.
    await auditChain
      .tend()
      .catch((error: unknown) => app.log.error({ err: error }, 'the audit was not chained'))
    await shipper?.finish()
    await db.destroy()
    await shipper?.leaveMark()
    files.close()
  }
  let stopped: Promise<void> | null = null
  return {
    app,
    hubServer,
    db,
    installation,
    errors,
    messages,
    simulator,
    async listen(port, host) {
      await app.listen({ port, host })
      // What was missed while no server ran waits no longer.
      await tick(jobs, app.log)
      const address = app.server.address()
      if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
      await relay.listenUdp(address.port, host)
      if (tls && tls.redirectPort !== null)
        redirects = await serveRedirects(
          { host, port: tls.redirectPort },
          address.port,
          () => reached.publicOrigin,
        )
      return addressOf(address, tls !== null)
    },
    async drain(ms) {
      isStopping = true
      // Whoever stands in front of the servers looks every few seconds: until then people still come.
      await delay(ms * NOTICED_SHARE)
      await hubServer.drain(ms * (1 - NOTICED_SHARE))
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
  const db = await openDatabase(options.databaseFile, options.databaseUrl, options.database)
  try {
    const sealer = await Sealer.open(db)
    if (options.seed) await seedIfEmpty(db, sealer, options)
    await settleRoles(db, (options.clock ?? systemClock)())
    // The licence's term begins when the installation is made.
    await licenceExpiry(db, (options.clock ?? systemClock)())
    return await start(db, sealer, options)
  } catch (error) {
    await db.destroy()
    throw withFile(options.databaseFile, error)
  }
}
