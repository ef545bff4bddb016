import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type CallEntry, callHistory, missedCalls } from '#shared/contract/calls.ts'
import { newMeeting } from '#shared/contract/new-meeting.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { CallList } from './CallList.tsx'

const entry = (id: number, changes: Partial<CallEntry>): CallEntry => ({
  ...{ id, direction: 'IN', people: [{ userID: 2, name: 'Ben' }], started: '2026-05-04T09:00:00.000Z' },
  ...{ answered: null, ended: '2026-05-04T09:00:30.000Z', outcome: 'MISSED', length: null, isSeen: true },
  ...changes,
})

function show(calls: readonly CallEntry[], missed = 0) {
  const at = fakeLive()
  at.services.session.signIn(testToken(['CAN_MAKE_CALL']))
  let unseen = missed
  at.answer(callHistory, () => ({ calls: [...calls], isMore: false, missed: unseen }))
  at.answer(missedCalls, () => {
    unseen = 0
    return []
  })
  at.answer(newMeeting, () => ({ meetingID: 9 }))
  renderSignedIn(at.services, at.around(<CallList term="" />))
  return { ...at, user: userEvent.setup() }
}

test('B010 calls are listed with direction, outcome and length, and called back from their row', async () => {
  const people = [
    { userID: 2, name: 'Ben' },
    { userID: 3, name: 'Cat' },
  ]
  const answered = { answered: '2026-05-04T09:00:05.000Z', outcome: 'ANSWERED' as const }
  const at = show([
    entry(7, { direction: 'OUT', people, ...answered, length: 725 }),
    entry(6, { ...answered, length: 45 }),
    entry(5, { ...answered, length: 3900, outcome: 'ANSWERED_ELSEWHERE' }),
    entry(4, {}),
    entry(3, { outcome: 'DECLINED' }),
    entry(2, { direction: 'OUT', outcome: 'CANCELLED' }),
    entry(1, { direction: 'OUT' }),
  ])
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.textContent?.replace(/(Mon|Tue).*/, ''))).toEqual([
    expect.stringContaining('Ben, CatOutgoing · Answered · 12 min'),
    expect.stringContaining('BenIncoming · Answered · 45 s'),
    expect.stringContaining('BenIncoming · Answered elsewhere · 1 h 5 min'),
    expect.stringContaining('BenIncoming · Missed'),
    expect.stringContaining('BenIncoming · Declined'),
    expect.stringContaining('BenOutgoing · Cancelled'),
    expect.stringContaining('BenOutgoing · No answer'),
  ])
  await at.user.click(within(rows[3] as HTMLElement).getByRole('button', { name: 'Call back Ben' }))
  await waitFor(() =>
    expect(at.hub.invoked).toContainEqual({ method: 'makeCall', args: [2, 9, 'General call', false] }),
  )
  at.hub.invoked.length = 0
  await at.user.click(within(rows[0] as HTMLElement).getByRole('button', { name: 'Call Ben, Cat again' }))
  await waitFor(() =>
    expect(at.hub.invoked.filter(({ method }) => method === 'makeCall').map(({ args }) => args)).toEqual([
      [2, 9, 'Group Call', false],
      [3, 9, 'Group Call', false],
    ]),
  )
})

test('missed calls are counted beside ‘Recent’ until they are seen, and the list follows the hub', async () => {
  const at = show([entry(4, { isSeen: false })], 2)
  expect(await screen.findByText('2 missed calls')).toBeTruthy()
  at.answer(callHistory, () => ({ calls: [entry(5, {}), entry(4, {})], isMore: false, missed: 0 }))
  await at.user.click(screen.getByRole('button', { name: 'Mark missed as seen' }))
  await waitFor(() => expect(screen.queryByText('2 missed calls')).toBeNull())
  expect(at.made.find(({ path }) => path === missedCalls.path)?.request).toEqual({ seen: true })
  at.answer(callHistory, () => ({
    calls: [entry(6, { people: [{ userID: 3, name: 'Cat' }] }), entry(5, {}), entry(4, {})],
    ...{ isMore: false, missed: 1 },
  }))
  at.hub.fire('workingDayChange', { entity: 'CALL', ids: [] })
  expect(await screen.findByText('Cat')).toBeTruthy()
  expect(screen.getByText('1 missed call')).toBeTruthy()
})

test('without any it says so', async () => {
  show([])
  expect(await screen.findByText('No calls yet.')).toBeTruthy()
})
