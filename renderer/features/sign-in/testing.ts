import { vi } from 'vitest'
import { confirmPassword, confirmUsername, login } from '#shared/contract/auth.ts'
import type { magicHub } from '#shared/hubs/magic.ts'
import type { HubClient, HubState } from '../../services/hubs/hub-client.ts'
import type { Services } from '../../services/services.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'

/** The channel of magic links, in the hands of a test. */
export function fakeMagicHub() {
  const confirmed = new Set<(key: string) => void>()
  const stands = new Set<(again: boolean) => void>()
  const changed = new Set<() => void>()
  const joined: string[] = []
  let state: HubState = 'disconnected'
  let refusal: Error | null = null
  const become = (next: HubState) => {
    state = next
    for (const listener of [...changed]) listener()
  }
  const client: HubClient<typeof magicHub> = {
    get state() {
      return state
    },
    start: async () => become('connecting'),
    stop: vi.fn(async () => become('disconnected')),
    async invoke(_, ...args) {
      joined.push(String(args[0]))
      if (refusal) throw refusal
      return undefined as never
    },
    on(_, listener) {
      confirmed.add(listener as (key: string) => void)
      return () => confirmed.delete(listener as (key: string) => void)
    },
    onConnected(listener) {
      stands.add(listener)
      return () => stands.delete(listener)
    },
    subscribe(listener) {
      changed.add(listener)
      return () => changed.delete(listener)
    },
  }
  return {
    client,
    /** The client keys that were joined with, in order. */
    joined,
    connect(again = false) {
      become('connected')
      for (const listener of [...stands]) listener(again)
    },
    drop: () => become('reconnecting'),
    refuse(error: Error | null) {
      refusal = error
    },
    confirm(key: string) {
      for (const listener of [...confirmed]) listener(key)
    },
    get hasListeners() {
      return confirmed.size + stands.size + changed.size > 0
    },
  }
}

/** Services for a sign-in by user name and password, with an accepted agreement. */
export function signInServices(changes: Partial<Services> = {}) {
  const hub = fakeMagicHub()
  const server = fakeServices({ hub: (() => hub.client) as unknown as Services['hub'], ...changes })
  server.services.storage.set('username', 'amelia.ward')
  server.services.storage.set('EULA_ACCEPTED', { userName: 'amelia.ward', acceptedAt: server.services.now() })
  server.answer(confirmUsername, () => ({ nextStage: 'PASSWORD', clientKey: 'k1' }))
  server.answer(confirmPassword, () => ({ nextStage: 'LOGIN', clientKey: 'k2' }))
  server.answer(login, () => ({ token: testToken() }))
  return { ...server, hub }
}
