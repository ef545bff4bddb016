import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type * as z from 'zod/mini'
import {
  cancelEmail,
  emailAttempts,
  emailOverview,
  getEmail,
  holdEmails,
  listEmails,
  type MailOverview,
  resendEmail,
} from '#shared/contract/email-log.ts'
import { getViews } from '#shared/contract/views.ts'
import { mailRecord } from '#shared/records/admin/mail.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { EmailLogScreen } from './index.ts'

type Row = z.output<typeof mailRecord.row>
const AT = '2026-11-21T12:00:00.000Z'
const FAILED: Row = {
  ...{ id: 4, version: 2, createdAt: AT, to: 'ann@mail.example', person: 'Ann', subject: 'Your sign-in' },
  ...{ kind: 'SIGN_IN_LINK', state: 'FAILED', tries: 1, nextAt: null, endedAt: AT, expiresAt: AT },
  ...{ lastAnswer: '550 no such user', from: 'office@work.example', messageID: '<1@x>', hasText: true },
}
const OVERVIEW: MailOverview = {
  counts: [
    { state: 'QUEUED', count: 0 },
    { state: 'SENT', count: 12 },
    { state: 'FAILED', count: 1 },
    { state: 'EXPIRED', count: 0 },
  ],
  held: null,
  isSetUp: true,
}

function open({ row = FAILED, overview = OVERVIEW, path = '/admin/email-log' } = {}) {
  const server = fakeServices()
  server.services.session.signIn(testToken(['ADMIN_CAN_SEE_EMAIL_LOG']))
  server.answer(getViews, () => ({ views: [] }))
  server.answer(emailOverview, () => overview)
  server.answer(listEmails, () => ({
    rows: [row],
    total: 1,
    isMore: false,
    columns: Object.keys(mailRecord.columns),
    asOf: AT,
  }))
  server.answer(getEmail, () => row)
  server.answer(emailAttempts, () => ({
    attempts: [
      { id: 2, startedAt: AT, endedAt: AT, outcome: 'FAILED' as const, answer: '550 no such user' },
      { id: 1, startedAt: AT, endedAt: AT, outcome: 'DEFERRED' as const, answer: '451 try later' },
    ],
  }))
  renderSignedIn(server.services, <EmailLogScreen />, path)
  const sent = ({ path: asked }: { path: string }) =>
    server.made.filter((call) => call.path === asked).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}
const panel = async () => within(await screen.findByRole('complementary', { name: 'e-mail' }))

test('A116 counts by state stand above the list, and each narrows it', async () => {
  const at = open()
  const states = within(await screen.findByRole('navigation', { name: 'E-mails by state' }))
  expect(states.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '13 All',
    '0 Queued',
    '12 Sent',
    '1 Failed',
  ])
  await at.user.click(states.getByRole('link', { name: '1 Failed' }))
  await waitFor(() =>
    expect(at.sent(listEmails).at(-1)).toMatchObject({
      filters: [{ field: 'state', operator: 'ANY_OF', values: ['FAILED'] }],
    }),
  )
  expect(states.getByRole('link', { name: '1 Failed' }).getAttribute('aria-current')).toBe('true')
})

test('A116 an e-mail shows each attempt with the server’s answer, and a failed one is sent again', async () => {
  const at = open({ path: '/admin/email-log?open=4' })
  const mail = await panel()
  await mail.findByText('550 no such user')
  expect(mail.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Refused 21 Nov, 12:00:00550 no such user',
    'Not now 21 Nov, 12:00:00451 try later',
  ])
  expect(mail.getByText('office@work.example')).toBeTruthy()
  expect(mail.queryByRole('button', { name: 'Cancel e-mail' })).toBeNull()
  at.answer(resendEmail, () => ({ ...FAILED, state: 'QUEUED' as const }))
  await at.user.click(mail.getByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(at.sent(resendEmail)).toEqual([{ id: 4 }]))
  at.answer(resendEmail, () => {
    throw refused(409, '', 'This mail does not wait any more.', 'mail.notWaiting')
  })
  await at.user.click(mail.getByRole('button', { name: 'Send again' }))
  await waitFor(() =>
    expect(at.services.notices.store.getState().map(({ message }) => message)).toContain(
      'This mail does not wait any more.',
    ),
  )
})

test('one whose text is gone can’t be sent again, one that waits is cancelled after a question', async () => {
  const at = open({
    path: '/admin/email-log?open=4',
    row: { ...FAILED, state: 'DEFERRED', nextAt: AT, endedAt: null, hasText: false },
  })
  const mail = await panel()
  const cancel = await mail.findByRole('button', { name: 'Cancel e-mail' })
  expect(mail.queryByRole('button', { name: 'Send again' })).toBeNull()
  at.answer(cancelEmail, () => ({ ...FAILED, state: 'CANCELLED' as const }))
  const ask = vi.spyOn(at.services.prompts, 'ask').mockResolvedValueOnce(false)
  await at.user.click(cancel)
  expect(ask.mock.calls[0]?.[0].text).toContain('ann@mail.example')
  expect(at.sent(cancelEmail)).toEqual([])
  ask.mockResolvedValueOnce(true)
  await at.user.click(cancel)
  await waitFor(() => expect(at.sent(cancelEmail)).toEqual([{ id: 4 }]))
})

test('all are held back after a question, which a line says, and released', async () => {
  const at = open()
  vi.spyOn(at.services.prompts, 'ask').mockResolvedValueOnce(true)
  at.answer(holdEmails, () => OVERVIEW)
  await at.user.click(await screen.findByRole('button', { name: 'Hold all' }))
  at.answer(emailOverview, () => ({ ...OVERVIEW, held: { by: 'Ann', at: AT } }))
  await waitFor(() => expect(at.sent(holdEmails)).toEqual([{ isHeld: true }]))
})

test('held e-mails and mail that isn’t set up are told above the list', async () => {
  const at = open({ overview: { ...OVERVIEW, held: { by: 'Ann', at: AT }, isSetUp: false } })
  expect(await screen.findByText(/^All e-mails are held back, by Ann since 21 Nov, 12:00:00\.$/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Set up mail' }).getAttribute('href')).toBe(
    '/admin/connection-adaptors',
  )
  at.answer(holdEmails, () => OVERVIEW)
  await at.user.click(screen.getByRole('button', { name: 'Release all' }))
  await waitFor(() => expect(at.sent(holdEmails)).toEqual([{ isHeld: false }]))
})
