import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { shiftRequestTalk } from '#shared/contract/request-talk.ts'
import {
  decideShiftRequest,
  findCover,
  getShiftRequest,
  listShiftRequests,
  offerCover,
  proposeShiftTimes,
  shiftRequestChecks,
} from '#shared/contract/shift-requests.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ShiftRequestsScreen } from './index.ts'

const DROP = {
  ...{
    id: 5,
    version: 1,
    type: 'DROP' as const,
    byName: 'Ann',
    toName: null,
    project: 'Rail',
    area: 'North',
  },
  ...{ shiftStart: '2026-11-23T09:00:00.000Z', shiftEnd: '2026-11-23T17:00:00.000Z' },
  ...{ newStart: null, newEnd: null, splitAt: null, otherStart: null, otherEnd: null, reason: 'School run' },
  ...{
    state: 'PENDING' as const,
    askedAt: '2026-11-21T08:00:00.000Z',
    expiresAt: '2026-11-23T07:00:00.000Z',
  },
  ...{ deciderName: null as string | null, decidedAt: null as string | null, decisionNote: '' },
  ...{ checks: 'Passes all' as string | null, isByRule: false },
  ...{ proposedStart: null as string | null, proposedEnd: null as string | null },
  proposalAnswer: null as 'AGREED' | 'REFUSED' | null,
}
type Row = typeof DROP

async function open(row: object = {}, more: readonly PermissionName[] = []) {
  const at = fakeLive()
  at.services.session.signIn(testToken(['IRESOURCE_CAN_PROCESS_SHIFT', ...more]))
  const shown = { ...DROP, ...row } as Row
  at.answer(listShiftRequests, () => ({
    ...{ rows: [shown], total: 1, isMore: false, asOf: '2026-11-21T12:00:00.000Z' },
    columns: ['type', 'byName', 'shiftStart', 'checks', 'state'],
  }))
  at.answer(getShiftRequest, () => shown)
  at.answer(shiftRequestChecks, () => ({ people: [] }))
  renderSignedIn(at.services, at.around(<ShiftRequestsScreen />), '/resource/shift-requests?open=5')
  await screen.findByText('School run')
  const sent = (call: { readonly path: string }) =>
    at.made.filter(({ path }) => path === call.path).map(({ request }) => request)
  return { ...at, sent, user: userEvent.setup() }
}

test('4 §4.5.9 the list has what is against a request, and one that the system approved is so marked', async () => {
  await open({
    ...{ state: 'APPROVED' as never, checks: '2 hours over contract.', isByRule: true },
    ...{ deciderName: 'the system', decidedAt: '2026-11-21T08:00:00.000Z' },
  })
  expect(await screen.findByRole('columnheader', { name: /Checks/ })).toBeTruthy()
  expect(screen.getByRole('gridcell', { name: '2 hours over contract.' })).toBeTruthy()
  expect(
    screen.getByText('Approved by the system: it passes all checks and the rule of the settings.'),
  ).toBeTruthy()
})

test('a request is declined with a reason, and approved in spite of what warns only with one', async () => {
  const { answer, sent, services, user } = await open({ type: 'GIVE', toName: 'Ben', state: 'ACCEPTED' })
  answer(shiftRequestChecks, () => ({
    people: [
      { name: 'Ben', checks: [{ rule: 'CONTRACT' as const, blocks: false, text: '2 hours over contract.' }] },
    ],
  }))
  answer(decideShiftRequest, () => DROP)
  expect(screen.getByText(/^Mon,? 23 Nov,? 09:00–17:00$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Find cover…' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Decline…' }))
  const decline = within(await screen.findByRole('dialog', { name: 'Decline for Ann?' }))
  await user.type(decline.getByLabelText('Why'), 'no')
  await user.click(decline.getByRole('button', { name: 'Decline' }))
  await decline.findByText('Say why, in 3 characters or more.')
  await user.click(decline.getByRole('button', { name: 'Cancel' }))
  // What was typed isn't lost without being asked about.
  await waitFor(() =>
    expect(services.prompts.store.getState()).toMatchObject([{ title: 'Discard your changes?' }]),
  )
  const [prompt] = services.prompts.store.getState()
  if (prompt) await act(async () => services.prompts.answer(prompt.id, true))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Decline for Ann?' })).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Approve…' }))
  const approve = within(await screen.findByRole('dialog', { name: 'Approve for Ann?' }))
  const why = await approve.findByLabelText('Why it is approved all the same')
  expect(approve.getByText('Ben: 2 hours over contract.')).toBeTruthy()
  await user.click(approve.getByRole('button', { name: 'Approve' }))
  await approve.findByText('Say why, in 3 characters or more.')
  await user.type(why, 'Agreed')
  await user.click(approve.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Approve for Ann?' })).toBeNull())
  expect(sent(decideShiftRequest)).toEqual([{ id: 5, state: 'APPROVED', note: '', override: 'Agreed' }])
})

test('what blocks can’t be approved; what waits for the colleague or is decided has no buttons', async () => {
  const { answer, user } = await open({ type: 'CHANGE' })
  answer(shiftRequestChecks, () => ({
    people: [
      {
        name: 'Ann',
        checks: [{ rule: 'STEP' as const, blocks: true, text: 'Times are in steps of 15 minutes.' }],
      },
    ],
  }))
  await user.click(await screen.findByRole('button', { name: 'Approve…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Approve for Ann?' }))
  await dialog.findByText('This can’t be approved as it is.')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Approve' }).disabled).toBe(true)
})

