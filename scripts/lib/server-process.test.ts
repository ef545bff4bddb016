import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { inRoot } from './paths.ts'
import { freePort, probePort } from './ports.ts'
import {
  describeExit,
  parseReadyLine,
  type ServerOptions,
  ServerStartError,
  startServer,
} from './server-process.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-start-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function options(port: number, mode = ''): ServerOptions {
  return {
    dataDir: folder,
    port,
    logFile: join(folder, 'server.log'),
    env: { FAKE_SERVER: mode },
    program: [inRoot('scripts/testing/fake-server.ts')],
  }
}

test('a server that is ready gives its address and who can sign in', async () => {
  const port = await freePort()
  const server = await startServer(options(port))
  expect(server.url).toBe(`http://127.0.0.1:${port}`)
  expect(server.accounts).toEqual([
    { userName: 'ada', password: 'pass', role: 'admin', displayName: 'Ada L' },
  ])
  expect(await (await fetch(server.url)).text()).toBe('hello')
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  expect(await probePort(port)).toEqual({ free: true, port })
  expect(readFileSync(join(folder, 'server.log'), 'utf8')).toBe('listening\n')
})

test('a killed server starts again on its port', async () => {
  const port = await freePort()
  const first = await startServer(options(port))
  expect(await first.kill()).toEqual({ code: null, signal: 'SIGKILL' })
  const second = await startServer(options(port))
  expect(second.url).toBe(first.url)
  await second.stop()
})

test('a server that ends before it is ready is reported with the end of its log', async () => {
  const started = startServer(options(0, 'exit'))
  await expect(started).rejects.toThrow(ServerStartError)
  await expect(started).rejects.toThrow(/code 3[\s\S]*the database is unusable/)
})

test('a server that never gets ready is ended and reported', async () => {
  await expect(startServer({ ...options(0, 'mute'), readyTimeoutMs: 300 })).rejects.toThrow(
    'not ready in time',
  )
})

test('only a whole ready line counts', () => {
  expect(parseReadyLine('{"ready":true,"url":"http://a","accounts":[]}')).toEqual({
    ready: true,
    url: 'http://a',
    accounts: [],
  })
  for (const line of ['', 'ready', '{"ready":false}', '{"ready":true}', 'null'])
    expect(parseReadyLine(line)).toBeNull()
})

test('an end has words', () => {
  expect(describeExit({ code: 1, signal: null })).toBe('code 1')
  expect(describeExit({ code: null, signal: 'SIGKILL' })).toBe('SIGKILL')
  expect(describeExit({ code: null, signal: null })).toBe('could not be started')
})
