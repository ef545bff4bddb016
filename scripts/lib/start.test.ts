import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountsTable } from './accounts-table.ts'
import { browserCommand, hasDisplay } from './client.ts'
import { DataDirError, dataDirProblem, newLogFile, openDataDir, recall, remember } from './data-dir.ts'
import { downloadHost, failedLately, findElectron } from './electron-binary.ts'
import { freePort, probePort } from './ports.ts'
import { parseStartOptions } from './start-options.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-data-'))
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

describe('options', () => {
  test('none means: keep the data, open the best client, any port', () => {
    expect(parseStartOptions([])).toEqual({
      reset: false,
      noOpen: false,
      browser: false,
      port: null,
      help: false,
      noDemo: false,
    })
  })

  test('all are read', () => {
    expect(parseStartOptions(['--reset', '--no-demo', '--no-open', '--browser', '--port', '8080'])).toEqual({
      reset: true,
      noOpen: true,
      browser: true,
      port: 8080,
      help: false,
      noDemo: true,
    })
  })

  test.each([['0'], ['65536'], ['http'], ['80.5'], ['1e3'], [' 80']])('port %j is refused', (port) => {
    expect(() => parseStartOptions(['--port', port])).toThrow('--port wants a number from 1 to 65535')
  })

  test('an unknown one is refused', () => {
    expect(() => parseStartOptions(['--rest'])).toThrow('--rest')
  })
})

describe('the data folder', () => {
  test('it is made, and what one start remembers the next recalls', () => {
    const dir = openDataDir(join(folder, 'new/data'))
    expect(readdirSync(dir.path).sort()).toEqual(['logs', 'server'])
    const number = (value: unknown) => (typeof value === 'number' ? value : null)
    expect(recall(dir, 'port', number)).toBeNull()
    remember(dir, 'port', 4711)
    expect(recall(dir, 'port', number)).toBe(4711)
    writeFileSync(join(dir.path, 'port.json'), '{')
    expect(recall(dir, 'port', number)).toBeNull()
  })

  test('a file in its place has a clear line', () => {
    writeFileSync(join(folder, 'file'), '')
    expect(() => openDataDir(join(folder, 'file'))).toThrow(DataDirError)
    expect(() => openDataDir(join(folder, 'file'))).toThrow('is not a folder')
  })

  test.each([
    ['ENOSPC', 'is full'],
    ['EACCES', 'is not writable'],
    ['EROFS', 'is not writable'],
    ['EIO', 'cannot be used (EIO)'],
  ])('%s has words', (code, words) => {
    expect(dataDirProblem('/data', code)).toContain(words)
  })

  test('the logs of the last five starts are kept', () => {
    const dir = openDataDir(folder)
    const files = Array.from({ length: 8 }, (_, day) => newLogFile(dir, new Date(Date.UTC(2026, 0, day + 1))))
    expect(readdirSync(dir.logs)).toHaveLength(5)
    expect(files.at(-1)).toContain('2026-01-08')
  })
})

test('a busy port is told from a free one', async () => {
  const port = await freePort()
  expect(await probePort(port)).toEqual({ free: true, port })
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve))
  expect(await probePort(port)).toEqual({ free: false, code: 'EADDRINUSE' })
  await new Promise((resolve) => holder.close(resolve))
})

describe('the desktop runtime', () => {
  test('it is found only where its program is', () => {
    expect(findElectron(folder, {})).toBeNull()
    writeFileSync(join(folder, 'path.txt'), 'electron')
    expect(findElectron(folder, {})).toBeNull()
    mkdirSync(join(folder, 'dist'))
    writeFileSync(join(folder, 'dist/electron'), '')
    expect(findElectron(folder, {})).toBe(join(folder, 'dist/electron'))
    expect(findElectron(folder, { ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'elsewhere') })).toBeNull()
  })

  test('a failure keeps the next start from waiting, for a day', () => {
    const day = 24 * 3_600_000
    expect(failedLately(null, day)).toBe(false)
    expect(failedLately(0, day - 1)).toBe(true)
    expect(failedLately(0, day)).toBe(false)
    expect(failedLately(2 * day, day)).toBe(false)
  })

  test('the host to knock at is the mirror, and none behind a proxy', () => {
    expect(downloadHost({})).toEqual({ host: 'github.com', port: 443 })
    expect(downloadHost({ ELECTRON_MIRROR: 'http://mirror.test:8080/e/' })).toEqual({
      host: 'mirror.test',
      port: 8080,
    })
    expect(downloadHost({ HTTPS_PROXY: 'http://proxy' })).toBeNull()
    expect(downloadHost({ ELECTRON_MIRROR: 'rubbish' })).toBeNull()
  })
})

test('a client opens only where something can be shown', () => {
  expect(hasDisplay({}, 'linux')).toBe(false)
  expect(hasDisplay({ DISPLAY: '' }, 'linux')).toBe(false)
  expect(hasDisplay({ DISPLAY: ':0' }, 'linux')).toBe(true)
  expect(hasDisplay({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')).toBe(true)
  expect(hasDisplay({}, 'win32')).toBe(true)
  expect(hasDisplay({ CI: 'true' }, 'darwin')).toBe(false)
})

test('an address reaches the browser as one argument, never through a shell', () => {
  const url = 'http://127.0.0.1:1/?a&b'
  expect(browserCommand(url, 'linux')).toEqual({ command: 'xdg-open', args: [url] })
  expect(browserCommand(url, 'darwin')).toEqual({ command: 'open', args: [url] })
  expect(browserCommand(url, 'win32')).toEqual({
    command: 'rundll32',
    args: ['url.dll,FileProtocolHandler', url],
  })
})

test('the table lines up', () => {
  const table = accountsTable([
    { kind: 'admin', userName: 'ada', password: 'p', role: 'Administrator', displayName: 'Ada' },
    {
      kind: 'two-factor',
      userName: 'bartholomew',
      password: 'longer-password',
      role: 'Interviewer',
      displayName: 'Bart',
      twoFactorSecret: 'ABC',
    },
  ])
  const lines = table.split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[2]?.indexOf('Administrator')).toBe(lines[0]?.indexOf('Role'))
  expect(lines[3]).toBe(
    '  bartholomew   longer-password   Bart   Interviewer     two-factor, authenticator secret ABC',
  )
})
