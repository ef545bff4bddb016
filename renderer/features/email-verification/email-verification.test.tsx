import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  addToStopList,
  askToConfirm,
  type EmailJob,
  listVerifiedAddresses,
  newVerification,
  stopList,
  stopVerification,
  takeFromStopList,
  verificationJobs,
} from '#shared/contract/email-verification.ts'
import { addressesIn } from '#shared/domain/email-checks.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { EmailVerificationScreen } from './index.ts'

const AT = '2026-05-04T12:00:00.000Z'
const JOB: EmailJob = {
  ...{ id: 1, purpose: 'Panel', projectName: 'Rail', byName: 'Ann', at: AT, state: 'DONE' },
  ...{ total: 4, checked: 4, counts: { VALID: 2, RISKY: 1, INVALID: 1, UNKNOWN: 0 }, paidChecks: 3 },
}
const ROW = {
  ...{
    id: 7,
    version: 1,
    address: 'ann@mail.example',
    result: 'RISKY' as const,
    reasons: 'A role and no person',
  },
  ...{ confirmation: 'NOT_ASKED' as const, confirmedAt: null, purpose: 'Panel', projectName: 'Rail' },
  ...{ byName: 'Ann', at: AT },
}

function open(jobs: readonly EmailJob[] = [JOB]) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['IRESEARCH_CAN_VERIFY_EMAIL']))
  const choices = { projects: [{ id: 4, name: 'Rail' }], isConnected: true, used: 12, limit: 2000 }
  server.answer(verificationJobs, () => ({ jobs: [...jobs], ...choices }))
  server.answer(listVerifiedAddresses, () => ({
    ...{ rows: jobs.length === 0 ? [] : [ROW], total: jobs.length === 0 ? 0 : 1, isMore: false, asOf: AT },
    columns: ['address', 'result', 'reasons', 'confirmation', 'confirmedAt', 'purpose', 'projectName'],
  }))
  server.answer(stopList, () => ({ entries: [{ id: 3, address: '@gone.example', byName: 'Ann', at: AT }] }))
  renderSignedIn(server.services, <EmailVerificationScreen />, '/research/services/e-mail-verification')
  const sent = ({ path }: { path: string }) =>
    server.made.filter((one) => one.path === path).map(({ request }) => request)
  return { server, sent, user: userEvent.setup() }
}

test('6 §9.6 without a list the page says what to do', async () => {
  open([])
  expect(await screen.findByText('Paste addresses to check them.')).toBeTruthy()
  expect(screen.queryByText('Lists of the last 30 days')).toBeNull()
})

test('B117 what is pasted is counted and sent; the list tells what came of it, and what it cost', async () => {
  const { server, sent, user } = open()
  const lists = await screen.findByRole('list', { name: 'Lists of the last 30 days' })
  expect(lists.textContent).toContain('Panel: 4 addresses. Done.')
  expect(lists.textContent).toContain('2 valid · 1 risky · 1 invalid')
  expect(lists.textContent).toContain('Rail · 3 checks by the provider')
  expect(await screen.findByText('A role and no person')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Check addresses' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Check addresses' }))
  expect(dialog.getByText(/12 of 2,000 checks this month/)).toBeTruthy()
  await user.click(dialog.getByRole('textbox', { name: /Addresses/ }))
  await user.paste('ann@x.example, "Ben" <ben@x.example>\n\ncara@x.example;')
  expect(dialog.getByRole('status').textContent).toBe('3 addresses')
  const start = dialog.getByRole<HTMLButtonElement>('button', { name: 'Check' })
  expect(start.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /Purpose/ }), 'Panel')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Project' }), 'Rail')
  server.answer(newVerification, () => {
    throw refused(404, 'This project is gone.')
  })
  await user.click(start)
  expect(await dialog.findByText('This project is gone.')).toBeTruthy()
  server.answer(newVerification, () => ({ ...JOB, id: 2 }))
  await user.click(start)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(newVerification).at(-1)).toEqual({
    ...{ purpose: 'Panel', projectID: 4 },
    addresses: ['ann@x.example', 'ben@x.example', 'cara@x.example'],
  })
})

test('6 §9.6 more than 10,000 aren’t sent, and a file’s addresses are taken', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Check addresses' }))
  const dialog = within(await screen.findByRole('dialog'))
  const file = new File(['Name,E-mail\nAnn,ann@x.example\nBen,ben@x.example'], 'list.csv', {
    type: 'text/csv',
  })
  await user.upload(document.querySelector<HTMLInputElement>('input[type=file]') ?? document.body, file)
  expect((await dialog.findByText('2 addresses')).textContent).toBe('2 addresses')
  await user.click(dialog.getByRole('textbox', { name: /Addresses/ }))
  await user.paste('\na@x.example'.repeat(9_998))
  expect(dialog.getByRole('status').textContent).toBe('10,000 addresses')
  await user.paste('\na@x.example')
  expect(dialog.getByText('10,001 addresses; a list has at most 10,000.')).toBeTruthy()
})

test('6 §9.6 a list that runs shows how far it is, and can be stopped', async () => {
  const { server, sent, user } = open([{ ...JOB, state: 'RUNNING', checked: 1 }])
  expect((await screen.findByRole('progressbar', { name: 'Checking Panel' })).getAttribute('value')).toBe('1')
  server.answer(stopVerification, () => ({ done: true }))
  await user.click(screen.getByRole('button', { name: 'Stop checking Panel' }))
  await waitFor(() => expect(sent(stopVerification)).toEqual([{ id: 1 }]))
})

test('B118 ‘Ask to confirm’ asks first, and says who was left out', async () => {
  const { server, sent, user } = open()
  await user.click(await screen.findByRole('checkbox', { name: /ann@mail.example/ }))
  server.answer(askToConfirm, () => ({ asked: 1, left: 1 }))
  const shown: string[] = []
  server.services.notices.show = (_tone: unknown, text: string) => void shown.push(text)
  const press = async () => user.click(await screen.findByRole('button', { name: 'Ask to confirm' }))
  await press()
  const asks = async () => within(await screen.findByRole('dialog', { name: 'Ask one address to confirm?' }))
  await user.click((await asks()).getByRole('button', { name: 'Cancel' }))
  expect(sent(askToConfirm)).toEqual([])
  await press()
  await user.click((await asks()).getByRole('button', { name: 'Ask to confirm' }))
  await waitFor(() => expect(sent(askToConfirm)).toEqual([{ ids: [7] }]))
  await waitFor(() => expect(shown).toEqual(['1 address asked, 1 left out.']))
})

test('6 §9.6 the stop list takes an address, and what was removed can be put back', async () => {
  const { server, sent, user } = open()
  await user.click(await screen.findByRole('button', { name: 'Stop list' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Stop list' }))
  server.answer(addToStopList, () => ({ added: 1 }))
  server.answer(takeFromStopList, () => ({ done: true }))
  await user.click(await dialog.findByRole('button', { name: 'Remove @gone.example' }))
  expect(await dialog.findByText('@gone.example is off the list.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent(addToStopList)).toEqual([{ addresses: ['@gone.example'] }]))
  await user.type(dialog.getByRole('textbox', { name: 'Address or @domain' }), 'no@x.example')
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(sent(addToStopList).at(-1)).toEqual({ addresses: ['no@x.example'] }))
})

test('addresses are found in what people paste', () => {
  expect(addressesIn(' a@x.example\r\nb@x.example,c@x.example;\t"d" <d@x.example>\n\n')).toEqual([
    ...['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'],
  ])
  expect(addressesIn(' \n,; ')).toEqual([])
})
