import { once } from 'node:events'
import { vi } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'

const SEPARATOR = '\u001e'

/** A bare WebSocket that speaks the JSON protocol by hand, for what the real client never sends. */
export class RawClient {
  readonly socket: WebSocket
  /** JSON records received so far, the handshake's answer included. */
  readonly records: Array<Record<string, unknown>> = []
  closed: { readonly code: number; readonly reason: string } | null = null

  constructor(url: string, options: ClientOptions = {}) {
    this.socket = new WebSocket(url.replace(/^http/, 'ws'), options)
    this.socket.on('message', (data) => this.#read(String(data)))
    this.socket.on('close', (code, reason) => {
      this.closed = { code, reason: String(reason) }
    })
    this.socket.on('error', () => {})
  }

  #read(text: string): void {
    for (const record of text.split(SEPARATOR)) {
      if (record.startsWith('{')) this.records.push(JSON.parse(record))
    }
  }

  /** Connects, and shakes hands for the JSON protocol. */
  static async connect(url: string, options: ClientOptions = {}): Promise<RawClient> {
    const client = new RawClient(url, options)
    await client.opened()
    client.send({ protocol: 'json', version: 1 })
    await client.received((record) => Object.keys(record).length === 0)
    return client
  }

  async opened(): Promise<void> {
    await once(this.socket, 'open')
  }

  send(...messages: readonly unknown[]): void {
    this.socket.send(messages.map((message) => JSON.stringify(message) + SEPARATOR).join(''))
  }

  /** Settles once the server has read everything, by its answer to a WebSocket ping. */
  async pong(): Promise<void> {
    const answered = once(this.socket, 'pong')
    this.socket.ping()
    await answered
  }

  async received(is: (record: Record<string, unknown>) => boolean): Promise<Record<string, unknown>> {
    return vi.waitFor(() => {
      const found = this.records.find(is)
      if (!found) throw new Error(`not received; so far: ${JSON.stringify(this.records)}`)
      return found
    }, WAIT)
  }

  async completion(invocationId: string): Promise<Record<string, unknown>> {
    return this.received((record) => record.type === 3 && record.invocationId === invocationId)
  }

  async ended(): Promise<{ readonly code: number; readonly reason: string }> {
    return vi.waitFor(() => {
      if (!this.closed) throw new Error('still open')
      return this.closed
    }, WAIT)
  }
}

/** How tests poll: often. */
export const WAIT = { interval: 5 }

/** The status of a refused upgrade. */
export async function upgradeStatus(url: string, options: ClientOptions = {}): Promise<number | undefined> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), options)
  socket.on('error', () => {})
  return new Promise((resolve) => {
    socket.on('unexpected-response', (request, response) => {
      resolve(response.statusCode)
      request.destroy()
    })
    socket.on('open', () => {
      resolve(101)
      socket.terminate()
    })
  })
}
