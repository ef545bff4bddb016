import { createStore } from 'zustand/vanilla'
import { PERMISSIONS, type PermissionName, permissionsOf } from '#shared/domain/permissions.ts'
import type { Services } from '../../../services/services.ts'
import type { SessionState } from '../../../services/session/session.ts'
import { createStorage, type KeyValueStore } from '../../../services/storage/storage.ts'
import { fakeServices } from '../../../testing/fake-services.ts'
import { createFakeHub, type FakeHub } from './fake-hub.ts'
import { createFakeServer, type FakeServer, type FakeServerData } from './fake-server.ts'

/** A store of values that lives as long as the test. */
export function createMemoryStore(): KeyValueStore & { readonly values: Map<string, string> } {
  const values = new Map<string, string>()
  return {
    values,
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  }
}

export interface FakeServices {
  readonly services: Services
  readonly server: FakeServer
  readonly hub: FakeHub
  readonly kept: ReturnType<typeof createMemoryStore>
}

export interface FakeServicesOptions extends FakeServerData {
  readonly permissions?: readonly PermissionName[]
  readonly connects?: boolean
  /** What an earlier page left in the storage. */
  readonly kept?: ReturnType<typeof createMemoryStore>
}

/** Services of a signed-in person over a fake server and a fake hub. */
export function createFakeServices(options: FakeServicesOptions): FakeServices {
  const server = createFakeServer(options)
  const hub = createFakeHub(options.connects)
  const kept = options.kept ?? createMemoryStore()
  const storage = createStorage(kept, new EventTarget())
  const { me, permissions = ['GENERAL_CAN_USE_TEAM_CHAT'], now = () => Date.UTC(2026, 10, 21, 9) } = options
  const session = createStore<SessionState>(() => ({
    token: 'Bearer test',
    user: {
      id: me.id,
      displayName: me.name,
      userName: me.name,
      role: 'Interviewer',
      manager: '',
      claims: {
        userId: me.id,
        interviewerNameId: me.name,
        name: me.name,
        userName: me.name,
        manager: '',
        role: 'Interviewer',
        allowedPermissions: '',
        userType: '',
        tokenType: 'OTHER',
        exp: 0,
      },
    },
    permissions: permissionsOf(permissions.map((name) => PERMISSIONS[name])),
  }))
  let lastID = 0
  const { services: others } = fakeServices()
  const services: Services = {
    ...others,
    api: server.api,
    session: { ...others.session, store: session },
    storage,
    hub: () => hub as never,
    now,
    newID: () => `client-${++lastID}`,
  }
  return { services, server, hub, kept }
}
