import { fireEvent, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom'
import { expect, test } from 'vitest'
import { logout } from '#shared/contract/auth.ts'
import { fakeServices } from '../testing/fake-services.ts'
import { renderWith } from '../testing/render.tsx'
import { testToken } from '../testing/session-token.ts'
import { AppRoutes } from './AppRoutes.tsx'
import { ExitScreen } from './ExitScreen.tsx'

const Path = () => <output>{useLocation().pathname}</output>
const path = () => screen.getByText(/^\//).textContent

function open() {
  const server = fakeServices()
  server.answer(logout, () => ({ done: true }))
  server.services.session.signIn(testToken())
  renderWith(
    server.services,
    <MemoryRouter initialEntries={['/exit-app']}>
      <Routes>
        <Route path="/exit-app" element={<ExitScreen />} />
        <Route path="*" element={null} />
      </Routes>
      <Path />
    </MemoryRouter>,
  )
  return server
}

test('S009 S162 /exit-app shows the logout screen: it says what happens, and does it when told to', async () => {
  const at = open()
  expect(screen.getByRole('dialog', { name: 'Log out?' }).textContent).toContain(
    'Amelia Ward will be logged out in every window of this browser.',
  )
  expect(at.made).toEqual([])
  const button = screen.getByRole('button', { name: 'Log out' })
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  await waitFor(() => expect(at.services.session.store.getState().user).toBeNull())
  expect(at.made.map(({ path }) => path)).toEqual(['/api/auth/logout'])
})

test('who would rather stay goes back to work', () => {
  const at = open()
  fireEvent.click(screen.getByRole('button', { name: 'Stay logged in' }))
  expect(path()).toBe('/dashboard')
  expect(at.made).toEqual([])
})

test('S009 /exit-app leads to / when nobody is signed in', async () => {
  renderWith(
    fakeServices().services,
    <MemoryRouter initialEntries={['/exit-app']}>
      <AppRoutes />
      <Path />
    </MemoryRouter>,
  )
  await waitFor(() => expect(path()).toBe('/'))
})
