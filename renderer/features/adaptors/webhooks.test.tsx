import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  type AdaptorInfo,
  type AdaptorOf,
  listAdaptors,
  redeliverWebhook,
  saveAdaptor,
  testAdaptor,
  type WebhookDelivery,
  webhookChoices,
  webhookDeliveries,
} from '#shared/contract/adaptors.ts'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AdaptorsScreen } from './index.ts'

const HOOK: AdaptorOf<'WEBHOOK'> = {
  ...{ id: 4, version: 2, kind: 'WEBHOOK', name: 'Rota', isEnabled: true, state: 'FAILING' },
  settings: { address: 'https://rota.example/hook', events: ['skill.*'], areaIDs: [], projectIDs: [] },
  secrets: [{ name: 'secret', setAt: '2026-11-20T12:00:00.000Z', setBy: 'Ann Keeper' }],
  ...{ lastSuccessAt: null, lastErrorAt: '2026-11-21T11:00:00.000Z', lastError: 'Answered 500.' },
  ...{ calls: 3, errors: 3, waiting: 1, dead: 2, previousSecretUntil: '2026-11-22T12:00:00.000Z' },
}
const DEAD: WebhookDelivery = {
  ...{ id: 9, deliveryID: 'd-9', event: 'skill.changed', recordID: 5, state: 'DEAD', tries: 8 },
  ...{ createdAt: '2026-11-20T12:00:00.000Z', nextAt: null, lastAnswer: 'Answered 500.' },
}

function open(kind = 'webhooks', adaptors: AdaptorInfo[] = [HOOK]) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_MANAGE_ADAPTORS']))
  server.answer(listAdaptors, () => ({ adaptors }))
  server.answer(webhookChoices, () => ({ areas: [{ id: 3, name: 'Leeds' }], projects: [] }))
  server.answer(saveAdaptor, () => HOOK)
  renderSignedIn(server.services, <AdaptorsScreen />, `/admin/connection-adaptors?kind=${kind}`)
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}

test('A099 the deliveries of a webhook are read when they are opened, and what is over is delivered again', async () => {
  const at = open()
  const row = await screen.findByRole('listitem', { name: 'Rota' })
  expect(row.textContent).toContain('skill.* · 1 waiting · 2 given up')
  expect(row.textContent).toContain('The secret before is good until 22 Nov, 12:00, too.')
  const waits = {
    ...DEAD,
    id: 8,
    deliveryID: 'd-8',
    state: 'WAITING' as const,
    tries: 1,
    nextAt: '2026-11-21T12:00:00.000Z',
  }
  at.answer(webhookDeliveries, () => ({ deliveries: [DEAD, waits], isMore: false }))
  expect(at.sent(webhookDeliveries)).toEqual([])
  const details = within(row).getByText('Deliveries').closest('details') as HTMLDetailsElement
  details.open = true
  details.dispatchEvent(new Event('toggle'))
  expect((await screen.findByText(/skill\.changed 5 · Given up · 8 tries/)).textContent).toBeTruthy()
  expect(screen.getByText(/Waiting · 1 try · again 21 Nov, 12:00/)).toBeTruthy()
  at.answer(redeliverWebhook, () => ({ done: true }))
  const again = screen.getAllByRole('button', { name: /^Deliver again/ })
  expect(again.map(({ textContent }) => textContent)).toEqual(['Deliver again'])
  await at.user.click(again[0] as HTMLElement)
  await waitFor(() => expect(at.sent(redeliverWebhook)).toEqual([{ id: 9 }]))
})

