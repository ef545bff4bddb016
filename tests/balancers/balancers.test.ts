import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { createHubClient } from '../../renderer/services/hubs/hub-client.ts'
import { inRoot } from '../../scripts/lib/paths.ts'
import { freePort } from '../../scripts/lib/ports.ts'
import { startPostgres, type TestPostgres } from '../../scripts/testing/postgres.ts'
import { mainHub } from '../../shared/hubs/main.ts'
import { whole } from '../whole.ts'

/** Half a minute for each: in `npm run test:long`, and in `npm test` where somebody asks for it. */
const isWanted = whole(0, 1) > 0 && isInstalled('openssl', 'version')

function isInstalled(program: string, version = '-v'): boolean {
  try {
    execFileSync(program, [version], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const ready = z.object({
  url: z.url(),
  accounts: z.array(z.object({ kind: z.string(), userName: z.string(), password: z.string() })),
})
type Ready = z.output<typeof ready>

interface Running {
  readonly child: ChildProcess
  readonly said: Ready
  readonly log: () => string
  readonly ended: Promise<number | null>
}

/** Replaces what a deployment changes, each once: an example that reads otherwise is another one. */
function adapted(file: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)}`)
      return text.replace(from, to)
    },
    readFileSync(inRoot('deploy', 'balancer', file), 'utf8'),
  )
}

interface Balancer {
  readonly program: string
  /** Writes its configuration and answers its arguments. */
  prepare(home: string, port: number, servers: readonly [string, string]): readonly string[]
}

const BALANCERS: readonly Balancer[] = [
  {
    program: 'haproxy',
    prepare(home, port, [one, two]) {
      const file = join(home, 'haproxy.cfg')
      const text = adapted('haproxy.cfg', [
        [
          'bind :443 ssl crt /etc/haproxy/work.example.pem',
          `bind 127.0.0.1:${port} ssl crt ${join(home, 'work.example.pem')}`,
        ],
        ['10.0.0.11:8080', one],
        ['10.0.0.12:8080', two],
        ['hdr Host work.example', 'hdr Host 127.0.0.1'],
      ])
      writeFileSync(file, text)
      return ['-db', '-f', file]
    },
  },
  {
    program: 'nginx',
    prepare(home, port, [one, two]) {
      const file = join(home, 'nginx.conf')
      const text = adapted('nginx.conf', [
        ['events {', `daemon off; pid ${home}/nginx.pid; error_log stderr;\nevents {`],
        [
          'http {',
          `http {\n  access_log off; client_body_temp_path ${home}/body; proxy_temp_path ${home}/proxy;`,
        ],
        ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
        ['/etc/nginx/work.example.pem', join(home, 'work.example.pem')],
        ['/etc/nginx/work.example.key', join(home, 'work.example.key')],
        ['10.0.0.11:8080', one],
        ['10.0.0.12:8080', two],
      ])
      writeFileSync(file, text)
      return ['-c', file, '-e', 'stderr']
    },
  },
]

/** A certificate for this machine that nobody signed, where the balancers' examples have theirs; trusted here. */
function certify(folder: string): () => void {
  const [pem, key] = [join(folder, 'work.example.pem'), join(folder, 'work.example.key')]
  const asked = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const about = ['-days', '2', '-subj', '/CN=work.example', '-addext', 'subjectAltName=IP:127.0.0.1']
  execFileSync('openssl', [...asked, ...about, '-keyout', key, '-out', pem], { stdio: 'ignore' })
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, readFileSync(pem, 'utf8')])
  // HAProxy wants both in one file.
  appendFileSync(pem, readFileSync(key, 'utf8'))
  return () => setDefaultCACertificates(before)
}

const MAIN = inRoot('server', 'main.ts')
let home: string
let postgres: TestPostgres
let distrust: () => void
const children = new Set<ChildProcess>()

async function startServer(name: string, keysOf?: string): Promise<Running> {
  const data = join(home, name)
  mkdirSync(data, { recursive: true, mode: 0o700 })
  if (keysOf) copyFileSync(join(home, keysOf, 'secrets.json'), join(data, 'secrets.json'))
  const args = ['--data', data, '--database', postgres.urlOf('balanced'), '--log', 'info', '--drain', '6']
  const files = ['--files', join(home, 'shared-files')]
  const child = spawn(process.execPath, [MAIN, ...args, ...files, '--trusted-proxy', '127.0.0.1'])
  children.add(child)
  let [out, log] = ['', '']
  child.stdout.on('data', (part) => {
    out += part
  })
  child.stderr.on('data', (part) => {
    log += part
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  await vi.waitFor(() => expect(out.includes('\n') || child.exitCode !== null).toBe(true), {
    timeout: 60_000,
  })
  if (child.exitCode !== null) throw new Error(log)
  return { child, said: ready.parse(JSON.parse(out.split('\n')[0] ?? '')), log: () => log, ended }
}

const place = ({ said }: Running) => new URL(said.url).host

beforeAll(async () => {
  if (!isWanted) return
  home = mkdtempSync(join(tmpdir(), 'fieldwork-balancers-'))
  mkdirSync(join(home, 'shared-files'))
  distrust = certify(home)
  postgres = await startPostgres()
  const { default: pg } = await import('pg')
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query("create database balanced encoding 'UTF8' template template0")
  await client.end()
})
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    // nginx ends its workers at this; servers end at once at the second one.
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    child.kill(child.spawnfile.endsWith('nginx') ? 'SIGTERM' : 'SIGKILL')
    await ended
  }
  children.clear()
})
afterAll(async () => {
  if (!isWanted) return
  distrust()
  await postgres.stop()
  rmSync(home, { recursive: true })
})

interface Answer {
  readonly status: number
  readonly body: string
}
/** One request on a connection of its own, from another address of this machine than the balancer's. */
function ask(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  body?: object,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const made = request(`${url}${path}`, {
      localAddress: '127.0.0.2',
      method: body ? 'POST' : 'GET',
      headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
      agent: false,
    })
    made.on('error', reject).on('response', (answer) => {
      let text = ''
      answer.on('data', (part) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text })).on('error', reject)
    })
    made.end(body && JSON.stringify(body))
  })
}

async function signIn(url: string, { accounts }: Ready): Promise<string> {
  const account = accounts.find(({ kind }) => kind === 'interviewer') ?? accounts[0]
  if (!account) throw new Error('nobody')
  const { userName, password } = account
  const step = async (name: string, sent: object) => {
    const { body } = await ask(url, `/api/auth/${name}`, {}, sent)
    return z
      .object({ clientKey: z.optional(z.string()), token: z.optional(z.string()) })
      .parse(JSON.parse(body))
  }
  await step('confirm-username', { userName })
  const { clientKey } = await step('confirm-password', { userName, password })
  const { token } = await step('login', { userName, password, clientKey })
  if (token === undefined) throw new Error('no token')
  return token
}

/** The product's own client of a hub, and every state that it was in after the first connection. */
async function watchHub(url: string, token: string) {
  const client = createHubClient(mainHub, {
    baseUrl: url,
    hubToken: async () => {
      const { body } = await ask(url, '/api/auth/request-hub-token', { authorization: `Bearer ${token}` }, {})
      return body
    },
    random: Math.random,
    wait: (ms) => delay(ms),
  })
  await client.start()
  const seen: { states: string[]; times: number } = { states: [], times: 0 }
  client.subscribe(() => seen.states.push(client.state))
  client.onConnected(() => {
    seen.times += 1
  })
  return { client, seen }
}

describe.skipIf(!isWanted)('two servers behind a balancer (npm run test:long balancers)', () => {
  describe.each(BALANCERS)('$program', ({ program, prepare }) => {
    test.skipIf(!isInstalled(program))(
      `sign-in, hubs over TLS, addresses, a server taken down and back (skipped where ${program} is not installed)`,
      async () => {
        let one = await startServer('one')
        const two = await startServer('two', 'one')
        const port = await freePort()
        const args = prepare(home, port, [place(one), place(two)])
        const balancer = spawn(program, [...args])
        children.add(balancer)
        let words = ''
        balancer.stderr.on('data', (part) => {
          words += part
        })
        const url = `https://127.0.0.1:${port}`
        await vi.waitFor(
          async () => expect([words, (await ask(url, '/health/ready')).status]).toEqual([words, 200]),
          { timeout: 20_000, interval: 100 },
        )

        const spoofed = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.9' }
        await ask(url, '/api/auth/confirm-username', spoofed, { userName: 'nobody' })
        await vi.waitFor(() => expect(`${one.log()}${two.log()}`).toMatch(/"address":"127\.0\.0\.2"/))
        expect(`${one.log()}${two.log()}`).not.toMatch(/"address":"203\.0\.113\.9"/)

        const token = await signIn(url, one.said)
        const hubs = await Promise.all(Array.from({ length: 10 }, () => watchHub(url, token)))
        expect(hubs.map(({ client }) => client.state)).toEqual(hubs.map(() => 'connected'))

        const failed: string[] = []
        let isOver = false
        let asked = 0
        const asking = (async () => {
          while (!isOver) {
            asked += 1
            const headers = { authorization: `Bearer ${token}` }
            const { status } = await ask(url, '/api/auth/request-hub-token', headers, {}).catch(() => ({
              status: 0,
            }))
            if (status !== 200) failed.push(`${asked}: ${status}`)
            await delay(50)
          }
        })()
        one.child.kill('SIGTERM')
        expect(await one.ended).toBe(0)
        await delay(1000)
        isOver = true
        await asking
        expect(failed).toEqual([])
        expect(asked).toBeGreaterThan(50)
        // Each came back to the other server, and nobody was told of anything.
        expect(hubs.map(({ seen }) => seen.states)).toEqual(hubs.map(() => []))
        expect(hubs.filter(({ seen }) => seen.times > 0).length).toBeGreaterThan(0)
        for (const { client } of hubs) await client.stop()

        // It comes back at its address, and the balancer finds it by itself.
        one = await startServer('one')
        expect((await ask(url, '/health/ready')).status).toBe(200)
      },
      240_000,
    )
  })
})
