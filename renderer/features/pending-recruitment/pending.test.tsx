import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  approveDocument,
  checkRightToWork,
  finishPendingTask,
  getPending,
  listPending,
  rejectDocument,
  remindPending,
  withdrawPending,
} from '#shared/contract/pending-recruitment.ts'
import { newPerson, personOptions } from '#shared/contract/people-keeping.ts'
import { getViews } from '#shared/contract/views.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { pendingRecord } from '#shared/records/admin/pending.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { PendingScreen } from './index.ts'
import type { Pending } from './pending.ts'

const CORE = {
  ...{ version: 1, userName: null, userType: null, roles: null, areaName: 'Leeds', managerName: null },
  ...{ agencyName: null, contractTypeName: 'Employee', status: null, oldestTask: null, responsible: null },
  ...{ startDate: '2026-06-01', tasksDone: 0, tasksAll: 0, tasks: [], notes: 'Asked for evenings' },
} as const
const APPLICANT: Pending = {
  ...CORE,
  ...{ id: 11, personID: null, applicantID: 5, displayName: 'Nia North', stage: 'HIRED' },
  rightToWork: 'CHECKED',
  suggested: { displayName: 'Nia North', userName: 'nia.north', email: 'nia@mail.example', areaID: 1 },
}
const TASK = {
  ...{ id: 1, task: 'Sign the contract', responsible: 'USER' as const, isBeforeFirstShift: true },
  ...{ needsDocument: true, state: 'WAITING' as const, fileName: 'contract.pdf' },
  ...{ completedAt: '2026-05-01T09:00:00.000Z', completedBy: 'Ben Bee', rejectReason: '', dueOn: null },
}
const PERSON: Pending = {
  ...CORE,
  ...{ id: 14, personID: 7, applicantID: null, displayName: 'Ben Bee', stage: 'ONBOARDING' },
  ...{ rightToWork: null, suggested: null, tasksDone: 1, tasksAll: 3, oldestTask: 'Order a headset' },
  tasks: [
    TASK,
    {
      ...{ ...TASK, id: 2, task: 'Order a headset', responsible: 'EMPLOYER', isBeforeFirstShift: false },
      ...{ needsDocument: false, state: 'OPEN', fileName: '', completedAt: null, completedBy: null },
      dueOn: '2026-06-05',
    },
  ],
}

function open(
  shown: Pending,
  permissions: PermissionName[] = ['ADMIN_CAN_SEE_PENDING_RECRUITMENT', 'ADMIN_CAN_EDIT_USERS'],
) {
  const server = fakeServices()
  server.services.session.signIn(testToken(permissions))
  server.answer(getViews, () => ({ views: [] }))
  server.answer(listPending, () => ({
    rows: [APPLICANT, PERSON] as never,
    ...{ total: 2, isMore: false, asOf: '2026-05-04T12:00:00.000Z' },
    columns: Object.keys(pendingRecord.columns),
  }))
  server.answer(getPending, () => shown)
  const done = () => ({ done: true as const })
  for (const call of [approveDocument, rejectDocument, finishPendingTask, withdrawPending, checkRightToWork])
    server.answer(call, done)
  renderSignedIn(server.services, <PendingScreen />, `/admin/pending-recruitment?open=${shown.id}`)
  const sent = ({ path }: { path: string }) =>
    server.made.filter((call) => call.path === path).map(({ request }) => request)
  return { ...server, sent, user: userEvent.setup() }
}
const panelOf = async () => within(await screen.findByRole('complementary', { name: 'starter' }))
const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('A029 hired applicants and people with open tasks are listed with tasks done of all and the oldest open one', async () => {
  open(PERSON)
  const person = await screen.findByRole('row', { name: /Ben Bee/ })
  expect(person.textContent).toMatch(/Onboarding.*1.*3.*Order a headset/)
  expect(screen.getByRole('row', { name: /Nia North/ }).textContent).toMatch(/Hired/)
})

