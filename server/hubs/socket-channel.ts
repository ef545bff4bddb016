import { WebSocket } from 'ws'
import type { Clock } from '../clock.ts'

interface ChannelOptions {
  readonly clock: Clock
  readonly maxBufferedBytes: number
  readonly closeGraceMs: number
}

/** Close codes of WebSockets that the hub server uses (RFC 6455 §7.4.1). */
export const closeCode = { normal: 1000, goingAway: 1001, protocolError: 1002, policy: 1008 } as const
export type CloseCode = (typeof closeCode)[keyof typeof closeCode]

/** A WebSocket with what the hub server measures: times of traffic, and what waits to be sent. */
export class SocketChannel {
  readonly #socket: WebSocket
  readonly #options: ChannelOptions
  #lastSentAt: number
  #lastReceivedAt: number
  #closingSince: number | null = null

  constructor(socket: WebSocket, options: ChannelOptions) {
    this.#socket = socket
    this.#options = options
    this.#lastSentAt = options.clock()
    this.#lastReceivedAt = this.#lastSentAt
  }

  /** Whether neither side has begun to close. */
  get open(): boolean {
    return this.#closingSince === null && this.#socket.readyState === WebSocket.OPEN
  }

  /** Whether more than the limit is waiting for the client. */
  get overfull(): boolean {
    return this.#socket.bufferedAmount > this.#options.maxBufferedBytes
  }

  /** Milliseconds since anything was sent. */
  get quietFor(): number {
    return this.#options.clock() - this.#lastSentAt
  }

  /** Milliseconds since anything was received. */
  get silentFor(): number {
    return this.#options.clock() - this.#lastReceivedAt
  }

  received(): void {
    this.#lastReceivedAt = this.#options.clock()
  }

  write(bytes: Uint8Array, binary: boolean): void {
    if (!this.open) return
    this.#lastSentAt = this.#options.clock()
    // A failed send closes the socket, which its `close` event reports.
    this.#socket.send(bytes, { binary }, () => {})
  }

  /** Closes once everything waiting was sent, or after the grace time without it. */
  close(code: CloseCode, reason: string): void {
    if (this.#closingSince !== null) return
    this.#closingSince = this.#options.clock()
    this.#socket.close(code, reason)
  }

  /** Cuts the connection if the client doesn't answer the close in time. */
  enforceClose(): void {
    if (this.#closingSince === null) return
    if (this.#options.clock() - this.#closingSince >= this.#options.closeGraceMs) this.cut()
  }

  cut(): void {
    this.#socket.terminate()
  }
}
