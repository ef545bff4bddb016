import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  addMeetingAction,
  addMeetingFile,
  answerInvitation,
  cancelMeeting,
  downloadMeetingFile,
  type MeetingRecord,
  type MyMeeting,
  meetingConflicts,
  meetingRecord,
  myMeetings,
  removeMeetingFile,
  updateMeeting,
} from '#shared/contract/meetings.ts'
import { newMeeting } from '#shared/contract/new-meeting.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { fakeLive } from '../../testing/fake-live.tsx'
import { refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { MeetingPage } from './index.ts'

vi.mock('../chat/index.ts', () => ({
  useChatContacts: () => ({
    people: [
      { userID: 2, userName: 'Pia', isOnline: true, presence: 'ONLINE', about: 'North' },
      { userID: 3, userName: 'Quin', isOnline: false, presence: null, about: 'South' },
    ],
    load: { state: 'ready' },
    reload: () => {},
  }),
}))

const NOW = Date.UTC(2026, 10, 2, 9)
const MEETING: MyMeeting = {
  ...{ meetingID: 7, host: 'Hana', subject: 'Briefing', agenda: 'Quotas', people: 3, here: 0 },
  ...{ start: '2026-11-03T10:00:00.000Z', end: '2026-11-03T11:00:00.000Z', state: 'PLANNED', isHost: true },
  ...{ answer: 'COMING', coming: 1, tentative: 0, notComing: 0, guests: 1, repeats: null },
}
const person = (userID: number, userName: string, answer: MyMeeting['answer']) => ({
  ...{ userID, userName, answer, isHere: false, joined: null, left: null },
})
const RECORD: MeetingRecord = {
  ...{ ...MEETING, version: 4, hostID: 1, notes: '' },
  participants: [person(1, 'Hana', 'COMING'), person(2, 'Pia', null), person(3, 'Quin', null)],
  invited: [{ email: 'gus@example.org', name: '', answer: null }],
  ...{ actions: [], files: [], until: null },
}

function show(
  held: readonly PermissionName[],
  { meetings = [MEETING], record = RECORD, path = '/connect-plus/meeting' } = {},
) {
  const at = fakeLive({ now: () => NOW })
  at.services.session.signIn(testToken([...held]))
  at.answer(myMeetings, () => [...meetings])
  at.answer(meetingRecord, () => record)
  at.answer(meetingConflicts, () => [])
  renderSignedIn(at.services, at.around(<MeetingPage />), path)
  const sent = (wanted: string) => at.made.filter((one) => one.path === wanted).map((one) => one.request)
  return { ...at, sent, user: userEvent.setup() }
}
const PLANNER = ['CAN_CREATE_ONE_TO_ONE_MEETINGS'] as const

test('the list has subject, host, start, length, people, answers and state', async () => {
  show(PLANNER, {
    meetings: [{ ...MEETING, coming: 2, tentative: 1, notComing: 3, guests: 2, repeats: 'WEEKLY' }],
  })
  const row = (await screen.findByText('Briefing')).closest('tr') as HTMLElement
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Subject',
    'Host',
    'Start',
    'Length',
    'People',
    'Answers',
    'State',
    'Join',
  ])
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual([
    ...[
      'Hana',
      'Tue 3 Nov, 10:00',
      '1 h',
      '3 + 2 guests',
      '2 coming, 1 tentative, 3 not coming',
      'Planned',
      '',
    ],
  ])
  expect(within(row).getByLabelText('Weekly')).toBeTruthy()
})

