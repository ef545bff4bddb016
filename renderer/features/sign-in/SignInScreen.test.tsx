import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { confirmPassword, confirmUsername, login } from '#shared/contract/auth.ts'
import { userAgreement } from '#shared/contract/sign-in.ts'
import { ssoProviders } from '#shared/contract/sso.ts'
import { ApiError } from '../../services/http/api-client.ts'
import type { Services } from '../../services/services.ts'
import { fakeDesktop } from '../../testing/fake-desktop.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { SignInScreen } from './SignInScreen.tsx'

function open(changes: Partial<Services> = {}) {
  const server = fakeServices(changes)
  server.answer(confirmUsername, () => ({ nextStage: 'PASSWORD', clientKey: 'k1' }))
  server.answer(confirmPassword, () => ({ nextStage: 'LOGIN', clientKey: 'k2' }))
  server.answer(login, () => ({ token: testToken(['GENERAL_CAN_USE_TEAM_CHAT']) }))
  const user = userEvent.setup()
  return {
    ...server,
    user,
    /** The calls of signing in; the agreement and the providers are fetched besides. */
    asked: () => server.made.filter(({ path }) => path !== userAgreement.path && path !== ssoProviders.path),
    show: () => renderWith(server.services, <SignInScreen />),
  }
}

const userName = () => screen.getByRole('textbox', { name: 'User name' })
const password = () => screen.getByLabelText('Password', { selector: 'input' })
const agree = () => screen.getByRole('checkbox', { name: /agreement/ })
const next = () => screen.getByRole('button', { name: 'Next' })

async function toPassword({ user, show }: ReturnType<typeof open>) {
  show()
  await user.type(userName(), 'amelia.ward')
  await user.click(agree())
  await user.click(next())
  await screen.findByRole('button', { name: 'Previous' })
}

test('S037 S146 S147 S256 S257 S258 USERNAME, PASSWORD, LOGIN with the real calls', async () => {
  const at = open()
  await toPassword(at)
  await at.user.type(password(), 'secret')
  await at.user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(at.services.session.store.getState().user?.userName).toBe('amelia.ward'))
  expect(at.asked()).toEqual([
    { path: '/api/auth/confirm-username', request: { userName: 'amelia.ward' } },
    { path: '/api/auth/confirm-password', request: { userName: 'amelia.ward', password: 'secret' } },
    { path: '/api/auth/login', request: { userName: 'amelia.ward', password: 'secret', clientKey: 'k2' } },
  ])
})

test('S037 at LOGIN it is said that the person is being signed in', async () => {
  const at = open()
  let answer = (_: unknown) => {}
  at.answer(login, () => new Promise((resolve) => (answer = resolve)))
  await toPassword(at)
  expect(screen.getByText('Now your password.')).toBeDefined()
  await at.user.type(password(), 'secret{Enter}')
  expect(await screen.findByText('Signing you in…')).toBeDefined()
  answer({ token: testToken() })
  await waitFor(() => expect(at.services.session.store.getState().user).not.toBeNull())
})

test('S037 the field of each stage has the focus, and Enter goes on', async () => {
  const at = open()
  at.show()
  await waitFor(() => expect(document.activeElement).toBe(userName()))
  await at.user.keyboard('amelia.ward')
  await at.user.click(agree())
  await at.user.type(userName(), '{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(password()))
  await at.user.keyboard('secret{Enter}')
  await waitFor(() => expect(at.services.session.store.getState().user).not.toBeNull())
})

test('S042 Next is disabled while the agreement is unchecked and while loading', async () => {
  const at = open()
  let answer = (_: unknown) => {}
  at.answer(confirmUsername, () => new Promise((resolve) => (answer = resolve)))
  at.show()
  await at.user.type(userName(), 'amelia.ward')
  expect(next()).toHaveProperty('disabled', true)
  await at.user.click(agree())
  expect(next()).toHaveProperty('disabled', false)
  await at.user.click(next())
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
  answer({ nextStage: 'PASSWORD', clientKey: 'k' })
  await screen.findByRole('button', { name: 'Sign in' })
})

test("S207 Enter with the agreement unchecked says 'Please accept UELA'", async () => {
  const at = open()
  at.show()
  expect(next()).toHaveProperty('disabled', true)
  await at.user.type(userName(), 'amelia.ward')
  // An Enter that ends a word of an input method isn't meant for the form.
  fireEvent.keyDown(userName(), { key: 'Enter', isComposing: true })
  expect(screen.getByRole('alert').textContent).toBe('')
  await at.user.type(userName(), '{Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Please accept UELA')
  expect(at.asked()).toEqual([])
  await at.user.click(agree())
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(next()).toHaveProperty('disabled', false)
})

test("S205 an empty user name says 'Please include a valid username'", async () => {
  const at = open()
  at.show()
  await at.user.click(agree())
  await at.user.click(next())
  expect(screen.getByRole('alert').textContent).toBe('Please include a valid username')
  await at.user.type(userName(), '   {Enter}')
  expect(screen.getByRole('alert').textContent).toBe('Please include a valid username')
  expect(at.asked()).toEqual([])
})

test("S206 an empty password says 'Please include a valid password'", async () => {
  const at = open()
  await toPassword(at)
  await at.user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByRole('alert').textContent).toBe('Please include a valid password')
  expect(at.asked()).toHaveLength(1)
})

