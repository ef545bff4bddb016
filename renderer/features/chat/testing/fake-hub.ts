import type { chatHub } from '#shared/hubs/chat.ts'
import type { EventArgs, EventName } from '#shared/hubs/hub.ts'
import type { HubClient, HubState } from '../../../services/hubs/hub-client.ts'

type ChatHub = typeof chatHub

/** A chat hub without a connection: tests say when it stands and what comes. */
export interface FakeHub extends HubClient<ChatHub> {
  readonly invoked: readonly (readonly unknown[])[]
  /** Makes every invocation fail from now on, or work again. */
  refuse(refusing: boolean): void
  /** Keeps back the answers to a method until the returned function is called. */
  hold(method: string): () => void
  setState(state: HubState): void
  emit<N extends EventName<ChatHub>>(event: N, ...args: EventArgs<ChatHub, N>): void
}

/** `connects`: whether starting it connects it at once. */
export function createFakeHub(connects = true): FakeHub {
  let state: HubState = 'disconnected'
  let refusing = false
  let stood = false
  const invoked: unknown[][] = []
  const holds = new Map<string, Promise<void>>()
  const stateListeners = new Set<() => void>()
  const connectedListeners = new Set<(again: boolean) => void>()
  const listeners = new Map<string, Set<(...args: never[]) => void>>()

  const setState = (next: HubState) => {
    if (next === state) return
    state = next
    for (const listener of [...stateListeners]) listener()
    if (next !== 'connected') return
    for (const listener of [...connectedListeners]) listener(stood)
    stood = true
  }
  return {
    invoked,
    refuse: (next) => {
      refusing = next
    },
    hold(method) {
      const { promise, resolve } = Promise.withResolvers<void>()
      holds.set(method, promise)
      return () => {
        holds.delete(method)
        resolve()
      }
    },
    setState,
    emit(event, ...args) {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(...(args as never[]))
    },
    get state() {
      return state
    },
    start: async () => setState(connects ? 'connected' : 'connecting'),
    stop: async () => setState('disconnected'),
    async invoke(method, ...args) {
      invoked.push([method, ...args])
      await holds.get(method)
      if (refusing || state !== 'connected') throw new Error('The hub is not connected.')
      return undefined as never
    },
    on(event, listener) {
      const set = listeners.get(event) ?? new Set()
      listeners.set(event, set)
      set.add(listener as never)
      return () => set.delete(listener as never)
    },
    onConnected(listener) {
      connectedListeners.add(listener)
      return () => connectedListeners.delete(listener)
    },
    subscribe(listener) {
      stateListeners.add(listener)
      return () => stateListeners.delete(listener)
    },
  }
}
