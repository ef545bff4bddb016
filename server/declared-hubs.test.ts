import { afterAll, beforeAll, expect, test } from 'vitest'
import { allHubs } from '#shared/hubs/all-hubs.ts'
import { buildServer, type Server } from './app.ts'

let server: Server

beforeAll(async () => {
  server = await buildServer({ databaseFile: ':memory:', seed: false, build: 'test', logLevel: 'silent' })
})
afterAll(() => server.close())

test.each(Object.entries(allHubs))('%s is served, by its declared rule of admission', async (_, hub) => {
  const answer = await server.app.inject({ method: 'POST', url: `${hub.path}/negotiate?negotiateVersion=1` })
  expect(answer.statusCode).toBe(hub.auth === 'token' ? 401 : 200)
})
