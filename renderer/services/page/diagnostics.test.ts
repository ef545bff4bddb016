import { expect, test, vi } from 'vitest'
import { withoutPersonalText } from '#shared/domain/redaction.ts'
import { refused } from '../../testing/fake-services.ts'
import { ApiError } from '../http/api-client.ts'
import { createDiagnostics, renderFailures, watchPageErrors } from './diagnostics.ts'

const TOKEN = 'Bearer eyJhbGciOi.eyJ1c2VySWQi.c2lnbmF0dXJl'
const diagnosticsOf = (limit?: number) => {
  const diagnostics = createDiagnostics(
    () => 5,
    () => ['Amelia Ward', 'amelia.ward'],
    limit,
  )
  const first = () => diagnostics.entries(withoutPersonalText).map(({ message }) => message.split('\n')[0])
  return { diagnostics, first }
}

test('the last entries are kept: 200, and no more', () => {
  const { diagnostics } = diagnosticsOf()
  for (let n = 0; n < 200; n++) diagnostics.add('warn', [`fault ${n}`])
  expect(diagnostics.entries(withoutPersonalText)).toHaveLength(200)
  expect(diagnostics.entries(withoutPersonalText)[0]?.message).toBe('fault 0')
  diagnostics.add('warn', ['one more'])
  expect(diagnostics.entries(withoutPersonalText)).toHaveLength(200)
  expect(diagnostics.entries(withoutPersonalText)[0]?.message).toBe('fault 1')
})

test('an entry is no longer than 2,000 characters', () => {
  const { diagnostics } = diagnosticsOf()
  for (const length of [2000, 2001]) diagnostics.add('warn', ['a b '.repeat(600).slice(0, length)])
  expect(diagnostics.entries(withoutPersonalText).map(({ message }) => message.length)).toEqual([2000, 2000])
})

test('no token, password, query, message, address or name is kept, in whatever it comes', () => {
  const { diagnostics } = diagnosticsOf()
  const planted = { token: TOKEN, password: 'hunter2', text: 'My salary is low', by: 'Amelia Ward' }
  diagnostics.add('error', [`sent with ${TOKEN}, password=hunter2`, planted, [planted], 'My salary is low'])
  diagnostics.add('error', [new Error('at /api/search?q=salary of "My salary is low" by Amelia Ward')])
  diagnostics.add('error', ['not caught:', 'My salary is low', { 'Amelia Ward': 1 }])
  diagnostics.add('warn', ['for AMELIA.WARD, ann@northgate.example and Tom Okafor'])
  diagnostics.add('error', ['not caught:', refused(403, 'Amelia Ward may not read My salary is low')])
  const kept = JSON.stringify(diagnostics.entries(withoutPersonalText))
  for (const secret of ['eyJ', 'hunter2', 'salary', 'Amelia', 'AMELIA', 'northgate', 'Okafor']) {
    expect(kept).not.toContain(secret)
  }
  expect(kept).toContain('{token, password, text, by}')
})

test('a failed call is kept with the id of the server’s log', () => {
  const { diagnostics, first } = diagnosticsOf()
  const call = { method: 'POST', path: '/api/x' }
  diagnostics.callFailed({
    ...call,
    error: new ApiError('refused', 'Amelia', 499, { value: 'Ward', requestId: 'r-1' }),
  })
  diagnostics.callFailed({ ...call, error: new ApiError('refused', '', 500) })
  diagnostics.callFailed({ ...call, error: new ApiError('unreachable', '') })
  expect(first()).toEqual([
    'POST /api/x: refused 499, request r-1',
    'POST /api/x: refused 500',
    'POST /api/x: unreachable',
  ])
  expect(diagnostics.entries(withoutPersonalText).map(({ level }) => level)).toEqual([
    'warn',
    'error',
    'error',
  ])
})

test('what nobody caught in the page is kept, and code that could not be fetched', () => {
  const { diagnostics, first } = diagnosticsOf()
  const page = new EventTarget()
  watchPageErrors(page as never, diagnostics)
  page.dispatchEvent(Object.assign(new Event('error'), { error: new TypeError('x is not a function') }))
  page.dispatchEvent(Object.assign(new Event('error'), { message: 'Script error.' }))
  page.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('nobody waited') }))
  page.dispatchEvent(
    Object.assign(new Event('vite:preloadError'), { payload: new Error('Unable to preload CSS') }),
  )
  expect(first()).toEqual([
    'not caught: TypeError: x is not a function',
    'not caught: Script error.',
    'not caught in a promise: Error: nobody waited',
    'code could not be fetched: Error: Unable to preload CSS',
  ])
  expect(diagnostics.entries(withoutPersonalText)[0]?.message.split('\n')).toHaveLength(4)
})

test('a screen that failed is kept; a console that somebody reads shows it, too', () => {
  const { diagnostics, first } = diagnosticsOf()
  const console = { error: vi.fn() }
  renderFailures(diagnostics).onCaughtError(new Error('a'))
  renderFailures(diagnostics, console).onUncaughtError(new Error('b'))
  renderFailures(diagnostics, console).onRecoverableError(new Error('c'))
  expect(first()).toEqual([
    'a part of the screen failed: Error: a',
    'the screen failed: Error: b',
    'the screen was drawn again: Error: c',
  ])
  expect(console.error).toHaveBeenCalledTimes(2)
})
