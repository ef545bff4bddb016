import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { addressOf } from './address.ts'
import { serverProgram } from './testing/programs.ts'

const MAIN = serverProgram('main')
const ready = z.object({
  ready: z.literal(true),
  url: z.url(),
  accounts: z.array(z.object({ kind: z.string(), userName: z.string(), password: z.string() })),
})

let data: string
/** What has been started, and the end of each. */
const running = new Map<ChildProcess, Promise<number | null>>()

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'fieldwork-main-'))
})
afterEach(async () => {
  // One that has ended by itself has told so already: only its promise still knows.
  for (const [child, ended] of running) {
    child.kill('SIGKILL')
    await ended
  }
  rmSync(data, { recursive: true })
})

interface Started {
  readonly child: ChildProcess
  readonly output: { out: string; err: string }
  readonly ended: Promise<number | null>
}

/** Anybody but the superuser, whom the system lets write to everything. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

function run(...args: string[]): Started {
  return runAs({}, ...args)
}

function runAs(who: { uid?: number }, ...args: string[]): Started {
  const child = spawn(process.execPath, [MAIN, '--log', 'warn', '--data', data, ...args], who)
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
  })
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', (code) => {
      running.delete(child)
      resolve(code)
    })
  })
  running.set(child, ended)
  return { child, output, ended }
}

/** Waits for the line that says that the server is there. */
async function startUp(...args: string[]) {
  const started = run(...args)
  const { child, output, ended } = started
  while (!output.out.includes('\n')) {
    const code = await Promise.race([ended, once(child.stdout ?? child, 'data').then(() => undefined)])
    if (code !== undefined) throw new Error(`ended with ${code}: ${output.err}`)
  }
  return { ...started, said: ready.parse(JSON.parse(output.out.split('\n')[0] ?? '')) }
}

