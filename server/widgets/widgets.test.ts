import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addLinks } from '../public/testing/add-links.ts'

let server: TestServer
let folder: string
let bearer: { authorization: string }

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-widgets-'))
  mkdirSync(join(folder, 'own'))
  writeFileSync(join(folder, 'own', 'index.html'), '<p>own</p>')
  writeFileSync(join(folder, 'own', '.hidden.html'), 'hidden')
  writeFileSync(join(folder, 'secret.html'), 'secret')
  symlinkSync(join(folder, 'secret.html'), join(folder, 'own', 'link.html'))
  server = await startTestServer({ widgetFolder: folder })
  const annID = await addPerson(server, { userName: 'ann', permissions: ['PROJECTS_CAN_SHARE_WIDGETS'] })
  bearer = await signIn(server, 'ann')
  await addLinks(server, annID)
})
afterAll(async () => {
  await server.server.close()
  rmSync(folder, { recursive: true })
})

const at = (path: string, method: 'GET' | 'HEAD' = 'GET') =>
  server.server.app.inject({
    url: `/sandbox/wurkshare/widgets/${path}`,
    method,
    headers: { accept: 'text/html' },
  })

test('S145 a widget is named with its pairs of key and value, with and without a bearer token', async () => {
  const ask = async (headers = {}) =>
    said(await post(server, '/api/public/wurkshare/widget/redemtion/preview', { token: 'widget' }, headers))
  const answer = await ask()
  expect(answer).toMatchObject({ status: 200, body: { appName: 'survey-progress' } })
  expect(answer.body).toMatchObject({
    data: expect.arrayContaining([{ key: 'Aged 18 to 34', value: '212/300' }]),
  })
  expect(await ask(bearer)).toEqual(answer)
  // A link to something else is none to a widget.
  const other = { token: 'survey' }
  expect(said(await post(server, '/api/public/wurkshare/widget/redemtion/preview', other)).status).toBe(403)
})

test('S043 the files of bundled and own widgets are served, also to HEAD, confined by a policy of their own', async () => {
  for (const path of ['survey-progress/index.html', 'own/index.html']) {
    const head = await at(path, 'HEAD')
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-type']).toBe('text/html; charset=utf-8')
    const policy = String(head.headers['content-security-policy'])
    expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'/)
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).not.toContain('allow-same-origin')
  }
  expect((await at('own/index.html')).body).toBe('<p>own</p>')
  expect((await at('survey-progress/widget.js')).headers['content-type']).toContain('javascript')
})

test.each([
  'none/index.html',
  'own/none.html',
  'own/.hidden.html',
  'own/link.html',
  'own/../secret.html',
  'own/%2e%2e/secret.html',
  'own/..%2fsecret.html',
  '../secret.html',
  '%2e%2e/index.html',
  'own%2f..%2f/secret.html',
  'own/',
  'own',
])('S043 %s leads nowhere', async (path) => {
  for (const method of ['GET', 'HEAD'] as const) expect((await at(path, method)).statusCode).toBe(404)
})

test('a widget whose name could lead elsewhere is not issued', async () => {
  const issue = async (appName: string) =>
    said(await post(server, '/api/public-links/issue/widget', { subject: { appName, data: [] } }, bearer))
  expect((await issue('../other')).status).toBe(400)
  expect((await issue('own')).status).toBe(200)
})
