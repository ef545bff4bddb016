import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHECKLIST_FILE_MAX_BYTES } from '#shared/domain/checklist.ts'
import { postForm } from '../http/testing/post-form.ts'
import {
  addPerson,
  NOON,
  post,
  readable,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const PDF_HEAD_BYTES = 1024

const TASKS = [
  { id: 1, task: 'Right to work', responsible: 'USER', actionNeeded: 'UPLOAD_PDF', applyTo: '' },
  { id: 2, task: 'Bank details', responsible: 'ANYONE', actionNeeded: 'NONE', applyTo: '' },
  { id: 3, task: 'Headset', responsible: 'EMPLOYER', actionNeeded: 'NONE', applyTo: '' },
  { id: 4, task: 'Agency form', responsible: 'AGENCY', actionNeeded: 'NONE', applyTo: '' },
  { id: 5, task: 'Voice test', responsible: 'USER', actionNeeded: 'NONE', applyTo: 'INTERVIEWER' },
  { id: 6, task: 'Contract law', responsible: 'USER', actionNeeded: 'NONE', applyTo: 'HR' },
] as const
const PDF = new File(['%PDF-1.7 to work'], 'right to work.pdf', { type: 'application/pdf' })
const DONE = { status: 200, body: { done: true } }
const CHECKLIST = ['MY_PROFILE_CAN_SEE_MY_CHECKLIST'] as const

let server: TestServer
let annID: number
let benID: number
let ann: { authorization: string }
let ben: { authorization: string }
let meg: { authorization: string }

beforeAll(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', permissions: [...CHECKLIST, 'ADMIN_CAN_EDIT_SETTINGS'] })
  benID = await addPerson(server, { userName: 'ben', permissions: CHECKLIST })
  const megID = await addPerson(server, { userName: 'meg', permissions: CHECKLIST })
  await server.server.db.updateTable('users').set({ userType: 'AGENCY' }).where('id', '=', megID).execute()
  ann = await signIn(server, 'ann')
  ben = await signIn(server, 'ben')
  meg = await signIn(server, 'meg')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  const { db } = server.server
  await db.deleteFrom('onboardingTasks').execute()
  const rest = { requiredApproval: 0, createdBy: annID, createdAt: NOON }
  await db
    .insertInto('onboardingTasks')
    .values(TASKS.map((task) => ({ ...task, ...rest })))
    .execute()
})

const ask = async (name: string, payload: object = {}, bearer = ann) =>
  said(await post(server, `/api/itracker/tasks/${name}`, payload, bearer))
interface Item {
  readonly id: number
}
const state = async (bearer = ann, filterTasksIds: number[] = []) =>
  (await ask('tasks/get-user-state', { filterTasksIds }, bearer)).body as {
    completedTasks: Item[]
    incompleteTasks: Item[]
  }
const ids = async (bearer = ann, only: number[] = []) => {
  const { completedTasks, incompleteTasks } = await state(bearer, only)
  return [incompleteTasks.map(({ id }) => id), completedTasks.map(({ id }) => id)]
}
const of = (taskID: number, userID = annID) => ({ taskID, userID, trainingID: 0 })
async function upload(file: File, taskID = 1, userID = annID, bearer = ann) {
  const form = new FormData()
  form.set('file', file)
  form.set('taskID', String(taskID))
  form.set('userID', String(userID))
  const { status, body } = await postForm(
    server,
    '/api/itracker/tasks/complete-with-attachment',
    form,
    bearer,
  )
  const parsed = JSON.parse(body)
  return { status, body: status < 400 ? (parsed as unknown) : readable(parsed) }
}
const pdf = (content: BlobPart[], name = 'a.pdf') => new File(content, name, { type: 'application/pdf' })

test('S104 W010 W086 W213 a list has what is meant for its person, and all that an item holds', async () => {
  expect(await ids()).toEqual([[1, 2, 5], []])
  expect(await ids(meg)).toEqual([[1, 2, 4], []])
  expect((await state()).incompleteTasks[0]).toEqual({
    id: 1,
    userID: annID,
    task: 'Right to work',
    description: '',
    actionedBy: '',
    actionedTime: null,
    taskAction: 'UPLOAD_PDF',
    fileName: '',
  })
  expect(await ask('complete', of(2))).toEqual(DONE)
  server.clock.now += 1000
  expect(await ask('complete', of(5))).toEqual(DONE)
  // The newest first.
  expect(await ids()).toEqual([[1], [5, 2]])
  expect((await state()).completedTasks[1]).toMatchObject({
    taskAction: 'NONE',
    actionedBy: 'ann',
    actionedTime: new Date(NOON).toISOString(),
  })
  // Who did it may be gone since; that it was done stays.
  await server.server.db
    .updateTable('checklistItems')
    .set({ actionedBy: null })
    .where('taskID', '=', 2)
    .execute()
  expect((await state()).completedTasks[1]).toMatchObject({ id: 2, actionedBy: '' })
  expect(await ids(ann, [1, 5])).toEqual([[1], [5]])
  expect(await ids(ann, [3, 6, 99])).toEqual([[], []])
  expect(await ids(ben)).toEqual([[1, 2, 5], []])
})

