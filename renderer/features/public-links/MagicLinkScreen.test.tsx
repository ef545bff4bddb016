import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { validateMagicLink } from '#shared/contract/sign-in-later.ts'
import { ApiError } from '../../services/http/api-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { MagicLinkScreen } from './MagicLinkScreen.tsx'

function open(token = 't1') {
  const server = fakeServices()
  server.answer(validateMagicLink, () => ({ userName: 'amelia.ward' }))
  renderWith(
    server.services,
    <MemoryRouter initialEntries={[`/public/magic-link/validate/${token}`]}>
      <Routes>
        <Route path="/public/magic-link/validate/:token" element={<MagicLinkScreen />} />
      </Routes>
    </MemoryRouter>,
  )
  return { ...server, user: userEvent.setup() }
}

const confirm = () => screen.getByRole('button', { name: 'Yes, it’s me' })

test('opening the link confirms nothing: a person does, once', async () => {
  const { user, made } = open()
  expect(screen.getByRole('heading', { name: 'Is this you?' })).toBeDefined()
  expect(made).toEqual([])
  await user.dblClick(confirm())
  await screen.findByRole('heading', { name: 'Confirmed' })
  expect(screen.getByText('amelia.ward')).toBeDefined()
  expect(screen.getByText(/go back to the window/)).toBeDefined()
  expect(made).toEqual([{ path: '/api/public/magic-link/validate', request: { token: 't1' } }])
})

test('whoever says that it isn’t them confirms nothing', async () => {
  const { user, made } = open()
  await user.click(screen.getByRole('button', { name: 'No, it isn’t' }))
  expect(screen.getByText(/Nobody has been signed in/)).toBeDefined()
  expect(made).toEqual([])
})

test('a link that was used, is late or unknown gets clear words', async () => {
  for (const [status, message, said] of [
    [400, 'This link has been used.', 'This link has been used.'],
    [401, 'This link has been used.', 'This link has been used.'],
    [404, 'The server cannot be reached, please check your network.', ''],
  ] as const) {
    const at = open()
    at.answer(validateMagicLink, () => {
      throw refused(status, message)
    })
    await at.user.click(confirm())
    await screen.findByRole('heading', { name: 'This link doesn’t work' })
    expect(screen.getByRole('alert').textContent).toBe(said)
    cleanup()
  }
})

test('without the server the same link can be tried again', async () => {
  const at = open()
  at.answer(validateMagicLink, () => {
    throw new ApiError('unreachable', '')
  })
  await at.user.click(confirm())
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/cannot be reached/))
  at.answer(validateMagicLink, () => ({ userName: 'amelia.ward' }))
  await at.user.click(confirm())
  expect(await screen.findByRole('heading', { name: 'Confirmed' })).toBeDefined()
})
