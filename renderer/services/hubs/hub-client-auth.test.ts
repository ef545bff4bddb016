import { HubConnectionBuilder, type IHttpConnectionOptions } from '@microsoft/signalr'
import { afterEach, expect, test, vi } from 'vitest'
import { chatHub } from '#shared/hubs/chat.ts'
import type { Hub } from '#shared/hubs/hub.ts'
import { magicHub } from '#shared/hubs/magic.ts'
import { createHubClient } from './hub-client.ts'

afterEach(() => void vi.restoreAllMocks())

/** With what options a connection to the hub is opened. */
async function optionsFor(hub: Hub): Promise<IHttpConnectionOptions | undefined> {
  let seen: IHttpConnectionOptions | undefined
  vi.spyOn(HubConnectionBuilder.prototype, 'withUrl').mockImplementation((_, options) => {
    seen = options as IHttpConnectionOptions
    throw new Error('Nothing is to be connected to.')
  })
  const client = createHubClient(hub, {
    baseUrl: '',
    hubToken: async () => 'hub-token',
    random: () => 0.5,
    wait: () => Promise.resolve(),
  })
  await expect(client.start()).rejects.toThrow('Nothing')
  return seen
}

test('S148 a hub for everybody is opened without asking for a token', async () => {
  expect((await optionsFor(magicHub))?.accessTokenFactory).toBeUndefined()
})

test('S260 any other hub is opened with a hub token', async () => {
  expect(await (await optionsFor(chatHub))?.accessTokenFactory?.()).toBe('hub-token')
})
