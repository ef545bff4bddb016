/**
 * Prints what a steady stream of messages costs the server: 1,000 people with two windows each, a room of all of them
 * and 200 rooms of ten, 100 messages a second for some seconds, of which one goes to the room of all: 3,980 deliveries a
 * second. On SQLite, on PostgreSQL with one server, and on PostgreSQL with two; side by side in one run, and in several
 * rounds where that is asked for. Servers are processes of their own, and so is PostgreSQL; the people are this one.
 * Which of them uses how much of a core says which has no more to give. Linux only.
 * Run: npm run bench:server [PEOPLE] [SECONDS] [MESSAGES A SECOND] [ROUNDS]
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import { chatHub } from '#shared/hubs/chat.ts'
import { type ServerProcess, startServer } from '../../scripts/lib/server-process.ts'
import { startPostgres, type TestPostgres } from '../../scripts/testing/postgres.ts'
import { addRoom } from '../../server/chat/chat-fixture.ts'
import { openDatabase } from '../../server/db/database.ts'
import { addGrantor, addPerson, type TestServer } from '../../server/http/testing/test-server.ts'
import { claim } from '../../server/setup/installation.ts'
import { post, signInAt } from '../cluster/over-http.ts'
import { cpuOfChildren, cpuOfMachine, usageOf } from './processor.ts'
import { percentile } from './statistics.ts'

const PEOPLE = Number(process.argv[2] ?? 1000)
const SECONDS = Number(process.argv[3] ?? 20)
const A_SECOND = Number(process.argv[4] ?? 100)
const ROUNDS = Number(process.argv[5] ?? 1)
const WINDOWS = 2
const ROOMS = PEOPLE / 5
const IN_A_ROOM = 10
/** Of so many messages one goes to everybody. */
const TO_ALL = 100
const SEPARATOR = '\u001e'
const SETTLE_MS = 3000
/** As clients do: a server closes a connection that says nothing for half a minute. */
const PING_MS = 10_000
const PING = `{"type":6}${SEPARATOR}`

interface Kind {
  readonly name: string
  readonly servers: number
  readonly isOnFile: boolean
}

const KINDS: readonly Kind[] = [
  { name: 'SQLite, one server', servers: 1, isOnFile: true },
  { name: 'PostgreSQL, one server', servers: 1, isOnFile: false },
  { name: 'PostgreSQL, two servers', servers: 2, isOnFile: false },
]

/** A window: tells of each message that comes. */
async function openWindow(url: string, token: string, onMessage: (text: string) => void): Promise<WebSocket> {
  const hubToken = await post<string>(url, '/api/auth/request-hub-token', null, token)
  const socket = new WebSocket(
    `${url.replace('http', 'ws')}${chatHub.path}?access_token=${encodeURIComponent(hubToken)}`,
  )
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('error', reject)
  socket.once('open', () => socket.send(`{"protocol":"json","version":1}${SEPARATOR}`))
  socket.on('message', (data) => {
    for (const record of String(data).split(SEPARATOR)) {
      if (record === '{}')
        socket.send(`{"type":1,"invocationId":"1","target":"joinTeamChat","arguments":[]}${SEPARATOR}`)
      else if (record.includes('"invocationId":"1"')) resolve()
      else if (record.includes('"target":"newThreadMessage"')) {
        const text = /"message":"(m\d+)"/.exec(record)?.[1]
        if (text) onMessage(text)
      } else if (record.includes('"type":6')) socket.send(`{"type":6}${SEPARATOR}`)
    }
  })
  await promise
  return socket
}

async function inBatches<T>(all: readonly T[], run: (one: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < all.length; at += 20) await Promise.all(all.slice(at, at + 20).map(run))
}

