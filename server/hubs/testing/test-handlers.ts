import type { HubClients, HubHandlers } from '../types.ts'
import { HubRefusal } from '../types.ts'
import type { testHub } from './test-hub.ts'

/** What happened in the test hub, and the gate that its `wait` method waits at. */
export interface TestHubState {
  readonly connected: string[]
  readonly disconnected: string[]
  readonly began: string[]
  /** Lets the oldest waiting `wait` go on. */
  readonly waiting: Array<() => void>
}

export function createTestHubState(): TestHubState {
  return { connected: [], disconnected: [], began: [], waiting: [] }
}

/** Handlers of the test hub that note what they were asked in `state`. */
export function testHandlers(
  clients: HubClients<typeof testHub>,
  state: TestHubState,
): HubHandlers<typeof testHub> {
  return {
    connected: (connection) => {
      state.connected.push(connection.id)
      connection.send('welcome')
    },
    disconnected: (connection) => {
      state.disconnected.push(connection.id)
    },
    methods: {
      echo: (_connection, text) => {
        state.began.push(text)
        return text
      },
      sum: (_connection, a, b = 0) => a + b,
      keep: (_connection, note) => note,
      nothing: () => {},
      nobody: () => null,
      refuse: () => {
        throw new HubRefusal('call.none')
      },
      fail: () => {
        throw new Error('the secret detail')
      },
      wait: async (_connection, text) => {
        state.began.push(text)
        await new Promise<void>((resolve) => state.waiting.push(resolve))
        return text
      },
      join: (connection, group) => connection.join(group),
      leave: (connection, group) => connection.leave(group),
      say: (connection, group, text) => clients.toGroup(group, 'said', [group, text], connection),
      who: (connection) => connection.identity?.displayName ?? null,
    },
  }
}
