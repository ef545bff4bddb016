import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { myAbsenceCases } from '#shared/contract/absence.ts'
import {
  acknowledgeTraining,
  commentPip,
  type DevelopmentRecords,
  developmentRecords,
} from '#shared/contract/development.ts'
import { replyToNote } from '#shared/contract/file-notes.ts'
import { myOneToOnes, signOneToOne } from '#shared/contract/one-to-ones.ts'
import { myReturnForms, signReturnForm } from '#shared/contract/return-to-work.ts'
import {
  bookMyTraining,
  leaveTrainingWait,
  myTrainingSessions,
  type OwnTrainingSession,
  unbookMyTraining,
  waitForTraining,
} from '#shared/contract/training.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { DevelopmentScreen } from './index.ts'

const AT = '2026-05-04T12:00:00.000Z'
const ALL: PermissionName[] = [
  ...(['ITRACKER_CAN_SEE_MY_DEVELOPMENT', 'ITRACKER_CAN_SEE_COACHING', 'ITRACKER_CAN_SEE_PIPS'] as const),
  ...(['ITRACKER_CAN_SEE_FILE_NOTES', 'ITRACKER_CAN_SEE_TRAINING'] as const),
]
const NOTHING: DevelopmentRecords = { coaching: [], pips: [], fileNotes: [], training: [], skills: [] }

function open(tab: string, permissions = ALL, records: Partial<DevelopmentRecords> = {}) {
  const server = fakeLive()
  server.services.session.signIn(testToken(permissions))
  server.answer(developmentRecords, () => ({ ...NOTHING, ...records }))
  server.answer(myTrainingSessions, () => ({ sessions: [] }))
  server.answer(replyToNote, () => ({ done: true }))
  server.answer(commentPip, () => ({ done: true }))
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  renderSignedIn(server.services, server.around(<DevelopmentScreen />), `/tracker/my-development?tab=${tab}`)
  return { ...server, sent, user: userEvent.setup() }
}
const tabs = () =>
  within(screen.getByRole('navigation', { name: 'My development' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent)

test('D109 each part has its tab only with its permission', async () => {
  open('skills')
  expect(await screen.findByText('No skills yet.')).toBeDefined()
  expect(tabs()).toEqual([
    ...['Overview', 'Coaching', 'Performance improvement', 'File notes', 'Training', 'Skills', 'Checklist'],
  ])
})

test('D109 without permissions there are neither coaching, plans, notes nor training', async () => {
  open('skills', ['ITRACKER_CAN_SEE_MY_DEVELOPMENT'])
  expect(await screen.findByText('No skills yet.')).toBeDefined()
  expect(tabs()).toEqual(['Overview', 'Skills', 'Checklist'])
})

test.each([
  ['coaching', 'No coaching yet.'],
  ['improvement', 'You are not on an improvement plan.'],
  ['notes', 'No notes.'],
  ['training', 'No training yet.'],
])('an empty %s says so', async (tab, words) => {
  open(tab)
  expect(await screen.findByText(words)).toBeDefined()
})

test('D109 a file note says who wrote it, and is replied to once', async () => {
  const { user, sent } = open('notes', ALL, {
    fileNotes: [
      { id: 3, by: 'Sam', at: AT, kind: 'CONCERN', text: 'Late twice', acknowledgedAt: null, reply: '' },
      {
        id: 4,
        by: 'Sam',
        at: AT,
        kind: 'RECOGNITION',
        text: 'Well done',
        acknowledgedAt: AT,
        reply: 'Thanks',
      },
    ],
  })
  const notes = within(await screen.findByRole('list', { name: 'File notes' })).getAllByRole('listitem')
  expect(notes[0]?.textContent).toContain('Concern4 May 2026, 13:00 · by SamLate twice')
  expect(notes[1]?.textContent).toContain('You replied: Thanks')
  expect(screen.getAllByRole('button', { name: 'Reply' })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Reply' }))
  await user.type(screen.getByRole('textbox'), 'The tram')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(sent(replyToNote)).toEqual([{ id: 3, text: 'The tram' }])
})

test('D109 training says what waits to be acknowledged, and is acknowledged', async () => {
  const record = { day: '2026-05-01', score: null, expires: null, trainer: null, result: 'PASSED' as const }
  const { user, sent, answer } = open('training', ALL, {
    training: [
      { ...record, id: 5, type: 'Data protection', acknowledgedAt: null },
      { ...record, id: 6, type: 'Fire safety', acknowledgedAt: null },
      { ...record, id: 7, type: 'Probing', acknowledgedAt: AT },
    ],
  })
  answer(acknowledgeTraining, () => ({ done: true }))
  expect(await screen.findByText('2 to acknowledge')).toBeDefined()
  const rows = within(screen.getByRole('list', { name: 'Training' })).getAllByRole('listitem')
  expect(rows[2]?.textContent).toBe('Probing1 May 2026 · Passed · acknowledged 4 May 2026, 13:00')
  expect(screen.getAllByRole('button', { name: /^Acknowledge/ })).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: 'Acknowledge: Fire safety' }))
  expect(sent(acknowledgeTraining)).toEqual([{ id: 6 }])
})