async function signIn(url: string, { userName, password }: { userName: string; password: string }) {
  return fetch(`${url}/api/auth/confirm-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName, password }),
  })
}

/** What the first start with the demo company leaves, made once: it takes longer than the rest of a start. */
let seeded: string | undefined
afterAll(() => void (seeded && rmSync(seeded, { recursive: true })))

/** A start with the demo company, whose folder is there. */
async function startDemo(...args: string[]) {
  if (seeded === undefined) {
    const { child, ended } = await startUp()
    child.kill('SIGTERM')
    await ended
    seeded = mkdtempSync(join(tmpdir(), 'fieldwork-main-seeded-'))
    cpSync(data, seeded, { recursive: true })
  } else cpSync(seeded, data, { recursive: true })
  return startUp(...args)
}

test('the seeded server says where it is and who can sign in, and stops at a signal', async () => {
  const { child, said, output, ended } = await startUp()
  expect(said.accounts.length).toBeGreaterThanOrEqual(4)
  for (const account of said.accounts) expect((await signIn(said.url, account)).status).toBe(200)
  const second = run()
  expect(await second.ended).toBe(1)
  expect(second.output.err.trim()).toBe(
    `Another server is using ${data}. Stop it, or start with another folder.`,
  )
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  const [, ...mails] = output.out.trim().split('\n')
  // One of the accounts signs in by link.
  expect(mails.map((line) => Object.keys(JSON.parse(line)))).toEqual([['mail']])
})

test('a server that is taken down with --drain isn’t ready at once, still answers, keeps no connection, and ends by itself', async () => {
  const { child, said, ended } = await startDemo('--drain', '2')
  const ready = async () => {
    const answer = await fetch(`${said.url}/health/ready`)
    const { status } = z.object({ status: z.string() }).parse(await answer.json())
    return [answer.status, status, answer.headers.get('connection')]
  }
  expect(await ready()).toEqual([200, 'ready', 'keep-alive'])
  const at = Date.now()
  child.kill('SIGTERM')
  await vi.waitFor(async () => expect(await ready()).toEqual([503, 'stopping', 'close']))
  const [account] = said.accounts
  if (!account) throw new Error('nobody')
  expect((await signIn(said.url, account)).status).toBe(200)
  expect(await ended).toBe(0)
  expect(Date.now() - at).toBeGreaterThanOrEqual(2000)
})

test('a second signal ends a drain at once', async () => {
  const { child, said, ended } = await startUp('--no-seed', '--drain', '600')
  child.kill('SIGTERM')
  await vi.waitFor(async () => expect((await fetch(`${said.url}/health/ready`)).status).toBe(503))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

const SETUP = /^Set up this installation at (\S+)\/setup with the code (\S+)\. It is good for 24 hours\.$/
/** The lines of standard output that say how to set the installation up. */
const saidToSetUp = ({ out }: { out: string }) =>
  out.split('\n').flatMap((line) => {
    const [, address = '', code = ''] = SETUP.exec(line) ?? []
    return code === '' ? [] : [{ address, code }]
  })

test('A003 A005 an empty folder waits for its set-up with a code that the next start replaces', async () => {
  const starts = []
  for (const _ of [1, 2]) {
    const { child, said, output, ended } = await startUp('--no-seed', '--log', 'trace')
    await vi.waitFor(() => expect(saidToSetUp(output)).toHaveLength(1))
    const [{ address, code } = { address: '', code: '' }] = saidToSetUp(output)
    expect([address, said.accounts]).toEqual([said.url, []])
    const check = async (typed: string) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ code: typed })
      return (await fetch(`${said.url}/api/setup/check-code`, { method: 'POST', headers, body })).status
    }
    for (const earlier of starts) expect(await check(earlier)).toBe(403)
    expect(await check(code)).toBe(200)
    await vi.waitFor(() => expect(output.err).toContain('/api/setup/check-code'))
    expect(output.err).not.toContain(code)
    expect(saidToSetUp(output)).toHaveLength(1)
    starts.push(code)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
  }
})

test('A003 the demo company is set up already, and a company of one’s own never becomes it', async () => {
  const demo = await startDemo()
  expect((await fetch(`${demo.said.url}/api/setup/state`)).status).toBe(409)
  demo.child.kill('SIGTERM')
  expect(await demo.ended).toBe(0)
  expect(saidToSetUp(demo.output)).toEqual([])
})

test('A009 a company whose people nobody can give permissions any more is not served', async () => {
  const { child, ended } = await startDemo()
  child.kill('SIGTERM')
  await ended
  const { DatabaseSync } = await import('node:sqlite')
  const change = (query: string) => {
    const db = new DatabaseSync(join(data, 'fieldwork.db'))
    db.exec(query)
    db.close()
  }
  change('update users set isActive = 0')
  const refused = run()
  expect(await refused.ended).toBe(3)
  expect(refused.output).toEqual({
    out: '',
    err: 'Nobody can grant permissions. Run fieldwork-admin create-admin.\n',
  })
  change('update users set isActive = 1')
  const { child: next, ended: nextEnded } = await startUp()
  next.kill('SIGTERM')
  expect(await nextEnded).toBe(0)
})

test('a second start keeps the data, a reset begins afresh', async () => {
  const sessions = async (...args: string[]) => {
    const { child, ended } = await startUp('--no-seed', ...args)
    child.kill('SIGINT')
    await ended
    const { DatabaseSync } = await import('node:sqlite')
    const db = new DatabaseSync(join(data, 'fieldwork.db'))
    const row = db.prepare("select value from settings where name = 'auditKey'").get()
    db.close()
    return row?.value
  }
  const first = await sessions()
  expect(await sessions()).toBe(first)
  expect(await sessions('--reset')).not.toBe(first)
})

test('a server that is to stop with its parent stops when its input ends', async () => {
  const { child, ended } = await startUp('--no-seed', '--stop-with-parent')
  child.stdin?.end()
  expect(await ended).toBe(0)
})

test('a server whose output nobody reads any more goes on, and keeps what it could not mail', async () => {
  const { child, said, output, ended } = await startDemo()
  child.stdout?.destroy()
  const account = said.accounts.find(({ kind }) => kind === 'magic-password')
  if (!account) throw new Error('nobody signs in by link')
  expect((await signIn(said.url, account)).status).toBe(200)
  await vi.waitFor(() => expect(output.err).toContain('a mail could not be handed over'))
  expect(output.err).not.toContain('magic-link')
  expect((await fetch(`${said.url}/update.json`)).status).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('after a server was killed the next takes its folder', async () => {
  const { child, ended } = await startUp('--no-seed')
  child.kill('SIGKILL')
  await ended
  const { child: next, ended: nextEnded } = await startUp('--no-seed')
  next.kill('SIGTERM')
  expect(await nextEnded).toBe(0)
})

test('a file that is no database ends the start with words, and is left as it was', async () => {
  const file = join(data, 'fieldwork.db')
  writeFileSync(file, 'my diary')
  const { ended, output } = run()
  expect(await ended).toBe(1)
  expect(output).toEqual({ out: '', err: `${file} is not a database.\n` })
  expect(readFileSync(file, 'utf8')).toBe('my diary')
  expect(existsSync(`${file}-wal`)).toBe(false)
})

test('an empty file, and one that was cut short, end the start with one sentence and are left as they were', async () => {
  const file = join(data, 'fieldwork.db')
  writeFileSync(file, '')
  const empty = run()
  expect(await empty.ended).toBe(1)
  expect(empty.output).toEqual({
    out: '',
    err: `${file} is empty: what it held is lost. Put a backup in its place, or begin afresh with --reset.\n`,
  })
  expect(readFileSync(file)).toHaveLength(0)

  const { child, ended } = await startUp('--no-seed', '--reset')
  child.kill('SIGTERM')
  await ended
  truncateSync(file, 8192)
  const short = run()
  expect(await short.ended).toBe(1)
  expect(short.output).toEqual({
    out: '',
    err: `${file} is damaged or was cut short. Put a backup in its place, or begin afresh with --reset.\n`,
  })
})

test.skipIf(process.platform === 'win32')(
  'a folder and a file that cannot be written to end the start with one sentence',
  async () => {
    const { child, ended } = await startUp('--no-seed')
    child.kill('SIGTERM')
    await ended
    const file = join(data, 'fieldwork.db')
    const who = isRoot ? { uid: NOBODY } : {}
    if (isRoot) for (const path of [data, join(data, 'fieldwork.lock')]) chownSync(path, NOBODY, NOBODY)
    chmodSync(file, 0o444)
    const readOnly = runAs(who)
    expect(await readOnly.ended).toBe(1)
    expect(readOnly.output.err).toBe(
      `${file} cannot be written to. Allow this user to change the file and its folder.\n`,
    )
    rmSync(join(data, 'fieldwork.lock'))
    chmodSync(data, 0o555)
    const closed = runAs(who)
    expect(await closed.ended).toBe(1)
    expect(closed.output.err).toMatch(
      /^\S+fieldwork\.lock cannot be written to\. Allow this user to change the file and its folder\.\n$/,
    )
    chmodSync(data, 0o755)
  },
)

test('a folder without a page, a port in use and a wrong option are told in words', async () => {
  const noPage = run('--no-seed', '--static', join(data, 'nowhere'))
  expect(await noPage.ended).toBe(1)
  expect(noPage.output.err).toContain('no such file or directory')

  const { said } = await startUp('--no-seed')
  const other = mkdtempSync(join(tmpdir(), 'fieldwork-main-'))
  const taken = run('--no-seed', '--data', other, '--port', new URL(said.url).port)
  expect(await taken.ended).toBe(1)
  expect(taken.output.err).toContain('address already in use')
  rmSync(other, { recursive: true })

  const wrong = run('--port', 'x')
  expect(await wrong.ended).toBe(1)
  expect(wrong.output.err).toContain('--port x is no port (0 to 65535)\nusage: node server/main.ts')
})

test('an IPv6 address is written as a URL wants it', () => {
  expect(addressOf({ address: '::1', family: 'IPv6', port: 80 })).toBe('http://[::1]:80')
  expect(addressOf({ address: '127.0.0.1', family: 'IPv4', port: 80 })).toBe('http://127.0.0.1:80')
})