test('W098 W214 W215 W099 an item is completed, twice is once, and goes back to what is to do', async () => {
  expect(await ask('validate', { taskID: 1 })).toEqual({ status: 200, body: { actionNeeded: 'UPLOAD_PDF' } })
  expect(await ask('validate', { taskID: 2 })).toEqual({ status: 200, body: { actionNeeded: 'NONE' } })
  await ask('complete', of(2, benID), ben)
  await ask('complete', of(2))
  const [before] = (await state()).completedTasks
  server.clock.now += 60_000
  expect(await ask('complete', of(2))).toEqual(DONE)
  expect((await state()).completedTasks).toEqual([before])
  await ask('complete', of(5))
  expect(await ask('incomplete', of(2))).toEqual(DONE)
  // That one alone, and nobody else's.
  expect(await ids()).toEqual([[1, 2], [5]])
  expect(await ids(ben)).toEqual([[1, 5], [2]])
  expect(await ask('incomplete', of(2))).toEqual(DONE)
})

test('W010 W216 W098 a PDF completes what needs one, is kept for its person alone, and outlives a slip', async () => {
  expect(await ask('complete', of(1))).toEqual({ status: 400, body: { value: 'This task needs a PDF.' } })
  expect(await upload(PDF)).toEqual(DONE)
  expect((await state()).completedTasks).toMatchObject([{ id: 1, fileName: 'right to work.pdf' }])
  const file = await post(server, '/api/itracker/tasks/attachment', { taskID: 1 }, ann)
  expect(file.status).toBe(200)
  expect(file.headers['content-type']).toBe('application/pdf')
  expect(file.body).toBe(await PDF.text())
  expect(await ask('attachment', { taskID: 1 }, ben)).toEqual({
    status: 400,
    body: { value: 'There is no file with this task.' },
  })
  await ask('incomplete', of(1))
  expect(await ids()).toEqual([[1, 2, 5], []])
  // Taken back: the file is still there.
  expect(await ask('complete', of(1))).toEqual(DONE)
  expect((await state()).completedTasks).toMatchObject([{ id: 1, fileName: 'right to work.pdf' }])
  // Another takes its place.
  expect(await upload(pdf(['%PDF-2.0'], 'new.pdf'))).toEqual(DONE)
  expect((await state()).completedTasks).toMatchObject([{ id: 1, fileName: 'new.pdf' }])
})

test.each([
  ['another type', () => new File(['%PDF-1.7'], 'a.pdf', { type: 'text/plain' }), 'Invalid file format'],
  [
    'another type of the same family',
    () => new File(['%PDF-1.7'], 'a.pdf', { type: 'application/zip' }),
    'Invalid file format',
  ],
  ['a PDF in name only', () => pdf(['PK\u0003\u0004']), 'Invalid file format'],
  [
    'its signs one byte too late',
    () => pdf([' '.repeat(PDF_HEAD_BYTES - 4), '%PDF-1.7']),
    'Invalid file format',
  ],
  ['no bytes', () => pdf([]), 'This file is empty.'],
  [
    'one byte too many',
    () => pdf(['%PDF-', new Uint8Array(CHECKLIST_FILE_MAX_BYTES - 4)]),
    'This file is too big to upload. Maximum size allowed is 30MB.',
  ],
])('W010 W134 W216 a file with %s is refused, and nothing is kept', async (_what, make, value) => {
  expect(await upload(make())).toEqual({ status: 400, body: { value } })
  expect(await ids()).toEqual([[1, 2, 5], []])
  expect(await ask('complete', of(1))).toMatchObject({ status: 400 })
})

test('W134 W216 30 MB to the byte, and signs as late as readers take them, are taken', async () => {
  expect(CHECKLIST_FILE_MAX_BYTES).toBe(31_457_280)
  expect(await upload(pdf(['%PDF-', new Uint8Array(CHECKLIST_FILE_MAX_BYTES - 5)]))).toEqual(DONE)
  expect(await upload(pdf([' '.repeat(PDF_HEAD_BYTES - 5), '%PDF-1.7']))).toEqual(DONE)
})

test('W213 W215 nobody does anything to a list that isn’t theirs, nor to what isn’t on it', async () => {
  const theirs = { status: 400, body: { value: 'This is somebody else’s checklist.' } }
  const gone = { status: 400, body: { value: 'This task is no longer on your checklist.' } }
  expect(await ask('complete', of(2, benID))).toEqual(theirs)
  await ask('complete', of(2, benID), ben)
  expect(await ask('incomplete', of(2, benID))).toEqual(theirs)
  expect(await upload(PDF, 1, benID)).toEqual(theirs)
  expect(await ids(ben)).toEqual([[1, 5], [2]])
  for (const taskID of [3, 4, 6, 99]) {
    expect(await ask('validate', { taskID })).toEqual(gone)
    expect(await ask('complete', of(taskID))).toEqual(gone)
    expect(await upload(PDF, taskID)).toEqual(gone)
  }
  expect(await ask('complete', { ...of(2), trainingID: 4 })).toMatchObject({ status: 400 })
})

test('W213 a task that is deleted is asked of nobody; who did it keeps it, with its file', async () => {
  await upload(PDF)
  const remove = { taskID: 1 }
  expect(said(await post(server, '/api/recruitment/onboarding/tasks/delete', remove, ann))).toEqual(DONE)
  expect(await ids()).toEqual([[2, 5], [1]])
  expect(await ids(ben)).toEqual([[2, 5], []])
  expect(await ask('incomplete', of(1))).toMatchObject({ status: 400 })
  expect((await post(server, '/api/itracker/tasks/attachment', remove, ann)).status).toBe(200)
  expect(said(await post(server, '/api/recruitment/onboarding/tasks/get-all', {}, ann)).body).toHaveLength(5)
})
