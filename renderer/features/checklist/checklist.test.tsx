import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import {
  type ChecklistItem,
  checklistState,
  completeChecklistItem,
  completeChecklistItemWithFile,
  reopenChecklistItem,
  validateChecklistItem,
} from '#shared/contract/checklist.ts'
import { CHECKLIST_FILE_MAX_BYTES } from '#shared/domain/checklist.ts'
import { ApiError } from '../../services/http/api-client.ts'
import { createQueryClient } from '../../services/http/query-client.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderWith } from '../../testing/render.tsx'
import { testToken } from '../../testing/session-token.ts'
import { Checklist } from './Checklist.tsx'

const item = (id: number, task: string, changes: Partial<ChecklistItem> = {}): ChecklistItem => ({
  id,
  userID: 7,
  task,
  description: '',
  actionedBy: '',
  actionedTime: null,
  taskAction: 'NONE',
  fileName: '',
  ...changes,
})
const DONE = { actionedBy: 'jamie', actionedTime: '2026-11-20T09:30:00.000Z' }

function open(
  items = [
    item(1, 'Right to work', { taskAction: 'UPLOAD_PDF' }),
    item(2, 'Bank details'),
    item(3, 'Voice test', DONE),
  ],
) {
  let all = items
  const set = (id: number, changes: Partial<ChecklistItem>) => {
    all = all.map((one) => (one.id === id ? { ...one, ...changes } : one))
    return { done: true as const }
  }
  const server = fakeServices()
  server.services.session.signIn(testToken(['MY_PROFILE_CAN_SEE_MY_CHECKLIST']))
  server.answer(checklistState, () => ({
    completedTasks: all.filter(({ actionedTime }) => actionedTime !== null),
    incompleteTasks: all.filter(({ actionedTime }) => actionedTime === null),
  }))
  server.answer(validateChecklistItem, ({ taskID }) => ({
    actionNeeded: all.find(({ id }) => id === taskID)?.taskAction ?? 'NONE',
  }))
  server.answer(completeChecklistItem, ({ taskID }) => set(taskID, DONE))
  server.answer(reopenChecklistItem, ({ taskID }) => set(taskID, { actionedTime: null, actionedBy: '' }))
  server.answer(completeChecklistItemWithFile, () => set(1, { ...DONE, fileName: 'a.pdf' }))
  renderWith(
    server.services,
    <QueryClientProvider client={createQueryClient()}>
      <Checklist />
    </QueryClientProvider>,
  )
  const notices = () => server.services.notices.store.getState().map(({ kind, message }) => [kind, message])
  const names = (list: string) =>
    within(screen.getByRole('list', { name: list }))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'))
  return { ...server, notices, names, user: userEvent.setup({ applyAccept: false }) }
}
const sent = (made: readonly { path: string; request: unknown }[], name: string) =>
  made.filter(({ path }) => path === `/api/itracker/tasks/${name}`).map(({ request }) => request)
const pdf = (name = 'contract.pdf', size = 0) => {
  const file = new File(['%PDF-1.7'], name, { type: 'application/pdf' })
  if (size > 0) Object.defineProperty(file, 'size', { value: size })
  return file
}

test('W010 W086 what is to do and what is done, how much, by whom and when', async () => {
  const { names } = open()
  await screen.findByText('1 of 3 done')
  expect(names('To do')).toEqual(['Complete Right to work Needs a PDF', 'Complete Bank details'])
  expect(names('Completed')).toEqual(['Put Voice test back to do'])
  expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull()
  expect(screen.getByText('jamie, 20 Nov 2026, 09:30')).toBeDefined()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('33')
})

