import type { HubConnection } from '@microsoft/signalr'
import { vi } from 'vitest'
import { createRealClient } from '../../hubs/testing/real-client.ts'
import { post, type TestServer } from './test-server.ts'

/** The real client's connection to a hub, with the events that it received and their arguments. */
export interface LiveClient {
  readonly client: HubConnection
  readonly heard: readonly (readonly [event: string, ...args: unknown[]])[]
  readonly closed: () => boolean
}

/** Opens connections as clients do, and closes them all at the end of a test. */
export function createLiveClients() {
  const clients: HubConnection[] = []

  async function open(url: string, events: readonly string[], token?: string): Promise<LiveClient> {
    const client = createRealClient(url, token === undefined ? {} : { token })
    clients.push(client)
    const heard: (readonly [string, ...unknown[]])[] = []
    for (const event of events) client.on(event, (...args) => heard.push([event, ...args]))
    const onClose = vi.fn()
    client.onclose(onClose)
    await client.start()
    return { client, heard, closed: () => onClose.mock.calls.length > 0 }
  }

  return {
    /** Without a token, for hubs that need none. */
    openAnonymous: open,
    /** With a hub token of the session. */
    async open(
      server: TestServer,
      url: string,
      bearer: { authorization: string },
      events: readonly string[],
    ): Promise<LiveClient> {
      const { body: token } = await post(server, '/api/auth/request-hub-token', {}, bearer)
      return open(url, events, token)
    },
    async closeAll(): Promise<void> {
      await Promise.all(clients.splice(0).map((client) => client.stop()))
    },
  }
}
