import { HubConnectionBuilder, type IHttpConnectionOptions } from '@microsoft/signalr'
import { afterEach, expect, test, vi } from 'vitest'
import { chatHub } from '#shared/hubs/chat.ts'
import type { Hub } from '#shared/hubs/hub.ts'
import { magicHub } from '#shared/hubs/magic.ts'
import { createHubClient } from './hub-client.ts'

afterEach(() => void vi.restoreAllMocks())

/** With what options a connection to the hub is opened. */
async function optionsFor(
  hub: Hub,
  hubToken = async () => 'hub-token',
): Promise<IHttpConnectionOptions | undefined> {
  let seen: IHttpConnectionOptions | undefined
  vi.spyOn(HubConnectionBuilder.prototype, 'withUrl').mockImplementation((_, options) => {
    seen = options as IHttpConnectionOptions
    throw new Error('Nothing is to be connected to.')
  })
  const client = createHubClient(hub, {
    baseUrl: '',
    hubToken,
    random: () => 0.5,
    wait: () => Promise.resolve(),
  })
  await expect(client.start()).rejects.toThrow('Nothing')
  return seen
}

test('S148 a hub for everybody is opened without asking for a token', async () => {
  expect((await optionsFor(magicHub))?.accessTokenFactory).toBeUndefined()
})

test('any other hub is opened with a hub token', async () => {
  expect(await (await optionsFor(chatHub))?.accessTokenFactory?.()).toBe('hub-token')
})

test('a connection is negotiated and made with one token, the next with another', async () => {
  let asked = 0
  const options = await optionsFor(chatHub, async () => `token ${++asked}`)
  const tokens: unknown[] = []
  for (let n = 0; n < 4; n++) tokens.push(await options?.accessTokenFactory?.())
  expect(tokens).toEqual(['token 1', 'token 1', 'token 2', 'token 2'])
})

test('without a token no connection is made with the one before', async () => {
  const answers = [
    Promise.resolve('token 1'),
    Promise.reject(new Error('offline')),
    Promise.resolve('token 2'),
  ]
  const options = await optionsFor(chatHub, () => answers.shift() ?? Promise.resolve(''))
  const ask = async () => options?.accessTokenFactory?.()
  expect([await ask(), await ask()]).toEqual(['token 1', 'token 1'])
  await expect(ask()).rejects.toThrow('offline')
  expect([await ask(), await ask()]).toEqual(['token 2', 'token 2'])
})