test('S208 a blank password says "User Name & Password can\'t be empty"', async () => {
  const at = open()
  await toPassword(at)
  await at.user.type(password(), '   ')
  await at.user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getByRole('alert').textContent).toBe("User Name & Password can't be empty")
  expect(at.asked()).toHaveLength(1)
  // With more than blanks it goes to the server.
  await at.user.type(password(), 'secret')
  await at.user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(at.asked().length).toBeGreaterThan(1))
})

test('S149 a failed login returns to the user name with what the server said', async () => {
  const at = open()
  at.answer(login, () => {
    throw refused(401, 'Signed in elsewhere')
  })
  await toPassword(at)
  await at.user.type(password(), 'secret{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Signed in elsewhere'))
  expect(next()).toBeDefined()
  expect(userName()).toHaveProperty('value', 'amelia.ward')
  expect(password()).toHaveProperty('value', '')
})

test('S037 a wrong password leaves the person at the password with the words of the server', async () => {
  const at = open()
  at.answer(confirmPassword, () => {
    throw refused(401, 'The user name or password is not right.')
  })
  await toPassword(at)
  await at.user.type(password(), 'wrong{Enter}')
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe('The user name or password is not right.'),
  )
  await waitFor(() => expect(document.activeElement).toBe(password()))
})

test('S041 Previous returns to the user name and forgets the password', async () => {
  const at = open()
  await toPassword(at)
  await at.user.type(password(), 'secret')
  await at.user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(next()).toBeDefined()
  expect(password()).toHaveProperty('value', '')
})

test('S153 changing the user name clears the acceptance', async () => {
  const at = open()
  at.show()
  await at.user.type(userName(), 'amelia')
  await at.user.click(agree())
  expect(at.services.storage.get('EULA_ACCEPTED')).toEqual({
    userName: 'amelia',
    acceptedAt: at.services.now(),
  })
  await at.user.type(userName(), '.ward')
  expect(agree()).toHaveProperty('checked', false)
  expect(at.services.storage.get('EULA_ACCEPTED')).toBeNull()
})

test('S142 S150 the remembered user and their acceptance are there at the next visit', async () => {
  const at = open()
  at.services.storage.set('username', 'amelia.ward')
  at.services.storage.set('EULA_ACCEPTED', { userName: 'amelia.ward', acceptedAt: 1 })
  at.show()
  expect(userName()).toHaveProperty('value', 'amelia.ward')
  expect(agree()).toHaveProperty('checked', true)
})

test('a long user name is cut and the person is told; a right-to-left one is set as such', async () => {
  const at = open()
  at.show()
  await at.user.click(userName())
  await at.user.paste('x'.repeat(10_240))
  expect(userName()).toHaveProperty('value', 'x'.repeat(512))
  expect(screen.getByRole('alert').textContent).toMatch(/at most 512 characters/)
  await at.user.clear(userName())
  await at.user.paste('أمل.خالد')
  expect(screen.getByRole('alert').textContent).toBe('')
  expect(userName().getAttribute('dir')).toBe('auto')
  await at.user.click(agree())
  await at.user.click(next())
  await screen.findByRole('button', { name: 'Previous' })
  expect(screen.getByText('أمل.خالد').tagName).toBe('BDI')
  expect(at.asked()).toEqual([{ path: confirmUsername.path, request: { userName: 'أمل.خالد' } }])
})

