import { EventEmitter } from 'node:events'
import type { App, Session, WebContents } from 'electron'
import { expect, test, vi } from 'vitest'
import { guardPermissions, guardWebContents, type ScreenSharing, serveScreens } from './guards.ts'

type OpenHandler = (details: { url: string; features: string }) => { action: string }

function guarded({ own = false, leaves = false } = {}) {
  const app = new EventEmitter()
  const openOutside = vi.fn(async () => {})
  const report = vi.fn()
  const options = { webPreferences: { sandbox: true } }
  guardWebContents(app as unknown as App, {
    openOutside,
    ownWindow: () => (own ? { options, outlivesOpener: false } : null),
    askToLeave: () => leaves,
    report,
  })
  let handler: OpenHandler = () => ({ action: 'unset' })
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: (given: OpenHandler) => {
      handler = given
    },
  })
  app.emit('web-contents-created', {}, contents as unknown as WebContents)
  const asked = (event: string, details: object = {}) => {
    const preventDefault = vi.fn()
    contents.emit(event, { ...details, preventDefault })
    return preventDefault.mock.calls.length === 1
  }
  return { open: (url: string) => handler({ url, features: '' }), asked, openOutside, report, options }
}

test('every web contents is guarded: navigation, redirects, webviews, new windows', () => {
  const at = guarded()
  const away = { url: 'https://elsewhere.example/?token=planted', isMainFrame: true }
  expect(at.asked('will-frame-navigate', away)).toBe(true)
  expect(at.asked('will-redirect', away)).toBe(true)
  expect(at.asked('will-frame-navigate', { url: 'app://fieldwork/chat', isMainFrame: true })).toBe(false)
  expect(at.asked('will-frame-navigate', { url: 'app://fieldwork/chat', isMainFrame: false })).toBe(true)
  expect(at.asked('will-attach-webview')).toBe(true)
  expect(at.open('file:///etc/passwd')).toEqual({ action: 'deny' })
  expect(at.openOutside).not.toHaveBeenCalled()
  expect(at.open('https://example.com/')).toEqual({ action: 'deny' })
  expect(at.openOutside).toHaveBeenCalledWith('https://example.com/')
  expect(JSON.stringify(at.report.mock.calls)).not.toContain('planted')
})

test('a window of ours opens with the options of every window of ours, and not outside', () => {
  const at = guarded({ own: true })
  expect(at.open('app://fieldwork/scratch-pad')).toEqual({
    action: 'allow',
    overrideBrowserWindowOptions: at.options,
    outlivesOpener: false,
  })
  expect(at.openOutside).not.toHaveBeenCalled()
})

test('a page that holds the person back is left only where they say so', () => {
  expect(guarded({ leaves: false }).asked('will-prevent-unload')).toBe(false)
  expect(guarded({ leaves: true }).asked('will-prevent-unload')).toBe(true)
})

const SOURCE = { id: 'window:7', name: 'Notes' }

/** A session that records the handlers it is given. */
function guardedSession(sharing: Partial<ScreenSharing> = {}) {
  const given: Record<string, (...args: never[]) => unknown> = {}
  const session = new Proxy({} as Session, {
    get: (_target, name: string) => (handler: (...args: never[]) => unknown) => {
      given[name] = handler
    },
  })
  const all: ScreenSharing = { ask: async () => true, take: () => SOURCE, ...sharing }
  guardPermissions(session, (permission) => permission === 'notifications', all)
  serveScreens(session, (frame) => (frame === null ? undefined : ({ id: 5 } as WebContents)), all)
  return (name: string, ...args: unknown[]) => given[name]?.(...(args as never[]))
}

test('permissions are checked, asked for and refused by the policy; devices never given', () => {
  const call = guardedSession()
  expect(call('setPermissionCheckHandler', null, 'notifications', 'app://fieldwork')).toBe(true)
  expect(call('setPermissionCheckHandler', null, 'media', 'app://fieldwork')).toBe(false)
  const answer = vi.fn()
  call('setPermissionRequestHandler', null, 'media', answer, { requestingUrl: 'app://fieldwork/' })
  expect(answer).toHaveBeenCalledWith(false)
  expect(call('setDevicePermissionHandler')).toBe(false)
})

test('S140 a screen is asked of the person, for main frames of our pages alone, and given without sound', async () => {
  const ask = vi.fn(async () => true)
  const take = vi.fn((id: number) => (id === 5 ? SOURCE : null))
  const call = guardedSession({ ask, take })
  expect(call('setPermissionCheckHandler', null, 'display-capture', 'app://fieldwork')).toBe(false)
  const wanted = async (requestingUrl: string, isMainFrame: boolean) => {
    const answer = vi.fn()
    call('setPermissionRequestHandler', { id: 5 }, 'display-capture', answer, { requestingUrl, isMainFrame })
    await vi.waitFor(() => expect(answer).toHaveBeenCalledOnce())
    return answer.mock.calls[0]?.[0]
  }
  expect(await wanted('https://elsewhere.example/', true)).toBe(false)
  expect(await wanted('app://fieldwork/', false)).toBe(false)
  expect(ask).not.toHaveBeenCalled()
  expect(await wanted('app://fieldwork/', true)).toBe(true)
  expect(ask).toHaveBeenCalledWith(5)

  const given = (frame: object | null) => {
    const answer = vi.fn()
    call('setDisplayMediaRequestHandler', { frame, videoRequested: true, audioRequested: true }, answer)
    return answer.mock.calls[0]?.[0]
  }
  expect(given(null)).toBeNull()
  expect(given({ parent: {} })).toBeNull()
  expect(given({ parent: null })).toEqual({ video: SOURCE })
})