test.each(['OFFERED', 'APPROVED', 'EXPIRED'])('a request that is %s has no buttons', async (state) => {
  await open({ state })
  for (const name of ['Approve…', 'Decline…', 'Find cover…'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('people are asked for cover; who was asked already is marked', async () => {
  const { answer, sent, user } = await open()
  const person = { warnings: [], shifts: [], isAsked: false }
  answer(findCover, () => ({
    people: [
      { ...person, userID: 8, name: 'Cat', weekHours: 12.5 },
      { ...person, userID: 9, name: 'Dan', weekHours: 20, warnings: ['2 hours over contract.'] },
      { ...person, userID: 10, name: 'Eve', weekHours: 22, isAsked: true },
    ],
  }))
  answer(offerCover, () => ({ asked: 2 }))
  await user.click(screen.getByRole('button', { name: 'Find cover…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Find cover' }))
  await user.click(await dialog.findByRole('checkbox', { name: 'Cat' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Dan' }))
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['Cat12.5 h that week', 'Dan20 h that week2 hours over contract.', 'EveAsked'],
  ])
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Eve' }).disabled).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Ask these 2' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Find cover' })).toBeNull())
  expect(sent(offerCover)).toEqual([{ id: 5, userIDs: [8, 9] }])
})

const CHANGE = {
  ...{ type: 'CHANGE', newStart: '2026-11-23T12:00:00.000Z', newEnd: '2026-11-23T20:00:00.000Z' },
}

test('4 §4.5.9 other times are proposed on a request for other times; what is against them is said as they are typed', async () => {
  const { answer, sent, user } = await open(CHANGE)
  const startOf = (request: object) => (request as { proposed?: { start: string } }).proposed?.start
  answer(shiftRequestChecks, (request) => ({
    people: [
      {
        name: 'Ann',
        checks:
          startOf(request) === '2026-11-23T14:00:00.000Z'
            ? [{ rule: 'REST' as const, blocks: true, text: 'Less than 11 hours of rest before Tuesday.' }]
            : startOf(request) === '2026-11-23T10:00:00.000Z'
              ? [{ rule: 'CONTRACT' as const, blocks: false, text: '2 hours over contract.' }]
              : [],
      },
    ],
  }))
  answer(proposeShiftTimes, () => ({ ...DROP, ...CHANGE, state: 'DECLINED' }) as never)
  await user.click(screen.getByRole('button', { name: 'Propose another…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Propose other times to Ann' }))
  expect(
    dialog.getByText(/^The shift is Mon,? 23 Nov,? 09:00–17:00; Mon,? 23 Nov,? 12:00–20:00 is asked for\./),
  ).toBeTruthy()
  const type = (label: string, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const go = dialog.getByRole<HTMLButtonElement>('button', { name: 'Propose' })
  type('Starts', '2026-11-23T14:00')
  await dialog.findByText('Ann: Less than 11 hours of rest before Tuesday.')
  expect(dialog.getByText('These times can’t be proposed.')).toBeTruthy()
  expect(go.disabled).toBe(true)
  type('Starts', '')
  await waitFor(() => expect(go.disabled).toBe(false))
  await user.click(go)
  await dialog.findByText('Say when it starts and ends.')
  type('Starts', '2026-11-23T10:00')
  type('Ends', '2026-11-23T18:00')
  const why = await dialog.findByLabelText('Why it is proposed all the same')
  await user.click(go)
  await dialog.findByText('Say why, in 3 characters or more.')
  await user.type(why, 'Agreed')
  await user.type(dialog.getByLabelText('Note to the person'), 'Too few at noon')
  await user.click(go)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(proposeShiftTimes)).toEqual([
    {
      ...{ id: 5, start: '2026-11-23T10:00:00.000Z', end: '2026-11-23T18:00:00.000Z' },
      ...{ note: 'Too few at noon', override: 'Agreed' },
    },
  ])
})

test.each([
  [null, 'None yet'],
  ['AGREED', 'Agreed'],
  ['REFUSED', 'Said no'],
])('what was proposed stands with the request, and the answer %s', async (proposalAnswer, words) => {
  await open({
    ...{ ...CHANGE, state: 'DECLINED', proposalAnswer },
    ...{ proposedStart: '2026-11-23T10:00:00.000Z', proposedEnd: '2026-11-23T18:00:00.000Z' },
  })
  expect(screen.getByText(/^Mon,? 23 Nov,? 10:00–18:00$/)).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Propose another…' })).toBeNull()
})

test('4 §4.2.2 a request has its conversation, for who has the chat; where it can’t be opened it says why', async () => {
  await open()
  expect(screen.queryByRole('button', { name: /Conversation/ })).toBeNull()
  cleanup()
  const { answer, sent, user } = await open({}, ['GENERAL_CAN_USE_TEAM_CHAT'])
  answer(shiftRequestTalk, () => {
    throw refused(404, 'There is no such shift request.')
  })
  await user.click(screen.getByRole('button', { name: 'Conversation: Drop: Ann' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Conversation: Drop: Ann' }))
  expect(await dialog.findByText('The conversation could not be opened.')).toBeTruthy()
  expect(dialog.getByText('There is no such shift request.')).toBeTruthy()
  expect(sent(shiftRequestTalk)).toEqual([{ id: 5 }])
})
