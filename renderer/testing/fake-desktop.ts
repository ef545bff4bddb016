import type { HostResult } from '#shared/host/command.ts'
import type { HostEventName, HostEventPayload } from '#shared/host/events.ts'
import type { Desktop } from '../services/desktop/desktop.ts'

type Answer = HostResult<unknown> | ((request: never) => HostResult<unknown> | Promise<HostResult<unknown>>)

/** A desktop client that answers as it is told to, by command; others are unsupported. */
export function fakeDesktop(answers: Readonly<Record<string, Answer>> = {}) {
  const commands: { name: string; request: unknown }[] = []
  const given = new Map<string, Answer>(Object.entries(answers))
  const listeners = new Map<string, Set<(payload: never) => void>>()
  const desktop: Desktop = {
    available: true,
    version: '1.0.0',
    logs: '~/fieldwork/logs',
    async invoke(name, request) {
      commands.push({ name, request })
      const answer = given.get(name) ?? refusal('unsupported', 'Not on this computer.')
      return (await (typeof answer === 'function' ? answer(request as never) : answer)) as never
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener as never)
      return () => set.delete(listener as never)
    },
  }
  return {
    desktop,
    commands,
    /** The host pushes an event. */
    fire<N extends HostEventName>(name: N, payload: HostEventPayload<N>) {
      for (const listener of listeners.get(name) ?? []) listener(payload as never)
    },
    /** What the command is answered with from now on. */
    answer: (name: string, answer: Answer) => void given.set(name, answer),
    /** The requests of one command, in order. */
    requests: (name: string) => commands.filter((one) => one.name === name).map(({ request }) => request),
  }
}

export const done = { ok: true, value: null } as const

export function refusal(code: 'unsupported' | 'denied' | 'failed', message: string) {
  return { ok: false, error: { code, message } } as const
}
