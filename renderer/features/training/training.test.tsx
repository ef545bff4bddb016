import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  bookTraining,
  managerTraining,
  recordTraining,
  supervisorTraining,
  type TrainingCell,
  type TrainingMatrix,
  type TrainingSession,
  trainingAttendees,
  unbookTraining,
} from '#shared/contract/training.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { ManagerTrainingScreen, SupervisorTrainingScreen } from './index.ts'

const NOW = Date.UTC(2026, 4, 4, 12)

const cell = (more: Partial<TrainingCell>): TrainingCell => ({
  ...{ typeID: 1, state: 'OVERDUE', doneOn: null, expires: null, isValid: false },
  ...{ session: null, excuse: null, remindedAt: null, ...more },
})
const SESSION: TrainingSession = {
  ...{ id: 7, version: 1, typeID: 1, type: 'Induction', category: 'INDUCTION', project: null },
  ...{ trainerID: 3, trainer: 'Sam', place: 'Room 2', capacity: 8, booked: 2, state: 'OPEN' },
  ...{ start: '2026-05-05T12:00:00.000Z', end: '2026-05-05T14:00:00.000Z', passMark: null },
  isToRecord: false,
}
const MATRIX: TrainingMatrix = {
  types: [
    { id: 1, name: 'Induction', category: 'INDUCTION' },
    { id: 2, name: 'Dialler', category: 'TOOL' },
  ],
  people: [
    {
      ...{ userID: 11, name: 'Ivy', manager: 'Sam' },
      cells: [
        cell({}),
        cell({ typeID: 2, state: 'DUE', doneOn: '2025-05-20', expires: '2026-05-20', isValid: true }),
      ],
    },
    {
      ...{ userID: 12, name: 'Ida', manager: 'Sam' },
      cells: [
        cell({ state: 'DONE', doneOn: '2026-01-04', isValid: true }),
        cell({ typeID: 2, state: 'NOT_NEEDED' }),
      ],
    },
  ],
  cards: { required: 3, done: 2, overdue: 1, bookedThisWeek: 4 },
  bookable: [
    { id: 11, name: 'Ivy' },
    { id: 12, name: 'Ida' },
  ],
  ...{ managers: [], sessions: [SESSION], mayExcuse: false, asOf: '2026-05-04T12:00:00.000Z' },
}

test('D115 the manager sees how each stands, books whom they choose, reads of whom not, and takes it back', async () => {
  const { services, answer, made, around } = fakeLive({ now: () => NOW })
  services.session.signIn(testToken(['IMANAGER_CAN_SEE_TRAINING']))
  answer(managerTraining, () => MATRIX)
  const user = userEvent.setup()
  renderSignedIn(services, around(<ManagerTrainingScreen />), '/interviewer-manager/training')
  const table = within(await screen.findByRole('table'))
  expect(table.getByRole('button', { name: 'Ivy, Induction: Overdue' })).toBeTruthy()
  expect(table.getByRole('button', { name: 'Ivy, Dialler: Due 20 May 2026' })).toBeTruthy()
  expect(table.getByRole('button', { name: 'Ida, Induction: Done 4 Jan 2026' })).toBeTruthy()
  expect(table.getByText('Not needed')).toBeTruthy()
  const cards = screen.getByLabelText('In figures')
  // 2 of 3, and never rounded up to what isn’t reached.
  for (const text of ['66 %', '2 of 3 needs are met', '1', '4'])
    expect(within(cards).getByText(text)).toBeTruthy()

  await user.click(table.getByRole('checkbox', { name: 'Choose everybody shown' }))
  expect(screen.getByText('2 people chosen')).toBeTruthy()
  answer(bookTraining, () => ({
    results: [
      { userID: 11, name: 'Ivy', done: true, reason: '' },
      { userID: 12, name: 'Ida', done: false, reason: 'This session is full.' },
    ],
  }))
  await user.click(screen.getByRole('button', { name: 'Book…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Book into a session' }))
  expect(dialog.getByText('6 places are free')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Book' }))
  expect(await dialog.findByText('1 of 2 booked')).toBeTruthy()
  expect(dialog.getByText('This session is full.')).toBeTruthy()
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  answer(unbookTraining, () => ({ done: true as const }))
  expect(screen.getByText('Ivy is booked for Induction.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(made.filter(({ path }) => path === unbookTraining.path).map(({ request }) => request)).toEqual([
      { sessionID: 7, userID: 11 },
    ]),
  )
  expect(made.find(({ path }) => path === bookTraining.path)?.request).toEqual({
    sessionID: 7,
    userIDs: [11, 12],
  })
})

test('D147 the supervisor records who came: of everybody, and a score where one is asked for', async () => {
  const { services, answer, made, around } = fakeLive({ now: () => NOW })
  services.session.signIn(testToken(['ISUPERVISOR_CAN_SEE_TRAINING']))
  const ran: TrainingSession = { ...SESSION, state: 'LIVE', isToRecord: true, passMark: 70 }
  answer(supervisorTraining, () => ({ ...MATRIX, sessions: [ran] }))
  const booked = { state: 'BOOKED' as const, score: null, isInShift: true, isOwn: true }
  answer(trainingAttendees, () => ({
    session: ran,
    attendees: [
      { userID: 11, name: 'Ivy', ...booked },
      { userID: 12, name: 'Ida', ...booked },
    ],
  }))
  answer(recordTraining, () => ({ done: true as const }))
  const user = userEvent.setup()
  renderSignedIn(services, around(<SupervisorTrainingScreen />), '/supervisor/training?tab=sessions')
  await user.click(await screen.findByRole('button', { name: 'Record attendance' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(await dialog.findByLabelText('Whether Ivy came'), 'Attended')
  const complete = dialog.getByRole('button', { name: 'Complete the session' })
  await user.click(complete)
  expect(dialog.getByText('Say of 1 more person whether they came.')).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('Whether Ida came'), 'No-show')
  await user.click(complete)
  expect(dialog.getByText('A score is a whole number from 0 to 100.')).toBeTruthy()
  await user.type(dialog.getByLabelText('Score of Ivy in %'), '101')
  await user.click(complete)
  expect(made.filter(({ path }) => path === recordTraining.path)).toEqual([])
  await user.clear(dialog.getByLabelText('Score of Ivy in %'))
  await user.type(dialog.getByLabelText('Score of Ivy in %'), '85')
  await user.click(complete)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(made.find(({ path }) => path === recordTraining.path)?.request).toEqual({
    ...{ id: 7, version: 1 },
    outcomes: [
      { userID: 11, outcome: 'ATTENDED', score: 85 },
      { userID: 12, outcome: 'NO_SHOW', score: null },
    ],
  })
})

test('4 §4.3.1 §4.4.5 empty pages say why', async () => {
  const { services, answer, around } = fakeLive({ now: () => NOW })
  services.session.signIn(testToken(['ISUPERVISOR_CAN_SEE_TRAINING']))
  answer(supervisorTraining, () => ({ ...MATRIX, people: [], types: [], sessions: [] }))
  const { unmount } = renderSignedIn(services, around(<SupervisorTrainingScreen />), '/supervisor/training')
  expect(await screen.findByText('None of your people has required training.')).toBeTruthy()
  unmount()
  renderSignedIn(services, around(<SupervisorTrainingScreen />), '/supervisor/training?tab=sessions')
  expect(await screen.findByText('No training is planned.')).toBeTruthy()
})