async function measure(
  { name, servers, isOnFile }: Kind,
  round: number,
  postgres: TestPostgres,
  folder: string,
) {
  const dataOf = (i: number) => join(folder, `${name} ${round}`, `server-${i}`)
  for (let i = 0; i < servers; i++) mkdirSync(dataOf(i), { recursive: true })
  const database = `bench_${servers}_${round}`
  const url = isOnFile ? null : postgres.urlOf(database)
  if (!isOnFile) {
    const admin = new pg.Client(postgres.url)
    await admin.connect()
    await admin.query(`create database ${database}`)
    await admin.end()
  }
  const db = await openDatabase(join(dataOf(0), 'fieldwork.db'), url)
  await claim(db, Date.now(), null)
  const ours = { server: { db } } as TestServer
  await addGrantor(ours)
  const permissions = ['GENERAL_CAN_USE_TEAM_CHAT', 'AUTH_CAN_USE_MULTI_TOKEN'] as const
  const ids: number[] = []
  for (let i = 0; i < PEOPLE; i++) ids.push(await addPerson(ours, { userName: `p${i}`, permissions }))
  const rooms = [{ id: 1, members: ids }]
  for (let i = 0; i < ROOMS; i++)
    rooms.push({
      id: i + 2,
      members: Array.from({ length: IN_A_ROOM }, (_, at) => ids[(i * 5 + at * 7) % PEOPLE] ?? 0),
    })
  for (const { id, members } of rooms)
    await addRoom(db, { id, source: 'MANUAL', sourceID: id, members: [...new Set(members)] })
  await db.destroy()

  const running: ServerProcess[] = []
  for (let i = 0; i < servers; i++) {
    if (i > 0) copyFileSync(join(dataOf(0), 'secrets.json'), join(dataOf(i), 'secrets.json'))
    running.push(
      await startServer({
        dataDir: dataOf(i),
        port: 0,
        logFile: join(folder, 'server.log'),
        args: ['--no-seed', '--log', 'warn'],
        env: { FIELDWORK_DATABASE: url ?? '' },
      }),
    )
  }
  const urlOf = (which: number) => running[which % servers]?.url ?? ''
  const tokens: string[] = []
  await inBatches([...ids.keys()], async (which) => {
    tokens[which] = await signInAt(urlOf(which), `p${which}`)
  })
  const usages = () => running.map(({ pid }) => usageOf(pid))
  /** CPU seconds so far. */
  const processors = () => ({
    servers: usages().reduce((sum, { cpu }) => sum + cpu, 0),
    postgres: cpuOfChildren('postgres'),
    people: usageOf(process.pid).cpu,
    machine: cpuOfMachine(),
  })
  const memory = () => usages().reduce((sum, one) => sum + one.memory, 0)
  const idle = memory()
  const sentAt = new Map<string, number>()
  const took: number[] = []
  const onMessage = (text: string) => {
    const at = sentAt.get(text)
    if (at !== undefined) took.push(performance.now() - at)
  }
  const sockets: WebSocket[] = []
  const windows = Array.from({ length: PEOPLE * WINDOWS }, (_, at) => at)
  const isOpen = (at: number) => sockets[at]?.readyState === WebSocket.OPEN
  const pings = setInterval(() => {
    for (const socket of sockets) if (socket?.readyState === WebSocket.OPEN) socket.send(PING)
  }, PING_MS)
  // A server that is busy with so many who come at once may send some away again: they come back, as clients do.
  for (let left = windows; left.length > 0; left = windows.filter((at) => !isOpen(at))) {
    await inBatches(left, async (at) => {
      sockets[at] = await openWindow(urlOf(at), tokens[at % PEOPLE] ?? '', onMessage)
    })
    await delay(SETTLE_MS)
  }
  await delay(SETTLE_MS)
  const connected = memory()
  // What it costs that they are there at all.
  const resting = processors().servers
  await delay(SETTLE_MS)
  const before = processors()
  const rest = (before.servers - resting) / SETTLE_MS

  let wanted = 0
  const answers: Promise<unknown>[] = []
  const began = performance.now()
  for (let n = 0; n < SECONDS * A_SECOND; n++) {
    const due = began + (n * 1000) / A_SECOND
    if (due > performance.now()) await delay(due - performance.now())
    // One a second goes to everybody.
    const room = rooms[n % TO_ALL === 0 ? 0 : 1 + (n % ROOMS)]
    const members = [...new Set(room?.members)]
    const who = ids.indexOf(members[n % members.length] ?? 0)
    wanted += members.length * WINDOWS
    sentAt.set(`m${n}`, performance.now())
    answers.push(
      post(
        urlOf(n),
        '/api/communication/chat/send-message-to-thread',
        { message: `m${n}`, threadID: room?.id },
        tokens[who],
      ).catch((error: unknown) => console.error(String(error))),
    )
  }
  await Promise.all(answers)
  for (let waited = 0; took.length < wanted && waited < 30_000; waited += 50) await delay(50)
  const after = processors()
  const away = windows.filter((at) => !isOpen(at)).length
  const ms = performance.now() - began
  const used = (who: keyof typeof after) => after[who] - before[who]
  const ofACore = (seconds: number) => Math.round((seconds * 100_000) / ms)
  const others = used('machine') - used('servers') - used('postgres') - used('people')
  clearInterval(pings)
  for (const socket of sockets) socket.terminate()
  for (const server of running) await server.stop()
  return {
    setup: name,
    deliveries: took.length,
    lost: wanted - took.length,
    'sent away': away,
    'p50 ms': Math.round(percentile(took, 0.5)),
    'p95 ms': Math.round(percentile(took, 0.95)),
    'p99 ms': Math.round(percentile(took, 0.99)),
    'CPU s per 1,000': Number(((used('servers') * 1000) / took.length).toFixed(3)),
    'above rest': Number((((used('servers') - rest * ms) * 1000) / took.length).toFixed(3)),
    'messages a second': Math.round((SECONDS * A_SECOND * 1000) / ms),
    'kB per window': Math.round(((connected - idle) * 1000) / sockets.length),
    'servers %': ofACore(used('servers')),
    'PostgreSQL %': ofACore(used('postgres')),
    'people %': ofACore(used('people')),
    'others %': ofACore(others),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'fieldwork-bench-'))
const postgres = await startPostgres()
try {
  const rows: Awaited<ReturnType<typeof measure>>[] = []
  for (let round = 1; round <= ROUNDS; round++)
    for (const kind of KINDS) {
      rows.push(await measure(kind, round, postgres, folder))
      console.table(rows.slice(-1))
    }
  console.table(rows)
  const median = (name: string, what: 'CPU s per 1,000' | 'above rest' | 'p99 ms') =>
    percentile(
      rows.filter(({ setup }) => setup === name).map((row) => row[what]),
      0.5,
    )
  const [, one, two] = KINDS.map(({ name }) => name)
  for (const what of ['CPU s per 1,000', 'above rest', 'p99 ms'] as const)
    console.log(
      `${what}, two servers against one: ${(median(two ?? '', what) / median(one ?? '', what)).toFixed(2)}`,
    )
  console.log(
    'Published by others: Centrifugo, 1 M connections, p99 200 ms; Supabase Realtime, 32,000 users, p99 213 ms; Mattermost, 2,000 users on two nodes of two cores.',
  )
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
