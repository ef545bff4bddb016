import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import {
  beginSetupTwoFactor,
  checkSetupCode,
  confirmSetupTwoFactor,
  finishSetup,
  setupState,
} from '#shared/contract/setup.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { EMPTY_SMTP } from '../../ui/form/smtp-entries.ts'
import { emptyEntries, faultsOf, requestOf } from './entries.ts'
import { SetupScreen } from './SetupScreen.tsx'

const TYPED = {
  ...emptyEntries('https://work.harbour.example'),
  code: 'ABCD-EFGH-JKLM-NPQR',
  companyName: 'Harbour Surveys',
  legalName: 'Harbour Surveys Ltd',
  registeredAddress: '1 Quay Street',
  dataProtectionEmail: 'privacy@harbour.example',
  supportContact: 'help@harbour.example',
  displayName: 'Mary Quay',
  userName: 'mary.quay',
  email: 'mary@harbour.example',
  password: 'lantern-ferry-42-oak',
  repeated: 'lantern-ferry-42-oak',
}

function open() {
  const server = fakeServices()
  server.answer(setupState, () => ({ state: 'UNCLAIMED', installationID: 'a', forwardedBy: null }))
  server.answer(checkSetupCode, () => ({ done: true }))
  const user = userEvent.setup()
  renderWith(
    server.services,
    <MemoryRouter initialEntries={['/setup']}>
      <Routes>
        <Route path="/setup" element={<SetupScreen />} />
        <Route path="/" element={<Home />} />
      </Routes>
    </MemoryRouter>,
  )
  return { ...server, user }
}
const Home = () => <p>home</p>
const title = (name: string) => screen.findByRole('heading', { level: 1, name })

test('an installation that is set up leads to the sign-in screen', async () => {
  const server = fakeServices()
  server.answer(setupState, () => {
    throw refused(409, 'This installation is already set up.')
  })
  renderWith(
    server.services,
    <MemoryRouter initialEntries={['/setup']}>
      <Routes>
        <Route path="/setup" element={<SetupScreen />} />
        <Route path="/" element={<Home />} />
      </Routes>
    </MemoryRouter>,
  )
  expect(await screen.findByText('home')).toBeDefined()
})

