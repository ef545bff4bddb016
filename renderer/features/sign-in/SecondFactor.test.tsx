import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { confirmPassword, confirmUsername, login } from '#shared/contract/auth.ts'
import { refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { SignInScreen } from './SignInScreen.tsx'
import { signInServices } from './testing.ts'

const signIn = () => screen.getByRole('button', { name: 'Sign in' })
const password = () => screen.getByLabelText('Password', { selector: 'input' })
const code = () => screen.getByRole('textbox', { name: 'One-time code' })

async function open() {
  const at = { ...signInServices(), user: userEvent.setup() }
  at.answer(confirmPassword, () => ({ nextStage: '2FA', clientKey: 'k2' }))
  return at
}

async function toCode(at: Awaited<ReturnType<typeof open>>) {
  renderWith(at.services, <SignInScreen />)
  await at.user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(document.activeElement).toBe(password()))
  await at.user.keyboard('secret{Enter}')
  await screen.findByRole('textbox', { name: 'One-time code' })
}

const logins = (at: Awaited<ReturnType<typeof open>>) => at.made.filter(({ path }) => path === login.path)

test('S037 S147 S258 a 2FA answer asks for a code, which goes as magicKey with the login', async () => {
  const at = await open()
  await toCode(at)
  await waitFor(() => expect(document.activeElement).toBe(code()))
  expect(code().getAttribute('autocomplete')).toBe('one-time-code')
  expect(code().getAttribute('inputmode')).toBe('numeric')
  await at.user.keyboard('123 456{Enter}')
  await waitFor(() => expect(at.services.session.store.getState().user).not.toBeNull())
  expect(logins(at)).toEqual([
    {
      path: '/api/auth/login',
      request: { userName: 'amelia.ward', password: 'secret', clientKey: 'k2', magicKey: '123456' },
    },
  ])
})

test('S147 a code that is pasted whole signs in at once', async () => {
  const at = await open()
  await toCode(at)
  await at.user.click(code())
  await at.user.paste(' 654 321\n')
  await waitFor(() => expect(at.services.session.store.getState().user).not.toBeNull())
  expect(logins(at)).toMatchObject([{ request: { magicKey: '654321' } }])
})

test('S147 what is no six digits is refused here', async () => {
  const at = await open()
  await toCode(at)
  await at.user.type(code(), '12345')
  await at.user.click(signIn())
  expect(screen.getByRole('alert').textContent).toMatch(/six digits/)
  expect(logins(at)).toEqual([])
})

