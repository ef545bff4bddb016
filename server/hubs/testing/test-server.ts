import fastify from 'fastify'
import { permissionsOf } from '#shared/domain/permissions.ts'
import { createHubServer, type HubServerOptions, type SocketHubServer } from '../hub-server.ts'
import { registerHubs } from '../register-hubs.ts'
import type { HubClients, HubIdentity } from '../types.ts'
import { createTestHubState, type TestHubState, testHandlers } from './test-handlers.ts'
import { openHub, testHub } from './test-hub.ts'

export interface LogLine {
  readonly level: string
  readonly message: string
  readonly fields: Record<string, unknown>
}

export interface TestServer {
  readonly port: number
  readonly url: string
  readonly hubServer: SocketHubServer
  readonly clients: HubClients<typeof testHub>
  readonly state: TestHubState
  readonly logs: readonly LogLine[]
  close(): Promise<void>
}

/** Tokens are `session:userID`; `expired` and everything else is refused. */
export async function authenticateTest(token: string): Promise<HubIdentity | null> {
  const match = /^(\w+):(\d+)$/.exec(token)
  if (!match?.[1] || !match[2]) return null
  const userID = Number(match[2])
  return {
    sessionID: match[1],
    userID,
    userName: `user${userID}`,
    displayName: `User ${userID}`,
    tokenType: 'OTHER',
    permissions: permissionsOf([]),
  }
}

/** A Fastify app with the test hubs, listening on the loopback interface. */
export async function startTestServer(
  options: Partial<HubServerOptions> & { readonly port?: number } = {},
): Promise<TestServer> {
  const { port = 0, ...hubOptions } = options
  const logs: LogLine[] = []
  const state = createTestHubState()
  const hubServer = createHubServer({
    authenticate: authenticateTest,
    log: (level, message, fields = {}) => logs.push({ level, message, fields }),
    ...hubOptions,
  })
  const clients = hubServer.serve(testHub, (own) => testHandlers(own, state))
  hubServer.serve(openHub, () => ({
    methods: { whoAmI: (connection) => connection.identity?.userID ?? null },
  }))
  const app = fastify()
  registerHubs(app, hubServer)
  const url = await app.listen({ port, host: '127.0.0.1' })
  return {
    port: Number(new URL(url).port),
    url: `${url}${testHub.path}`,
    hubServer,
    clients,
    state,
    logs,
    close: () => app.close(),
  }
}
