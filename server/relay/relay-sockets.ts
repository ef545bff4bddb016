import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { HEADER_BYTES, padded, startsAsStun } from './stun.ts'
import type { RelayClient, TurnRelay } from './turn-relay.ts'

/** What says nothing for so long is closed, in milliseconds: as long as HTTP waits for its first line. */
const FIRST_BYTE_MS = 60_000
/** A connection that has nothing relayed is closed after so long, in milliseconds. */
const IDLE_MS = 30_000
const SWEEP_MS = 10_000
/** The largest frame: what a network carries, and room for what TURN adds. */
const FRAME_MAX = 4096
/** Who reads so slowly loses packets, in bytes. */
const WAITING_MAX = 256 * 1024

export interface RelaySockets {
  /** Serves UDP on the same port, too; false where that is taken. */
  listenUdp(port: number, host: string): Promise<boolean>
  close(): void
}

/**
 * Serves STUN and TURN on the port that serves HTTP, told apart by the first byte of a connection: after TLS, where
 * there is TLS. Call it before the server listens.
 */
export function serveRelay(server: Server, relay: TurnRelay): RelaySockets {
  const event = 'setSecureContext' in server ? 'secureConnection' : 'connection'
  const https = server.listeners(event) as ((socket: Socket) => void)[]
  server.removeAllListeners(event)
  const open = new Set<Socket>()
  const onHttp = (socket: Socket) => {
    for (const listener of https) listener.call(server, socket)
  }
  server.on(event, (socket: Socket) => {
    open.add(socket)
    const cut = () => void socket.destroy()
    const timer = setTimeout(cut, FIRST_BYTE_MS).unref()
    const settle = () => {
      clearTimeout(timer)
      open.delete(socket)
    }
    socket.once('close', settle)
    socket.once('error', cut)
    socket.once('data', (bytes: Buffer) => {
      clearTimeout(timer)
      socket.off('error', cut)
      socket.pause()
      socket.unshift(bytes)
      if (startsAsStun(bytes[0] ?? 0xff)) serveStream(socket, relay)
      else {
        settle()
        socket.off('close', settle)
        onHttp(socket)
      }
      process.nextTick(() => socket.resume())
    })
  })
  const udp = new UdpClients(relay)
  const sweep = setInterval(() => udp.forget(relay.sweep()), SWEEP_MS).unref()
  return {
    listenUdp: (port, host) => udp.listen(port, host),
    close() {
      clearInterval(sweep)
      udp.close()
      for (const socket of open) socket.destroy()
    },
  }
}

function serveStream(socket: Socket, relay: TurnRelay): void {
  const { remoteAddress = '', remotePort = 0 } = socket
  socket.setNoDelay(true)
  const client: RelayClient = {
    ...{ ip: remoteAddress, port: remotePort, isStream: true },
    send(bytes) {
      if (socket.writable && socket.writableLength < WAITING_MAX) socket.write(bytes)
    },
  }
  const idle = setInterval(() => {
    if (!relay.has(client)) socket.destroy()
  }, IDLE_MS).unref()
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    for (let size = frameSize(rest); size !== null; size = frameSize(rest)) {
      if (size > FRAME_MAX) return void socket.destroy()
      if (rest.length < size) return
      if (!relay.take(client, rest.subarray(0, size))) return void socket.destroy()
      rest = rest.subarray(size)
    }
  })
  socket.on('error', () => socket.destroy())
  socket.on('end', () => socket.end())
  socket.on('close', () => {
    clearInterval(idle)
    relay.drop(client)
  })
}

/** How long the frame is that begins here (RFC 8656 §3.1, §12.5); null before its length has come. */
function frameSize(bytes: Buffer): number | null {
  if (bytes.length < 4) return null
  const length = bytes.readUInt16BE(2)
  return (bytes[0] ?? 0) >= 0x40 ? 4 + padded(length) : HEADER_BYTES + length
}

/** Each address that has something relayed is a client; of others nothing is kept. */
class UdpClients {
  readonly #relay: TurnRelay
  readonly #clients = new Map<string, RelayClient>()
  #socket: UdpSocket | null = null

  constructor(relay: TurnRelay) {
    this.#relay = relay
  }

  listen(port: number, host: string): Promise<boolean> {
    const socket = createSocket({ type: host.includes(':') ? 'udp6' : 'udp4' })
    socket.on('message', (bytes, { address: ip, port: from }) => {
      const key = `${ip} ${from}`
      const client = this.#clients.get(key) ?? {
        ...{ ip, port: from, isStream: false },
        send: (answer: Buffer) => socket.send(answer, from, ip, () => {}),
      }
      this.#relay.take(client, bytes)
      if (this.#relay.has(client)) this.#clients.set(key, client)
      else this.#clients.delete(key)
    })
    return new Promise((resolve) => {
      socket.once('error', () => {
        socket.close()
        resolve(false)
      })
      socket.bind(port, host, () => {
        socket.removeAllListeners('error')
        socket.on('error', () => {})
        socket.unref()
        this.#socket = socket
        resolve(true)
      })
    })
  }

  forget(gone: readonly RelayClient[]): void {
    for (const { ip, port } of gone) this.#clients.delete(`${ip} ${port}`)
  }

  close(): void {
    this.#socket?.close()
    this.#socket = null
  }
}