test('S147 S041 a recovery code goes instead, as it was typed', async () => {
  const at = await open()
  await toCode(at)
  await at.user.click(screen.getByRole('button', { name: 'Use a recovery code instead' }))
  const field = screen.getByRole('textbox', { name: 'Recovery code' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await at.user.click(signIn())
  expect(screen.getByRole('alert').textContent).toMatch(/one of your recovery codes/)
  await at.user.type(field, ' abcd-efgh {Enter}')
  await waitFor(() => expect(at.services.session.store.getState().user).not.toBeNull())
  expect(logins(at)).toMatchObject([{ request: { magicKey: 'abcd-efgh' } }])
})

test('S149 a wrong code returns to the user name; name and password needn’t be typed again', async () => {
  const at = await open()
  at.answer(login, () => {
    throw refused(401, 'That code is not right.')
  })
  await toCode(at)
  await at.user.type(code(), '000000{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('That code is not right.'))
  expect(screen.getByRole('textbox', { name: 'User name' })).toHaveProperty('value', 'amelia.ward')
  await at.user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(document.activeElement).toBe(password()))
  expect(password()).toHaveProperty('value', 'secret')
  await at.user.keyboard('{Enter}')
  expect(await screen.findByRole('textbox', { name: 'One-time code' })).toHaveProperty('value', '')
})

test('S041 Previous at the code returns to the user name and forgets password and code', async () => {
  const at = await open()
  await toCode(at)
  await at.user.type(code(), '123')
  await at.user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(screen.getByRole('button', { name: 'Next' })).toBeDefined()
  expect(password()).toHaveProperty('value', '')
})

test('S037 S146 S148 S258 a user name may lead straight to the magic link', async () => {
  const at = await open()
  at.answer(confirmUsername, () => ({ nextStage: 'CONFIRM_MAGIC_LINK', clientKey: 'k7' }))
  renderWith(at.services, <SignInScreen />)
  await at.user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText(/sent a link to your e-mail address/)
  expect(at.hub.joined).toEqual([])
  act(() => at.hub.connect())
  await screen.findByText('Waiting for you to open the link…')
  expect(at.hub.joined).toEqual(['k7'])
  act(() => at.hub.confirm('magic-1'))
  await waitFor(() => expect(at.services.session.store.getState().user).not.toBeNull())
  expect(logins(at)).toEqual([
    {
      path: '/api/auth/login',
      request: { userName: 'amelia.ward', password: '', clientKey: 'k7', magicKey: 'magic-1' },
    },
  ])
  expect(at.hub.hasListeners).toBe(false)
})

async function toLink(at: Awaited<ReturnType<typeof open>>) {
  at.answer(confirmPassword, () => ({ nextStage: 'CONFIRM_MAGIC_LINK', clientKey: 'k8' }))
  renderWith(at.services, <SignInScreen />)
  await at.user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(document.activeElement).toBe(password()))
  await at.user.keyboard('secret{Enter}')
  await screen.findByText(/sent a link to your e-mail address/)
  act(() => at.hub.connect())
  await screen.findByText('Waiting for you to open the link…')
}

test('S147 S148 after a password the magic link’s login carries it; a lost connection joins again', async () => {
  const at = await open()
  await toLink(at)
  act(() => at.hub.drop())
  await screen.findByText(/Joining again/)
  act(() => at.hub.connect(true))
  await screen.findByText('Waiting for you to open the link…')
  expect(at.hub.joined).toEqual(['k8', 'k8'])
  act(() => {
    at.hub.confirm('magic-2')
    at.hub.confirm('magic-3')
  })
  await waitFor(() => expect(at.services.session.store.getState().user).not.toBeNull())
  expect(logins(at)).toMatchObject([
    { request: { password: 'secret', clientKey: 'k8', magicKey: 'magic-2' } },
  ])
})

test.each(['Previous', 'Retry'])(
  'S041 %s at the magic link returns to the user name and leaves the channel',
  async (name) => {
    const at = await open()
    await toLink(at)
    const pressed = screen.getByRole('button', { name })
    await at.user.click(pressed)
    expect(screen.getByRole('textbox', { name: 'User name' })).toBeDefined()
    // A browser submits the form if a click turns its button into the form's submit button.
    expect(pressed.isConnected).toBe(false)
    expect(at.made.filter(({ path }) => path === confirmUsername.path)).toHaveLength(1)
    expect(at.hub.client.stop).toHaveBeenCalled()
    act(() => at.hub.confirm('late'))
    expect(logins(at)).toEqual([])
  },
)

test('S148 a key that the channel doesn’t know gets clear words and a way on', async () => {
  const at = await open()
  at.hub.refuse(new Error('HubException: unknown'))
  at.answer(confirmUsername, () => ({ nextStage: 'CONFIRM_MAGIC_LINK', clientKey: 'k9' }))
  renderWith(at.services, <SignInScreen />)
  await at.user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText(/sent a link/)
  act(() => at.hub.connect())
  await screen.findByText(/no longer waiting for a link/)
  await at.user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(screen.getByRole('textbox', { name: 'User name' })).toBeDefined()
})

test('S149 a magic link’s key that the login refuses returns to the user name', async () => {
  const at = await open()
  at.answer(login, () => {
    throw refused(401, 'This sign-in has ended. Please start again.')
  })
  await toLink(at)
  act(() => at.hub.confirm('magic-4'))
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('This sign-in has ended. Please start again.'),
  )
  expect(screen.getByRole('textbox', { name: 'User name' })).toBeDefined()
  expect(password()).toHaveProperty('value', '')
})
