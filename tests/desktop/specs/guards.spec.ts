import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DESKTOP_ORIGIN } from '#shared/host/bridge.ts'
import { type Desktop, expect, test } from '../support/desktop.ts'

interface PolicyPage {
  readonly evalAtStart: string
  readonly violations: string[]
  openFrame(): void
}

/** Puts a list in place of the system's browser, and gives what was opened with it. */
async function watchOutside({ app }: Desktop): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = async (url: string) => void opened.push(url)
  })
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
}

/** Gives where the first window was about to go since then, and whether that was refused. */
async function watchNavigations({ app }: Desktop): Promise<() => Promise<string[]>> {
  await app.evaluate(({ BrowserWindow }) => {
    const navigations: string[] = []
    Object.assign(globalThis, { navigations })
    BrowserWindow.getAllWindows()[0]?.webContents.on('will-frame-navigate', (event) => {
      setImmediate(() => void navigations.push(`${event.defaultPrevented} ${event.url}`))
    })
  })
  return () => app.evaluate(() => (globalThis as unknown as { navigations: string[] }).navigations)
}

function mainUrl({ app }: Desktop): Promise<string | undefined> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL())
}

function windowCount({ app }: Desktop): Promise<number> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
}

test('a page cannot leave the application', async ({ desktop }) => {
  const refused = await watchNavigations(desktop)
  await desktop.window.evaluate(() => document.getElementById('away')?.click())
  await expect.poll(refused).toEqual(['true https://elsewhere.invalid/'])
  expect(await mainUrl(desktop)).toBe(`${DESKTOP_ORIGIN}/`)
  // Until the refusal has reached the browser, the driver names the page that would have come.
  await expect(desktop.window).toHaveTitle('Fixture')
})

test('a link to a new window goes to the system browser, and no window opens', async ({ desktop }) => {
  const opened = await watchOutside(desktop)
  await desktop.window.evaluate(() => document.getElementById('outside')?.click())
  await expect.poll(opened).toEqual(['https://outside.invalid/page'])
  await desktop.window.evaluate(() => void window.open('mailto:help@example.invalid'))
  await expect.poll(opened).toEqual(['https://outside.invalid/page', 'mailto:help@example.invalid'])
  expect(await windowCount(desktop)).toBe(1)
})

test('window.open of anything else is refused', async ({ desktop }) => {
  const opened = await watchOutside(desktop)
  const results = await desktop.window.evaluate(() =>
    ['file:///etc/passwd', 'data:text/html,x', 'about:blank', 'ms-settings:', '/other'].map((url) =>
      window.open(url),
    ),
  )
  expect(results).toEqual([null, null, null, null, null])
  await desktop.window.evaluate(() => void window.open('https://last.invalid/'))
  await expect.poll(opened).toEqual(['https://last.invalid/'])
  expect(await windowCount(desktop)).toBe(1)
})

test('permissions are refused unless listed', async ({ sharedDesktop: desktop }) => {
  const states = await desktop.window.evaluate(async () => {
    const names = ['notifications', 'geolocation', 'microphone', 'camera', 'clipboard-read', 'midi'] as const
    const found: Record<string, string> = {}
    for (const name of names) {
      found[name] = (await navigator.permissions.query({ name: name as PermissionName })).state
    }
    return found
  })
  expect(states).toEqual({
    notifications: 'granted',
    geolocation: 'denied',
    microphone: 'granted',
    camera: 'granted',
    'clipboard-read': 'denied',
    midi: 'denied',
  })
  const place = await desktop.window.evaluate(
    () =>
      new Promise((resolve) =>
        navigator.geolocation.getCurrentPosition(
          () => resolve('given'),
          ({ code }) => resolve(code),
        ),
      ),
  )
  // PERMISSION_DENIED
  expect(place).toBe(1)
})

test('the policy stops inline scripts, eval, frames, and calls to anyone but the server', async ({
  launch,
}) => {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.origin)
    response.setHeader('access-control-allow-origin', DESKTOP_ORIGIN)
    response.setHeader('access-control-allow-headers', 'authorization')
    response.end('hello')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.on('upgrade', (request, socket) => {
    seen.push(request.headers.origin)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  const other = createServer((_request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.end('leaked')
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const urls = [server, other].map((one) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`)

  const { window } = await launch({ server: urls[0] ?? '' })
  const found = await window.evaluate(async ([own, foreign]) => {
    const call = (url: string | undefined, headers = {}) =>
      fetch(url ?? '', { headers }).then(
        (response) => response.text(),
        () => 'stopped',
      )
    const page = globalThis as unknown as PolicyPage
    page.openFrame()
    return {
      inline: 'inlineScriptRan' in globalThis,
      evaluated: page.evalAtStart,
      own: await call(own),
      // With a header that makes the browser ask the server first.
      preflighted: await call(own, { authorization: 'Bearer x' }),
      foreign: await call(foreign),
    }
  }, urls)
  expect(found).toEqual({
    inline: false,
    evaluated: 'EvalError',
    own: 'hello',
    preflighted: 'hello',
    foreign: 'stopped',
  })
  const violations = () => window.evaluate(() => (globalThis as unknown as PolicyPage).violations)
  for (const directive of ['connect-src', 'frame-src', 'script-src', 'script-src-elem']) {
    await expect.poll(violations).toContain(directive)
  }
  // A WebSocket tells the server the same origin.
  await window.evaluate(
    (url) =>
      new Promise((resolve) => {
        new WebSocket(url).onerror = resolve
      }),
    `${urls[0]?.replace('http', 'ws')}/hub`,
  )
  expect(seen).toHaveLength(4)
  expect(new Set(seen)).toEqual(new Set([DESKTOP_ORIGIN]))
  for (const one of [server, other]) one.close()
})

test('the application serves its own files and nothing beside them', async ({ sharedDesktop: desktop }) => {
  const found = await desktop.window.evaluate(async () => {
    const status = async (path: string) => (await fetch(path)).status
    return {
      file: await status('/page.js'),
      route: (await (await fetch('/exit-app')).text()).includes('<h1>Fixture</h1>'),
      missing: await status('/missing.js'),
      parent: await status('/..%2f..%2fpackage.json'),
      written: (await fetch('/page.js', { method: 'POST' })).status,
    }
  })
  expect(found).toEqual({ file: 200, route: true, missing: 404, parent: 400, written: 405 })
})
