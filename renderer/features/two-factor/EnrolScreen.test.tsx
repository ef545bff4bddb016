import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { logout, renewToken } from '#shared/contract/auth.ts'
import { beginTwoFactor, confirmTwoFactor, twoFactorState } from '#shared/contract/sign-in-later.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { EnrolScreen } from './EnrolScreen.tsx'

const MARKED = testToken(['AUTH_ALWAYS_2FA'], { mustEnrol: true })

/** The screen of somebody whose sign-in has to set up a second factor; `enabled` where another window already did. */
function open(enabled = false) {
  const server = fakeServices()
  server.services.session.signIn(MARKED)
  const state = { enabled, required: true, recoveryCodesLeft: 0 }
  server.answer(twoFactorState, () => state)
  server.answer(beginTwoFactor, () => ({ uri: 'otpauth://totp/x?secret=ABCD', secret: 'ABCD' }))
  server.answer(confirmTwoFactor, ({ code }: { code: string }) => {
    if (code !== '123456') throw refused(400, 'That code is not right.')
    return { recoveryCodes: ['one-code', 'two-code'] }
  })
  server.answer(renewToken, () => testToken(['AUTH_ALWAYS_2FA']))
  const onDone = vi.fn()
  renderWith(server.services, <EnrolScreen onDone={onDone} />)
  return { ...server, onDone, user: userEvent.setup() }
}
const codeField = () => screen.findByRole('textbox', { name: 'Code from the app' })

test('S249 enrolment shows the key, takes the code, waits for the recovery codes to be kept, and goes on', async () => {
  const { onDone, user, services } = open()
  expect(await screen.findByRole('heading', { name: 'Set up two-factor sign-in' })).toBeTruthy()
  await user.type(await codeField(), '000000')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('That code is not right.')).toBeTruthy()
  await user.clear(await codeField())
  await user.type(await codeField(), '123456')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('two-code')).toBeTruthy()
  // Also where the session is renewed meanwhile: they are shown only now.
  services.session.signIn(testToken(['AUTH_ALWAYS_2FA']))
  expect(await screen.findByText('one-code')).toBeTruthy()
  expect(onDone).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'I’ve kept them' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(services.session.store.getState().user?.claims.mustEnrol).toBeUndefined()
})

test('S249 where another window set it up, it goes on by itself', async () => {
  const { onDone, made } = open(true)
  await waitFor(() => expect(onDone).toHaveBeenCalled())
  expect(made.some(({ path }) => path === beginTwoFactor.path)).toBe(false)
})

test('S249 a token that cannot be had is told, and asked for again', async () => {
  const { answer, onDone, user } = open(true)
  answer(renewToken, () => {
    throw refused(500, 'The server is busy.')
  })
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Try again' })
  answer(renewToken, () => testToken(['AUTH_ALWAYS_2FA']))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(onDone).toHaveBeenCalled())
})

test('S249 the way out of enrolment is logging out', async () => {
  const { answer, user, made } = open()
  answer(logout, () => ({ done: true as const }))
  await codeField()
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  await waitFor(() => expect(made.some(({ path }) => path === logout.path)).toBe(true))
})
