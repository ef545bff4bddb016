import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  type AdaptorInfo,
  listAdaptors,
  type ServiceInfo,
  type SurveyInfo,
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
const LOOKUP: ServiceInfo = {
  ...{
    ...STATE,
    kind: 'ADDRESS_LOOKUP',
    name: 'Address lookup',
    secrets: [kept('key')],
    usedThisMonth: 1200,
  },
  settings: { address: 'https://api.os.uk/search/places/v1', monthlyLimit: 5000 },
}
const TOOL: SurveyInfo = {
  ...{ ...STATE, kind: 'SURVEY_TOOL', name: 'Survey tool', secrets: [kept('password')] },
  ...{ syncedAt: '2026-11-26T09:00:00.000Z', unmapped: [{ code: '37', records: 2 }] },
  settings: {
    address: 'https://tool.example/v1',
    account: 'office',
    everyMinutes: 5,
    takesAllocations: false,
    outcomes: [],
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

test('5 §5.3 a model is entered with its key and limit; the month’s limit is a whole number or nothing', async () => {
  const { at, user, sent, answer } = await open('services', 'AI')
  await user.type(at.getByLabelText('Monthly limit'), '1.5')
  await user.click(at.getByRole('button', { name: 'Save' }))
  for (const words of [
    'Say which model answers.',
    'It is needed before this can be switched on.',
    /whole number/,
  ])
    expect(at.getByText(words)).toBeTruthy()
  expect(sent(saveAdaptor)).toEqual([])
  await user.clear(at.getByLabelText('Monthly limit'))
  await user.type(at.getByLabelText('Monthly limit'), '500')
  await user.type(at.getByLabelText('Model'), 'small')
  await user.type(at.getByLabelText('Key'), 'the-key')
  answer(saveAdaptor, () => LOOKUP)
  await user.click(at.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(saveAdaptor)).toHaveLength(1))
  expect(sent(saveAdaptor)[0]).toEqual({
    ...{ kind: 'AI', name: 'AI', isEnabled: true, secrets: { key: 'the-key' } },
    settings: { address: 'https://api.openai.com/v1', monthlyLimit: 500, model: 'small' },
  })
})

test('5 §5.3 the month’s use shows; a service whose test failed is saved after a question only', async () => {
  const { at, user, sent, answer, services } = await open('services', 'Address lookup', [LOOKUP])
  expect(at.getByText('Asked 1,200 of 5,000 times this month.')).toBeTruthy()
  answer(testAdaptor, () => ({
    isOk: false,
    steps: [{ step: 'ANSWER', isOk: false, words: 'Answered 403.' }],
  }))
  await user.click(at.getByRole('button', { name: 'Test' }))
  expect(await at.findByText('Answered 403.')).toBeTruthy()
  answer(saveAdaptor, () => LOOKUP)
  const ask = vi.spyOn(services.prompts, 'ask').mockResolvedValueOnce(false).mockResolvedValueOnce(true)
  await user.click(at.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(1))
  expect(sent(saveAdaptor)).toEqual([])
  await user.click(at.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(saveAdaptor)).toHaveLength(1))
})

test('5 §5.3 an outcome without a meaning is offered with its calls and gets one', async () => {
  const { at, user, sent, answer } = await open('survey-tools', 'Survey tool', [TOOL])
  await user.click(at.getByRole('button', { name: 'Say what 37 means' }))
  expect(at.queryByRole('button', { name: 'Say what 37 means' })).toBeNull()
  await user.selectOptions(at.getByLabelText('Meaning of 37'), 'Refusal')
  await user.click(at.getByRole('button', { name: 'Add a code' }))
  await user.click(at.getByRole('button', { name: 'Save' }))
  expect(at.getByText('Each code has to be there, and once only.')).toBeTruthy()
  expect(sent(saveAdaptor)).toEqual([])
  await user.click(at.getByRole('button', { name: 'Remove the code' }))
  await user.clear(at.getByLabelText('Minutes between two syncs'))
  await user.type(at.getByLabelText('Minutes between two syncs'), '15')
  answer(saveAdaptor, () => TOOL)
  await user.click(at.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(saveAdaptor)).toHaveLength(1))
  expect(sent(saveAdaptor)[0]).toMatchObject({
    ...{ kind: 'SURVEY_TOOL', id: 4, version: 2, secrets: {} },
    settings: { ...TOOL.settings, everyMinutes: 15, outcomes: [{ code: '37', outcome: 'REFUSAL' }] },
  })
})