const session = (id: number, more: Partial<OwnTrainingSession> = {}): OwnTrainingSession => ({
  ...{ id, type: `Course ${id}`, category: 'METHOD', project: null, trainer: 'Sam', place: 'Room 2' },
  ...{ start: '2026-05-05T09:00:00.000Z', end: '2026-05-05T10:30:00.000Z', capacity: 8, booked: 5 },
  ...{ state: 'OPEN', isBooked: false, isOwnBooking: false, isNeeded: false, waiting: 0, position: null },
  ...more,
})

test('4 §4.2.6 a full session has a waiting list: one joins it, sees one’s place as it changes, leaves it, and reads when one is booked', async () => {
  const { user, sent, answer, live } = open('training')
  const full = { state: 'FULL', booked: 8 } as const
  let sessions = [session(1, full), session(2, { ...full, isBooked: true })]
  answer(myTrainingSessions, () => ({ sessions }))
  const again = () => act(async () => live.workingDayNews.tell({ entity: 'TRAINING', ids: [] }))
  await again()
  const list = within(await screen.findByRole('list', { name: 'Training sessions' }))
  const when = 'Tue 5 May, 10:00–11:30'
  const lines = () => list.getAllByRole('listitem').map(({ textContent }) => textContent)
  const about = `${when} · Room 2 · with Sam`
  expect(lines()).toEqual([
    `Course 1${about}FullJoin waiting list`,
    // Who has a place waits for none.
    `Course 2You are booked${about}Full`,
  ])
  const become = (more: Partial<OwnTrainingSession>) => {
    sessions = [session(1, { ...full, ...more })]
  }
  answer(waitForTraining, () => {
    become({ waiting: 3, position: 3 })
    return { isBooked: false, position: 3 }
  })
  await user.click(list.getByRole('button', { name: `Join waiting list of Course 1, ${when}` }))
  await list.findByText(
    'You are number 3 of 3 on the waiting list. When a place is yours you are booked, and told.',
  )
  expect(list.getByText('Full · 3 waiting')).toBeDefined()
  expect(list.queryByRole('button', { name: /^Join/ })).toBeNull()
  become({ waiting: 2, position: 1 })
  await again()
  await list.findByText(/^You are number 1 of 2 on the waiting list/)
  answer(leaveTrainingWait, () => {
    become({ waiting: 1 })
    return { done: true }
  })
  await user.click(list.getByRole('button', { name: `Leave waiting list of Course 1, ${when}` }))
  await list.findByText('Full · 1 waiting')
  expect(list.queryByText(/^You are number/)).toBeNull()
  // Meanwhile a place was free: they have it.
  answer(waitForTraining, () => {
    become({ isBooked: true, isOwnBooking: true })
    return { isBooked: true, position: null }
  })
  await user.click(list.getByRole('button', { name: /^Join waiting list/ }))
  await list.findByText('You are booked')
  expect([...sent(waitForTraining), ...sent(leaveTrainingWait)]).toEqual([
    { sessionID: 1 },
    { sessionID: 1 },
    { sessionID: 1 },
  ])
})

