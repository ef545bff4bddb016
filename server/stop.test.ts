import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addPerson, signIn, startTestServer, type TestServer } from './http/testing/test-server.ts'

const STOP_GRACE_MS = 3000

let server: TestServer
let port: number
let sockets: Socket[]

beforeEach(async () => {
  sockets = []
  server = await startTestServer()
  port = Number(new URL(await server.server.listen(0, '127.0.0.1')).port)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  // What a stop left open would hold up this one.
  for (const socket of sockets) socket.destroy()
  await server.server.close()
})

function open(): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  return socket
}

/** Fails soon where the connection isn't closed, and names the test. */
const closed = (socket: Socket) => vi.waitFor(() => expect(socket.destroyed).toBe(true), 5_000)

const BODY = '{"userName":"ann"}'

/** A request whose body has begun to come, once the server has seen it. */
async function unfinished(): Promise<Socket> {
  const seen = once(server.server.app.server, 'request')
  const socket = open()
  const head = ['POST /api/auth/confirm-username HTTP/1.1', 'Host: a', 'Content-Type: application/json']
  socket.write(`${[...head, `Content-Length: ${BODY.length}`].join('\r\n')}\r\n\r\n${BODY.slice(0, 5)}`)
  await seen
  return socket
}

test('a body that does not come holds up a stop for its grace and no longer', async () => {
  const socket = await unfinished()
  const stopped = vi.fn()
  const stop = server.server.close().then(stopped)
  await vi.waitFor(() => expect(server.server.app.server.listening).toBe(false))
  vi.advanceTimersByTime(STOP_GRACE_MS - 1)
  expect(stopped).not.toHaveBeenCalled()
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  await closed(socket)
  await stop
})

test('half an upload holds up a stop no longer either, and leaves no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fieldwork-stop-'))
  vi.useRealTimers()
  await server.server.close()
  server = await startTestServer({ filesFolder: folder })
  const permissions = ['GENERAL_CAN_USE_TEAM_CHAT', 'CHAT_CAN_ADD_ATTACHMENT'] as const
  await addPerson(server, { userName: 'ann', permissions })
  const { authorization } = await signIn(server, 'ann')
  port = Number(new URL(await server.server.listen(0, '127.0.0.1')).port)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const part = 'Content-Disposition: form-data; name="file"; filename="a.bin"\r\nContent-Type: audio/webm'
  const head = [
    'POST /api/communication/chat/send-attachment-to-thread HTTP/1.1',
    'Host: a',
    `Authorization: ${authorization}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 9000000',
  ]
  const socket = open()
  socket.write(`${head.join('\r\n')}\r\n\r\n--x\r\n${part}\r\n\r\n${'a'.repeat(200_000)}`)
  const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((f) => f.isFile())
  await vi.waitFor(() => expect(files()).toHaveLength(1))
  const stop = server.server.close()
  await vi.waitFor(() => expect(server.server.app.server.listening).toBe(false))
  vi.advanceTimersByTime(STOP_GRACE_MS - 1)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  await closed(socket)
  await stop
  await vi.waitFor(() => expect(files()).toEqual([]))
  rmSync(folder, { recursive: true })
})

test('what comes whole within the grace is answered, and the stop waits no longer', async () => {
  const socket = await unfinished()
  const stop = server.server.close()
  await vi.waitFor(() => expect(server.server.app.server.listening).toBe(false))
  const answer = once(socket, 'data')
  socket.write(BODY.slice(5))
  expect(String((await answer)[0])).toMatch(/^HTTP\/1\.1 200 /)
  await stop
})
