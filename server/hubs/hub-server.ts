/**
 * The SignalR server of the embedded server, over `ws`: negotiation, WebSockets, and the hub protocols
 * `json` and `messagepack`, version 1 (spec 1 §7, spec 2 §7).
 *
 * How to wire it, in this order:
 *
 *     const hubServer = createHubServer({ authenticate, log, allowedOrigins })
 *     const chat = hubServer.serve(chatHub, (clients) => chatHandlers(clients, services))
 *     registerHubs(app, hubServer)          // from './register-hubs.ts'
 *
 * `registerHubs` adds `POST <hub.path>/negotiate`, attaches to `app.server`, and closes the hub server
 * when the app closes (in `preClose`: an HTTP server doesn't close while WebSockets are open). Without
 * Fastify, call `attach(server)`, answer negotiations with `handleNegotiate`, and `close()` before the
 * HTTP server.
 *
 * `allowedOrigins` is the server's own origin by default. A desktop client whose pages have an origin of
 * their own needs a rule that takes it.
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { type Hub, SERVER_STOPS } from '#shared/hubs/hub.ts'
import { network } from '../address.ts'
import { type Clock, systemClock } from '../clock.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import { directSender, type SenderOf } from '../sender.ts'
import { Admission, type HubRequest, type OriginRule, sameOrigin } from './admission.ts'
import { Connection, type ConnectionSurroundings, type Ending } from './connection.ts'
import { ConnectionTokens } from './connection-tokens.ts'
import type { Carrier, ConnectionBook, Delivery, KnownConnection } from './delivery.ts'
import { createHubClients } from './hub-clients.ts'
import { KeyedSets } from './keyed-sets.ts'
import type { HubLog } from './log.ts'
import { type NegotiateAnswer, negotiate } from './negotiate.ts'
import { OutgoingFrame } from './protocol/frame.ts'
import { createJsonProtocol } from './protocol/json.ts'
import { createMessagePackProtocol } from './protocol/messagepack.ts'
import { eventFrame, ServedHub, untyped } from './served-hub.ts'
import { defaultLimits, defaultTimings, type HubLimits, type HubTimings } from './settings.ts'
import { closeCode } from './socket-channel.ts'
import { systemTicker, type Ticker } from './ticker.ts'
import type { HubClients, HubHandlers, HubIdentity, HubServer } from './types.ts'
import { type Arrival, seenBy, UpgradeGate } from './upgrade-gate.ts'

export interface HubServerOptions {
  /**
   * Who holds the token; null where it is wrong, expired or revoked. Asked at the negotiation and when
   * connecting.
   */
  readonly authenticate: (token: string) => Promise<HubIdentity | null>
  readonly log: HubLog
  readonly allowedOrigins?: OriginRule
  /** Who sends a request; whoever connects, by default. */
  readonly senderOf?: SenderOf
  readonly clock?: Clock
  /**
   * Goes on whatever the machine's clock is set to, in milliseconds; `clock` by default. By it windows are found dead and
   * floods counted: a clock that is set forward would end everybody's connection.
   */
  readonly elapsed?: Clock
  readonly ticker?: Ticker
  readonly timings?: Partial<HubTimings>
  readonly limits?: Partial<HubLimits>
  /** Signs what a negotiation allows, so that any server of the installation can check it; its own key by default. */
  readonly tokenKey?: Uint8Array
  /** Takes deliveries to all servers; by default this server is alone. */
  readonly carrier?: Carrier
  readonly book?: ConnectionBook
  /** Whether windows may come; always, by default. */
  readonly isReady?: () => boolean
}

export interface SocketHubServer extends HubServer {
  /** Paths of the hubs served so far. */
  readonly paths: readonly string[]
  /** How many connections there are, of all hubs. */
  readonly connectionCount: number
  /** The sessions that have connections; null stands for strangers. */
  readonly connectedSessions: ReadonlySet<string | null>
  /** Handles upgrade requests for hubs; others are left to other listeners, or refused. */
  attach(server: Server): void
  /** What a negotiation knows of the request that brings it. */
  seen(request: IncomingMessage): Pick<HubRequest, 'headers' | 'address'>
  /** Answers `POST <hub.path>/negotiate`; `path` is the hub's. */
  handleNegotiate(request: HubRequest): Promise<NegotiateAnswer>
  /** Does at this server's connections what a delivery says. */
  deliver(delivery: Delivery): void
  /** Notes a connection of another server. */
  cameElsewhere(connection: KnownConnection): void
  wentElsewhere(connection: Pick<KnownConnection, 'id' | 'hub'>): void
  /** Those of other servers are exactly these. */
  settleElsewhere(connections: readonly KnownConnection[]): void
  /** Runs a hub's `disconnected` in the place of a server that died. */
  endElsewhere(connection: KnownConnection): Promise<void>
  /**
   * Before a stop, where others take over: ends all connections, spread over so many milliseconds, and lets no new ones
   * in. Those who wait in front of the servers have sent people elsewhere by then.
   */
  drain(ms: number): Promise<void>
  /** Ends all connections: what they show may be old. Clients come back, and catch up. */
  sendAway(): void
}