test('A098 a webhook is made with a secret of the browser’s own making; what is wrong stands at its field', async () => {
  const at = open('webhooks', [])
  await at.user.click(await screen.findByRole('button', { name: 'New webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  await at.user.type(dialog.getByLabelText(/^Address/), 'http://rota.example/')
  await at.user.click(dialog.getByRole('button', { name: 'Save' }))
  for (const fault of [/Type an https address/, 'Say which events.', 'Type a secret, or make one.'])
    expect(await dialog.findByText(fault)).toBeTruthy()
  await at.user.clear(dialog.getByLabelText(/^Address/))
  await at.user.type(dialog.getByLabelText(/^Address/), 'https://rota.example/hook')
  await at.user.type(dialog.getByLabelText(/^Name/), 'Rota')
  await at.user.click(dialog.getByRole('button', { name: '+ ticket.resolved' }))
  await at.user.click(dialog.getByRole('button', { name: '+ skill.*' }))
  await at.user.click(dialog.getByRole('button', { name: 'Make one' }))
  await at.user.click(await dialog.findByRole('checkbox', { name: 'Leeds', hidden: true }))
  await at.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(at.sent(saveAdaptor)).toHaveLength(1))
  expect(at.sent(saveAdaptor)[0]).toEqual({
    ...{ kind: 'WEBHOOK', name: 'Rota', isEnabled: true },
    secrets: { secret: expect.stringMatching(/^[0-9a-f]{64}$/) },
    settings: {
      ...{ address: 'https://rota.example/hook', events: ['ticket.resolved', 'skill.*'] },
      ...{ areaIDs: [3], projectIDs: [] },
    },
  })
})

test('A095 a webhook whose test failed is saved after a question alone', async () => {
  const at = open()
  await at.user.click(await screen.findByRole('button', { name: 'Edit Rota' }))
  const dialog = within(await screen.findByRole('dialog'))
  at.answer(testAdaptor, () => ({
    isOk: false,
    steps: [{ step: 'ANSWER', isOk: false, words: 'Answered 403.' }],
  }))
  await at.user.click(dialog.getByRole('button', { name: 'Test' }))
  expect(await dialog.findByText(/Answered 403\./)).toBeTruthy()
  const ask = vi.spyOn(at.services.prompts, 'ask').mockResolvedValueOnce(false)
  await at.user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(ask).toHaveBeenCalled())
  expect(at.sent(saveAdaptor)).toEqual([])
})

test('A097 the dialler’s and WhatsApp’s secrets are asked for before they are switched on', async () => {
  const at = open('inbound', [])
  const dialler = within(await screen.findByRole('region', { name: 'Dialler' }))
  expect(dialler.getByText(/\/api\/inbound\/dialler$/)).toBeTruthy()
  await at.user.click(dialler.getByRole('button', { name: 'Save' }))
  expect(await dialler.findByText('It is needed before this can be switched on.')).toBeTruthy()
  await at.user.type(dialler.getByLabelText('Secret'), 'shared-with-the-dialler')
  await at.user.click(dialler.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(at.sent(saveAdaptor)).toEqual([
      {
        ...{ kind: 'DIALLER', name: 'Dialler', isEnabled: true },
        settings: { address: '', signIn: 'PASSWORD', agents: [], outcomes: [] },
        secrets: { secret: 'shared-with-the-dialler' },
      },
    ]),
  )
})

test('how people sign in to the dialler, its names of them and what its codes mean are typed and checked', async () => {
  const at = open('inbound', [])
  const dialler = within(await screen.findByRole('region', { name: 'Dialler' }))
  await at.user.type(dialler.getByLabelText('Secret'), 'shared-with-the-dialler')
  await at.user.selectOptions(dialler.getByLabelText('People sign in by'), 'The address (TOKEN_LOGIN)')
  const agents = dialler.getByLabelText('The dialler’s names of people')
  await at.user.type(agents, '1042 = ann{Enter}1042 = bob')
  await at.user.click(dialler.getByRole('button', { name: 'Save' }))
  expect(await dialler.findByText('‘1042’ stands here twice.')).toBeTruthy()
  expect(dialler.getByText('Type it: people sign in by it.')).toBeTruthy()
  await at.user.clear(agents)
  await at.user.type(agents, '1042')
  expect(dialler.getByText('Type each line as the dialler’s name, = and the user name.')).toBeTruthy()
  await at.user.type(agents, ' = ann{Enter}a=b = ben')
  await at.user.type(dialler.getByLabelText('Address of the dialler'), 'https://dialler.example')
  await at.user.click(dialler.getByRole('button', { name: 'Add a code' }))
  await at.user.type(dialler.getByLabelText('Code 1'), '37')
  await at.user.selectOptions(dialler.getByLabelText('Meaning of 37'), 'Refusal')
  expect(at.sent(saveAdaptor)).toEqual([])
  await at.user.click(dialler.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(at.sent(saveAdaptor)).toMatchObject([
      {
        settings: {
          ...{ address: 'https://dialler.example', signIn: 'TOKEN_LOGIN' },
          agents: [
            { agent: '1042', userName: 'ann' },
            { agent: 'a=b', userName: 'ben' },
          ],
          outcomes: [{ code: '37', outcome: 'REFUSAL' }],
        },
      },
    ]),
  )
})

test('a webhook that was begun asks before Escape or Cancel loses it', async () => {
  const at = open()
  await at.user.click(await screen.findByRole('button', { name: 'New webhook' }))
  // Nothing was typed yet: nothing is asked.
  await at.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await at.user.click(screen.getByRole('button', { name: 'New webhook' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  await at.user.click(dialog.getByRole('button', { name: 'Make one' }))
  const secret = (dialog.getByLabelText(/^Secret/) as HTMLInputElement).value
  expect(secret).not.toBe('')
  for (const leave of [
    () => at.user.keyboard('{Escape}'),
    () => at.user.click(dialog.getByRole('button', { name: 'Cancel' })),
  ]) {
    await leave()
    await waitFor(() =>
      expect(at.services.prompts.store.getState().map(({ title }) => title)).toEqual([
        'Discard your changes?',
      ]),
    )
    at.services.prompts.answer(at.services.prompts.store.getState()[0]?.id ?? 0, false)
    await waitFor(() => expect((dialog.getByLabelText(/^Secret/) as HTMLInputElement).value).toBe(secret))
  }
  await at.user.keyboard('{Escape}')
  await waitFor(() => expect(at.services.prompts.store.getState()).toHaveLength(1))
  at.services.prompts.answer(at.services.prompts.store.getState()[0]?.id ?? 0, true)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New webhook' })).toBeNull())
})

test('what was typed for the mail server is still there after a look at another tab', async () => {
  const at = open('mail', [])
  await at.user.type(await screen.findByLabelText('Mail server'), 'smtp.harbour.example')
  await at.user.click(screen.getByRole('tab', { name: 'Webhooks' }))
  expect(await screen.findByRole('button', { name: 'New webhook' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Mail server' })).toBeNull()
  await at.user.click(screen.getByRole('tab', { name: 'Mail' }))
  expect((screen.getByRole('textbox', { name: 'Mail server' }) as HTMLInputElement).value).toBe(
    'smtp.harbour.example',
  )
})
