import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inRoot, ROOT } from '../../scripts/lib/paths.ts'
import { databaseFileOf } from '../../server/db/data-folder.ts'
import { ENTRIES } from '../../server/setup/testing/setup-entries.ts'

const { password: PASSWORD, ...ADMIN } = ENTRIES.admin
const STOP_MS = 30_000
/** Of systemd, where a machine has it. */
const ANALYSE = ['systemd', 'analyze'].join('-')

let folder: string
let data: string
let child: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-service-'))
  data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  mkdirSync(join(folder, 'page'))
  writeFileSync(join(folder, 'page', 'index.html'), '<!doctype html>')
})
afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const admin = (args: readonly string[], input = '') =>
  spawnSync(
    'sh',
    [
      '-c',
      'umask 0; exec "$@"',
      'sh',
      process.execPath,
      inRoot('server/fieldwork-admin.ts'),
      '--data',
      data,
      ...args,
    ],
    {
      input,
      encoding: 'utf8',
    },
  )

/** A company with one person who may do everything. */
function setUp(): void {
  const file = join(folder, 'setup.json')
  writeFileSync(file, JSON.stringify({ ...ENTRIES, mail: null, admin: ADMIN }))
  const { stderr, status } = admin(['setup', '--file', file], `${PASSWORD}\n`)
  expect([status, stderr]).toEqual([0, ''])
}

/** Runs a command with a umask that leaves everything open, and waits until it says where it listens. */
async function start(command: readonly string[], cwd: string): Promise<string> {
  const [program = '', ...args] = command
  const own = spawn('sh', ['-c', 'umask 0; exec "$@"', 'sh', program, ...args], { cwd })
  child = own
  let said = ''
  let err = ''
  own.stderr.on('data', (chunk) => {
    err += chunk
  })
  return new Promise((resolve, reject) => {
    own.stdout.on('data', (chunk) => {
      said += chunk
      const [line = '', ...rest] = said.split('\n')
      if (rest.length > 0) resolve(String(JSON.parse(line).url))
    })
    own.once('exit', (code) => reject(new Error(`ended with ${code}: ${err}`)))
  })
}

const stage = z.object({
  clientKey: z.optional(z.string()),
  token: z.optional(z.string()),
  id: z.optional(z.int()),
})
async function ask(url: string, path: string, body: object, token = '') {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return { status: answer.status, ...stage.parse(answer.ok ? await answer.json() : {}) }
}

/**
 * Writes without end and tells the server to stop meanwhile.
 * @returns the last write that was accepted, and how long the stop took
 */
async function stopUnderLoad(url: string): Promise<{ accepted: number; ms: number; code: unknown }> {
  const { userName } = ADMIN
  await ask(url, '/api/auth/confirm-username', { userName })
  const { clientKey } = await ask(url, '/api/auth/confirm-password', { userName, password: PASSWORD })
  const { token } = await ask(url, '/api/auth/login', { userName, password: PASSWORD, clientKey })
  const note = { text: '0', colour: 'YELLOW', x: 0, y: 0 }
  const { id } = await ask(url, '/api/sticky-notes/new', note, token)
  let accepted = 0
  let isOver = false
  const writing = (async () => {
    for (let number = 1; !isOver; number++) {
      const { status } = await ask(
        url,
        '/api/sticky-notes/save',
        { ...note, id, text: `${number}` },
        token,
      ).catch(() => ({ status: 0 }))
      if (status === 200) accepted = number
      else if (status === 0) return
    }
  })()
  while (accepted < 50) await new Promise((resolve) => setTimeout(resolve, 5))
  const at = Date.now()
  child?.kill('SIGTERM')
  const [code] = await once(child ?? process, 'exit')
  const ms = Date.now() - at
  isOver = true
  await writing
  return { accepted, ms, code }
}

const storedNumber = (): number => {
  const db = new DatabaseSync(databaseFileOf(data), { readOnly: true })
  const row = db.prepare('select text from "stickyNotes"').get()
  db.close()
  return Number(row?.text)
}

async function isReady(url: string): Promise<void> {
  const answer = await fetch(`${url}/health/ready`)
  expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ready', failing: [] }])
}

const text = (name: string) => readFileSync(inRoot('deploy', name), 'utf8')

const unit = () => text('fieldwork.service').split('\n')
const setting = (name: string) =>
  unit()
    .filter((line) => line.startsWith(`${name}=`))
    .map((line) => line.slice(name.length + 1))

/** A command as the unit or the image has it, with this machine's places in the place of theirs. */
const here = (words: readonly string[], places: Readonly<Record<string, string>>) =>
  words.map((word) => places[word] ?? word)