const SESSION_ENDED: Ending = {
  code: closeCode.normal,
  error: 'The session was ended.',
  allowReconnect: false,
}
const ACCESS_CHANGED: Ending = {
  code: closeCode.goingAway,
  error: 'What the person may do has changed.',
  allowReconnect: true,
}
const OUT_OF_TOUCH: Ending = {
  code: closeCode.goingAway,
  error: 'The server has lost touch with the others.',
  allowReconnect: true,
}
const STOPS: Ending = { code: closeCode.goingAway, error: SERVER_STOPS, allowReconnect: true }

/** How often some of the connections are ended while a server is drained. */
const DRAIN_STEP_MS = 100

class WebSocketHubServer implements SocketHubServer {
  readonly #hubs = new Map<string, ServedHub>()
  readonly #connections = new Set<Connection>()
  /** By session; null for strangers. */
  readonly #bySession = new KeyedSets<string | null, Connection>()
  /** Strangers, by their network. */
  readonly #strangers = new KeyedSets<string, Connection>()
  readonly #surroundings: ConnectionSurroundings
  readonly #senderOf: SenderOf
  readonly #ticker: Ticker
  readonly #tokens: ConnectionTokens
  readonly #admission: Admission
  readonly #gate: UpgradeGate
  readonly #carrier: Carrier
  readonly #book: ConnectionBook | null
  #stopSweeping: (() => void) | null = null
  #closed: Promise<void> | null = null
  #isDraining = false

