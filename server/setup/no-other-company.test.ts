import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { post, startTestServer } from '../http/testing/test-server.ts'
import { ENTRIES } from './testing/setup-entries.ts'

/** The demo's company, which nobody else's installation may name. */
const OTHER = /northgate/i

test('A126 no text of the product names another company, but for the demo’s own data', () => {
  const files = ['server', 'renderer', 'shared', 'electron']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter(
      (file) =>
        /\.(?:tsx?|html|css|json)$/.test(file) &&
        // 0002 gives the demo's people of before their addresses.
        !/\.test\.|\/testing\b|\/seed\/|\/gallery\/|\/migrations\/0002-/.test(file),
    )
  expect(files.length).toBeGreaterThan(1000)
  const naming = files.filter((file) =>
    OTHER.test(readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')),
  )
  expect(naming).toEqual([])
})

test('A126 nothing that a new installation answers or keeps names another company', async () => {
  const server = await startTestServer({ isUnclaimed: true })
  try {
    const code = await server.server.installation.issueCode('http://localhost')
    const tenant = { ...ENTRIES.tenant, companyName: 'Clear Surveys' }
    expect((await post(server, '/api/setup/finish', { code, ...ENTRIES, tenant })).status).toBe(200)
    const { app, db } = server.server
    const paths = ['/api/auth/user-agreement', '/api/auth/privacy-policy-name', '/environment.json']
    for (const url of paths) {
      const { statusCode, body } = await app.inject({ url })
      expect([url, statusCode, OTHER.test(body)]).toEqual([url, 200, false])
    }
    expect((await app.inject({ url: '/api/auth/user-agreement' })).body).toContain('Clear Surveys')
    for (const table of await db.introspection.getTables()) {
      const rows = await db
        .selectFrom(table.name as 'settings')
        .selectAll()
        .execute()
      expect([table.name, OTHER.test(JSON.stringify(rows))]).toEqual([table.name, false])
    }
  } finally {
    await server.server.close()
  }
})
