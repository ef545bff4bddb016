import type { RawData, WebSocket } from 'ws'
import type { Hub } from '#shared/hubs/hub.ts'
import type { Clock } from '../clock.ts'
import type { ConnectionBook, KnownConnection } from './delivery.ts'
import type { HubLog } from './log.ts'
import { MessageBudget } from './message-budget.ts'
import { MessageHandler } from './message-handler.ts'
import { OutgoingFrame } from './protocol/frame.ts'
import { readHandshake, writeHandshakeAnswer } from './protocol/handshake.ts'
import { type HubProtocol, ProtocolError } from './protocol/hub-protocol.ts'
import { SerialQueue } from './serial-queue.ts'
import type { ServedHub } from './served-hub.ts'
import type { HubLimits, HubTimings } from './settings.ts'
import { type CloseCode, closeCode, SocketChannel } from './socket-channel.ts'
import type { HubConnection, HubIdentity } from './types.ts'

const TOO_MUCH = 'Too many messages came at once.'

/** What all connections share. */
export interface ConnectionSurroundings {
  readonly elapsed: Clock
  readonly log: HubLog
  readonly timings: HubTimings
  readonly limits: HubLimits
  readonly protocols: readonly HubProtocol[]
  /** The ping for all connections, serialised once. */
  readonly pingFrame: OutgoingFrame
  /** Null where this server is alone and nothing has to outlive it. */
  readonly book: ConnectionBook | null
}

export interface ConnectionOptions {
  readonly id: string
  readonly identity: HubIdentity | null
  readonly socket: WebSocket
  readonly served: ServedHub
  readonly surroundings: ConnectionSurroundings
}

/** Why the server ends a connection. */
export interface Ending {
  readonly code: CloseCode
  /** What the client is told; null where nothing went wrong. */
  readonly error: string | null
  readonly allowReconnect: boolean
}

/**
 * One client's connection: handshake, then messages, until either side closes. Its methods run one after the
 * other, in the order in which they came; `connected` comes before and `disconnected` after all of them.
 */
export class Connection {
  readonly id: string
  readonly identity: HubIdentity | null
  /** What other servers know of it; null for strangers. */
  readonly known: KnownConnection | null
  /** Settles once the socket is closed and `disconnected` has run. */
  readonly finished: Promise<void>
  readonly #served: ServedHub
  readonly #around: ConnectionSurroundings
  readonly #channel: SocketChannel
  readonly #facade: HubConnection<Hub>
  readonly #queue: SerialQueue
  readonly #messages: MessageHandler
  readonly #budget: MessageBudget
  #protocol: HubProtocol | null = null
  #welcomed = false
  /** Whether it may stand in the book. */
  #booked = false

