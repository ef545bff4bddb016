import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { resetPassword } from '#shared/contract/sign-in-later.ts'
import { ApiError } from '../../services/http/api-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { ResetPasswordScreen } from './ResetPasswordScreen.tsx'

function open(address = '/public/auth/validate?token=t1') {
  const server = fakeServices()
  server.answer(resetPassword, () => ({ done: true }))
  renderWith(
    server.services,
    <MemoryRouter initialEntries={[address]}>
      <ResetPasswordScreen />
    </MemoryRouter>,
  )
  return { ...server, user: userEvent.setup() }
}

const password = () => screen.getByLabelText('New password', { selector: 'input' })
const again = () => screen.getByLabelText('New password again', { selector: 'input' })
const save = () => screen.getByRole('button', { name: 'Save the new password' })
const problem = () => screen.getByRole('alert').textContent

test('a new password, given twice, is set with the link’s token', async () => {
  const { user, made } = open()
  await user.type(password(), 'long enough1')
  await user.type(again(), 'long enough1{Enter}')
  await screen.findByRole('heading', { name: 'Your password is changed' })
  expect(made).toEqual([
    { path: '/api/public/auth/reset-password', request: { token: 't1', password: 'long enough1' } },
  ])
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/')
})

test('too short, too long and different passwords are told apart, and nothing is sent', async () => {
  const { user, made } = open()
  await user.type(password(), 'eleven char')
  await user.click(save())
  expect(problem()).toMatch(/at least 12 characters/)
  await user.type(password(), 's')
  await user.type(again(), 'eleven charz')
  await user.click(save())
  expect(problem()).toBe('The two passwords are not the same')
  await user.clear(password())
  await user.click(password())
  await user.paste('x'.repeat(257))
  await user.click(save())
  expect(problem()).toMatch(/at most 256/)
  expect(made).toEqual([])
})

test('both passwords can be shown', async () => {
  const { user } = open()
  const [show] = screen.getAllByRole('button', { name: 'Show the password' })
  if (!show) throw new Error('no such button')
  await user.click(show)
  expect([password(), again()].map((field) => field.getAttribute('type'))).toEqual(['text', 'text'])
})

test('an expired or used link says so and leads on', async () => {
  const at = open()
  at.answer(resetPassword, () => {
    throw refused(401, 'This link has been used.')
  })
  await at.user.type(password(), 'long enough1')
  await at.user.type(again(), 'long enough1{Enter}')
  await screen.findByRole('heading', { name: 'This link doesn’t work' })
  expect(problem()).toBe('This link has been used.')
  expect(screen.getByRole('link', { name: 'Go to sign-in' })).toBeDefined()
})

test('a bad request, which may be about the password, is said in the form, with a way on', async () => {
  const at = open()
  at.answer(resetPassword, () => {
    throw refused(400, 'This link was used already.')
  })
  await at.user.type(password(), 'long enough1')
  await at.user.type(again(), 'long enough1{Enter}')
  await waitFor(() => expect(problem()).toBe('This link was used already.'))
  expect(screen.getByRole('link', { name: 'Go to sign-in' }).getAttribute('href')).toBe('/')
})

test('without the server the form stays as it was', async () => {
  const at = open()
  at.answer(resetPassword, () => {
    throw new ApiError('unreachable', '')
  })
  await at.user.type(password(), 'long enough1')
  await at.user.type(again(), 'long enough1{Enter}')
  await waitFor(() => expect(problem()).toMatch(/cannot be reached/))
  expect(password()).toHaveProperty('value', 'long enough1')
})

test.each(['/public/auth/validate', `/public/auth/validate?token=${'x'.repeat(201)}`])(
  'a link without a whole token is told at once',
  (address) => {
    open(address)
    expect(screen.getByRole('heading', { name: 'This link doesn’t work' })).toBeDefined()
  },
)
