import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  type AdaptorInfo,
  adaptorLog,
  listAdaptors,
  type SmtpTestResult,
  saveAdaptor,
  setAdaptorSecret,
  testAdaptor,
} from '#shared/contract/adaptors.ts'
import { oauthClients } from '#shared/contract/oauth.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AdaptorsScreen } from './index.ts'

const SETTINGS = {
  ...{ host: 'smtp.work.example', port: 587, security: 'STARTTLS' as const, user: 'office' },
  ...{ signIn: 'PASSWORD' as const, tokenAddress: '', clientID: '', scope: '' },
  ...{ from: 'office@work.example', replyTo: '', perMinute: 60, reportsHost: '', reportsPort: 993 },
}
const SMTP: AdaptorInfo = {
  ...{ id: 1, version: 3, kind: 'SMTP', name: 'SMTP', isEnabled: true, settings: SETTINGS, state: 'OK' },
  secrets: [{ name: 'password', setAt: '2026-11-20T12:00:00.000Z', setBy: 'Ann Keeper' }],
  ...{ lastSuccessAt: '2026-11-21T11:00:00.000Z', lastErrorAt: null, lastError: '', calls: 12, errors: 1 },
}
const GOOD: SmtpTestResult = {
  isOk: true,
  steps: [
    { step: 'NAME', isOk: true, words: 'smtp.work.example is at 192.0.2.7.' },
    { step: 'CONNECTION', isOk: true, words: 'The server answers.' },
    { step: 'SIGN_IN', isOk: true, words: 'Signed in as office.' },
    { step: 'LETTER', isOk: true, words: 'Sent.' },
  ],
}
const BAD: SmtpTestResult = {
  isOk: false,
  steps: [
    ...GOOD.steps.slice(0, 2),
    { step: 'SIGN_IN', isOk: false, words: 'The server refused the sign-in: 535 no.' },
    { step: 'LETTER', isOk: null, words: 'Not tried.' },
  ],
}

function open(adaptor: AdaptorInfo | null = SMTP) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_ADAPTORS']))
  server.answer(listAdaptors, () => ({ adaptors: adaptor ? [adaptor] : [] }))
  server.answer(oauthClients, () => [])
  server.answer(saveAdaptor, () => SMTP)
  renderSignedIn(server.services, <AdaptorsScreen />, '/admin/connection-adaptors')
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}
const field = async (name: string) => (await screen.findByLabelText(name)) as HTMLInputElement
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }))

test('A094 a kept password shows when and by whom it was set, is never filled in, and is removed after a question', async () => {
  const at = open()
  expect(await screen.findByText(/^Set on 20 November 2026 by Ann Keeper\./)).toBeTruthy()
  expect((await field('Mail password')).value).toBe('')
  at.answer(setAdaptorSecret, () => ({ ...SMTP, secrets: [] }))
  const ask = vi.spyOn(at.services.prompts, 'ask').mockResolvedValueOnce(false)
  await press(at.user, 'Remove password')
  expect(at.sent(setAdaptorSecret)).toEqual([])
  ask.mockResolvedValueOnce(true)
  await press(at.user, 'Remove password')
  await waitFor(() => expect(at.sent(setAdaptorSecret)).toEqual([{ id: 1, name: 'password', value: null }]))
})

test('A094 a typed password is sent with a save and stands in no field afterwards; without one it is kept', async () => {
  const at = open()
  await press(at.user, 'Save')
  const saved = { kind: 'SMTP', isEnabled: true, settings: SETTINGS, id: 1, version: 3 }
  await waitFor(() => expect(at.sent(saveAdaptor)).toEqual([saved]))
  await at.user.type(await field('Mail password'), 'new-secret')
  await press(at.user, 'Save')
  await waitFor(() => expect(at.sent(saveAdaptor).at(-1)).toEqual({ ...saved, password: 'new-secret' }))
  await waitFor(async () => expect((await field('Mail password')).value).toBe(''))
})

test('A095 a test shows each step in words, and what is typed afterwards counts as untested', async () => {
  const at = open()
  at.answer(testAdaptor, () => GOOD)
  await press(at.user, 'Test')
  expect(await screen.findByText('Type a whole e-mail address.')).toBeTruthy()
  await at.user.type(await field('Send a test to'), 'ann@mail.example')
  await press(at.user, 'Test')
  const steps = await screen.findByText('smtp.work.example is at 192.0.2.7.', { exact: false })
  const list = steps.closest('ol') as HTMLElement
  expect(
    within(list)
      .getAllByRole('img')
      .map((icon) => icon.getAttribute('aria-label')),
  ).toEqual(Array(4).fill('Done'))
  expect(at.sent(testAdaptor)).toEqual([{ kind: 'SMTP', settings: SETTINGS, to: 'ann@mail.example' }])
  await at.user.type(await field('Mail user'), '2')
  expect(screen.queryByText(/192\.0\.2\.7/)).toBeNull()
})

