import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './testing/test-server.ts'

const PAGE = '<!doctype html><title>Page</title>'
const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

let folder: string
let server: TestServer

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldwork-static-'))
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'dist', 'index.html'), PAGE)
  writeFileSync(join(folder, 'dist', '.env'), 'secret')
  writeFileSync(join(folder, 'dist', 'favicon.svg'), '<svg/>')
  writeFileSync(join(folder, 'dist', 'assets', 'main-4f2a.js'), 'export {}')
  server = await startTestServer({ staticFolder: join(folder, 'dist') })
})
afterEach(async () => {
  await server.server.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => server.server.app.inject({ url, headers })

test.each(['/', '/index.html', '/dashboard', '/connect-plus/chat', '/public/survey/t?x=1', '/apiary'])(
  'a browser that goes to %s gets the page, which is never kept',
  async (url) => {
    const { statusCode, body, headers } = await get(url, NAVIGATION)
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: PAGE })
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' })
  },
)

test('files named by their content are kept for good, others are not', async () => {
  const asset = await get('/assets/main-4f2a.js')
  expect(asset.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': expect.stringContaining('javascript'),
  })
  expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-store')
})

test.each([
  ['/assets/gone.js', NAVIGATION],
  ['/gone.png', { accept: 'image/*' }],
  ['/sandbox/wurkshare/widgets/demo/index.html', {}],
])('what is not there (%s) is 404, not the page', async (url, headers) => {
  const answer = await get(url, headers)
  expect({ status: answer.statusCode, body: answer.json() }).toEqual({
    status: 404,
    body: { value: 'There is no such page.' },
  })
})

test('a HEAD for a widget that is not there is 404 without a redirect', async () => {
  const url = '/sandbox/wurkshare/widgets/demo/index.html'
  const answer = await server.server.app.inject({ method: 'HEAD', url, headers: NAVIGATION })
  expect(answer.statusCode).toBe(404)
})

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%5c..%5c..%5csecret.txt',
  '/.env',
])('%s does not leave the folder nor show what is hidden', async (url) => {
  expect((await get(url)).body).not.toContain('secret')
})

test('the page may run its own scripts and connect to its own server, and nothing else', async () => {
  const { headers } = await get('/', { ...NAVIGATION, host: '127.0.0.1:4000' })
  const policy = Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((rule) => [rule.slice(0, rule.indexOf(' ')), rule.slice(rule.indexOf(' ') + 1)]),
  )
  expect(policy).toEqual({
    'default-src': "'self'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'font-src': "'self'",
    'img-src': "'self' data: blob:",
    'media-src': "'self' blob:",
    'connect-src': "'self' ws://127.0.0.1:4000 wss://127.0.0.1:4000",
    'object-src': "'none'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
    'form-action': "'self'",
  })
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'permissions-policy': expect.stringContaining('geolocation=(self)'),
  })
})

test.each(["a; script-src 'unsafe-inline'", 'a b', "x'"])(
  'the host %j does not get into the policy',
  async (host) => {
    const { headers } = await get('/', { ...NAVIGATION, host })
    expect(headers['content-security-policy']).toMatch(/connect-src 'self'$/)
  },
)

test('errors and answers of calls carry the headers too, and nothing of them may run', async () => {
  for (const url of ['/api/nothing', '/api/auth/privacy-policy-name']) {
    expect((await get(url)).headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
  }
})

test('a folder without a page keeps the server from starting', async () => {
  await expect(startTestServer({ staticFolder: folder })).rejects.toThrow('There is no built page in')
})

test('without a folder there is the API alone', async () => {
  const bare = await startTestServer()
  expect((await bare.server.app.inject({ url: '/', headers: NAVIGATION })).statusCode).toBe(404)
  await bare.server.close()
})
