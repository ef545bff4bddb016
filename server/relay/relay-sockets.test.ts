import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, get, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { type RelaySockets, serveRelay } from './relay-sockets.ts'
import { ATTRIBUTE, attributeOf, KIND, METHOD, readAddress, readStun, writeStun } from './stun.ts'
import { TurnRelay } from './turn-relay.ts'

const TRANSACTION = Buffer.alloc(12, 7)
const BINDING = writeStun(
  { method: METHOD.BINDING, kind: KIND.REQUEST, transaction: TRANSACTION, attributes: [] },
  null,
)

let served: { server: Server; sockets: RelaySockets; port: number } | null = null
afterEach(async () => {
  served?.sockets.close()
  await new Promise<unknown>((closed) => served?.server.close(closed))
  served = null
})

async function serve() {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.end(`${request.method} ${request.url}`))
  })
  const sockets = serveRelay(server, new TurnRelay({ secret: 's', clock: () => 0 }))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  served = { server, sockets, port: (server.address() as AddressInfo).port }
  return served
}

async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}
const mapped = (bytes: Buffer) => {
  const message = readStun(bytes)
  const value = message && attributeOf(message, ATTRIBUTE.XOR_MAPPED_ADDRESS)
  return value && readAddress(value, TRANSACTION)
}

test('one port speaks HTTP and STUN, told apart by the first byte', async () => {
  const { port } = await serve()
  const pages = await Promise.all(
    ['/one', '/two'].map(
      (path) =>
        new Promise<string>((done) => {
          get({ port, path }, (answer) => answer.on('data', (bytes: Buffer) => done(bytes.toString())))
        }),
    ),
  )
  expect(pages).toEqual(['GET /one', 'GET /two'])
  const socket = await dial(port)
  socket.write(BINDING)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(mapped(answer)).toEqual({ ip: '127.0.0.1', port: socket.localPort })
  socket.destroy()
})

test('frames come whole, whether they arrive byte by byte or many at once', async () => {
  const { port } = await serve()
  const socket = await dial(port)
  let got = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    got = Buffer.concat([got, bytes])
  })
  for (const byte of BINDING) socket.write(Buffer.from([byte]))
  socket.write(Buffer.concat([BINDING, BINDING]))
  // An answer has its mapped address and a fingerprint: 20, 12 and 8 bytes.
  while (got.length < 3 * 40) await once(socket, 'data')
  expect(got).toHaveLength(120)
  socket.destroy()
})

test('what begins as STUN and isn’t, or is too long, is cut off; HTTP goes on', async () => {
  const { port } = await serve()
  for (const garbage of [
    Buffer.alloc(40),
    Buffer.from([0, 1, 0xff, 0xfc, 0x21, 0x12, 0xa4, 0x42]),
    Buffer.from([2, 0, 0, 0, ...Buffer.alloc(16)]),
  ]) {
    const socket = await dial(port)
    socket.on('error', () => {})
    socket.write(garbage)
    await once(socket, 'close')
  }
  const socket = await dial(port)
  socket.write('POST /late HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\n\r\n')
  socket.write('abc')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain('200 OK')
  socket.destroy()
})

test('the end waits for nobody who has said nothing', async () => {
  const { port } = await serve()
  const silent = await dial(port)
  const speaking = await dial(port)
  speaking.write(BINDING)
  await once(speaking, 'data')
  const ends = Promise.all([once(silent, 'close'), once(speaking, 'close')])
  served?.sockets.close()
  await ends
})

test('UDP is answered on the same port', async () => {
  const { port, sockets } = await serve()
  expect(await sockets.listenUdp(port, '127.0.0.1')).toBe(true)
  const socket = createSocket('udp4')
  socket.send(BINDING, port, '127.0.0.1')
  const [answer] = (await once(socket, 'message')) as [Buffer]
  expect(mapped(answer)).toEqual({ ip: '127.0.0.1', port: socket.address().port })
  socket.close()
})