test('A095 saving an enabled adaptor whose test failed asks first; one that is off is saved', async () => {
  const at = open()
  at.answer(testAdaptor, () => BAD)
  await at.user.type(await field('Send a test to'), 'ann@mail.example')
  await press(at.user, 'Test')
  await screen.findByText(/535 no/)
  const ask = vi.spyOn(at.services.prompts, 'ask').mockResolvedValueOnce(false)
  await press(at.user, 'Save')
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  expect(ask.mock.calls[0]?.[0]).toMatchObject({ text: 'The server refused the sign-in: 535 no.' })
  expect(at.sent(saveAdaptor)).toEqual([])
  await at.user.click(screen.getByRole('checkbox', { name: 'Send mail by this server' }))
  await press(at.user, 'Save')
  await waitFor(() => expect(at.sent(saveAdaptor)).toMatchObject([{ isEnabled: false }]))
  expect(ask).toHaveBeenCalledTimes(1)
})

test('the first server: another encryption brings its port, and what is wrong stands at its field', async () => {
  const at = open(null)
  expect(
    await screen.findByText('Mail isn’t set up yet. Nobody gets invitations, links or letters.'),
  ).toBeTruthy()
  await at.user.selectOptions(await field('Encryption'), 'TLS')
  expect((await field('Port')).value).toBe('465')
  await at.user.selectOptions(await field('Encryption'), 'NONE')
  await at.user.type(await field('Mail server'), 'mail.example')
  await press(at.user, 'Save')
  expect(await screen.findByText('Without encryption mail goes to this machine only.')).toBeTruthy()
  expect(screen.getByText('Type a whole e-mail address.')).toBeTruthy()
  expect(at.sent(saveAdaptor)).toEqual([])
  await at.user.clear(await field('Mail server'))
  await at.user.type(await field('Mail server'), 'localhost')
  await at.user.type(await field('From'), 'office@work.example')
  await press(at.user, 'Save')
  await waitFor(() =>
    expect(at.sent(saveAdaptor)).toEqual([
      {
        kind: 'SMTP',
        isEnabled: true,
        settings: {
          ...{ host: 'localhost', port: 25, security: 'NONE', user: '' },
          ...{ signIn: 'PASSWORD', tokenAddress: '', clientID: '', scope: '' },
          ...{ from: 'office@work.example', replyTo: '', perMinute: 60, reportsHost: '', reportsPort: 993 },
        },
      },
    ]),
  )
})

test('A094 A096 with OAuth the client stands beside its secret, and what it needs is said at its field', async () => {
  const at = open()
  expect(screen.queryByLabelText('Client id')).toBeNull()
  await at.user.selectOptions(await field('Sign-in by'), 'OAuth')
  await press(at.user, 'Save')
  expect(await screen.findByText('Type the https address where tokens are asked for.')).toBeTruthy()
  expect(screen.getByText('Type the id of the client.')).toBeTruthy()
  expect(at.sent(saveAdaptor)).toEqual([])
  const tokenAddress = 'https://login.example/token'
  await at.user.type(await field('Address for tokens'), tokenAddress)
  await at.user.type(await field('Client id'), 'fieldwork')
  await at.user.type(await field('Client secret'), 'quiet')
  await press(at.user, 'Save')
  await waitFor(() =>
    expect(at.sent(saveAdaptor)).toMatchObject([
      { settings: { signIn: 'OAUTH', tokenAddress, clientID: 'fieldwork', scope: '' }, password: 'quiet' },
    ]),
  )
})

test('the last exchanges are read when they are opened', async () => {
  const at = open({
    ...SMTP,
    state: 'FAILING',
    lastErrorAt: '2026-11-21T11:30:00.000Z',
    lastError: 'No answer.',
  })
  expect(await screen.findByText('Last failure 21 Nov, 11:30: No answer.')).toBeTruthy()
  expect(screen.getByText(/Last worked 21 Nov, 11:00\. 12 tries, 1 failure in 24 hours\./)).toBeTruthy()
  at.answer(adaptorLog, () => ({
    exchanges: [
      {
        id: 1,
        at: '2026-11-21T11:30:00.000Z',
        ms: 1200,
        isOk: false,
        what: 'A mail was not taken',
        answer: '451 later',
      },
    ],
  }))
  expect(at.sent(adaptorLog)).toEqual([])
  const details = screen.getByText('Show the last exchanges').closest('details') as HTMLDetailsElement
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  expect((await screen.findByText('451 later')).closest('li')?.textContent).toContain(
    'A mail was not taken · 1.2 s',
  )
})
