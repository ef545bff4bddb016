import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const DONE = { status: 200, body: { done: true } }
let server: TestServer
let bearer: { authorization: string }

beforeAll(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'ann', permissions: ['IRECRUITMENT_CAN_EDIT_SETTINGS'] })
  bearer = await signIn(server, 'ann')
})
afterAll(() => server.server.close())

const ask = async (name: string, payload: object = {}) =>
  said(await post(server, `/api/recruitment/onboarding/tasks/${name}`, payload, bearer))

test('S103 S143 S265 S267 a task is added, listed with all it holds, and deleted by its id', async () => {
  const task = {
    task: 'Sign the contract',
    responsible: 'USER',
    taskAction: 'UPLOAD_PDF',
    selectedStaffType: 'INTERVIEWER',
    requiredApproval: true,
  }
  expect(await ask('new', task)).toEqual(DONE)
  expect(await ask('get-all')).toEqual({
    status: 200,
    body: [
      {
        id: 1,
        task: 'Sign the contract',
        responsible: 'USER',
        actionNeeded: 'UPLOAD_PDF',
        requiredApproval: true,
        applyTo: 'INTERVIEWER',
        username: 'ann',
        createdAt: new Date(NOON).toISOString(),
        ...{ isBeforeFirstShift: false, dueDays: null, open: 1 },
      },
    ],
  })
  expect(await ask('delete', { taskID: 1 })).toEqual(DONE)
  expect(await ask('delete', { taskID: 1 })).toEqual(DONE)
  expect(await ask('get-all')).toEqual({ status: 200, body: [] })
})

test('S143 each field is taken as it is sent: another one to do it, and no approval', async () => {
  const sent = {
    ...{ task: 'Read the handbook', responsible: 'AGENCY', taskAction: 'UPLOAD_PDF' },
    ...{ selectedStaffType: 'HR', requiredApproval: false },
  }
  expect(await ask('new', sent)).toEqual(DONE)
  const { body } = await ask('get-all')
  expect(body).toMatchObject([
    {
      ...{ task: 'Read the handbook', responsible: 'AGENCY', actionNeeded: 'UPLOAD_PDF' },
      ...{ applyTo: 'HR', requiredApproval: false },
    },
  ])
  const [{ id } = { id: 0 }] = body as { id: number }[]
  expect(await ask('delete', { taskID: id })).toEqual(DONE)
})

test('S104 S219 an empty form is taken: for anyone to do, without action, for all staff', async () => {
  const empty = { task: '', responsible: '', taskAction: '', selectedStaffType: '', requiredApproval: true }
  expect(await ask('new', empty)).toEqual(DONE)
  expect((await ask('get-all')).body).toMatchObject([
    { task: '', responsible: 'ANYONE', actionNeeded: 'NONE', requiredApproval: false, applyTo: '' },
  ])
  // Of whatever type they are, it is theirs to do; a task for others isn't.
  const others = { ...empty, task: 'For others', selectedStaffType: 'RESOURCE' }
  expect(await ask('new', others)).toEqual(DONE)
  for (const userType of ['HR', 'INTERVIEWER']) {
    await server.server.db.updateTable('users').set({ userType }).where('userName', '=', 'ann').execute()
    expect((await ask('get-all')).body).toMatchObject([
      { applyTo: '', open: 1 },
      { applyTo: 'RESOURCE', open: 0 },
    ])
  }
  expect(await ask('delete', { taskID: 4 })).toEqual(DONE)
})

test('S266 the staff types are those of the active people, each once', async () => {
  await addPerson(server, { userName: 'bob' })
  expect(await ask('get-staff-type')).toEqual({ status: 200, body: ['INTERVIEWER'] })
})

test('A032 a task is changed to be done before the first shift, within so many days, and tasks are put in order', async () => {
  const empty = { responsible: '', taskAction: '', selectedStaffType: '', requiredApproval: false }
  for (const task of ['First', 'Second'])
    expect(await ask('new', { ...empty, task, isBeforeFirstShift: true, dueDays: 7 })).toEqual(DONE)
  const all = async () =>
    ((await ask('get-all')).body as { id: number; task: string; open: number }[]).filter(
      ({ task }) => task !== '',
    )
  const [first, second] = await all()
  expect(first).toMatchObject({ task: 'First', isBeforeFirstShift: true, dueDays: 7 })
  expect(await ask('order', { taskIDs: [second?.id, first?.id] })).toEqual(DONE)
  expect((await all()).map(({ task }) => task)).toEqual(['Second', 'First'])
  const change = {
    ...{ taskID: first?.id, task: 'Sign', responsible: 'USER', actionNeeded: 'NONE', applyTo: 'SUPERVISOR' },
    ...{ requiredApproval: true, isBeforeFirstShift: false, dueDays: null },
  }
  expect(await ask('update', change)).toEqual(DONE)
  expect((await all())[1]).toMatchObject({
    ...{ task: 'Sign', responsible: 'USER', applyTo: 'SUPERVISOR', requiredApproval: false },
    ...{ isBeforeFirstShift: false, dueDays: null, open: 0 },
  })
  expect((await ask('update', { ...change, taskID: 999 })).status).toBe(404)
})
