import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../http/testing/test-server.ts'
import { AGREEMENT_SETTING, DEFAULT_AGREEMENT } from './agreement.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.server.close())

const agreement = () => server.server.app.inject('/api/auth/user-agreement')
const keep = (value: string) =>
  server.server.db.insertInto('settings').values({ name: AGREEMENT_SETTING, value }).execute()

test('without one of its own a deployment shows the agreement of the demo company', async () => {
  const { title, lastUpdated, sections } = (await agreement()).json()
  expect(title).toBe('End-user agreement of Northgate Research')
  expect(Date.parse(lastUpdated)).toBeLessThan(Date.now())
  expect(sections).toHaveLength(8)
  expect(new Set(sections.map(({ heading }: { heading: string }) => heading)).size).toBe(8)
})

test('a deployment’s own agreement is the one that is shown; one that cannot be read is a fault', async () => {
  const own = { ...DEFAULT_AGREEMENT, title: 'Terms', sections: [{ heading: 'A', text: 'B' }] }
  await keep(JSON.stringify(own))
  expect((await agreement()).json()).toEqual(own)
  await server.server.db.deleteFrom('settings').where('name', '=', AGREEMENT_SETTING).execute()
  await keep('{"title":"Terms"}')
  expect((await agreement()).statusCode).toBe(500)
})
