import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServices } from '../testing/fake-services.ts'
import { renderWith } from '../testing/render.tsx'
import { isChunkLoadFailure } from '../ui/fetch-code.ts'
import { RenderFailure } from './RenderFailure.tsx'

// React reports what a boundary catches; a test needs no copy of that.
beforeEach(() => void vi.spyOn(window.console, 'error').mockImplementation(() => {}))
afterEach(() => void vi.restoreAllMocks())

const Broken = () => {
  throw new Error('cannot read the roster')
}
const Missing = lazy(
  (): Promise<{ default: () => null }> =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/Chat-1.js')),
)

function open(child: ReactNode) {
  const server = fakeServices()
  const cleared = vi.fn()
  server.services.caches.register(cleared)
  renderWith(
    server.services,
    <div>
      <nav>shell</nav>
      <RenderFailure>
        <Suspense>{child}</Suspense>
      </RenderFailure>
    </div>,
  )
  return { ...server, cleared, user: userEvent.setup() }
}

test("S322 S324 a chunk that can't be fetched: 'Server busy', Retry clears the cache and reloads", async () => {
  const at = open(<Missing />)
  expect(await screen.findByRole('heading', { name: 'Server busy' })).toBeDefined()
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain(
    'The server is currently busy or is doing an update, please try again in a few moments.',
  )
  expect(alert.textContent).toContain('Failed to fetch dynamically imported module: /assets/Chat-1.js')
  await at.user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(at.visited).toEqual(['reload']))
  expect(at.cleared).toHaveBeenCalledOnce()
})

test("S323 S324 another error: 'Error detected', Return home clears the cache and loads home", async () => {
  const at = open(<Broken />)
  expect(screen.getByRole('heading', { name: 'Error detected' })).toBeDefined()
  expect(screen.getByRole('alert').textContent).toContain('There was an error. Please contact support')
  expect(screen.getByRole('alert').textContent).toContain('cannot read the roster')
  await at.user.click(screen.getByRole('button', { name: 'Return home' }))
  await waitFor(() => expect(at.visited).toEqual(['/']))
  expect(at.cleared).toHaveBeenCalledOnce()
})

test.each([
  { name: 'Retry', Child: Missing, to: 'reload' },
  { name: 'Return home', Child: Broken, to: '/' },
])(
  'S322 S323 S324 while the server is away the page stays, and $name can be pressed again',
  async ({ name, Child, to }) => {
    const at = open(<Child />)
    at.pages.served = false
    await at.user.click(await screen.findByRole('button', { name }))
    await screen.findByText('The server cannot be reached, please check your network.')
    expect(at.visited).toEqual([])
    expect(at.cleared).not.toHaveBeenCalled()
    at.pages.served = true
    await at.user.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(at.visited).toEqual([to]))
    expect(screen.queryByText('The server cannot be reached, please check your network.')).toBeNull()
  },
)

test('S322 S323 the shell around it stays', () => {
  open(<Broken />)
  expect(screen.getByRole('navigation').textContent).toBe('shell')
})

function Places() {
  const [place, setPlace] = useState('/a')
  return (
    <>
      <button type="button" onClick={() => setPlace('/b')}>
        elsewhere
      </button>
      <RenderFailure place={place}>{place === '/a' ? <Broken /> : <p>fine</p>}</RenderFailure>
    </>
  )
}

test('S323 another place is tried afresh', () => {
  renderWith(fakeServices().services, <Places />)
  expect(screen.getByRole('alert')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'elsewhere' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText('fine')).toBeDefined()
})

test.each([
  'Failed to fetch dynamically imported module: https://a/b.js',
  'error loading dynamically imported module: https://a/b.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/a.css',
])('S322 a chunk failure in the words of an engine: %s', (message) => {
  expect(isChunkLoadFailure(new TypeError(message))).toBe(true)
  expect(isChunkLoadFailure(new Error('x is not a function'))).toBe(false)
})