  constructor({ id, identity, socket, served, surroundings }: ConnectionOptions) {
    const { elapsed, limits, timings } = surroundings
    this.id = id
    this.identity = identity
    this.known = identity && {
      id,
      hub: served.declaration.path,
      userID: identity.userID,
      sessionID: identity.sessionID,
      tokenType: identity.tokenType,
    }
    this.#served = served
    this.#around = surroundings
    this.#channel = new SocketChannel(socket, {
      clock: elapsed,
      maxBufferedBytes: limits.maxBufferedBytes,
      closeGraceMs: timings.closeGraceMs,
    })
    this.#budget = new MessageBudget(limits.messageBudget, elapsed)
    this.#queue = new SerialQueue((error) => this.#log('error', 'hub connection failed', { error }))
    this.#facade = this.#createFacade()
    this.#messages = new MessageHandler({
      served,
      facade: this.#facade,
      queue: this.#queue,
      maxInvocationsInFlight: limits.maxInvocationsInFlight,
      log: (level, message, fields = {}) => this.#log(level, message, fields),
      write: (frame) => this.write(frame),
      giveUp: (error) => this.close({ code: closeCode.policy, error, allowReconnect: true }),
      clientCloses: () => this.#channel.close(closeCode.normal, ''),
    })
    this.finished = this.#follow(socket)
  }

  #createFacade(): HubConnection<Hub> {
    return Object.freeze<HubConnection<Hub>>({
      id: this.id,
      identity: this.identity,
      send: (event, ...args) => this.write(this.#served.event(event, args)),
      join: (group) => this.#served.join(group, this),
      leave: (group) => this.#served.leave(group, this),
    })
  }

  #follow(socket: WebSocket): Promise<void> {
    socket.on('message', (data: RawData, isBinary: boolean) => this.#receive(data, isBinary))
    socket.on('error', (error) => this.#log('warn', 'hub socket failed', { error: error.message }))
    const { promise, resolve } = Promise.withResolvers<void>()
    socket.once('close', () => this.#end(resolve))
    return promise
  }

  #end(finished: () => void): void {
    this.#served.remove(this)
    this.#queue.push(() => this.#leave('went'))
    this.#queue.push(async () => {
      if (this.#welcomed) await this.#served.handlers.disconnected?.(this.#facade)
    })
    this.#queue.push(() => this.#leave('ended'))
    this.#queue.push(finished)
  }

  /** Sends a frame if the connection is open. A client that reads too slowly is closed instead. */
  write(frame: OutgoingFrame): void {
    if (!this.#protocol || !this.#channel.open) return
    if (this.#channel.overfull) {
      this.close({ code: closeCode.policy, error: 'The client reads too slowly.', allowReconnect: true })
      return
    }
    this.#channel.write(frame.bytesFor(this.#protocol), this.#protocol.binary)
  }

  /** Ends the connection from the server's side; methods that haven't begun don't run. */
  close({ code, error, allowReconnect }: Ending): void {
    if (!this.#channel.open) return
    const expected = code === closeCode.normal || code === closeCode.goingAway
    this.#log(expected ? 'info' : 'warn', 'hub connection closed', { error })
    this.#queue.clear()
    if (this.#protocol) {
      const farewell = new OutgoingFrame({ type: 'close', error, allowReconnect })
      this.#channel.write(farewell.bytesFor(this.#protocol), this.#protocol.binary)
    } else {
      this.#channel.write(writeHandshakeAnswer(error ?? 'The connection was closed.'), false)
    }
    this.#channel.close(code, error ?? '')
  }

  /** Whether it was closed, and only the client's answer is waited for. */
  get isClosing(): boolean {
    return !this.#channel.open
  }

  /** Ends the connection without waiting for the client. */
  cut(): void {
    this.#channel.cut()
  }

  /** Checks the connection's times: cuts it off, closes it or sends a ping. */
  sweep(): void {
    const { timings, pingFrame } = this.#around
    if (!this.#channel.open) {
      this.#channel.enforceClose()
    } else if (!this.#protocol) {
      if (this.#channel.silentFor >= timings.handshakeMs) this.#timeOut('The handshake took too long.')
    } else if (this.#channel.silentFor >= timings.clientTimeoutMs) {
      this.#timeOut('Nothing was heard from the client for too long.')
    } else if (this.#channel.quietFor >= timings.keepAliveMs) {
      this.write(pingFrame)
    }
  }

  #timeOut(error: string): void {
    this.close({ code: closeCode.policy, error, allowReconnect: true })
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (!this.#channel.open) return
    this.#channel.received()
    try {
      this.#readFrame(toBytes(data), isBinary)
    } catch (error) {
      if (!(error instanceof ProtocolError)) this.#log('error', 'hub frame failed', { error })
      const text = error instanceof ProtocolError ? error.message : 'The message could not be handled.'
      this.close({ code: closeCode.protocolError, error: text, allowReconnect: false })
    }
  }

  #readFrame(frame: Uint8Array, isBinary: boolean): void {
    const { maxMessageBytes } = this.#around.limits
    if (frame.length > maxMessageBytes) {
      throw new ProtocolError(`The message is larger than ${maxMessageBytes} bytes.`)
    }
    if (!this.#protocol) {
      this.#shakeHands(frame, isBinary)
      return
    }
    if (isBinary !== this.#protocol.binary) {
      throw new ProtocolError(`The protocol '${this.#protocol.name}' has no such frames.`)
    }
    for (const message of this.#protocol.parse(frame)) {
      if (!this.#budget.take()) {
        this.close({ code: closeCode.policy, error: TOO_MUCH, allowReconnect: true })
        return
      }
      this.#messages.handle(message)
    }
  }

  #shakeHands(frame: Uint8Array, isBinary: boolean): void {
    const { protocol, rest } = readHandshake(frame, this.#around.protocols)
    this.#channel.write(writeHandshakeAnswer(), protocol.binary)
    this.#protocol = protocol
    this.#served.add(this)
    this.#queue.push(() => this.#welcome())
    if (rest.length > 0) this.#readFrame(rest, isBinary)
  }

  async #welcome(): Promise<void> {
    try {
      await this.#enter()
    } catch (error) {
      this.#log('error', 'a hub connection could not be written down', { error })
      const text = 'The connection could not be made now.'
      this.close({ code: closeCode.policy, error: text, allowReconnect: true })
      return
    }
    try {
      await this.#served.handlers.connected?.(this.#facade)
      this.#welcomed = true
    } catch (error) {
      this.#log('error', 'hub refused a connection', { error })
      const text = 'The connection could not be made.'
      this.close({ code: closeCode.policy, error: text, allowReconnect: false })
    }
  }

  async #leave(how: 'went' | 'ended'): Promise<void> {
    if (this.#booked && this.known) await this.#around.book?.[how](this.known)
  }

  /** Lets other servers know of it. */
  async #enter(): Promise<void> {
    const { book } = this.#around
    if (this.known === null || book === null) return
    this.#booked = true
    await book.came(this.known)
  }

  #log(level: Parameters<HubLog>[0], message: string, fields: Record<string, unknown>): void {
    const { path } = this.#served.declaration
    const userID = this.identity?.userID ?? null
    this.#around.log(level, message, { hub: path, connection: this.id, userID, ...fields })
  }
}

function toBytes(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}
