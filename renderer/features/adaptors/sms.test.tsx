import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type AdaptorOf, listAdaptors, saveAdaptor, testAdaptor } from '#shared/contract/adaptors.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AdaptorsScreen } from './index.ts'

const SMS: AdaptorOf<'SMS'> = {
  ...{ id: 4, version: 2, name: 'SMS', kind: 'SMS', isEnabled: true, state: 'FAILING' },
  ...{ lastSuccessAt: null, lastErrorAt: '2026-11-26T09:00:00.000Z', lastError: 'Answered 503.' },
  ...{ calls: 3, errors: 1 },
  secrets: [{ name: 'key', setAt: '2026-11-20T09:00:00.000Z', setBy: 'Tom' }],
  settings: { address: 'https://sms.example/send', sender: 'Northgate', receipts: true, costPart: 4.2 },
}

async function open(adaptors: AdaptorOf<'SMS'>[] = []) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_ADAPTORS']))
  server.answer(listAdaptors, () => ({ adaptors }))
  renderSignedIn(server.services, <AdaptorsScreen />, '/admin/connection-adaptors?kind=sms')
  const at = within(await screen.findByRole('region', { name: 'SMS' }))
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, at, sent, user: userEvent.setup() }
}

test('5 §5.3 a way for SMS is entered; each wrong field says how it should be, and nothing is sent before', async () => {
  const { at, user, sent, answer } = await open()
  await user.click(at.getByRole('button', { name: 'Save' }))
  for (const words of [
    'Type an address such as https://sms.example.com/messages.',
    'Type 1 to 11 letters, digits and spaces.',
    'It is needed before this can be switched on.',
  ])
    expect(at.getByText(words)).toBeTruthy()
  expect(sent(saveAdaptor)).toEqual([])
  await user.type(at.getByLabelText('Address of the provider'), 'https://sms.example/send')
  await user.type(at.getByLabelText('Sender'), 'Northgate')
  await user.type(at.getByLabelText('Key'), 'the-key')
  answer(saveAdaptor, () => SMS)
  await user.click(at.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(saveAdaptor)).toHaveLength(1))
  expect(sent(saveAdaptor)[0]).toEqual({
    ...{ kind: 'SMS', name: 'SMS', isEnabled: true, secrets: { key: 'the-key' } },
    settings: { address: 'https://sms.example/send', sender: 'Northgate', receipts: true, costPart: null },
  })
})

test('A094 A095 what is kept shows without its key; a test goes to a number and says each step', async () => {
  const { at, user, sent, answer } = await open([SMS])
  expect(at.getByText('Failing')).toBeTruthy()
  expect(at.getByLabelText('Key')).toHaveProperty('value', '')
  expect(at.getByText(/^Set on .* by Tom\./)).toBeTruthy()
  await user.click(at.getByRole('button', { name: 'Test' }))
  expect(at.getByText('Type a number that begins with + and its country.')).toBeTruthy()
  expect(sent(testAdaptor)).toEqual([])
  await user.type(at.getByLabelText('Send a test to'), '+44 7700 900123')
  answer(testAdaptor, () => ({
    isOk: false,
    steps: [{ step: 'ANSWER', isOk: false, words: 'Answered 401.' }],
  }))
  await user.click(at.getByRole('button', { name: 'Test' }))
  expect(await at.findByText(/Answered 401\./)).toBeTruthy()
  expect(sent(testAdaptor)[0]).toEqual({
    ...{ kind: 'SMS', id: 4, secrets: {}, settings: SMS.settings, to: '+447700900123' },
  })
})