test('S042 a double Enter makes one call', async () => {
  const at = open()
  let answers = 0
  at.answer(confirmUsername, () => {
    answers++
    return new Promise(() => {})
  })
  at.show()
  await at.user.type(userName(), 'amelia.ward')
  await at.user.click(agree())
  await at.user.type(userName(), '{Enter}{Enter}')
  expect(answers).toBe(1)
})

test('S149 another user name while the server thinks about the first starts anew', async () => {
  const at = open()
  let answer = (_: unknown) => {}
  at.answer(confirmUsername, () => new Promise((resolve) => (answer = resolve)))
  at.show()
  await at.user.type(userName(), 'amelia.ward')
  await at.user.click(agree())
  await at.user.click(next())
  await at.user.type(userName(), 's')
  answer({ nextStage: 'PASSWORD', clientKey: 'k' })
  await Promise.resolve()
  expect(next()).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull()
  expect(agree()).toHaveProperty('checked', false)
})

test('Caps Lock is pointed out at the password', async () => {
  const at = open()
  await toPassword(at)
  await at.user.type(password(), 's')
  expect(screen.queryByText('Caps Lock is on')).toBeNull()
  await at.user.keyboard('{CapsLock}E')
  expect(screen.getByText('Caps Lock is on')).toBeDefined()
  await at.user.keyboard('{CapsLock}c')
  expect(screen.queryByText('Caps Lock is on')).toBeNull()
})

test('the password can be shown', async () => {
  const at = open()
  await toPassword(at)
  await at.user.type(password(), 'secret')
  expect(password()).toHaveProperty('type', 'password')
  await at.user.click(screen.getByRole('button', { name: 'Show the password' }))
  expect(password()).toHaveProperty('type', 'text')
})

test('S040 the device ID shows only while Ctrl+Q is held', async () => {
  const at = open({ deviceID: async () => 'FW-1234' })
  at.show()
  expect(screen.queryByText('FW-1234')).toBeNull()
  await at.user.keyboard('{Control>}{q>}')
  expect(await screen.findByText('FW-1234')).toBeDefined()
  await at.user.keyboard('{/q}{/Control}')
  expect(screen.queryByText('FW-1234')).toBeNull()
  await at.user.keyboard('{Control>}{q>}')
  expect(screen.getByText('FW-1234')).toBeDefined()
  fireEvent.blur(window)
  expect(screen.queryByText('FW-1234')).toBeNull()
  await at.user.keyboard('{/q}{/Control}q')
  expect(screen.queryByText('FW-1234')).toBeNull()
})

test('S040 both keys have to be held, and either’s release takes the device ID away', async () => {
  const at = open({ deviceID: async () => 'FW-1234' })
  at.show()
  const isShown = () => screen.queryByText('FW-1234') !== null
  await at.user.keyboard('{Control>}{q>}')
  await screen.findByText('FW-1234')
  await at.user.keyboard('{/q}')
  expect(isShown()).toBe(false)
  await at.user.keyboard('{q>}')
  expect(isShown()).toBe(true)
  await at.user.keyboard('{/Control}')
  expect(isShown()).toBe(false)
  await at.user.keyboard('{/q}')

  await at.user.keyboard('{q>}')
  expect(isShown()).toBe(false)
  await at.user.keyboard('{/q}{Control>}')
  expect(isShown()).toBe(false)
  await at.user.keyboard('{x>}')
  expect(isShown()).toBe(false)
  await at.user.keyboard('{q>}')
  expect(isShown()).toBe(true)
  await at.user.keyboard('{/x}')
  expect(isShown()).toBe(true)
  // A page out of sight hears no release.
  fireEvent(document, new Event('visibilitychange'))
  expect(isShown()).toBe(false)
})

test('S040 the browser’s own Ctrl+Q doesn’t come in between', () => {
  open().show()
  expect(fireEvent.keyDown(window, { key: 'q', ctrlKey: true })).toBe(false)
  expect(screen.getByText('No device ID in a browser')).toBeDefined()
  expect(fireEvent.keyDown(window, { key: 'q' })).toBe(true)
})

test('S040 a computer that tells no device ID says so', () => {
  open({ desktop: fakeDesktop({}).desktop }).show()
  fireEvent.keyDown(window, { key: 'q', ctrlKey: true })
  expect(screen.getByText('No device ID on this computer')).toBeDefined()
  expect(screen.queryByText('No device ID in a browser')).toBeNull()
})