test('W010 W098 W214 W215 W241 W245 W099 a task is completed by a click, put back by another, and undone', async () => {
  const { user, made, notices, names } = open()
  await user.click(await screen.findByRole('button', { name: 'Complete Bank details' }))
  await screen.findByText('2 of 3 done')
  const payload = { taskID: 2, userID: 7, trainingID: 0 }
  expect(sent(made, 'validate')).toEqual([{ taskID: 2 }])
  expect(sent(made, 'complete')).toEqual([payload])
  expect(notices()).toEqual([['success', 'Completed']])
  await user.click(screen.getByRole('button', { name: 'Put Bank details back to do' }))
  await screen.findByText('1 of 3 done')
  expect(names('Completed')).toEqual(['Put Voice test back to do'])
  expect(sent(made, 'incomplete')).toEqual([payload])
  expect(notices()).toContainEqual(['success', '2 task(s) to do'])
  expect(screen.getByRole('status').textContent).toContain('‘Bank details’ is to do again.')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('2 of 3 done')
  expect(sent(made, 'complete')).toEqual([payload, payload])
  expect(names('To do')).toEqual(['Complete Right to work Needs a PDF'])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('W010 W035 W098 W134 W135 W214 W216 a task that needs a PDF asks for one and nothing else', async () => {
  const { user, made, notices } = open()
  await user.click(await screen.findByRole('button', { name: 'Complete Right to work Needs a PDF' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload File' }))
  const complete = dialog.getByRole('button', { name: 'Complete Task' })
  const choose = (file: File) => user.upload(dialog.getByLabelText(/^Choose/), file)
  const said = () => dialog.getByRole('alert').textContent
  expect(complete).toHaveProperty('disabled', true)
  await choose(new File(['hello'], 'a.pdf', { type: 'text/plain' }))
  expect(said()).toBe('Invalid file format')
  expect(complete).toHaveProperty('disabled', true)
  await choose(pdf())
  expect(complete).toHaveProperty('disabled', false)
  await choose(new File(['PK'], 'a.pdf', { type: 'application/zip' }))
  expect(said()).toBe('Invalid file format')
  expect(complete).toHaveProperty('disabled', true)
  await choose(pdf('big.pdf', CHECKLIST_FILE_MAX_BYTES + 1))
  expect(said()).toBe('This file is too big to upload. Maximum size allowed is 30MB.')
  expect(complete).toHaveProperty('disabled', true)
  await choose(pdf('just.pdf', CHECKLIST_FILE_MAX_BYTES))
  expect(said()).toBe('')
  expect(complete).toHaveProperty('disabled', false)
  await choose(pdf())
  expect(sent(made, 'complete')).toEqual([])
  await user.click(complete)
  await screen.findByText('2 of 3 done')
  expect(sent(made, 'complete-with-attachment')).toEqual([
    { file: expect.objectContaining({ name: 'contract.pdf' }), taskID: 1, userID: 7 },
  ])
  expect(notices()).toEqual([['success', 'Completed']])
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Upload File' })).toBeNull())
  expect(screen.getByRole('button', { name: 'Download a.pdf' })).toBeDefined()
})

test('W010 W035 W135 W134 a dropped file is taken by the same rule', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Complete Right to work Needs a PDF' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload File' }))
  const place = dialog.getByText(/or drop it here/)
  fireEvent.drop(place, { dataTransfer: { files: [new File(['x'], 'x.png', { type: 'image/png' })] } })
  expect(dialog.getByRole('alert').textContent).toBe('Invalid file format')
  fireEvent.drop(place, { dataTransfer: { files: [pdf()] } })
  expect(dialog.getByRole('button', { name: 'Complete Task' })).toHaveProperty('disabled', false)
})

test('W010 W035 W216 W098 a refused upload says why and keeps the file; a task that can’t be completed says why', async () => {
  const { user, answer } = open()
  answer(completeChecklistItemWithFile, () => {
    throw refused(503, 'The disk is full.')
  })
  await user.click(await screen.findByRole('button', { name: 'Complete Right to work Needs a PDF' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload File' }))
  await user.upload(dialog.getByLabelText(/^Choose/), pdf())
  await user.click(dialog.getByRole('button', { name: 'Complete Task' }))
  await waitFor(() => expect(dialog.getByRole('alert').textContent).toBe('The disk is full.'))
  expect(dialog.getByRole('button', { name: 'Complete Task' })).toHaveProperty('disabled', false)
  expect(dialog.getByText(/contract\.pdf/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  answer(completeChecklistItem, () => {
    throw refused(400, 'This task is no longer on your checklist.')
  })
  await user.click(screen.getByRole('button', { name: 'Complete Bank details' }))
  expect(await screen.findByText('This task is no longer on your checklist.')).toBeDefined()
})

test("W035 S272 Cancel ends the upload of a PDF with 'Upload aborted.' and keeps the file", async () => {
  const { user, answer, notices } = open()
  answer(
    completeChecklistItemWithFile,
    (_request, { signal }) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new ApiError('aborted', 'Upload aborted.')))
      }),
  )
  await user.click(await screen.findByRole('button', { name: 'Complete Right to work Needs a PDF' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload File' }))
  await user.upload(dialog.getByLabelText(/^Choose/), pdf())
  await user.click(dialog.getByRole('button', { name: 'Complete Task' }))
  expect(dialog.getByRole('progressbar', { name: 'Upload of the file' })).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(notices()).toEqual([['warning', 'Upload aborted.']]))
  expect(dialog.getByText(/contract\.pdf/)).toBeDefined()
  expect(dialog.getByRole('button', { name: 'Complete Task' })).toHaveProperty('disabled', false)
})

test('W010 W086 an empty list, one that is all done, and one that can’t be had say so', async () => {
  open([])
  expect(await screen.findByText('Nothing is asked of you.')).toBeDefined()
})
test('W010 all done is said', async () => {
  open([item(3, 'Voice test', DONE)])
  expect(await screen.findByText('All done. Well done!')).toBeDefined()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('100')
})
