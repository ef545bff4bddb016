import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { BrowserRouter, Link, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { useServices } from '../services/context.tsx'
import { fakeServices } from '../testing/fake-services.ts'
import { renderWith } from '../testing/render.tsx'
import { LockedNavigation } from './LockedNavigation.tsx'

afterEach(() => window.history.replaceState(null, '', '/'))

function Inside() {
  const navigate = useNavigate()
  return (
    <>
      <Link to="/chat">Chat</Link>
      <button type="button" onClick={() => navigate('/exit')}>
        Leave
      </button>
      <button type="button" onClick={() => navigate('/home', { replace: true })}>
        Home instead
      </button>
    </>
  )
}

/** As the application does it, before the router is there. */
function Watch() {
  const { navigationLock } = useServices()
  useEffect(() => navigationLock.watch(), [navigationLock])
  return null
}

function Place() {
  return <output>{useLocation().pathname}</output>
}

function open() {
  window.history.replaceState(null, '', '/home')
  const { services } = fakeServices()
  renderWith(
    services,
    <>
      <Watch />
      <BrowserRouter>
        <Place />
        <LockedNavigation>
          <Inside />
        </LockedNavigation>
      </BrowserRouter>
    </>,
  )
  const place = () => screen.getByRole('status').textContent
  const told = () => services.notices.store.getState().map(({ kind, message }) => `${kind}: ${message}`)
  return { lock: services.navigationLock, place, told, user: userEvent.setup() }
}

test("S314 while locked neither a link nor a button leads away, and the person reads 'Navigation locked'", async () => {
  const at = open()
  const first = at.lock.lock('a picture is being uploaded')
  const second = at.lock.lock('something else')
  expect(at.lock.reasons()).toEqual(['a picture is being uploaded', 'something else'])
  await at.user.click(screen.getByRole('link', { name: 'Chat' }))
  expect([at.place(), window.location.pathname]).toEqual(['/home', '/home'])
  expect(at.told()).toEqual(['warning: Navigation locked'])
  first()
  await at.user.click(screen.getByRole('button', { name: 'Leave' }))
  expect(at.place()).toBe('/home')
  second()
  await at.user.click(screen.getByRole('link', { name: 'Chat' }))
  expect(at.place()).toBe('/chat')
  await at.user.click(screen.getByRole('button', { name: 'Leave' }))
  expect(at.place()).toBe('/exit')
})

test('S314 nor does what would take the place of this page, and once let go it does', async () => {
  const at = open()
  await at.user.click(screen.getByRole('link', { name: 'Chat' }))
  const release = at.lock.lock('a picture is being uploaded')
  await at.user.click(screen.getByRole('button', { name: 'Home instead' }))
  expect(at.place()).toBe('/chat')
  expect(at.told()).toEqual(['warning: Navigation locked'])
  release()
  await at.user.click(screen.getByRole('button', { name: 'Home instead' }))
  expect(at.place()).toBe('/home')
  expect(at.told()).toHaveLength(1)
})

test('S314 while locked, going back is undone before the router sees it', async () => {
  const at = open()
  await at.user.click(screen.getByRole('link', { name: 'Chat' }))
  const state = window.history.state
  const release = at.lock.lock('a picture is being uploaded')
  const go = vi.spyOn(window.history, 'go').mockImplementation(() => {})
  const back = () => {
    // As a browser does: the address first, then the event.
    window.history.replaceState({ idx: 0 }, '', '/home')
    act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state: { idx: 0 } })))
  }
  back()
  expect(go).toHaveBeenCalledWith(1)
  expect(at.told()).toEqual(['warning: Navigation locked'])
  window.history.replaceState(state, '', '/chat')
  act(() => void window.dispatchEvent(new PopStateEvent('popstate', { state })))
  expect(at.place()).toBe('/chat')
  release()
  back()
  expect(at.place()).toBe('/home')
  go.mockRestore()
})

test('S314 while locked, leaving the page asks', () => {
  const at = open()
  const asks = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(asks()).toBe(false)
  const release = at.lock.lock('a picture is being uploaded')
  expect(asks()).toBe(true)
  expect(at.told()).toEqual(['warning: Navigation locked'])
  release()
  expect(asks()).toBe(false)
})
