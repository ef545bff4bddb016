import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { command } from '#shared/host/command.ts'
import { hostCommands } from '#shared/host/commands.ts'
import { hostCommandNames } from '#shared/host/names.ts'
import { FakeScheduler } from '../services/fake-scheduler.ts'
import { HostFailure } from '../services/host-failure.ts'
import type { CommandEvent } from './caller.ts'
import { bindCommands, type CommandChannels } from './dispatcher.ts'

type Listener = Parameters<CommandChannels['handle']>[1]
type Handlers = Parameters<typeof bindCommands>[1]

const commands = { double: command(z.object({ of: z.number() }), z.number()) }
const OURS = 7
const ourEvent: CommandEvent = {
  sender: { id: OURS },
  senderFrame: { url: 'app://fieldwork/chat', parent: null },
}

function bind(handlers: Handlers) {
  const listeners = new Map<string, Listener>()
  const scheduler = new FakeScheduler()
  const report = vi.fn()
  const onPageGone = vi.fn()
  bindCommands(commands, handlers, {
    channels: { handle: (channel, listener) => void listeners.set(channel, listener) },
    windows: { has: (id) => id === OURS, onPageGone },
    scheduler,
    report,
    timeLimitOf: () => 1_000,
  })
  const send = (event: CommandEvent, ...args: unknown[]) => {
    const listener = listeners.get('host:command:double')
    if (!listener) throw new Error('not bound')
    return listener(event, ...args)
  }
  return { send, scheduler, report, onPageGone }
}

const double = ({ of }: { of: number }) => of * 2
const error = (code: string) => ({ ok: false, error: { code, message: expect.stringMatching(/\w/) } })

test('a fitting request of our page is answered with the value', async () => {
  expect(await bind({ double }).send(ourEvent, { of: 21 })).toEqual({ ok: true, value: 42 })
})

describe('the sender', () => {
  const strangers: [string, CommandEvent][] = [
    ['a window that is not ours', { ...ourEvent, sender: { id: 8 } }],
    ['a frame that has gone', { ...ourEvent, senderFrame: null }],
    ['a frame within the page', { ...ourEvent, senderFrame: { url: 'app://fieldwork/', parent: {} } }],
    ...[
      'https://fieldwork/',
      'app://other/',
      'app://fieldwork.example/',
      'file:///app://fieldwork/',
      'about:blank',
      '',
    ].map((url): [string, CommandEvent] => [
      `a page at '${url}'`,
      { ...ourEvent, senderFrame: { url, parent: null } },
    ]),
  ]
  test.each(strangers)('%s is answered forbidden, and the handler does not run', async (_what, event) => {
    const handler = vi.fn(double)
    expect(await bind({ double: handler }).send(event, { of: 1 })).toEqual(error('forbidden'))
    expect(handler).not.toHaveBeenCalled()
  })
})

describe('the request', () => {
  const bad: unknown[][] = [[], [null], [{}], [{ of: '2' }], [{ of: Number.NaN }], [[1]], [{ of: 1 }, 'more']]
  test.each(bad.map((args) => [args]))('%j is answered badRequest', async (args) => {
    const handler = vi.fn(double)
    expect(await bind({ double: handler }).send(ourEvent, ...args)).toEqual(error('badRequest'))
    expect(handler).not.toHaveBeenCalled()
  })
})

describe('the handler', () => {
  test.each([undefined, 'four', null])('a value that does not fit (%s) is answered failed', async (value) => {
    const { send, report } = bind({ double: () => value })
    expect(await send(ourEvent, { of: 2 })).toEqual(error('failed'))
    expect(report).toHaveBeenCalledOnce()
  })

  test('an exception is answered failed, without its words', async () => {
    const { send, report } = bind({ double: () => Promise.reject(new Error('the password is 1234')) })
    expect(await send(ourEvent, { of: 2 })).toEqual({
      ok: false,
      error: { code: 'failed', message: "The desktop client could not do 'double'." },
    })
    expect(report).toHaveBeenCalledOnce()
  })

  test('a HostFailure is answered with its code and words', async () => {
    const { send } = bind({
      double: () => {
        throw new HostFailure('unsupported', 'Not on this system.')
      },
    })
    expect(await send(ourEvent, { of: 2 })).toEqual({
      ok: false,
      error: { code: 'unsupported', message: 'Not on this system.' },
    })
  })

  test('one that never ends is answered timeout at its limit', async () => {
    const { send, scheduler } = bind({ double: () => new Promise(() => {}) })
    const answered = vi.fn()
    void send(ourEvent, { of: 2 }).then(answered)
    await scheduler.advance(999)
    expect(answered).not.toHaveBeenCalled()
    await scheduler.advance(1)
    expect(answered).toHaveBeenCalledWith(error('timeout'))
  })

  test('one that ends leaves no timer behind', async () => {
    const { send, scheduler } = bind({ double })
    await send(ourEvent, { of: 2 })
    expect(scheduler.pending).toBe(0)
  })

  test('knows its window, and what it wants done after the answer is done after the answer', async () => {
    const order: string[] = []
    const { send, scheduler, onPageGone } = bind({
      double: (_request, caller) => {
        caller.afterAnswer(() => order.push('after'))
        caller.onPageGone(() => {})
        return caller.windowId
      },
    })
    expect(await send(ourEvent, { of: 2 })).toEqual({ ok: true, value: OURS })
    order.push('answered')
    await scheduler.advance(0)
    expect(order).toEqual(['answered', 'after'])
    expect(onPageGone).toHaveBeenCalledWith(OURS, expect.any(Function))
  })
})

test('a declared command without a handler, and a handler without a command, stop the start', () => {
  expect(() => bind({})).toThrow("The declared command 'double' has no handler.")
  expect(() => bind({ double, halve: double })).toThrow("The handler 'halve' answers no declared command.")
  expect(() => bind(Object.create({ double }))).toThrow('has no handler')
})

test('the names that the preload passes are the commands that are declared', () => {
  expect([...hostCommandNames].sort()).toEqual(Object.keys(hostCommands).sort())
})
