import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatHub } from '#shared/hubs/chat.ts'
import { livePanelHub } from '#shared/hubs/live-panel.ts'
import { magicHub } from '#shared/hubs/magic.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { visitorHub } from '#shared/hubs/visitor.ts'
import { buildServer, type Server } from './app.ts'
import { claim } from './setup/installation.ts'

const allHubs = { chatHub, livePanelHub, magicHub, mainHub, visitorHub }

let server: Server

beforeAll(async () => {
  server = await buildServer({ databaseFile: ':memory:', seed: false, build: 'test', logLevel: 'silent' })
  await claim(server.db, 0, null)
})
afterAll(() => server.close())

test.each(Object.entries(allHubs))('%s is served, by its declared rule of admission', async (_, hub) => {
  const answer = await server.app.inject({ method: 'POST', url: `${hub.path}/negotiate?negotiateVersion=1` })
  expect(answer.statusCode).toBe(hub.auth === 'token' ? 401 : 200)
})