test('S040 a browser has no device ID and says so', async () => {
  const at = open()
  at.show()
  await at.user.keyboard('{Control>}{q>}')
  expect(screen.getByText('No device ID in a browser')).toBeDefined()
})

test('S257 S258 the device ID goes with the password and the login', async () => {
  const at = open({ deviceID: async () => 'FW-1234' })
  at.services.storage.set('freshLogin', true)
  await toPassword(at)
  await at.user.type(password(), 'secret{Enter}')
  await waitFor(() => expect(at.services.session.store.getState().user).not.toBeNull())
  expect(at.asked().slice(1)).toEqual([
    {
      path: confirmPassword.path,
      request: { userName: 'amelia.ward', password: 'secret', deviceID: 'FW-1234' },
    },
    {
      path: login.path,
      request: { userName: 'amelia.ward', password: 'secret', clientKey: 'k2', deviceID: 'FW-1234' },
    },
  ])
})

test('S150 a browser that stores nothing signs in all the same and says what that means', async () => {
  const at = open()
  await toPassword(at)
  expect(screen.getByText(/keeps nothing for Fieldwork/)).toBeDefined()
  await at.user.type(password(), 'secret{Enter}')
  await waitFor(() => expect(at.services.session.store.getState().user).not.toBeNull())
})

test('S150 a token that cannot be read sends the person back with clear words', async () => {
  const at = open()
  at.answer(login, () => ({ token: 'nonsense' }))
  await toPassword(at)
  await at.user.type(password(), 'secret{Enter}')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/cannot read/))
  expect(at.services.session.store.getState().user).toBeNull()
})

test('both fields are in the form at each stage, for password managers', async () => {
  const at = open()
  at.show()
  expect(userName().getAttribute('autocomplete')).toBe('username')
  expect(password().getAttribute('autocomplete')).toBe('current-password')
  expect(password().getAttribute('tabindex')).toBe('-1')
})

test.each([
  ['http://work.example', true],
  ['https://work.example', false],
  ['http://localhost:8080', false],
])('A141 at %s the person reads that the connection is not encrypted: %s', (address, expected) => {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  const { href } = window.location
  happyDOM.setURL(address)
  try {
    open().show()
    expect(screen.queryByText('This connection is not encrypted.') !== null).toBe(expected)
  } finally {
    // All files share the window.
    happyDOM.setURL(href)
  }
})

test('A039 a temporary password is replaced before the sign-in goes on', async () => {
  const at = open()
  at.answer(confirmPassword, () => ({ nextStage: 'LOGIN', clientKey: 'k2', mustChangePassword: true }))
  let isCommon = true
  at.answer(login, () => {
    if (isCommon)
      throw new ApiError('refused', '', 400, {
        value: 'This password is among the commonly used ones.',
        code: 'password.common',
      })
    return { token: testToken(['GENERAL_CAN_USE_TEAM_CHAT']) }
  })
  await toPassword(at)
  await at.user.type(password(), 'ABCD-EFGH-JKLM-NPQR')
  await at.user.click(screen.getByRole('button', { name: 'Sign in' }))
  const fresh = await screen.findByLabelText('New password', { selector: 'input' })
  const again = screen.getByLabelText('New password again', { selector: 'input' })
  await waitFor(() => expect(document.activeElement).toBe(fresh))
  await at.user.type(fresh, 'short{Enter}')
  expect(screen.getByText('A password has at least 12 characters.')).toBeTruthy()
  await at.user.type(fresh, ' and longer now{Enter}')
  expect(screen.getByText('The two passwords are not the same.')).toBeTruthy()
  expect(at.asked()).toHaveLength(2)
  await at.user.type(again, 'short and longer now{Enter}')
  // A password that the server doesn't take costs nothing: the same sign-in goes on.
  expect(await screen.findByText('This password is among the commonly used ones.')).toBeTruthy()
  isCommon = false
  await at.user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(at.services.session.store.getState().user?.userName).toBe('amelia.ward'))
  expect(at.asked().at(-1)).toEqual({
    path: '/api/auth/login',
    request: {
      userName: 'amelia.ward',
      password: 'ABCD-EFGH-JKLM-NPQR',
      clientKey: 'k2',
      newPassword: 'short and longer now',
    },
  })
})
