import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  approveDangerousEmail,
  dangerousEmailChoices,
  listDangerousEmails,
  type Mailing,
  previewDangerousEmail,
  sendDangerousEmail,
  stopDangerousEmail,
  testDangerousEmail,
} from '#shared/contract/dangerous-email.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { DangerousEmailDialog } from './index.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const MAILING: Mailing = {
  ...{ id: 3, subject: 'Snow', body: 'x', reason: 'Snow', state: 'WAITING', by: 'Sam', isOwn: false },
  ...{ approvedBy: null, stoppedBy: null, createdAt: new Date(NOW).toISOString(), count: 2 },
  ...{ startsAt: new Date(NOW + 42_000).toISOString(), sent: 0, failed: 0, cancelled: 0 },
  ...{ filters: [], addresses: null, leftOut: 0 },
}

function open(mailings: Mailing[] = []) {
  const server = fakeLive({ now: () => NOW })
  server.services.session.signIn(testToken(['ADMIN_CAN_SEND_DANGEROUS_EMAIL']))
  const state = { isTested: false, shown: mailings }
  const made: [string, unknown][] = []
  const keep = (name: string) => (request: unknown) => {
    made.push([name, request])
    return { done: true as const }
  }
  server.answer(listDangerousEmails, () => ({ mailings: state.shown }))
  server.answer(dangerousEmailChoices, () => ({
    ...{ roles: [], areas: [{ id: 4, name: 'Leeds' }], agencies: [] },
    ...{ contractTypes: [], projects: [], skills: [] },
  }))
  server.answer(previewDangerousEmail, (request) => {
    const { letter, leaveOutIDs } = request as { letter: object | null; leaveOutIDs: number[] }
    return {
      people: [
        { id: 1, name: 'Ann', to: 'ann@mail.example', isUnreached: true },
        { id: 2, name: 'Ben', to: 'ben@mail.example', isUnreached: false },
      ].filter(({ id }) => !leaveOutIDs.includes(id)),
      ...{ count: 2 - leaveOutIDs.length, withoutAddress: 1, leavers: 2, needsApproval: false },
      unreached: 1,
      isTested: state.isTested,
      shown: letter ? { name: 'Ann', subject: 'Hello Ann', html: '<p>Dear Ann</p>' } : null,
    }
  })
  server.answer(testDangerousEmail, (request) => {
    state.isTested = true
    return keep('test')(request)
  })
  server.answer(sendDangerousEmail, (request) => {
    made.push(['send', request])
    return { id: 3 }
  })
  server.answer(stopDangerousEmail, keep('stop'))
  server.answer(approveDangerousEmail, keep('approve'))
  renderSignedIn(server.services, server.around(<DangerousEmailDialog opened onClose={() => {}} />), '/')
  return { server, state, made, user: userEvent.setup() }
}

test('A129 a letter is tested, its number typed and a reason given before it goes, without who was left out', async () => {
  const { user, made } = open()
  await user.click(await screen.findByText('2 people would get it'))
  expect(screen.getByText('Left out: 1 person without an address, 2 people who left.')).toBeTruthy()
  expect(screen.getByText('Ann, ann@mail.example, not reached')).toBeTruthy()
  expect(screen.getByText('Ben, ben@mail.example')).toBeTruthy()
  expect(screen.getByText('1 person of them was not reached: mail to that address came back.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Leave Ben out' }))
  await screen.findByText('1 person would get it')
  await user.type(screen.getByLabelText(/Subject/), 'Hello')
  await user.type(screen.getByLabelText(/^Text/), 'Dear all')
  expect(await screen.findByText('Send yourself a test first.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Send a test to me' }))
  expect(await screen.findByText('Your test of this letter was sent.')).toBeTruthy()
  const send = () => screen.getByRole('button', { name: 'Send' })
  await user.type(screen.getByLabelText(/Type 1 to confirm/), '2')
  await user.type(screen.getByLabelText(/Reason/), 'Snow')
  expect(send().hasAttribute('disabled')).toBe(true)
  await user.clear(screen.getByLabelText(/Type 1 to confirm/))
  await user.type(screen.getByLabelText(/Type 1 to confirm/), '1')
  await user.click(send())
  await waitFor(() =>
    expect(made.at(-1)).toMatchObject([
      'send',
      { leaveOutIDs: [2], subject: 'Hello', body: 'Dear all', count: 1, reason: 'Snow' },
    ]),
  )
})

test('A131 the wait is counted down beside Stop, which asks nothing then', async () => {
  const { user, made } = open([MAILING])
  const list = within(await screen.findByRole('region', { name: 'Sent and waiting' }))
  // The words and the button are one: 'Sending in 42 s – Stop'.
  const wait = await list.findByText('Sending in 42 s –')
  expect(wait.nextElementSibling).toBe(list.getByRole('button', { name: 'Stop' }))
  expect(list.getByText('0 of 2 handed over · by Sam')).toBeTruthy()
  await user.click(list.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(made).toEqual([['stop', { id: 3 }]]))
})

test('A130 another’s letter is approved, one’s own isn’t', async () => {
  const waiting = { ...MAILING, state: 'WAITING_APPROVAL', startsAt: null } as const
  const { user, made } = open([waiting, { ...waiting, id: 4, isOwn: true }])
  const buttons = await screen.findAllByRole('button', { name: 'Approve' })
  expect(buttons).toHaveLength(1)
  await user.click(buttons[0] as HTMLElement)
  await waitFor(() => expect(made).toEqual([['approve', { id: 3 }]]))
})

test('whoever approves reads the whole letter, why it goes, and to whom', async () => {
  const waiting = {
    ...MAILING,
    state: 'WAITING_APPROVAL',
    startsAt: null,
    body: 'The office is shut.',
  } as const
  const filters = [
    { filter: 'roleIDs', names: ['Interviewer', 'Supervisor'] },
    { filter: 'statuses', names: ['Active'] },
  ] as const
  const { user } = open([
    {
      ...waiting,
      reason: 'Two feet of snow',
      filters: filters.map((one) => ({ ...one, names: [...one.names] })),
      leftOut: 2,
    },
    { ...waiting, id: 4, addresses: 3 },
    { ...waiting, id: 5 },
  ])
  const list = within(await screen.findByRole('region', { name: 'Sent and waiting' }))
  for (const one of await list.findAllByText('Letter, reason and audience')) await user.click(one)
  expect(list.getByText('Reason: Two feet of snow')).toBeTruthy()
  expect(list.getByText('Roles: Interviewer, Supervisor · Status: Active')).toBeTruthy()
  expect(list.getByText('Without 2 people, left out by hand')).toBeTruthy()
  expect(list.getByText('To 3 pasted addresses')).toBeTruthy()
  expect(list.getByText('To everybody')).toBeTruthy()
  expect(list.getAllByText('The office is shut.')).toHaveLength(3)
})
