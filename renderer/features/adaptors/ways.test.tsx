import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  type AdaptorInfo,
  type AdaptorOf,
  listAdaptors,
  saveAdaptor,
  testAdaptor,
} from '#shared/contract/adaptors.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AdaptorsScreen } from './index.ts'

const STATE = {
  ...{ id: 4, version: 2, isEnabled: true, state: 'OK' as const, lastSuccessAt: null, lastErrorAt: null },
  ...{ lastError: '', calls: 3, errors: 0 },
}
const kept = (name: string) => ({ name, setAt: '2026-11-20T09:00:00.000Z', setBy: 'Tom' })
const WHATSAPP: AdaptorOf<'WHATSAPP'> = {
  ...{ ...STATE, kind: 'WHATSAPP', name: 'WhatsApp' },
  secrets: ['appSecret', 'verifyToken', 'accessToken'].map(kept),
  settings: {
    ...{ phoneNumberID: '106540352242922', address: 'https://graph.facebook.com/v23.0' },
    ...{ template: 'notice', templateLanguage: 'cy' },
  },
}

async function open(kind: string, region: string, adaptors: AdaptorInfo[] = []) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_ADAPTORS']))
  server.answer(listAdaptors, () => ({ adaptors }))
  renderSignedIn(server.services, <AdaptorsScreen />, `/admin/connection-adaptors?kind=${kind}`)
  const at = within(await screen.findByRole('region', { name: region }))
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, at, sent, user: userEvent.setup() }
}

test('5 §5.3 WhatsApp keeps its template and address when something else is changed, and a test goes to a number', async () => {
  const { at, user, sent, answer } = await open('inbound', 'WhatsApp', [WHATSAPP])
  expect(at.getByText(/\/api\/inbound\/whatsapp$/)).toBeTruthy()
  await user.clear(at.getByLabelText('Phone number id'))
  await user.click(at.getByRole('button', { name: 'Save' }))
  expect(at.getByText('Type the id of the phone number, digits alone.')).toBeTruthy()
  await user.type(at.getByLabelText('Phone number id'), '42')
  await user.clear(at.getByLabelText('Approved template'))
  await user.type(at.getByLabelText('Approved template'), 'Wrong name')
  await user.click(at.getByRole('button', { name: 'Save' }))
  expect(at.getByText('A name has small letters, digits and underscores.')).toBeTruthy()
  expect(sent(saveAdaptor)).toEqual([])
  await user.clear(at.getByLabelText('Approved template'))
  await user.type(at.getByLabelText('Approved template'), 'word')
  answer(saveAdaptor, () => WHATSAPP)
  await user.click(at.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(saveAdaptor)).toHaveLength(1))
  expect(sent(saveAdaptor)[0]).toEqual({
    ...{ kind: 'WHATSAPP', name: 'WhatsApp', isEnabled: true, secrets: {}, id: 4, version: 2 },
    settings: { ...WHATSAPP.settings, phoneNumberID: '42', template: 'word' },
  })
  await user.type(at.getByLabelText('Send a test to'), '07700')
  await user.click(at.getByRole('button', { name: 'Test' }))
  expect(at.getByText('Type a number that begins with + and its country.')).toBeTruthy()
  await user.clear(at.getByLabelText('Send a test to'))
  await user.type(at.getByLabelText('Send a test to'), '+44 7700 900123')
  answer(testAdaptor, () => ({ isOk: true, steps: [{ step: 'ANSWER', isOk: true, words: 'Answered 200.' }] }))
  await user.click(at.getByRole('button', { name: 'Test' }))
  expect(await at.findByText('Answered 200.')).toBeTruthy()
  expect(sent(testAdaptor)).toMatchObject([{ to: '+447700900123', id: 4 }])
})

test('5 §5.3 WhatsApp is tried without a number for what comes in, and switched on without an access token', async () => {
  const { at, user, sent, answer } = await open('inbound', 'WhatsApp')
  await user.type(at.getByLabelText('Phone number id'), '42')
  await user.click(at.getByRole('button', { name: 'Save' }))
  expect(at.getAllByText('It is needed before this can be switched on.')).toHaveLength(2)
  await user.type(at.getByLabelText('App secret'), 'one')
  await user.type(at.getByLabelText('Verify token'), 'two')
  answer(testAdaptor, () => ({ isOk: true, steps: [] }))
  await user.click(at.getByRole('button', { name: 'Test' }))
  await waitFor(() => expect(sent(testAdaptor)).toHaveLength(1))
  expect(sent(testAdaptor)[0]).not.toHaveProperty('to')
  answer(saveAdaptor, () => WHATSAPP)
  await user.click(at.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(saveAdaptor)).toHaveLength(1))
  expect(sent(saveAdaptor)[0]).toMatchObject({ secrets: { appSecret: 'one', verifyToken: 'two' } })
})

test('5 §5.3 push asks for the project and a key file, which is read here and never shown', async () => {
  const { at, user, sent, answer } = await open('push', 'Push')
  await user.click(at.getByRole('button', { name: 'Save' }))
  expect(at.getByText('Type the id of the project: small letters, digits and hyphens.')).toBeTruthy()
  expect(at.getByText('It is needed before this can be switched on.')).toBeTruthy()
  await user.type(at.getByLabelText('Project id'), 'northgate-app')
  const file = new File(['{"private_key":"planted"}'], 'key.json', { type: 'application/json' })
  await user.upload(document.querySelector('input[type=file]') as HTMLInputElement, file)
  expect(await at.findByText('key.json')).toBeTruthy()
  expect(document.body.textContent).not.toContain('planted')
  answer(saveAdaptor, () => ({
    ...{ ...STATE, kind: 'PUSH' as const, name: 'Push', secrets: [kept('serviceAccount')] },
    settings: { address: 'https://fcm.googleapis.com/v1', projectID: 'northgate-app' },
  }))
  await user.click(at.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(saveAdaptor)).toHaveLength(1))
  expect(sent(saveAdaptor)[0]).toEqual({
    ...{ kind: 'PUSH', name: 'Push', isEnabled: true },
    secrets: { serviceAccount: '{"private_key":"planted"}' },
    settings: { address: 'https://fcm.googleapis.com/v1', projectID: 'northgate-app' },
  })
})
