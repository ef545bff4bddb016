import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { resolveAsset } from './resolve-asset.ts'
import { serveRenderer } from './serve-renderer.ts'

const URL_LIMIT = 2048

describe('what a URL names', () => {
  test.each([
    ['app://fieldwork/assets/main.js', ['assets', 'main.js']],
    ['app://fieldwork/assets/main.js?v=1#x', ['assets', 'main.js']],
    ['app://fieldwork//assets//main.js', ['assets', 'main.js']],
    ['app://fieldwork/caf%C3%A9.png', ['café.png']],
    ['app://fieldwork/', ['index.html']],
    ['app://fieldwork', ['index.html']],
    ['app://fieldwork/exit-app', ['index.html']],
    ['app://fieldwork/chat/17', ['index.html']],
    // The URL parser removes these before anybody looks, so they stay within the folder.
    ['app://fieldwork/../../secret.txt', ['secret.txt']],
    ['app://fieldwork/%2e%2e/secret.txt', ['secret.txt']],
  ])('%s', (url, segments) => expect(resolveAsset(url)).toEqual({ ok: true, segments }))

  test.each([
    'app://fieldwork/..%2fsecret.txt',
    'app://fieldwork/a/..%2F..%2Fsecret.txt',
    'app://fieldwork/..%5csecret.txt',
    'app://fieldwork/..\\secret.txt',
    'app://fieldwork/%2e%2e%2f%2e%2e%2fsecret.txt',
    'app://fieldwork/a%00.txt',
    'app://fieldwork/a%0a.txt',
    'app://fieldwork/C:%5cWindows%5cwin.ini',
    'app://fieldwork/C:/Windows/win.ini',
    'app://fieldwork/index.html::$DATA',
    'app://fieldwork/.env',
    'app://fieldwork/.git/config.txt',
    'app://fieldwork/index.html.',
    'app://fieldwork/index.html%20',
    'app://fieldwork/%ff.txt',
    'app://fieldwork/%E0%A4%A.txt',
  ])('%s is refused', (url) => expect(resolveAsset(url)).toEqual({ ok: false, status: 400 }))

  test('another host is not served, nor is a URL of any length', () => {
    expect(resolveAsset('app://elsewhere/index.html')).toEqual({ ok: false, status: 404 })
    expect(resolveAsset('https://fieldwork/index.html')).toEqual({ ok: false, status: 404 })
    expect(resolveAsset(`app://fieldwork/${'a'.repeat(URL_LIMIT)}`)).toEqual({ ok: false, status: 414 })
  })
})

describe('serving', () => {
  const outer = mkdtempSync(path.join(os.tmpdir(), 'fieldwork-protocol-'))
  const folder = path.join(outer, 'renderer')
  mkdirSync(path.join(folder, 'assets.js'), { recursive: true })
  writeFileSync(path.join(folder, 'index.html'), '<p>page')
  writeFileSync(path.join(folder, 'main.js'), '1')
  mkdirSync(path.join(folder, 'assets'))
  writeFileSync(path.join(folder, 'assets', 'argon2-worker-4f2a.js'), '2')
  writeFileSync(path.join(outer, 'secret.txt'), 'secret')
  symlinkSync(path.join(outer, 'secret.txt'), path.join(folder, 'link.txt'))
  afterAll(() => rmSync(outer, { recursive: true, force: true }))
  const serve = serveRenderer({ folder, policy: 'the policy' })
  const get = (rest: string, method = 'GET') => serve({ method, url: `app://fieldwork/${rest}` })

  test.each([
    ['main.js', 'text/javascript; charset=utf-8', '1'],
    ['chat/17', 'text/html; charset=utf-8', '<p>page'],
  ])('%s is served with its type, the policy and no guessing', async (rest, type, content) => {
    const response = await get(rest)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(type)
    expect(response.headers.get('content-security-policy')).toBe('the policy')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await response.text()).toBe(content)
  })

  test.each([
    ['missing.js', 404],
    ['assets.js', 404],
    ['link.txt', 404],
    ['..%2fsecret.txt', 400],
  ])('%s is answered %i, with the policy', async (rest, status) => {
    const response = await get(rest)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-security-policy')).toBe('the policy')
    expect(await response.text()).toBe('')
  })

  test('WebAssembly may run in the worker of vaults, by that file’s own answer', async () => {
    const { headers } = await get('assets/argon2-worker-4f2a.js')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
    )
  })

  test('nothing can be written, and HEAD has no body', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await get('main.js', method)).status).toBe(405)
    expect(await (await get('main.js', 'HEAD')).text()).toBe('')
  })
})

test('the policy lets a page call the one server, by HTTP and by WebSocket, and run its own scripts alone', () => {
  const directives = new Map(
    contentSecurityPolicy('https://fieldwork.example')
      .split('; ')
      .map((directive): [string, string[]] => {
        const [name = '', ...sources] = directive.split(' ')
        return [name, sources]
      }),
  )
  expect(directives.get('default-src')).toEqual(["'none'"])
  expect(directives.get('script-src')).toEqual(["'self'"])
  expect(directives.get('connect-src')).toEqual([
    "'self'",
    'https://fieldwork.example',
    'wss://fieldwork.example',
  ])
  expect(directives.get('frame-ancestors')).toEqual(["'none'"])
  expect([...directives.values()].flat()).not.toContain('*')
  expect(contentSecurityPolicy('http://127.0.0.1:80')).toContain('ws://127.0.0.1:80')
})
