import type { EventArgs, EventName, Hub, MethodName } from '#shared/hubs/hub.ts'
import type { HubClient } from '../services/hubs/hub-client.ts'

/** A hub whose events a test fires, and which notes what is invoked on it. */
export interface FakeHub<H extends Hub> extends HubClient<H> {
  /** The server sends an event. */
  fire<N extends EventName<H>>(event: N, ...args: EventArgs<H, N>): void
  /** The connection stands; `again` after it was lost. */
  connect(again?: boolean): void
  readonly invoked: { method: MethodName<H>; args: unknown[] }[]
}

/** @param answers what methods answer; the rest answers nothing */
export function fakeHub<H extends Hub>(
  answers: Partial<Record<MethodName<H>, (...args: unknown[]) => unknown>> = {},
): FakeHub<H> {
  const listeners = new Map<string, Set<(...args: never[]) => void>>()
  const connected = new Set<(again: boolean) => void>()
  const invoked: FakeHub<H>['invoked'] = []
  return {
    state: 'connected',
    invoked,
    start: async () => {},
    stop: async () => {},
    invoke: async (method, ...args) => {
      invoked.push({ method, args: args as unknown[] })
      return (await answers[method]?.(...args)) as never
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set)
      set.add(listener as never)
      return () => set.delete(listener as never)
    },
    onConnected(listener) {
      connected.add(listener)
      return () => connected.delete(listener)
    },
    subscribe: () => () => {},
    fire(event, ...args) {
      for (const listener of listeners.get(event) ?? []) listener(...(args as never[]))
    },
    connect(again = false) {
      for (const listener of connected) listener(again)
    },
  }
}
