import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createClient } from '@redis/client'

/** A Redis for tests: the real one where this machine has it, else what this product needs of its protocol. */
export interface TestRedis {
  readonly kind: 'redis-server' | 'stand-in'
  readonly url: string
  publish(channel: string, message: string): Promise<void>
  /** Ends it, does something meanwhile, and starts it again at the same address. */
  restart(meanwhile: () => Promise<void>): Promise<void>
  stop(): Promise<void>
}

interface Running {
  end(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const closed = once(server, 'close')
  server.close()
  await closed
  return port
}

export async function startRedis(): Promise<TestRedis> {
  const isReal = spawnSync('redis-server', ['--version']).status === 0
  const start = isReal ? startReal : startStandIn
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let running = await start(port)
  return {
    kind: isReal ? 'redis-server' : 'stand-in',
    url,
    async publish(channel, message) {
      const client = createClient({ url, RESP: 2 })
      await client.connect()
      await client.publish(channel, message)
      client.destroy()
    },
    async restart(meanwhile) {
      await running.end()
      await meanwhile()
      running = await start(port)
    },
    stop: () => running.end(),
  }
}

async function startReal(port: number): Promise<Running> {
  const child: ChildProcess = spawn(
    'redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  let said = ''
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk)
    if (said.includes('Ready to accept connections')) break
  }
  child.stdout?.resume()
  return {
    async end() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`

/** Publish and subscribe, and what a client says at its beginning; version 2 of the protocol. */
async function startStandIn(port: number): Promise<Running> {
  const channels = new Map<string, Set<Socket>>()
  const sockets = new Set<Socket>()
  const answer = (socket: Socket, [command = '', ...args]: readonly string[]): string => {
    const [channel = '', message = ''] = args
    const listeners = channels.get(channel) ?? new Set()
    switch (command.toUpperCase()) {
      case 'PING':
        return '+PONG\r\n'
      case 'SUBSCRIBE':
        channels.set(channel, listeners.add(socket))
        return `*3\r\n${bulk('subscribe')}${bulk(channel)}:1\r\n`
      case 'PUBLISH':
        for (const listener of listeners)
          listener.write(`*3\r\n${bulk('message')}${bulk(channel)}${bulk(message)}`)
        return `:${listeners.size}\r\n`
      case 'CLIENT':
        return '+OK\r\n'
      default:
        return `-ERR unknown command '${command}'\r\n`
    }
  }
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    let read = ''
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      for (const listeners of channels.values()) listeners.delete(socket)
    })
    socket.on('data', (chunk) => {
      read += chunk.toString('latin1')
      for (let one = readCommand(read); one; one = readCommand(read)) {
        read = read.slice(one.length)
        socket.write(answer(socket, one.words))
      }
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    async end() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** The first whole command: an array of texts with their lengths. */
function readCommand(text: string): { words: string[]; length: number } | null {
  const head = /^\*(\d+)\r\n/.exec(text)
  if (!head) return null
  let at = head[0].length
  const words: string[] = []
  for (let left = Number(head[1]); left > 0; left--) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at))
    if (!size) return null
    const from = at + size[0].length
    const to = from + Number(size[1])
    if (text.length < to + 2) return null
    words.push(text.slice(from, to))
    at = to + 2
  }
  return { words, length: at }
}
