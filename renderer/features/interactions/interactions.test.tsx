import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { saveFileNote } from '#shared/contract/file-notes.ts'
import {
  getInteraction,
  interactionStart,
  interactionTimeline,
  listInteractions,
  logWelfareContact,
  planOneToOne,
} from '#shared/contract/interactions.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { InteractionsScreen } from './index.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const IVY = {
  ...{ id: 11, version: 1, displayName: 'Ivy', managerName: 'Sam', mark: 'DUE' as const },
  ...{ lastAt: '2026-04-20T12:00:00.000Z', lastKind: 'COACHING' as const, lastBy: 'Sam', daysSince: 14 },
  ...{ oneToOnes: 0, coaching: 1, qcFeedback: 0, fileNotes: 0, recognitions: 0, welfare: 0 },
  ...{ returnsToWork: 0, pipMeetings: 0 },
  ...{ nextAt: null, openActions: 1 },
}

test('D118 a person opens with their timeline, and is talked to, noted and asked after from there', async () => {
  const { services, answer, made, around } = fakeLive({ now: () => NOW })
  services.session.signIn(testToken(['IMANAGER_CAN_SEE_INTERACTIONS']))
  answer(listInteractions, () => ({
    ...{ rows: [IVY], total: 1, isMore: false, asOf: '2026-05-04T12:00:00.000Z' },
    columns: ['displayName', 'mark', 'daysSince', 'lastKind'],
  }))
  answer(getInteraction, () => IVY)
  answer(interactionStart, () => ({ hasAny: false, person: { id: 11, name: 'Ivy', days: 1 } }))
  answer(interactionTimeline, () => ({
    interactions: [
      {
        ...{ id: 'COACHING:1', kind: 'COACHING' as const, at: '2026-04-20T12:00:00.000Z', isPlanned: false },
        ...{ by: 'Sam', text: 'Probing', reply: '', openActions: ['Probe twice'] },
      },
    ],
  }))
  const user = userEvent.setup()
  renderSignedIn(services, around(<InteractionsScreen />), '/interviewer-manager/interactions?open=11')
  expect(await screen.findByText('Probe twice')).toBeTruthy()
  expect(screen.getByText('No interactions yet. Start with Ivy: nothing in 1 day.')).toBeTruthy()
  answer(planOneToOne, () => ({
    id: 1,
    collisions: [
      { name: 'Ivy', event: 'Meeting', start: '2026-05-05T12:00:00.000Z', end: '2026-05-05T13:00:00.000Z' },
    ],
  }))
  await user.click(screen.getByRole('button', { name: 'Plan a one-to-one…' }))
  const plan = within(await screen.findByRole('dialog', { name: 'One-to-one with Ivy' }))
  await user.type(plan.getByLabelText('What you want to talk about'), 'Shifts')
  await user.click(plan.getByRole('button', { name: 'Plan' }))
  expect(await screen.findByText('Ivy: Meeting, 5 May, 13:00')).toBeTruthy()
  const said = within(screen.getByRole('dialog', { name: 'One-to-one with Ivy' }))
  await user.click(said.getByText('Close'))
  await user.click(await screen.findByRole('button', { name: 'Write a note…' }))
  const note = within(await screen.findByRole('dialog', { name: 'Note about Ivy' }))
  answer(saveFileNote, () => ({ id: 1 }))
  await user.click(note.getByRole('button', { name: 'Save' }))
  expect(note.getByText('Say it in 3 characters or more.')).toBeTruthy()
  await user.type(note.getByLabelText('Text'), 'Well done')
  await user.click(note.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Note about Ivy' })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Log a welfare contact…' }))
  const welfare = within(await screen.findByRole('dialog', { name: 'Welfare contact with Ivy' }))
  answer(logWelfareContact, () => ({ id: 1 }))
  await user.type(welfare.getByLabelText('Text'), 'All is well')
  await user.click(welfare.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Welfare contact with Ivy' })).toBeNull())
  const sent = (path: string) => made.find((one) => one.path === path)?.request
  expect(sent(planOneToOne.path)).toEqual({
    ...{ userID: 11, start: '2026-05-05T12:00:00.000Z', minutes: 30, agenda: 'Shifts' },
  })
  expect(sent(saveFileNote.path)).toEqual({ userID: 11, kind: 'RECOGNITION', text: 'Well done' })
  expect(sent(logWelfareContact.path)).toEqual({
    ...{ userID: 11, day: '2026-05-04', kind: 'CALL', text: 'All is well' },
  })
})
