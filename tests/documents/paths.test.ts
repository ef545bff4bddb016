import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../server/http/testing/test-server.ts'

/**
 * What is served beside the calls of the contract, by the documents' own literals (spec 5 §5.4, §6.3, §8). None of
 * it is asked for by the product's own pages, so nothing else would notice another spelling.
 */
const PATHS = [
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /api/auth/sso/start',
  'GET /api/auth/sso/providers',
  'GET /api/auth/sso/callback',
  'POST /api/auth/sso/back-channel-logout',
  ...['ServiceProviderConfig', 'ResourceTypes', 'Schemas'].map((name) => `GET /scim/v2/${name}`),
  ...['Users', 'Groups'].flatMap((name) => [
    ...['GET', 'POST'].map((method) => `${method} /scim/v2/${name}`),
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /scim/v2/${name}/:id`),
  ]),
]

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ metrics: { token: 'x'.repeat(32), address: null } })
})
afterAll(() => server.server.close())

test.each(PATHS)('5 §8 %s is served', (path) => {
  const [method = '', url = ''] = path.split(' ')
  expect(server.server.app.hasRoute({ method: method as 'GET', url })).toBe(true)
})

test('another spelling isn’t', () => {
  expect(server.server.app.hasRoute({ method: 'GET', url: '/scim/v2/users' })).toBe(false)
})
