import { copyFileSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { magicHub } from '#shared/hubs/magic.ts'
import { startTestServer, type TestServer } from './testing/test-server.ts'
import { Certificate, secureAddress } from './tls.ts'

const TLS = new URL('testing/tls/', import.meta.url).pathname
/** The certificates are self-signed: which of them is served is what is looked at. */
const ANY = { rejectUnauthorized: false } as const

let folder: string
let server: TestServer
let port: number
let stamp = 1_700_000_000
const files = () => ({ certificate: join(folder, 'served.crt'), key: join(folder, 'served.key') })

/** As a renewal does: another pair in the place of the files. */
function put(which: string, suffixes = ['crt', 'key']): void {
  for (const suffix of suffixes) {
    copyFileSync(join(TLS, `${which}.${suffix}`), join(folder, `served.${suffix}`))
    utimesSync(join(folder, `served.${suffix}`), stamp, stamp)
  }
  stamp += 1
}

/** The name in the certificate that a new connection gets. */
const served = () =>
  new Promise<string>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', ...ANY }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    }).on('error', reject)
  })

const get = (path: string, plainPort?: number, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown> }>((resolve, reject) => {
    const options = { host: '127.0.0.1', path, headers }
    const one =
      plainPort === undefined
        ? request({ ...options, port, ...ANY })
        : plainRequest({ ...options, port: plainPort })
    one
      .on('response', (answer) => {
        answer.resume()
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
      })
      .on('error', reject)
      .end()
  })

const tick = () => vi.advanceTimersByTime(5000)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-tls-'))
  put('first')
})
afterEach(async () => {
  await server?.server.close()
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

async function start(
  redirectPort: number | null = null,
  publicOrigin: string | null = null,
): Promise<string> {
  const tls = { certificate: new Certificate(files()), redirectPort }
  server = await startTestServer({ tls, publicOrigin, isUnclaimed: true })
  const url = await server.server.listen(0, '127.0.0.1')
  port = Number(new URL(url).port)
  return url
}

describe('A141 HTTPS of its own', () => {
  test('a renewed certificate is served without a restart, and open connections stay', async () => {
    expect(await start()).toBe(`https://127.0.0.1:${port}`)
    const socket = new WebSocket(`wss://127.0.0.1:${port}${magicHub.path}`, ANY)
    await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
    expect(await served()).toBe('first.test')
    tick()
    expect(await served()).toBe('first.test')
    put('second')
    tick()
    expect(await served()).toBe('second.test')
    expect((await get('/health/live')).status).toBe(200)
    expect(server.log.text).toContain('the certificate was renewed')
    // What was open before goes on.
    const answered = new Promise((resolve) => socket.on('message', (data) => resolve(String(data))))
    socket.send('{"protocol":"json","version":1}\u001e')
    expect(await answered).toBe('{}\u001e')
    socket.terminate()
  })

  test('broken files leave the old certificate, which is told once; mended ones are served', async () => {
    await start()
    // Half of a renewal: the key doesn't belong to the certificate.
    put('second', ['crt'])
    tick()
    tick()
    expect(await served()).toBe('first.test')
    expect(
      server.log.text.match(/the certificate of before is still served: \S+served\.crt and/g),
    ).toHaveLength(1)
    put('second', ['key'])
    tick()
    expect(await served()).toBe('second.test')
    writeFileSync(files().certificate, 'nothing of the kind')
    tick()
    expect(await served()).toBe('second.test')
    rmSync(files().certificate)
    tick()
    expect(await served()).toBe('second.test')
    expect(server.log.text).toContain('served.crt cannot be read')
    expect(server.log.text).not.toContain('PRIVATE')
  })

  test('files that can’t be served end the start in words', () => {
    put('second', ['key'])
    expect(() => new Certificate(files())).toThrow('cannot be served together')
    rmSync(files().key)
    expect(() => new Certificate(files())).toThrow('served.key cannot be read')
  })

  test('plain HTTP only redirects, and HTTPS says that browsers are to stay with it', async () => {
    await start(39_418)
    for (const path of ['/', '/environment.json', '/health/live', '/api/setup/state?a=b'])
      expect(await get(path, 39_418, { host: 'work.example:8080' })).toMatchObject({
        status: 308,
        headers: { location: `https://work.example:${port}${path}` },
      })
    expect(await get('/', 39_418, { host: 'a b' })).toMatchObject({ status: 400 })
    expect((await get('/health/live')).headers['strict-transport-security']).toBe('max-age=31536000')
    await server.server.close()
    await expect(get('/', 39_418)).rejects.toThrow()
  })

  test('plain HTTP leads to the public origin where there is one', async () => {
    await start(39_419, 'https://work.example')
    const { headers } = await get('/tasks', 39_419, { host: 'elsewhere.example' })
    expect(headers.location).toBe('https://work.example/tasks')
  })

  test('without HTTPS nothing is said about staying with it', async () => {
    server = await startTestServer({ isUnclaimed: true })
    const { headers } = await server.server.app.inject({ url: '/health/live' })
    expect(headers['strict-transport-security']).toBe(undefined)
  })
})

test.each([
  ['work.example', '/a?b', 443, 'https://work.example/a?b'],
  ['work.example:80', '/', 8443, 'https://work.example:8443/'],
  ['[::1]:80', '/', 443, 'https://[::1]/'],
  ['work.example', 'http://evil.example/', 443, 'https://work.example/'],
  ['evil.example/@work.example', '/', 443, null],
  [undefined, '/', 443, null],
])('A141 %s%s leads to %s', (host, path, at, expected) =>
  expect(secureAddress(host, path, at)).toBe(expected),
)