test('A010 the steps ask for the code first, and nothing is sent but it before Finish', async () => {
  const { user, made } = open()
  await title('Set up this installation')
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(await screen.findByText('Type the set-up code.')).toBeDefined()
  await user.type(screen.getByLabelText('Set-up code'), `${TYPED.code}{Enter}`)
  await title('Your company')
  expect(made.filter(({ path }) => path === checkSetupCode.path).map(({ request }) => request)).toEqual([
    { code: TYPED.code },
  ])
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Company name')))
  await user.type(screen.getByLabelText('Company name'), 'Harbour')
  expect(screen.queryByText('The company needs a name of 1 to 200 characters.')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect((screen.getByLabelText('Set-up code') as HTMLInputElement).value).toBe(TYPED.code)
  expect(made.map(({ path }) => path)).not.toContain(finishSetup.path)
})

test('A010 A014 the first administrator’s app is confirmed on their step, and its recovery codes are kept before sign-in', async () => {
  const { user, made, answer, services } = open()
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  answer(beginSetupTwoFactor, () => ({ uri: 'otpauth://totp/x', secret }))
  answer(confirmSetupTwoFactor, ({ oneTimeCode }) => {
    if (oneTimeCode !== '123456') throw refused(400, 'The code is not right.')
    return { step: 7 }
  })
  answer(finishSetup, () => ({ userName: 'mary.quay', recoveryCodes: ['abcd-efgh-jkmn-pqrs'] }))
  await title('Set up this installation')
  await user.type(screen.getByLabelText('Set-up code'), `${TYPED.code}{Enter}`)
  await title('Your company')
  type('Company name', TYPED.companyName)
  type('Legal name', TYPED.legalName)
  type('Registered address', TYPED.registeredAddress)
  type('Contact for data protection (e-mail)', TYPED.dataProtectionEmail)
  type('Support contact', TYPED.supportContact)
  await press('Next')
  await title('Where people reach it')
  type('Public address', TYPED.publicOrigin)
  await press('Next')
  await title('The first administrator')
  // The app shows whose codes they are.
  await press('Set up two-factor sign-in')
  expect(await screen.findByText('A user name has 3 to 60 letters, digits and . _ - @')).toBeTruthy()
  type('Display name', TYPED.displayName)
  type('User name', TYPED.userName)
  type('E-mail', TYPED.email)
  type('Password', TYPED.password)
  type('Password again', TYPED.password)
  await press('Set up two-factor sign-in')
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up two-factor sign-in' }))
  await user.type(await dialog.findByLabelText('Code from the app'), '000000{Enter}')
  expect(await dialog.findByText('The code is not right.')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Code from the app'))
  await user.type(dialog.getByLabelText('Code from the app'), '123456{Enter}')
  expect(await screen.findByText('Your app is ready.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // A code of the app is no Next.
  await title('The first administrator')
  await press('Next')
  await title('Mail')
  await press('Next')
  await title('Is everything right?')
  expect(screen.getByText('With an authenticator app')).toBeTruthy()
  expect(screen.queryByText(secret)).toBeNull()
  await press('Finish')
  expect(await screen.findByText('abcd-efgh-jkmn-pqrs')).toBeTruthy()
  await title('Keep your recovery codes')
  expect(screen.queryByText('home')).toBeNull()
  await press('I’ve kept them')
  expect(await screen.findByText('home')).toBeTruthy()
  expect(services.navigationLock.reasons()).toEqual([])
  expect(services.notices.store.getState().map(({ message }) => message)).toEqual([
    'The installation is set up. Sign in as mary.quay.',
  ])
  // The sign-in screen has that name in its field.
  expect(services.storage.get('username')).toBe('mary.quay')
  expect(made.filter(({ path }) => path === checkSetupCode.path)).toHaveLength(1)
  const sent = made.filter(({ path }) => path === finishSetup.path).map(({ request }) => request)
  expect(sent).toMatchObject([{ admin: { userName: 'mary.quay', twoFactor: { secret, step: 7 } } }])
})

describe('what is typed', () => {
  test('is sent as the contract has it, without blanks around', () => {
    const request = requestOf({
      ...TYPED,
      trustedHosts: ' work.local \n\n b.example:8443',
      trustedProxies: '10.0.0.0/8, ::1',
    })
    expect(request).toMatchObject({
      origin: { trustedHosts: ['work.local', 'b.example:8443'], trustedProxies: ['10.0.0.0/8', '::1'] },
      tenant: { logo: null, country: 'GB', timeZone: 'Europe/London' },
      admin: { userName: 'mary.quay', password: 'lantern-ferry-42-oak' },
    })
    expect(finishSetup.request.safeParse(request).success).toBe(true)
  })

  test('A012 the mail server is sent where one was typed, with its faults at its fields', () => {
    const smtp = {
      ...EMPTY_SMTP,
      host: 'smtp.harbour.example',
      from: 'office@harbour.example',
      password: 'x',
    }
    expect(faultsOf('mail', { ...TYPED, smtp })).toEqual({})
    const request = requestOf({ ...TYPED, smtp })
    expect(request.mail).toMatchObject({
      settings: { host: 'smtp.harbour.example', port: 587 },
      password: 'x',
    })
    expect(finishSetup.request.safeParse(request).success).toBe(true)
    expect(requestOf(TYPED).mail).toBeNull()
    expect(faultsOf('mail', { ...TYPED, smtp: EMPTY_SMTP })).toMatchObject({
      smtp: { host: expect.any(String), from: expect.any(String) },
    })
  })

  test.each([
    ['company', { companyName: 'x'.repeat(201) }, 'companyName'],
    ['company', { dataProtectionEmail: 'privacy' }, 'dataProtectionEmail'],
    ['address', { publicOrigin: 'work.harbour.example' }, 'publicOrigin'],
    ['address', { trustedProxies: 'proxy' }, 'trustedProxies'],
    ['address', { trustedHosts: 'a/b' }, 'trustedHosts'],
    ['admin', { userName: 'ab' }, 'userName'],
    ['admin', { password: 'lantern-42x' }, 'password'],
    ['admin', { password: 'harbour surveys 1', repeated: 'harbour surveys 1' }, 'password'],
    ['admin', { repeated: 'lantern-ferry-42-oaks' }, 'repeated'],
  ] as const)('is refused on the step %s with %j at the field %s', (step, changes, field) => {
    expect(faultsOf(step, TYPED)).toEqual({})
    expect(Object.keys(faultsOf(step, { ...TYPED, ...changes }))).toEqual([field])
  })
})

test('a set-up under way is not left by a slip: a reload and Back are asked about until it is finished', async () => {
  const { user, services } = open()
  const reasons = () => services.navigationLock.reasons()
  await title('Set up this installation')
  expect(reasons()).toEqual([])
  await user.type(screen.getByLabelText('Set-up code'), `${TYPED.code}{Enter}`)
  await title('Your company')
  expect(reasons()).toEqual(['set-up is not finished'])
  await user.click(screen.getByRole('button', { name: 'Back' }))
  expect(reasons()).toEqual([])
})
