import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { previewWidget } from '#shared/contract/widgets.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { findWidget } from './find-widget.ts'
import { LiveWidget } from './LiveWidget.tsx'
import { WidgetScreen } from './WidgetScreen.tsx'

const NOT_FOUND = 'Oops! Widget not found. Please check back later or contact support for assistance.'
const PREVIEW = {
  appName: 'progress',
  data: [{ key: 'a', value: '1' }, { value: '2' }, { key: '', value: '3' }],
}
const ADDRESS = '/sandbox/wurkshare/widgets/progress/index.html'
const MESSAGE = {
  type: 'wurkshare-data',
  data: [
    { key: 'a', value: '1' },
    { key: 'demo', value: '2' },
    { key: 'demo', value: '3' },
  ],
} as const

const found = (changes: Partial<Response> = {}) => ({ ok: true, redirected: false, ...changes }) as Response

function open(
  path: string,
  head: () => Response | Promise<Response>,
  preview: () => unknown = () => PREVIEW,
) {
  const asked = vi.fn(async (_url: string, _init?: RequestInit) => head())
  vi.stubGlobal('fetch', asked)
  const server = fakeServices()
  server.answer(previewWidget, preview)
  renderWith(
    server.services,
    <MemoryRouter initialEntries={[path]}>
      <Routes>
        <Route path="/public/wurkshare/widget/:token?" element={<WidgetScreen />} />
      </Routes>
    </MemoryRouter>,
  )
  return { ...server, asked }
}
afterEach(() => vi.unstubAllGlobals())

const WITHOUT_TOKEN = ['/public/wurkshare/widget', '/public/wurkshare/widget/']
test.each(WITHOUT_TOKEN)('S025 %s, which names no widget, shows 404 and asks nothing', async (path) => {
  const { made, asked } = open(path, () => found())
  expect(screen.getByRole('heading', { name: '404' })).toBeDefined()
  expect(made).toEqual([])
  expect(asked).not.toHaveBeenCalled()
})

test('S043 S145 the widget of the token is looked for with HEAD, redirects followed, and then embedded without an origin', async () => {
  const { made, asked } = open('/public/wurkshare/widget/t1', () => found())
  expect(screen.getByRole('status', { name: 'The widget is loading' })).toBeDefined()
  expect(screen.queryByTitle('Widget')).toBeNull()
  const frame = await screen.findByTitle('Widget')
  expect(frame.getAttribute('src')).toBe(ADDRESS)
  expect(frame.getAttribute('sandbox')).toBe('allow-scripts')
  expect(made).toEqual([{ path: previewWidget.path, request: { token: 't1' } }])
  expect(asked.mock.calls).toEqual([
    [ADDRESS, expect.objectContaining({ method: 'HEAD', redirect: 'follow' })],
  ])
})

describe('S044 S047 a widget that can’t be had says so', () => {
  test.each([
    ['a redirect', () => found({ redirected: true }), () => PREVIEW],
    ['a page that is missing', () => found({ ok: false, status: 404 }), () => PREVIEW],
    ['no connection', () => Promise.reject(new TypeError()), () => PREVIEW],
    [
      'a link that is no good',
      () => found(),
      () => {
        throw refused(403, 'no')
      },
    ],
    ['a name that leads elsewhere', () => found(), () => ({ ...PREVIEW, appName: '../../x' })],
  ])('%s', async (what, head, preview) => {
    const { asked } = open('/public/wurkshare/widget/t1', head, preview)
    expect((await screen.findByRole('alert')).textContent).toBe(NOT_FOUND)
    // Where the page is looked for, it is with HEAD and following, which is how a redirect is seen.
    for (const call of asked.mock.calls)
      expect(call).toEqual([ADDRESS, expect.objectContaining({ method: 'HEAD', redirect: 'follow' })])
    expect(asked.mock.calls).toHaveLength(/link|elsewhere/.test(what) ? 0 : 1)
    expect(screen.queryByTitle('Widget')).toBeNull()
  })
})

test('S045 every pair is handed over, a missing key as demo', async () => {
  const { services, answer } = fakeServices()
  answer(previewWidget, () => PREVIEW)
  const signal = new AbortController().signal
  const head = (async () => found()) as unknown as typeof fetch
  expect(await findWidget('t1', { api: services.api, head, signal })).toEqual({
    address: ADDRESS,
    message: MESSAGE,
  })
})

test('S045 S046 a live widget is handed its data when it has loaded and when it asks; the page behind it doesn’t scroll', async () => {
  const { unmount } = render(<LiveWidget widget={{ address: 'about:blank', message: MESSAGE }} />)
  const frame = screen.getByTitle<HTMLIFrameElement>('Widget')
  const handed = vi.fn()
  const inside = { postMessage: handed }
  Object.defineProperty(frame, 'contentWindow', { value: inside })
  expect(document.documentElement.style.overflow).toBe('hidden')
  fireEvent.load(frame)
  expect(handed.mock.calls).toEqual([[MESSAGE, '*']])

  const say = (source: unknown, data: unknown) => {
    const event = new MessageEvent('message', { data })
    Object.defineProperty(event, 'source', { value: source })
    window.dispatchEvent(event)
  }
  say(window, 'wurkshare-ready')
  say(inside, 'something else')
  expect(handed).toHaveBeenCalledTimes(1)
  say(inside, 'wurkshare-ready')
  await waitFor(() => expect(handed).toHaveBeenCalledTimes(2))
  unmount()
  expect(document.documentElement.style.overflow).toBe('')
})