describe.skipIf(process.platform === 'win32')('A160 the systemd unit', () => {
  test('A160 starts a server that becomes ready and stops within 30 seconds without losing an accepted write; A158 what it makes is its user’s alone', async () => {
    setUp()
    const [backups, logs] = [join(folder, 'backups'), join(folder, 'logs')]
    const [line = ''] = setting('ExecStart')
    const words = line.split(' ').filter((word) => word !== '$FIELDWORK_OPTIONS')
    const url = await start(
      here(words, {
        '/opt/fieldwork/bin/node': process.execPath,
        '/var/lib/fieldwork': data,
        '/var/backups/fieldwork': backups,
        '/var/log/fieldwork': logs,
        'dist/renderer': join(folder, 'page'),
        '8080': '0',
      }),
      ROOT,
    )
    await isReady(url)
    expect(admin(['backup', join(backups, 'by-hand.backup')])).toMatchObject({ status: 0, stderr: '' })
    expect(admin(['check'])).toMatchObject({ stdout: expect.stringContaining('File modes: in order') })
    const { accepted, ms, code } = await stopUnderLoad(url)
    expect([code, accepted >= 50]).toEqual([0, true])
    expect(ms).toBeLessThan(STOP_MS)
    expect(storedNumber()).toBeGreaterThanOrEqual(accepted)
    // Under a umask of 0: database, keys, backups, what is shipped, logs.
    const made = [data, backups, logs].flatMap((at) =>
      readdirSync(at, { recursive: true, withFileTypes: true }).map((entry) =>
        join(entry.parentPath, entry.name),
      ),
    )
    expect(made.some((path) => path.endsWith('.log'))).toBe(true)
    expect(made.some((path) => path.includes('/continuous/') && path.endsWith('/base'))).toBe(true)
    expect(made.some((path) => path.endsWith('secrets.json'))).toBe(true)
    const modes = made.map((path) => [path, statSync(path)] as const)
    expect(
      modes.filter(([, found]) => found.isFile() && (found.mode & 0o777) !== 0o600).map(([path]) => path),
    ).toEqual([])
    expect(
      modes
        .filter(([, found]) => found.isDirectory() && (found.mode & 0o777) !== 0o700)
        .map(([path]) => path),
    ).toEqual([])
  })

  test('has a user of its own, no new privileges, a read-only system, restarts on failure, and 30 seconds for a stop', () => {
    const expected = {
      User: 'fieldwork',
      NoNewPrivileges: 'yes',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      Restart: 'on-failure',
      RestartPreventExitStatus: '3 5',
      KillSignal: 'SIGTERM',
      TimeoutStopSec: '30',
      UMask: '0077',
      StateDirectoryMode: '0700',
    }
    for (const [name, value] of Object.entries(expected))
      expect([name, setting(name)]).toEqual([name, [value]])
    expect(text('fieldwork.service')).toContain('# LoadCredential=fieldwork-secrets:')
  })

  test.skipIf(spawnSync(ANALYSE, ['--version']).status !== 0)('is one that systemd understands', () => {
    const copy = join(folder, 'fieldwork.service')
    // Only the program isn't here.
    writeFileSync(copy, text('fieldwork.service').replace('/opt/fieldwork/bin/node', process.execPath))
    const { stderr, stdout } = spawnSync(ANALYSE, ['verify', copy], { encoding: 'utf8' })
    const told = `${stderr}${stdout}`.split('\n').filter((line) => line.includes('fieldwork.service'))
    expect(told).toEqual([])
  })
})

/** The instructions of a Containerfile, in order: name and rest. */
function instructions(): [string, string][] {
  return text('Containerfile')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.split(' ')[0] ?? '', line.slice(line.indexOf(' ') + 1)])
}
const list = (json: string) => z.array(z.string()).parse(JSON.parse(json))

describe.skipIf(process.platform === 'win32')('A160 the container file', () => {
  test('A160 has what the server needs, and its command starts one that becomes ready and loses no accepted write', async () => {
    setUp()
    const at = join(folder, 'image')
    mkdirSync(at)
    for (const [name, rest] of instructions()) {
      if (name !== 'COPY' || !rest.startsWith('--from=build')) continue
      const [, from = '', to = ''] = rest.split(' ')
      const path = from.replace('/build/', '')
      if (to === './') cpSync(inRoot(path), join(at, path))
      else if (path === 'node_modules') symlinkSync(inRoot(path), join(at, path))
      else if (path === 'dist/renderer') cpSync(join(folder, 'page'), join(at, path), { recursive: true })
      else cpSync(inRoot(path), join(at, path), { recursive: true })
    }
    const entry = list(instructions().find(([name]) => name === 'ENTRYPOINT')?.[1] ?? '[]')
    const url = await start(
      here(entry, { node: process.execPath, '/data': data, '8080': '0', '0.0.0.0': '127.0.0.1' }),
      at,
    )
    await isReady(url)
    const [, health = ''] = instructions().find(([name]) => name === 'HEALTHCHECK') ?? []
    const check = list(health.slice(health.indexOf('CMD ') + 4))
    const healthy = (port: string) =>
      spawnSync(
        process.execPath,
        check.slice(1).map((word) => word.replace('8080', port)),
      ).status
    expect([healthy(new URL(url).port), healthy('9')]).toEqual([0, 1])
    const { accepted, ms, code } = await stopUnderLoad(url)
    expect([code, ms < STOP_MS]).toEqual([0, true])
    expect(storedNumber()).toBeGreaterThanOrEqual(accepted)
  })

  test('runs as nobody’s root, with one volume, a health check and a signal that the server understands', () => {
    const all = instructions()
    const of = (name: string) => all.filter(([one]) => one === name).map(([, rest]) => rest)
    expect(of('USER')).toEqual(['10001:10001'])
    expect(of('VOLUME')).toEqual(['/data'])
    expect(of('HEALTHCHECK')).toHaveLength(1)
    expect(of('STOPSIGNAL')).toEqual(['SIGTERM'])
    // What is built is what the repository has.
    expect(existsSync(inRoot('package-lock.json'))).toBe(true)
    expect(text('compose.yaml')).toContain('dockerfile: deploy/Containerfile')
    expect(text('compose.yaml')).toMatch(/^ {4}stop_grace_period: 30s$/m)
  })
})

test('the Windows service gives a stop 30 seconds, too', () => {
  expect(text('windows/fieldwork-service.xml')).toContain('<stoptimeout>30 sec</stoptimeout>')
})