test('B012 while choosing, what each has at that time is shown; saving asks, and never refuses', async () => {
  const at = show(PLANNER)
  at.answer(newMeeting, () => ({ meetingID: 8 }))
  at.answer(meetingConflicts, ({ ids }: { readonly ids: readonly number[] }) =>
    ids.includes(2)
      ? [
          {
            ...{ userID: 2, name: 'Pia', event: 'SHIFT' as const },
            start: '2026-11-02T08:00:00.000Z',
            end: '2026-11-02T16:00:00.000Z',
          },
          {
            ...{ userID: 2, name: 'Pia', event: 'BLOCKED' as const },
            start: '2026-11-02T09:30:00.000Z',
            end: '2026-11-02T10:00:00.000Z',
          },
        ]
      : [],
  )
  await at.user.click(await screen.findByRole('button', { name: 'New meeting' }))
  const form = within(await screen.findByRole('dialog', { name: 'New meeting' }))
  await at.user.type(form.getByLabelText('Subject'), 'Talk')
  await at.user.click(form.getByRole('checkbox', { name: /Quin/ }))
  expect(await form.findByText('Everybody is free.')).toBeTruthy()
  await at.user.click(form.getByRole('checkbox', { name: /Pia/ }))
  expect(await form.findByText('Pia: shift, 08:00–16:00')).toBeTruthy()
  expect(form.getByText('Pia: busy, 09:30–10:00')).toBeTruthy()

  const end = form.getByLabelText('End')
  const start = (form.getByLabelText('Start') as HTMLInputElement).value
  fireEvent.change(end, { target: { value: start } })
  await at.user.click(form.getByRole('button', { name: 'Plan meeting' }))
  expect(form.getByText('A meeting ends after it starts.')).toBeTruthy()
  fireEvent.change(end, { target: { value: start.replace('T09', 'T10') } })
  expect(await form.findByText('Pia: shift, 08:00–16:00')).toBeTruthy()
  await at.user.click(form.getByRole('button', { name: 'Plan meeting' }))
  expect(form.getByText('Somebody has something else then. Plan it all the same?')).toBeTruthy()
  expect(at.sent(newMeeting.path)).toEqual([])
  await at.user.click(form.getByRole('button', { name: 'Plan anyway' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(at.sent(newMeeting.path)).toMatchObject([
    { subject: 'Talk', ids: [3, 2], immediate: false, guests: [] },
  ])
})

test('B013 a repeated one is changed or cancelled for this one, the following or all', async () => {
  const record: MeetingRecord = { ...RECORD, repeats: 'WEEKLY' }
  const at = show(PLANNER, { record, path: '/connect-plus/meeting?open=7' })
  at.answer(updateMeeting, () => ({ meetingID: 7, version: 5 }))
  at.answer(cancelMeeting, () => ({ done: true }))
  const scopes = ['This one', 'This and those that follow', 'All that are still to come']
  await at.user.click(await screen.findByRole('button', { name: 'Change…' }))
  const change = within(await screen.findByRole('dialog', { name: 'Change meeting' }))
  const which = change.getByLabelText('Which meetings')
  expect(
    within(which)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(scopes)
  await at.user.selectOptions(which, 'FOLLOWING')
  await at.user.type(change.getByLabelText('Subject'), ' again')
  await at.user.click(change.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(at.sent(updateMeeting.path)).toHaveLength(1))
  expect(at.sent(updateMeeting.path)).toMatchObject([
    { meetingID: 7, version: 4, scope: 'FOLLOWING', set: { subject: 'Briefing again', ids: [2, 3] } },
  ])
  await at.user.click(await screen.findByRole('button', { name: 'Cancel meeting…' }))
  const cancel = within(await screen.findByRole('dialog', { name: 'Cancel Briefing' }))
  await at.user.selectOptions(cancel.getByLabelText('Which meetings'), 'ALL')
  await at.user.click(cancel.getByRole('button', { name: 'Cancel it' }))
  await waitFor(() => expect(at.sent(cancelMeeting.path)).toEqual([{ meetingID: 7, scope: 'ALL' }]))
})

test('a series is made longer by its last day, which is sent where it is another', async () => {
  const record: MeetingRecord = { ...RECORD, repeats: 'WEEKLY', until: '2026-12-01T10:00:00.000Z' }
  const at = show(PLANNER, { record, path: '/connect-plus/meeting?open=7' })
  at.answer(updateMeeting, () => ({ meetingID: 7, version: 5 }))
  const change = async () => {
    await at.user.click(await screen.findByRole('button', { name: 'Change…' }))
    return within(await screen.findByRole('dialog', { name: 'Change meeting' }))
  }
  const first = await change()
  expect((first.getByLabelText('The series goes on until') as HTMLInputElement).value).toBe('2026-12-01')
  await at.user.click(first.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(at.sent(updateMeeting.path)).toHaveLength(1))
  const second = await change()
  const until = second.getByLabelText('The series goes on until')
  fireEvent.change(until, { target: { value: '' } })
  await at.user.click(second.getByRole('button', { name: 'Save' }))
  expect(second.getByText('Say until when it repeats.')).toBeTruthy()
  fireEvent.change(until, { target: { value: '2026-12-15' } })
  await at.user.click(second.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(at.sent(updateMeeting.path)).toHaveLength(2))
  expect(at.sent(updateMeeting.path)).toEqual([
    {
      meetingID: 7,
      version: 4,
      scope: 'THIS',
      set: expect.not.objectContaining({ until: expect.anything() }),
    },
    { meetingID: 7, version: 4, scope: 'THIS', set: expect.objectContaining({ until: '2026-12-15' }) },
  ])
})

test('a meeting that doesn’t repeat has no series to make longer', async () => {
  const at = show(PLANNER, { path: '/connect-plus/meeting?open=7' })
  await at.user.click(await screen.findByRole('button', { name: 'Change…' }))
  const change = within(await screen.findByRole('dialog', { name: 'Change meeting' }))
  expect(change.getByLabelText('Start')).toBeTruthy()
  expect(change.queryByLabelText(/until/)).toBeNull()
})

test('B014 the host sees answers as they come, a guest’s among them', async () => {
  const at = show(PLANNER, { path: '/connect-plus/meeting?open=7' })
  const dialog = within(await screen.findByRole('dialog', { name: 'Briefing' }))
  const rows = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(rows()[3]).toContain('gus@example.orgNo answer yet')
  at.answer(meetingRecord, () => ({
    ...RECORD,
    participants: [
      person(1, 'Hana', 'COMING'),
      person(2, 'Pia', 'TENTATIVE'),
      person(3, 'Quin', 'NOT_COMING'),
    ],
    invited: [{ email: 'gus@example.org', name: 'Gus Green', answer: 'COMING' }],
  }))
  at.hub.fire('workingDayChange', { entity: 'MEETING', ids: [] })
  await waitFor(() => expect(rows()[1]).toContain('PiaTentative'))
  expect(rows()[2]).toContain('QuinNot coming')
  expect(rows()[3]).toContain('Gus Greengus@example.orgComing')
})

test('B015 without the permission nothing is planned, changed or cancelled; an invitation is answered', async () => {
  const record: MeetingRecord = { ...RECORD, isHost: false, answer: null }
  const at = show(['ITRACKER_CAN_USE_MEETING_BUTTONS'], { record, path: '/connect-plus/meeting?open=7' })
  at.answer(answerInvitation, () => ({ done: true }))
  await at.user.click(await screen.findByRole('button', { name: 'Tentative' }))
  await waitFor(() =>
    expect(at.sent(answerInvitation.path)).toEqual([{ meetingID: 7, answer: 'TENTATIVE', scope: 'THIS' }]),
  )
  for (const name of ['New meeting', 'Change…', 'Cancel meeting…'])
    expect(screen.queryByRole('button', { name, hidden: true })).toBeNull()
})

test('without any it says so, for each time', async () => {
  show(PLANNER, { meetings: [] })
  expect(await screen.findByText('No meetings planned.')).toBeTruthy()
})

test('actions show whose they are, their state and when they are due; one is added for somebody of the meeting', async () => {
  const record: MeetingRecord = {
    ...RECORD,
    actions: [
      {
        ...{ taskID: 5, name: 'Ring the client', userID: 2, userName: 'Pia' },
        ...{ status: 'In progress', statusKind: 'DOING', dueDate: '2026-11-01T12:00:00.000Z' },
      },
      {
        ...{ taskID: 8, name: 'Book the room', userID: 7, userName: 'Amelia Ward' },
        ...{ status: 'To do', statusKind: 'TO_DO', dueDate: '2026-11-05T12:00:00.000Z' },
      },
    ],
  }
  const { answer, sent, services, user } = show([], { record })
  const open = vi.spyOn(services.dialogs, 'open')
  answer(addMeetingAction, () => ({ taskID: 6 }))
  await user.click(await screen.findByRole('button', { name: 'Open Briefing' }))
  const actions = within(await screen.findByRole('region', { name: 'Actions' }))
  expect(actions.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ring the clientPia · due Sun 1 Nov, 12:00In progress',
    'Book the roomAmelia Ward · due Thu 5 Nov, 12:00To do',
  ])
  expect(actions.getByText('In progress').dataset.late).toBe('true')
  expect(actions.getByText('To do').dataset.late).toBeUndefined()
  // One's own opens; somebody else's may be none of one's business.
  expect(actions.queryByRole('button', { name: 'Ring the client' })).toBeNull()
  await user.click(actions.getByRole('button', { name: 'Book the room' }))
  expect(open).toHaveBeenCalledWith('tasks', { taskID: 8 })
  await user.click(actions.getByRole('button', { name: 'Add action' }))
  expect(actions.getByText('Say what is to be done.')).toBeDefined()
  await user.type(actions.getByLabelText('New action'), 'Print the quotas')
  await user.selectOptions(actions.getByLabelText('Who does it'), 'Quin')
  fireEvent.change(actions.getByLabelText('Due'), { target: { value: '2026-11-09T09:30' } })
  await user.click(actions.getByRole('button', { name: 'Add action' }))
  await waitFor(() =>
    expect(sent(addMeetingAction.path)).toEqual([
      { meetingID: 7, subject: 'Print the quotas', userID: 3, dueDate: '2026-11-09T09:30:00.000Z' },
    ]),
  )
})

test('files are added, read and taken away by who may; a series says until when it repeats', async () => {
  const of = { addedBy: 'Pia', addedTime: '2026-11-01T12:00:00.000Z' }
  const record: MeetingRecord = {
    ...{ ...RECORD, repeats: 'WEEKLY', until: '2026-12-01T10:00:00.000Z' },
    files: [
      { fileID: 5, fileName: 'Quotas.xlsx', size: 2048, ...of, mayRemove: true },
      { fileID: 6, fileName: 'Plan.pdf', size: 3_145_728, ...of, addedBy: 'Quin', mayRemove: false },
    ],
  }
  const at = show([], { record, path: '/connect-plus/meeting?open=7' })
  at.answer(addMeetingFile, () => ({ done: true }))
  at.answer(removeMeetingFile, () => ({ done: true }))
  at.answer(downloadMeetingFile, () => {
    throw refused(400, 'File not available')
  })
  const files = within(await screen.findByRole('region', { name: 'Files' }))
  expect(screen.getByText(/Weekly until/).textContent).toContain('Weekly until 1 Dec 2026')
  expect(files.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Quotas.xlsx2 KB · PiaRemove',
    'Plan.pdf3.0 MB · Quin',
  ])
  await at.user.click(files.getByRole('button', { name: 'Remove Quotas.xlsx' }))
  await waitFor(() => expect(at.sent(removeMeetingFile.path)).toEqual([{ meetingID: 7, fileID: 5 }]))
  await at.user.click(files.getByRole('button', { name: 'Download Plan.pdf' }))
  expect(await files.findByText('File not available')).toBeTruthy()
  expect(at.sent(downloadMeetingFile.path)).toEqual([{ meetingID: 7, fileID: 6 }])
  const huge = new File(['x'], 'huge.bin')
  Object.defineProperty(huge, 'size', { value: 31_457_281 })
  await at.user.upload(files.getByLabelText('Add files'), huge)
  expect(await files.findByText('This file is too big to upload. Maximum size allowed is 30MB.')).toBeTruthy()
  expect(at.sent(addMeetingFile.path)).toEqual([])
  await at.user.upload(files.getByLabelText('Add files'), new File(['words'], 'Notes.txt'))
  await waitFor(() => expect(at.sent(addMeetingFile.path)).toHaveLength(1))
})

test('a cancelled meeting shows the files that it has, and takes no more', async () => {
  const file = { fileID: 5, fileName: 'Quotas.xlsx', size: 5, addedBy: 'Pia', addedTime: RECORD.start }
  const cancelled = { ...RECORD, state: 'CANCELLED' as const }
  const { services } = show([], {
    record: { ...cancelled, files: [{ ...file, mayRemove: false }] },
    path: '/connect-plus/meeting?open=7',
  })
  expect(services).toBeTruthy()
  const files = within(await screen.findByRole('region', { name: 'Files' }))
  expect(files.getByRole('button', { name: 'Download Quotas.xlsx' })).toBeTruthy()
  expect(files.queryByLabelText('Add files')).toBeNull()
})