test('A030 ‘Create person’ is filled from the applicant, names them, and tells why it was refused', async () => {
  const { user, sent, answer } = open(APPLICANT)
  answer(personOptions, () => ({
    ...{ areas: [{ id: 1, name: 'Leeds' }], agencies: [], skills: [], languages: [] },
    contractTypes: [{ id: 1, name: 'Employee', isAgency: false }],
    roles: [{ id: 5, name: 'Interviewer', defaultUserTypes: ['INTERVIEWER'], mayGive: true }],
    ...{ userTypes: ['INTERVIEWER'], isMailSetUp: true },
  }))
  await user.click(await (await panelOf()).findByRole('button', { name: 'Create person' }))
  const dialog = await dialogOf('Create Nia North')
  expect((dialog.getByRole('textbox', { name: /^User name/ }) as HTMLInputElement).value).toBe('nia.north')
  expect((dialog.getByRole('textbox', { name: /^E-mail/ }) as HTMLInputElement).value).toBe(
    'nia@mail.example',
  )
  expect(await dialog.findByRole('option', { name: 'Leeds', selected: true })).toBeTruthy()
  answer(newPerson, () => {
    throw refused(400, 'This user name is taken.')
  })
  await user.click(dialog.getByRole('button', { name: 'Create person' }))
  expect(await dialog.findByText('This user name is taken.')).toBeTruthy()
  answer(newPerson, () => ({ person: { displayName: 'Nia North' }, temporaryPassword: null }) as never)
  await user.click(dialog.getByRole('button', { name: 'Create person' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent(newPerson).at(-1)).toMatchObject({
    ...{ applicantID: 5, displayName: 'Nia North', userName: 'nia.north', areaID: 1, roleIDs: [5] },
    access: 'INVITATION',
  })
})

test('A030 nobody is made of an applicant whose right to work is not checked; checking it names the document', async () => {
  const { user, sent } = open({ ...APPLICANT, rightToWork: 'NOT_CHECKED' } as never)
  const panel = await panelOf()
  const create = (await panel.findByRole('button', { name: 'Create person' })) as HTMLButtonElement
  expect(create.disabled).toBe(true)
  expect(panel.getByText(/The right to work was not checked yet/)).toBeTruthy()
  await user.click(panel.getByRole('button', { name: 'Right to work' }))
  const dialog = await dialogOf('Right to work of Nia North')
  const save = dialog.getByRole('button', { name: 'Save' }) as HTMLButtonElement
  expect(save.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /^Document/ }), 'Passport')
  await user.click(save)
  await waitFor(() =>
    expect(sent(checkRightToWork)).toEqual([
      { id: 11, rightToWork: 'CHECKED', document: 'Passport', expires: null },
    ]),
  )
})

test('A031 a document is approved, or rejected with a reason', async () => {
  const { user, sent } = open(PERSON)
  const panel = await panelOf()
  const item = within((await panel.findByText('Sign the contract')).closest('li') as HTMLElement)
  expect(item.getByText('Waits for approval')).toBeTruthy()
  await user.click(item.getByRole('button', { name: 'Reject' }))
  const dialog = await dialogOf('Reject ‘Sign the contract’')
  const reject = dialog.getByRole('button', { name: 'Reject' }) as HTMLButtonElement
  expect(reject.disabled).toBe(true)
  await user.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Not signed')
  await user.click(reject)
  await waitFor(() => expect(sent(rejectDocument)).toEqual([{ userID: 7, taskID: 1, reason: 'Not signed' }]))
  await user.click(item.getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(sent(approveDocument)).toEqual([{ userID: 7, taskID: 1 }]))
})

test('who is responsible is reminded, a task of the employer is marked as done, and somebody who doesn’t start is withdrawn', async () => {
  const { user, sent, answer, services } = open(PERSON)
  const told: string[] = []
  services.notices.show = (_kind, text) => void told.push(String(text))
  answer(remindPending, () => ({ told: 2 }))
  const panel = await panelOf()
  const item = within((await panel.findByText('Order a headset')).closest('li') as HTMLElement)
  await user.click(item.getByRole('button', { name: 'Remind' }))
  await waitFor(() => expect(told).toContain('2 people were reminded.'))
  await user.click(item.getByRole('button', { name: 'Mark as done' }))
  await waitFor(() => expect(sent(finishPendingTask)).toEqual([{ userID: 7, taskID: 2 }]))
  await user.click(panel.getByRole('button', { name: 'Withdraw' }))
  const dialog = await dialogOf('Ben Bee doesn’t start?')
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Found another job')
  await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(sent(withdrawPending)).toEqual([{ id: 14, note: 'Found another job' }]))
})

test('who may not edit people makes nobody and deactivates nobody', async () => {
  open(PERSON, ['ADMIN_CAN_SEE_PENDING_RECRUITMENT'])
  const panel = await panelOf()
  await panel.findByText('Sign the contract')
  expect(panel.queryByRole('button', { name: /Create person|Withdraw/ })).toBeNull()
})
