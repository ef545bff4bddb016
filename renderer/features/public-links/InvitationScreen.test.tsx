import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { acceptInvitation, openInvitation } from '#shared/contract/invitation.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { InvitationScreen } from './InvitationScreen.tsx'

const AGREEMENT = {
  title: 'End-user agreement',
  lastUpdated: '2026-03-02T09:00:00.000Z',
  sections: [{ heading: '1. What it covers', text: 'Everything.' }],
}

function open() {
  const server = fakeServices()
  server.answer(openInvitation, () => ({
    ...{ companyName: 'Acme Surveys', displayName: 'Nia North', userName: 'nia', agreement: AGREEMENT },
  }))
  server.answer(acceptInvitation, () => ({ done: true }))
  const show = () =>
    renderWith(
      server.services,
      <MemoryRouter initialEntries={['/public/invitation/t1']}>
        <Routes>
          <Route path="/public/invitation/:token" element={<InvitationScreen />} />
        </Routes>
      </MemoryRouter>,
    )
  return { ...server, show, user: userEvent.setup() }
}

test('A038 an invitation takes a password twice and the agreement, and leads to sign-in with both', async () => {
  const { user, made, services, show } = open()
  show()
  await screen.findByRole('heading', { name: 'Welcome, Nia North' })
  expect(screen.getByText(/Acme Surveys has made an account for you. Your user name is nia/)).toBeTruthy()
  expect(screen.getByText('Everything.')).toBeTruthy()
  const field = (name: string) => screen.getByLabelText(name, { selector: 'input' })
  const accept = () => user.click(screen.getByRole('button', { name: 'Accept the invitation' }))
  await user.type(field('Password'), 'violet')
  await accept()
  expect(screen.getByRole('alert').textContent).toBe('A password has at least 12 characters.')
  await user.type(field('Password'), ' umbrella')
  await accept()
  expect(screen.getByRole('alert').textContent).toBe('The two passwords are not the same')
  await user.type(field('Password again'), 'violet umbrella')
  await accept()
  expect(screen.getByRole('alert').textContent).toBe('Please accept the agreement.')
  expect(made.filter(({ path }) => path === acceptInvitation.path)).toEqual([])
  await user.click(screen.getByRole('checkbox'))
  await accept()
  await screen.findByText('Your account is ready. Sign in as nia.')
  expect(made.at(-1)?.request).toEqual({
    token: 't1',
    password: 'violet umbrella',
    agreement: AGREEMENT.lastUpdated,
  })
  expect(services.storage.get('username')).toBe('nia')
  expect(services.storage.get('EULA_ACCEPTED')).toMatchObject({ userName: 'nia' })
})

test('A038 a link that was used or is too old says so, and whom to ask', async () => {
  const at = open()
  at.answer(openInvitation, () => {
    throw refused(403, 'This link was used already, is too old or is not complete.')
  })
  at.show()
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'This link was used already, is too old or is not complete.',
    ),
  )
  expect(screen.getByText(/Ask whoever invited you for a new one/)).toBeTruthy()
})