  constructor(options: HubServerOptions) {
    const clock = options.clock ?? systemClock
    const timings = { ...defaultTimings, ...options.timings }
    const limits = { ...defaultLimits, ...options.limits }
    const protocols = [createJsonProtocol(), createMessagePackProtocol()]
    const pingFrame = new OutgoingFrame({ type: 'ping' })
    this.#senderOf = options.senderOf ?? directSender
    this.#book = options.book ?? null
    this.#carrier = options.carrier ?? { carry: (one) => void afterCommit(() => this.deliver(one)) }
    const book = this.#book
    const elapsed = options.elapsed ?? clock
    this.#surroundings = { elapsed, log: options.log, timings, limits, protocols, pingFrame, book }
    this.#ticker = options.ticker ?? systemTicker
    this.#tokens = new ConnectionTokens({
      clock,
      lifetimeMs: timings.connectionTokenMs,
      key: options.tokenKey ?? randomBytes(32),
    })
    this.#admission = new Admission({
      authenticate: options.authenticate,
      allowedOrigins: options.allowedOrigins ?? sameOrigin,
      limits,
      log: options.log,
      isReady: options.isReady ?? (() => true),
      count: (identity, address) => ({
        own: (identity ? this.#bySession.get(identity.sessionID) : this.#strangers.get(network(address)))
          .size,
        strangers: this.#bySession.get(null).size,
        total: this.#connections.size,
      }),
    })
    this.#gate = new UpgradeGate({
      admission: this.#admission,
      tokens: this.#tokens,
      maxMessageBytes: limits.maxMessageBytes,
      senderOf: this.#senderOf,
      hubAt: (path) => this.#hubs.get(path),
      onArrival: (arrival) => this.#welcome(arrival),
    })
  }

  get paths(): readonly string[] {
    return [...this.#hubs.keys()]
  }

  /** @throws Error where the hub's path is served already */
  serve<H extends Hub>(hub: H, handlers: (clients: HubClients<H>) => HubHandlers<H>): HubClients<H> {
    if (this.#hubs.has(hub.path)) throw new Error(`The hub ${hub.path} is served already.`)
    const served = new ServedHub(hub)
    const clients = createHubClients<H>(served, { carrier: this.#carrier, book: this.#book })
    served.handleWith(untyped(handlers(clients)))
    this.#hubs.set(hub.path, served)
    return clients
  }

  seen(request: IncomingMessage): Pick<HubRequest, 'headers' | 'address'> {
    return seenBy(this.#senderOf, request)
  }

  get connectionCount(): number {
    return this.#connections.size
  }

  get connectedSessions(): ReadonlySet<string | null> {
    return this.#bySession.keys
  }

  attach(server: Server): void {
    this.#gate.attach(server)
  }

  async handleNegotiate(request: HubRequest): Promise<NegotiateAnswer> {
    const served = this.#hubs.get(request.path)
    if (!served) return { status: 404, body: { value: 'There is no such hub.' } }
    if (this.#isDraining) return { status: 503, body: { value: SERVER_STOPS } }
    return negotiate(served.declaration, request, { admission: this.#admission, tokens: this.#tokens })
  }

  dropSession(sessionID: string): void {
    this.#carrier.carry({ kind: 'drop', sessionID })
  }

  refreshSession(sessionID: string): void {
    this.#carrier.carry({ kind: 'refresh', sessionID })
  }

  deliver(delivery: Delivery): void {
    if ('sessionID' in delivery) {
      this.#endSession(delivery.sessionID, delivery.kind === 'drop' ? SESSION_ENDED : ACCESS_CHANGED)
      return
    }
    // A newer server may serve a hub that this one doesn't know.
    const served = this.#hubs.get(delivery.hub)
    if (delivery.kind === 'event')
      served?.deliver(delivery.to, eventFrame(delivery.event, delivery.args), delivery.except)
    else if (delivery.kind === 'note') served?.note(delivery.userIDs)
    else
      for (const connection of [...(served?.connectionsOf(delivery.userID) ?? [])])
        served?.[delivery.kind](delivery.group, connection)
  }

  cameElsewhere(connection: KnownConnection): void {
    this.#hubs.get(connection.hub)?.came(connection)
  }

  wentElsewhere({ hub, id }: Pick<KnownConnection, 'id' | 'hub'>): void {
    this.#hubs.get(hub)?.went(id)
  }

  settleElsewhere(connections: readonly KnownConnection[]): void {
    for (const [path, served] of this.#hubs) served.settle(connections.filter(({ hub }) => hub === path))
  }

  async endElsewhere({ hub, id, ...identity }: KnownConnection): Promise<void> {
    await this.#hubs.get(hub)?.handlers.disconnected?.({ id, identity })
  }

  sendAway(): void {
    for (const connection of this.#connections) connection.close(OUT_OF_TOUCH)
  }

  async drain(ms: number): Promise<void> {
    this.#isDraining = true
    const over = Promise.withResolvers<void>()
    const steps = Math.max(1, Math.floor(ms / DRAIN_STEP_MS))
    let step = 0
    const stopSteps = this.#ticker.every(DRAIN_STEP_MS, () => {
      step += 1
      const open = [...this.#connections].filter((connection) => !connection.isClosing)
      const share = step >= steps ? open.length : Math.ceil(open.length / (steps - step + 1))
      for (const connection of open.slice(0, share)) connection.close(STOPS)
      if (step >= steps) over.resolve()
    })
    await over.promise
    stopSteps()
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  #endSession(sessionID: string, ending: Ending): void {
    for (const connection of this.#bySession.get(sessionID)) connection.close(ending)
  }

  async #close(): Promise<void> {
    this.#gate.close()
    for (const connection of this.#connections) connection.close(STOPS)
    const { stopGraceMs } = this.#surroundings.timings
    await this.#finishedWithin(stopGraceMs)
    for (const connection of this.#connections) connection.cut()
    await this.#finishedWithin(stopGraceMs)
    this.#connections.clear()
    this.#sweepIfNeeded()
  }

  /** Waits for all connections to end, but no longer than this. */
  async #finishedWithin(ms: number): Promise<void> {
    if (this.#connections.size === 0) return
    const tooLate = Promise.withResolvers<void>()
    const stopWaiting = this.#ticker.every(ms, tooLate.resolve)
    const finished = [...this.#connections].map((connection) => connection.finished)
    await Promise.race([Promise.all(finished), tooLate.promise])
    stopWaiting()
  }

  #welcome({ socket, served, identity, address, connectionID: id }: Arrival): void {
    const connection = new Connection({ id, identity, socket, served, surroundings: this.#surroundings })
    const from = network(address)
    this.#connections.add(connection)
    this.#bySession.add(identity?.sessionID ?? null, connection)
    if (!identity) this.#strangers.add(from, connection)
    this.#sweepIfNeeded()
    void connection.finished.then(() => this.#forget(connection, from))
  }

  #forget(connection: Connection, from: string): void {
    this.#connections.delete(connection)
    this.#bySession.delete(connection.identity?.sessionID ?? null, connection)
    this.#strangers.delete(from, connection)
    this.#sweepIfNeeded()
  }

  /** One timer for all connections, and none while there are none. */
  #sweepIfNeeded(): void {
    const needed = this.#connections.size > 0
    if (needed && !this.#stopSweeping) {
      this.#stopSweeping = this.#ticker.every(this.#surroundings.timings.sweepMs, () => this.#sweep())
    } else if (!needed && this.#stopSweeping) {
      this.#stopSweeping()
      this.#stopSweeping = null
    }
  }

  #sweep(): void {
    for (const connection of this.#connections) connection.sweep()
  }
}

/** Makes a hub server that serves no hub yet. See the top of this file for how to wire it. */
export function createHubServer(options: HubServerOptions): SocketHubServer {
  return new WebSocketHubServer(options)
}
