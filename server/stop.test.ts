import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STOP_GRACE_MS } from './http/http-app.ts'
import { startTestServer, type TestServer } from './http/testing/test-server.ts'

let server: TestServer
let port: number

beforeEach(async () => {
  server = await startTestServer()
  port = Number(new URL(await server.server.listen(0, '127.0.0.1')).port)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await server.server.close()
})

const BODY = '{"userName":"ann"}'

/** A request whose body has begun to come, once the server has seen it. */
async function unfinished(): Promise<Socket> {
  const seen = once(server.server.app.server, 'request')
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const head = ['POST /api/auth/confirm-username HTTP/1.1', 'Host: a', 'Content-Type: application/json']
  socket.write(`${[...head, `Content-Length: ${BODY.length}`].join('\r\n')}\r\n\r\n${BODY.slice(0, 5)}`)
  await seen
  return socket
}

test('a body that does not come holds up a stop for its grace and no longer', async () => {
  const socket = await unfinished()
  const ended = once(socket, 'close')
  const stopped = vi.fn()
  const stop = server.server.close().then(stopped)
  await vi.waitFor(() => expect(server.server.app.server.listening).toBe(false))
  vi.advanceTimersByTime(STOP_GRACE_MS - 1)
  expect(stopped).not.toHaveBeenCalled()
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(1)
  await Promise.all([ended, stop])
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