test('4 §4.2.6 sessions are booked and taken back; a refusal is said in its place, and what is so now is read', async () => {
  const { user, sent, answer, live } = open('training')
  let sessions = [
    session(1, { isNeeded: true, project: 'Rail' }),
    session(2, { state: 'FULL', booked: 8 }),
    session(3, { isBooked: true, isOwnBooking: true }),
    // Somebody else booked them: it isn't theirs to take back.
    session(4, { isBooked: true, trainer: null }),
  ]
  answer(myTrainingSessions, () => ({ sessions }))
  await act(async () => live.workingDayNews.tell({ entity: 'TRAINING', ids: [] }))
  const list = within(await screen.findByRole('list', { name: 'Training sessions' }))
  const when = 'Tue 5 May, 10:00–11:30'
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    `Course 1You need it${when} · Room 2 · Rail · with Sam3 of 8 places leftBook`,
    `Course 2${when} · Room 2 · with SamFullJoin waiting list`,
    `Course 3You are booked${when} · Room 2 · with Sam3 of 8 places leftCancel booking`,
    `Course 4You are booked${when} · Room 23 of 8 places left`,
  ])
  answer(bookMyTraining, () => {
    sessions = sessions.map((one) => (one.id === 1 ? { ...one, state: 'FULL', booked: 8 } : one))
    throw refused(409, 'This session is full.')
  })
  answer(unbookMyTraining, () => {
    sessions = sessions.filter(({ id }) => id !== 3)
    return { done: true }
  })
  await user.click(list.getByRole('button', { name: `Book Course 1, ${when}` }))
  expect(await list.findByText('This session is full.')).toBeDefined()
  await waitFor(() => expect(list.queryByRole('button', { name: /^Book/ })).toBeNull())
  await user.click(list.getByRole('button', { name: `Cancel booking of Course 3, ${when}` }))
  await waitFor(() => expect(list.queryByText('Course 3')).toBeNull())
  expect([...sent(bookMyTraining), ...sent(unbookMyTraining)]).toEqual([{ sessionID: 1 }, { sessionID: 3 }])
})

test('a plan shows from, target and now, the days left and its meetings, which are commented on', async () => {
  const { user, sent } = open('improvement', ALL, {
    pips: [
      {
        ...{ id: 1, owner: 'Sam', reason: 'Quality', support: '', start: '2026-04-27', end: '2026-05-24' },
        ...{ draftComment: '', decidedAt: null, appealedAt: null },
        ...{
          daysLeft: 21,
          state: 'ACTIVE',
          measures: [{ measure: 'qcScore', from: 60, target: 86, now: 85.5 }],
        },
        meetings: [{ id: 9, at: AT, notes: 'Went well', comment: '', commentedAt: null }],
      },
    ],
  })
  expect(await screen.findByText('27 Apr 2026 – 24 May 2026 · 21 days left · with Sam')).toBeDefined()
  expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['60', '86', '85.5'])
  await user.click(screen.getByRole('button', { name: /^Comment on the meeting/ }))
  await user.type(screen.getByRole('textbox'), 'I agree')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(sent(commentPip)).toEqual([{ id: 9, comment: 'I agree' }])
})

test('6 §5.3 what waits for the person’s own word stands above: forms and talks to sign, absences to explain', async () => {
  const server = fakeLive()
  server.services.session.signIn(testToken(['ITRACKER_CAN_SEE_MY_DEVELOPMENT']))
  const form = {
    ...{ id: 4, version: 3, userID: 1, name: 'Me', hostID: 2, host: 'Sam', firstDay: '2026-04-29' },
    ...{ lastDay: '2026-04-30', calendarDays: 2, needsFitNote: false, dueDay: '2026-05-07', isLate: false },
    ...{ status: 'SIGNED_BY_HOST' as const, hostSignedAt: AT, signedAt: null },
    answers: {
      ...{
        certificate: 'SELF' as const,
        fit: 'WITH_ADJUSTMENTS' as const,
        followUp: null,
        hasFitNote: false,
      },
      ...{ adjustments: ['MORE_BREAKS' as const], adjustmentsUntil: '2026-05-20' },
    },
    health: { category: null, details: 'The back', fitNotes: [] },
  }
  server.answer(myReturnForms, () => ({ forms: [form] }))
  server.answer(myOneToOnes, () => ({
    talks: [
      {
        ...{ id: 5, version: 2, host: 'Sam', heldAt: AT, sharedNotes: 'All well', actions: [] },
        ...{ comment: '', signedAt: null },
      },
    ],
  }))
  server.answer(myAbsenceCases, () => ({ cases: [] }))
  server.answer(signReturnForm, () => ({ done: true }))
  server.answer(signOneToOne, () => ({ done: true }))
  const user = userEvent.setup()
  renderSignedIn(server.services, server.around(<DevelopmentScreen />), '/tracker/my-development')
  const back = within(await screen.findByRole('form', { name: /Return to work after/ }))
  expect(
    screen.getByText(/Signed by Sam · Fit with adjustments · More breaks · until 20 May 2026/),
  ).toBeDefined()
  await user.click(back.getByRole('button', { name: 'Sign' }))
  const talk = within(screen.getByRole('form', { name: 'One-to-one with Sam' }))
  await user.type(talk.getByLabelText('Your comment'), 'Thank you')
  await user.click(talk.getByRole('button', { name: 'Sign' }))
  const sent = (path: string) => server.made.find((call) => call.path === path)?.request
  expect(sent(signReturnForm.path)).toEqual({ id: 4, version: 3 })
  expect(sent(signOneToOne.path)).toEqual({ id: 5, version: 2, comment: 'Thank you' })
})
