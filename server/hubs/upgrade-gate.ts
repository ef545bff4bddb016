import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SenderOf } from '../sender.ts'
import type { Admission, HubRequest, Refused } from './admission.ts'
import { type ConnectionTokens, randomName } from './connection-tokens.ts'
import type { ServedHub } from './served-hub.ts'
import type { HubIdentity } from './types.ts'

/** A client that may connect: its WebSocket, and who it is. */
export interface Arrival {
  readonly socket: WebSocket
  readonly served: ServedHub
  readonly identity: HubIdentity | null
  readonly connectionID: string
  readonly address: string
}

type Ticket = Omit<Arrival, 'socket'>

interface UpgradeGateOptions {
  readonly admission: Admission
  readonly tokens: ConnectionTokens
  readonly maxMessageBytes: number
  readonly senderOf: SenderOf
  readonly hubAt: (path: string) => ServedHub | undefined
  readonly onArrival: (arrival: Arrival) => void
}

/**
 * A frame may be this many times too large and still be read, so that it is answered with a text. Larger ones
 * are closed by `ws` with code 1009.
 */
const READABLE_EXCESS = 2

const ignore = (): void => {}

/** Headers with the host that the sender asked for, and the sender's address. */
export function seenBy(
  senderOf: SenderOf,
  request: IncomingMessage,
): Pick<HubRequest, 'headers' | 'address'> {
  const { address, host } = senderOf(request)
  return { headers: { ...request.headers, host }, address }
}

function toHubRequest(senderOf: SenderOf, request: IncomingMessage): HubRequest | null {
  const base = 'http://server'
  const target = request.url ?? ''
  if (!URL.canParse(target, base)) return null
  const { pathname, searchParams } = new URL(target, base)
  return { path: pathname, query: searchParams, ...seenBy(senderOf, request) }
}

function refuse(socket: Duplex, status: number, reason: string): void {
  if (socket.destroyed) return
  const head = [
    // Without the status' phrase, which nobody reads: importing Node's list of them would also load its fetch
    // at each start.
    `HTTP/1.1 ${status} `,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(reason)}`,
  ]
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${reason}`)
}

/** Turns HTTP upgrade requests into WebSockets, for those who may connect. */
export class UpgradeGate {
  readonly #options: UpgradeGateOptions
  readonly #webSockets: WebSocketServer
  readonly #attached = new Map<Server, (request: IncomingMessage, socket: Duplex, head: Buffer) => void>()
  readonly #undecided = new Set<Duplex>()
  #closed = false

  constructor(options: UpgradeGateOptions) {
    this.#options = options
    this.#webSockets = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: options.maxMessageBytes * READABLE_EXCESS,
      handleProtocols: () => false,
    })
  }

  attach(server: Server): void {
    if (this.#attached.has(server)) return
    const listener = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
      void this.#upgrade(request, socket, head, server.listenerCount('upgrade') === 1)
    }
    this.#attached.set(server, listener)
    server.on('upgrade', listener)
  }

  /** Admits nobody any more, and cuts off those who are still waiting. */
  close(): void {
    this.#closed = true
    for (const [server, listener] of this.#attached) server.off('upgrade', listener)
    this.#attached.clear()
    for (const socket of this.#undecided) socket.destroy()
  }

  /** @param alone nobody else handles upgrades, so unknown paths are refused here */
  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, alone: boolean): Promise<void> {
    const asked = toHubRequest(this.#options.senderOf, request)
    const served = asked ? this.#options.hubAt(asked.path) : undefined
    if (!asked || !served) {
      if (alone) refuse(socket.on('error', ignore), 404, 'There is no such hub.')
      return
    }
    socket.on('error', ignore)
    this.#undecided.add(socket)
    const decided = this.#recheck(await this.#decide(asked, served))
    this.#undecided.delete(socket)
    if (socket.destroyed) return
    if ('status' in decided) {
      refuse(socket, decided.status, decided.reason)
      return
    }
    socket.off('error', ignore)
    this.#webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      this.#options.onArrival({ ...decided, socket: webSocket })
    })
  }

  /** Others may have connected, or the gate been closed, while this client waited. */
  #recheck(decided: Ticket | Refused): Ticket | Refused {
    if ('status' in decided) return decided
    if (this.#closed) return { status: 503, reason: 'The server stops.' }
    return this.#options.admission.roomFor(decided.identity, decided.address) ?? decided
  }

  async #decide(request: HubRequest, served: ServedHub): Promise<Ticket | Refused> {
    const { admission, tokens } = this.#options
    const hub = served.declaration
    const admitted = await admission.admit(hub, request)
    if ('status' in admitted) return admitted
    const { identity } = admitted
    const { address } = request
    const token = request.query.get('id')
    // A client may skip the negotiation and come without its token, as WebSockets allow.
    if (token === null) return { served, identity, address, connectionID: randomName() }
    const negotiation = tokens.take(token)
    const expected = { path: hub.path, sessionID: identity?.sessionID ?? null }
    if (negotiation?.path !== expected.path || negotiation.sessionID !== expected.sessionID) {
      return { status: 404, reason: 'There is no such negotiation.' }
    }
    return { served, identity, address, connectionID: negotiation.connectionID }
  }
}
