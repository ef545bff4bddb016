import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeSetting } from '../db/settings.ts'
import { startTestServer, type TestServer } from '../http/testing/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await startTestServer()
})
afterEach(() => server.server.close())

const agreement = () => server.server.app.inject('/api/auth/user-agreement')
const keep = (value: string) => writeSetting(server.server.db, 'userAgreement', value)

test('A126 the texts that come with the product have the company’s name filled in, and nobody else’s', async () => {
  await writeSetting(server.server.db, 'company', 'Bright Surveys')
  const { title, lastUpdated, sections } = (await agreement()).json()
  expect(title).toBe('End-user agreement of Bright Surveys')
  expect(Date.parse(lastUpdated)).toBeLessThan(Date.now())
  expect(sections).toHaveLength(8)
  expect(new Set(sections.map(({ heading }: { heading: string }) => heading)).size).toBe(8)
  const urls = ['/api/auth/user-agreement', '/api/public/privacy-policy', '/api/public/privacy-notice']
  for (const url of urls) {
    const { body } = await server.server.app.inject(url)
    expect([url, /northgate|\{\w+\}/i.test(body)]).toEqual([url, false])
  }
})

test('a deployment’s own agreement is the one that is shown; one that cannot be read is a fault', async () => {
  const own = {
    title: 'Terms',
    lastUpdated: '2026-03-02T09:00:00.000Z',
    sections: [{ heading: 'A', text: 'B' }],
  }
  await keep(JSON.stringify(own))
  expect((await agreement()).json()).toEqual(own)
  await keep('{"title":"Terms"}')
  expect((await agreement()).statusCode).toBe(500)
})
