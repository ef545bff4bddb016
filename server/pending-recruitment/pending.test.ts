import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditActions, auditTold } from '../audit/testing/audit-actions.ts'
import { takeSnapshot } from '../db/testing/snapshot.ts'
import {
  addGrantor,
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { makeFirstRoles } from '../roles/first-roles.ts'
import { addApplicant, addPending } from './testing/pending-fixture.ts'

let server: TestServer
let rae: { authorization: string }
let bob: { authorization: string }
let bobID: number
let managerID: number
let restore: () => Promise<void>
beforeAll(async () => {
  server = await startTestServer()
  await addGrantor(server)
  bobID = await addPerson(server, {
    userName: 'bob',
    displayName: 'Bob Birch',
    permissions: ['MY_PROFILE_CAN_SEE_MY_CHECKLIST'],
  })
  managerID = await addPerson(server, { userName: 'tom' })
  await addPerson(server, {
    userName: 'rae',
    permissions: ['ADMIN_CAN_SEE_PENDING_RECRUITMENT', 'ADMIN_CAN_EDIT_USERS'],
  })
  await server.server.db.updateTable('users').set({ managerID }).where('id', '=', bobID).execute()
  await makeFirstRoles(server.server.db, NOON)
  // The others have nothing to do.
  await server.server.db.updateTable('users').set({ userType: 'HR' }).where('id', '<>', bobID).execute()
  await addPending(server.server.db)
  await server.server.db.updateTable('onboardingTasks').set({ applyTo: 'INTERVIEWER' }).execute()
  rae = await signIn(server, 'rae')
  bob = await signIn(server, 'bob')
  restore = await takeSnapshot(server.server.db)
})
beforeEach(() => {
  server.clock.now = NOON
  return restore()
})
afterAll(() => server.server.close())

const refused = (value: string, status = 400) => ({ status, body: { value } })
const ask = async (name: string, payload: object = {}, as = rae) =>
  said(await post(server, `/api/admin/users/pending${name}`, payload, as))
const rows = async () => ((await ask('')).body as { rows: Record<string, unknown>[] }).rows
const approve = (as = rae) => ask('/approve-document', { userID: bobID, taskID: 9 }, as)
const reject = (reason: string, as = rae) => ask('/reject-document', { userID: bobID, taskID: 9, reason }, as)

test('A029 applicants at HIRED and people with unfinished tasks are listed, with tasks done and the oldest open one', async () => {
  const { db } = server.server
  for (const stage of ['OFFER', 'STARTED', 'REJECTED', 'WITHDRAWN'] as const)
    await addApplicant(db, { stage, name: stage })
  expect(await rows()).toMatchObject([
    {
      displayName: 'Hal Holt',
      stage: 'HIRED',
      tasksDone: 0,
      tasksAll: 0,
      startDate: '2026-05-11',
    },
    {
      ...{ displayName: 'Bob Birch', stage: 'ONBOARDING', tasksDone: 0, tasksAll: 2, id: bobID * 2 },
      ...{ oldestTask: 'Order a headset', responsible: 'EMPLOYER', userName: 'bob' },
    },
  ])
  expect((await ask('/finish-task', { userID: bobID, taskID: 8 })).status).toBe(200)
  expect((await rows())[1]).toMatchObject({ tasksDone: 1, tasksAll: 2, oldestTask: 'Passport' })
  expect((await approve()).status).toBe(200)
  expect((await rows()).map(({ displayName }) => displayName)).toEqual(['Hal Holt'])
  expect((await ask('', {}, bob)).status).toBe(403)
  expect(await auditActions(db)).toEqual(['ONBOARDING_TASK_DONE', 'ONBOARDING_DOCUMENT_APPROVED'])
})

test('A031 rejecting a document needs a reason, tells the person and opens the task again', async () => {
  expect(await reject('')).toEqual(refused('Say why, in 3 characters or more.'))
  expect(await reject('no')).toEqual(refused('Say why, in 3 characters or more.'))
  const state = async () =>
    (
      (await ask('/get', { id: bobID * 2 })).body as {
        tasks: { id: number; state: string; rejectReason: string }[]
      }
    ).tasks.find(({ id }) => id === 9)
  expect(await state()).toMatchObject({ state: 'WAITING', fileName: 'passport.pdf' })
  expect((await reject('Old')).status).toBe(200)
  expect(await state()).toMatchObject({ state: 'OPEN', rejectReason: 'Old' })
  const { db } = server.server
  expect(
    await db.selectFrom('notifications').select(['userID', 'subject', 'type', 'cssClass']).execute(),
  ).toEqual([
    {
      ...{ userID: bobID, subject: 'Your document for ‘Passport’ was rejected: Old' },
      ...{ type: 'NEW_UPDATE', cssClass: 'warning' },
    },
  ])
  const open = await post(server, '/api/itracker/tasks/tasks/get-user-state', { filterTasksIds: [] }, bob)
  expect(JSON.parse(open.body).incompleteTasks).toMatchObject([{ id: 9 }])
  // There is nothing to decide on any more.
  expect(await reject('Can’t be read')).toEqual(refused('Nothing waits for approval here.'))
  expect(await approve()).toEqual(refused('Nothing waits for approval here.'))
  expect((await approve(bob)).status).toBe(403)
  expect(await auditTold(db)).toEqual([
    'PERSON_READ | admin.pending-recruitment | person | Bob Birch',
    'ONBOARDING_DOCUMENT_REJECTED | admin.pending-recruitment | onboardingTask | Passport',
  ])
})

test('a document is read and approved by who recruits, never one’s own, and each is written down', async () => {
  const file = await post(server, '/api/admin/users/pending/document', { userID: bobID, taskID: 9 }, rae)
  expect(file.body).toBe('%PDF-1.7')
  await approve()
  const { db } = server.server
  const told = await db
    .selectFrom('audit')
    .where('personID', '=', bobID)
    .select('action')
    .orderBy('id')
    .execute()
  expect(told.map(({ action }) => action)).toEqual([
    'ONBOARDING_DOCUMENT_READ',
    'ONBOARDING_DOCUMENT_APPROVED',
  ])
  const raeID =
    (await db.selectFrom('users').where('userName', '=', 'rae').select('id').executeTakeFirst())?.id ?? 0
  await db.updateTable('onboardingTasks').set({ applyTo: '' }).execute()
  await db
    .insertInto('checklistItems')
    .values({
      userID: raeID,
      taskID: 9,
      completedAt: NOON,
      actionedBy: raeID,
      fileName: 'x.pdf',
      content: null,
    })
    .execute()
  expect(await ask('/approve-document', { userID: raeID, taskID: 9 })).toEqual(
    refused('Somebody else has to decide on your own document.', 403),
  )
  expect(await ask('/finish-task', { userID: bobID, taskID: 9 })).toEqual(
    refused('This is for the person to do.'),
  )
})

test('who is responsible is reminded', async () => {
  expect(await ask('/remind', { userID: bobID, taskID: 8 })).toEqual({ status: 200, body: { told: 1 } })
  await reject('Can’t be read')
  expect(await ask('/remind', { userID: bobID, taskID: 9 })).toEqual({ status: 200, body: { told: 1 } })
  const told = await server.server.db
    .selectFrom('notifications')
    .orderBy('id')
    .select(['userID', 'subject'])
    .execute()
  expect([told[0], told[2]]).toEqual([
    { userID: managerID, subject: 'Onboarding of Bob Birch: ‘Order a headset’ is still open' },
    { userID: bobID, subject: 'Onboarding: ‘Passport’ is still open' },
  ])
})

const create = async (values: object = {}) => {
  const { db } = server.server
  const role = await db
    .selectFrom('roles')
    .where('builtIn', '=', 'INTERVIEWER')
    .select('id')
    .executeTakeFirst()
  const area = await db.selectFrom('areas').select('id').executeTakeFirst()
  return said(
    await post(
      server,
      '/api/admin/users/new',
      {
        ...{ userName: 'hal', displayName: 'Hal Holt', userType: 'INTERVIEWER', roleIDs: [role?.id ?? 0] },
        ...{ areaID: area?.id ?? null, access: 'TEMPORARY_PASSWORD', applicantID: 1, ...values },
      },
      rae,
    ),
  )
}

test('A030 what an applicant said fills the form: a user name of letters that one may have, no address, known skills', async () => {
  const { db } = server.server
  const skill = {
    ...({ category: 'TOOL', needsCertificate: 0, expiresAfterMonths: null, version: 1 } as const),
    ...{ changedBy: null, changedAt: NOON },
  }
  const skills = await db
    .insertInto('skills')
    .values([
      { ...skill, name: 'Welsh calls', nameKey: 'welsh calls', isActive: 1 },
      { ...skill, name: 'Door to door', nameKey: 'door to door', isActive: 0 },
      { ...skill, name: 'Panels', nameKey: 'panels', isActive: 1 },
    ])
    .returning(['id', 'name'])
    .execute()
  const zoe = await addApplicant(db, {
    ...{ name: 'Zoë O’Neil', email: "Zoe.O'Neil+w_1-x@mail.example", mobile: '+44 7700 900124' },
    ...{ skills: '["Welsh Calls","Door to door"]', notes: 'Rang twice' },
  })
  expect((await ask('/get', { id: zoe * 2 + 1 })).body).toMatchObject({
    notes: 'Rang twice',
    suggested: {
      ...{ displayName: 'Zoë O’Neil', legalName: 'Zoë O’Neil', userName: 'zoe.oneilw_1-x' },
      ...{ email: "Zoe.O'Neil+w_1-x@mail.example", mobile: '+44 7700 900124', userType: 'INTERVIEWER' },
      skillIDs: [skills.find(({ name }) => name === 'Welsh calls')?.id],
    },
  })
  const nobody = await addApplicant(db, { name: 'No Mail', email: '', mobile: '+44 7700 900125' })
  expect((await ask('/get', { id: nobody * 2 + 1 })).body).toMatchObject({
    suggested: { displayName: 'No Mail', userName: '', email: null, skillIDs: [] },
  })
})

test('A030 a person is created from an applicant once their right to work is checked; the form is filled and they are STARTED', async () => {
  const { db } = server.server
  expect((await ask('/get', { id: 3 })).body).toMatchObject({
    suggested: {
      ...{
        displayName: 'Hal Holt',
        userName: 'hal.holt',
        email: 'hal.holt@mail.example',
        languages: ['Welsh'],
      },
      ...{ startDate: '2026-05-11', workLocation: 'HOME', availability: 'evenings' },
    },
  })
  const people = async () => (await db.selectFrom('users').select('id').execute()).length
  const before = await people()
  expect(await create()).toEqual(refused('The right to work was not checked.'))
  await ask('/right-to-work', { id: 3, rightToWork: 'REFUSED', document: 'Visa' })
  expect(await create()).toEqual(refused('The right to work was not checked.'))
  expect(await people()).toBe(before)
  await ask('/right-to-work', { id: 3, rightToWork: 'CHECKED', document: 'Passport', expires: '2030-01-01' })
  const made = await create()
  expect(made).toMatchObject({ status: 200, body: { person: { displayName: 'Hal Holt' } } })
  const personID = (made.body as { person: { id: number } }).person.id
  expect(await db.selectFrom('applicants').select(['stage', 'personID', 'version']).execute()).toEqual([
    // Each of the two looks at the right to work was a change, too.
    { stage: 'STARTED', personID, version: 4 },
  ])
  expect(await create({ userName: 'hal2' })).toEqual(
    refused('Hal Holt isn’t waiting to start any more.', 409),
  )
  expect(await people()).toBe(before + 1)
  expect(await auditTold(db)).toEqual([
    'RIGHT_TO_WORK_CHECKED | admin.pending-recruitment | applicant | Hal Holt',
    'RIGHT_TO_WORK_CHECKED | admin.pending-recruitment | applicant | Hal Holt',
    'PERSON_CREATED | admin.active-users | person | Hal Holt',
    'APPLICANT_STARTED | admin.pending-recruitment | applicant | Hal Holt',
  ])
  const started = await db
    .selectFrom('audit')
    .where('action', '=', 'APPLICANT_STARTED')
    .select(['recordID', 'personID', 'changes'])
    .executeTakeFirst()
  expect(started).toEqual({
    ...{ recordID: 1, personID },
    changes: '[{"field":"stage","before":"HIRED","after":"STARTED"}]',
  })
})

test('who doesn’t start is deactivated with the reason NEVER_STARTED, an applicant is withdrawn', async () => {
  const { db } = server.server
  await db.updateTable('users').set({ startDate: '2026-06-01' }).where('id', '=', bobID).execute()
  expect((await ask('/withdraw', { id: bobID * 2, note: 'Found something else' })).status).toBe(200)
  expect(
    await db.selectFrom('users').where('id', '=', bobID).select(['status', 'leaveReason']).executeTakeFirst(),
  ).toEqual({ status: 'LEAVER', leaveReason: 'NEVER_STARTED' })
  expect((await ask('/withdraw', { id: 3 })).status).toBe(200)
  expect(await rows()).toEqual([])
  expect((await ask('/withdraw', { id: 3 })).status).toBe(404)
})
