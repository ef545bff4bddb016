import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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

describe('a text that the build has compressed', () => {
  const SCRIPT = 'export const words = ["quota", "screener"]\n'.repeat(50)
  const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const BROTLI = brotliCompressSync(SCRIPT)
  beforeEach(() => {
    const assets = join(folder, 'dist', 'assets')
    writeFileSync(join(assets, 'big-1a2b.js'), SCRIPT)
    writeFileSync(join(assets, 'big-1a2b.js.br'), BROTLI)
    writeFileSync(join(assets, 'big-1a2b.js.gz'), gzipSync(SCRIPT))
    writeFileSync(join(assets, 'logo-3c4d.png'), PNG)
  })
  const ask = (headers: Record<string, string>) => get('/assets/big-1a2b.js', headers)

  test.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'gzip, br;q=0', gunzipSync],
    ['gzip', '*', gunzipSync],
  ])('goes as %s to who takes "%s", under its own type', async (encoding, accepted, unpack) => {
    const { statusCode, headers, rawPayload } = await ask({ 'accept-encoding': accepted })
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'application/javascript; charset=utf-8',
      'content-length': String(rawPayload.length),
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(String(headers.vary)).toMatch(/accept-encoding/i)
    expect(unpack(rawPayload).toString()).toBe(SCRIPT)
  })

  test.each([{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'br;q=0, gzip;q=0' }])(
    'goes as it is to who takes none (%o), and caches are told that it varies',
    async (accepted) => {
      const { headers, body } = await ask(accepted)
      expect(body).toBe(SCRIPT)
      expect(headers).not.toHaveProperty('content-encoding')
      expect(String(headers.vary)).toMatch(/accept-encoding/i)
    },
  )

  test('a part of it is a part of what would go whole', async () => {
    const range = { range: 'bytes=3-9' }
    const packed = await ask({ ...range, 'accept-encoding': 'br' })
    expect(packed.statusCode).toBe(206)
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      'content-range': `bytes 3-9/${BROTLI.length}`,
    })
    expect(packed.rawPayload).toEqual(BROTLI.subarray(3, 10))
    const plain = await ask({ ...range, 'accept-encoding': 'identity' })
    expect(plain.headers).toMatchObject({ 'content-range': `bytes 3-9/${SCRIPT.length}` })
    expect(plain.body).toBe(SCRIPT.slice(3, 10))
  })

  test('who has it is told so, each form under a tag of its own', async () => {
    const forms = ['br', 'gzip', 'identity'].map((form) => ({ 'accept-encoding': form }))
    const tags: string[] = []
    for (const form of forms) {
      const tag = String((await ask(form)).headers.etag)
      const again = await ask({ ...form, 'if-none-match': tag })
      expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' })
      expect(String(again.headers.vary)).toMatch(/accept-encoding/i)
      tags.push(tag)
    }
    expect(new Set(tags).size).toBe(3)
    const other = await ask({ 'accept-encoding': 'br', 'if-none-match': tags[1] ?? '' })
    expect(other.statusCode).toBe(200)
  })

  test('a picture goes as it is', async () => {
    const { headers, rawPayload } = await get('/assets/logo-3c4d.png', { 'accept-encoding': 'br, gzip' })
    expect(rawPayload).toEqual(PNG)
    expect(headers['content-type']).toBe('image/png')
    expect(headers).not.toHaveProperty('content-encoding')
  })

  test.each(['/', '/index.html', '/dashboard'])(
    'so does the page at %s, whether it is compressed or too small',
    async (url) => {
      const browser = { ...NAVIGATION, 'accept-encoding': 'gzip, deflate, br' }
      const small = await get(url, browser)
      expect({ status: small.statusCode, body: small.body }).toEqual({ status: 200, body: PAGE })
      writeFileSync(join(folder, 'dist', 'index.html.br'), brotliCompressSync(PAGE))
      const { headers, rawPayload } = await get(url, browser)
      expect(headers).toMatchObject({
        'content-encoding': 'br',
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      })
      expect(brotliDecompressSync(rawPayload).toString()).toBe(PAGE)
    },
  )
})

test.each([
  ['/assets/gone.js', NAVIGATION],
  ['/gone.png', { accept: 'image/*' }],
  ['/sandbox/wurkshare/widgets/demo/index.html', {}],
])('what is not there (%s) is 404, not the page', async (url, headers) => {
  const answer = await get(url, headers)
  expect({ status: answer.statusCode, body: answer.json() }).toEqual({
    status: 404,
    body: { value: 'There is no such page.', code: 'request.noSuchPage' },
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

test('WebAssembly may run in the worker of vaults, by that file’s own answer, and nowhere else', async () => {
  const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy'])
  expect(await policyOf('/assets/argon2-worker-4f2a.js')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
  )
  for (const url of [
    '/',
    '/assets/main-4f2a.js',
    '/argon2-worker-4f2a.js',
    '/assets/x/argon2-worker-4f2a.js',
  ])
    expect(await policyOf(url), url).not.toContain('wasm')
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
