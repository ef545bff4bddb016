import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { randomFrom } from '#shared/domain/random.ts'
import { commandChannel } from '#shared/host/bridge.ts'
import { hostCommands } from '#shared/host/commands.ts'
import { hostCommandNames } from '#shared/host/names.ts'
import { systemScheduler } from '../services/scheduler.ts'
import type { CommandEvent } from './caller.ts'
import { bindCommands, type CommandChannels } from './dispatcher.ts'

type Listener = Parameters<CommandChannels['handle']>[1]

const MESSAGES = 100_000
const OURS = 7
const PLANTED = 'planted-secret-4711'

const random = randomFrom(20_261_121)
const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)] as Value

const HUGE = 'x'.repeat(100_000)
const KEYS = [
  'userName',
  'password',
  'url',
  'tool',
  'tools',
  'text',
  'count',
  'thresholdSeconds',
  'address',
  '__proto__',
]
const LEAVES: readonly unknown[] = [
  undefined,
  null,
  true,
  -1,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  12n,
  '',
  'jamie',
  `${PLANTED}\r\n`,
  '\u0000',
  '../../x',
  '{password}',
  HUGE,
  Symbol.iterator,
  () => 1,
  new Date(Number.NaN),
  new Map([['userName', PLANTED]]),
  new Uint8Array(8),
  /x/,
  Object.create(null),
  'FORSTA',
  'https://dialler.example/',
]

/** Something that a page might send: deep, wide or cyclic, with fields that commands know. */
function anything(depth = 0): unknown {
  const kind = depth > 3 ? 0 : random()
  if (kind < 0.35) return pick(LEAVES)
  if (kind < 0.5) return Array.from({ length: Math.floor(random() * 5) }, () => anything(depth + 1))
  const entries = Array.from({ length: Math.floor(random() * 5) }, () => [pick(KEYS), anything(depth + 1)])
  const made: Record<string, unknown> = Object.fromEntries(entries)
  if (kind > 0.97) made.self = made
  return made
}

/** Made once, since making them takes longer than sending them. */
const THINGS = Array.from({ length: 5_000 }, () => anything())

const STRANGERS: readonly CommandEvent[] = [
  { sender: { id: 8 }, senderFrame: { url: 'app://fieldwork/', parent: null } },
  { sender: { id: OURS }, senderFrame: { url: 'app://fieldwork/', parent: {} } },
  { sender: { id: OURS }, senderFrame: { url: 'https://evil.example/app://fieldwork/', parent: null } },
  { sender: { id: OURS }, senderFrame: null },
]
const TRUSTED: CommandEvent = {
  sender: { id: OURS },
  senderFrame: { url: 'app://fieldwork/chat', parent: null },
}

/** The real commands and dispatcher, with handlers that record what reaches them. */
function bind() {
  const listeners = new Map<string, Listener>()
  const reached: { name: string; request: unknown }[] = []
  const reports: string[] = []
  const handlerOf = (name: string) => (request: unknown) => {
    reached.push({ name, request })
    throw new Error('noted')
  }
  bindCommands(hostCommands, Object.fromEntries(hostCommandNames.map((name) => [name, handlerOf(name)])), {
    channels: { handle: (channel, listener) => void listeners.set(channel, listener) },
    windows: { has: (id) => id === OURS, onPageGone: () => {} },
    scheduler: systemScheduler,
    report: (what, error) => void reports.push(`${what} ${String(error)}`),
    timeLimitOf: () => 60_000,
  })
  const send = (event: CommandEvent, name: string, args: unknown[]) => {
    const listener = listeners.get(commandChannel(name))
    if (!listener) throw new Error(`${name} is not bound`)
    return listener(event, ...args)
  }
  return { send, reached, reports }
}

test('of 100,000 malformed, oversized and foreign messages none crashes, and only what fits its schema arrives', async () => {
  const { send, reached, reports } = bind()
  // Counted, since a hundred thousand expectations would take longer than the messages.
  const wrong: string[] = []
  let foreign = 0
  const sentTo = new Map<string, number>()
  const one = async () => {
    const name = pick(hostCommandNames)
    sentTo.set(name, (sentTo.get(name) ?? 0) + 1)
    const isForeign = random() < 0.3
    const args = random() < 0.05 ? [pick(THINGS), pick(THINGS)] : [pick(THINGS)]
    const answer = await send(isForeign ? pick(STRANGERS) : TRUSTED, name, args)
    const { code, message } = answer.ok ? { code: 'ok', message: '' } : answer.error
    if (isForeign) foreign += 1
    const isExpected = isForeign ? code === 'forbidden' : code === 'badRequest' || code === 'failed'
    if (!isExpected || message.length > 10_000 || message.includes(PLANTED)) wrong.push(`${name}: ${code}`)
  }
  for (let sent = 0; sent < MESSAGES; sent += 1000) await Promise.all(Array.from({ length: 1000 }, one))
  expect(wrong).toEqual([])
  expect(foreign).toBeGreaterThan(20_000)
  expect([...sentTo.keys()].sort()).toEqual([...hostCommandNames].sort())
  expect(Math.min(...sentTo.values())).toBeGreaterThan(1_000)
  const unfit = reached.filter(
    ({ name, request }) =>
      !z.safeParse(hostCommands[name as keyof typeof hostCommands].request, request).success,
  )
  expect(unfit).toEqual([])
  expect(reports.join('\n')).not.toContain(PLANTED)
  expect(reports.filter((line) => line.startsWith('refused the command')).length).toBe(foreign)
})
