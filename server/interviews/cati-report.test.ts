import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CatiReport } from '#shared/contract/cati-report.ts'
import { figureOf } from '#shared/domain/interviews.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { addInterview, addInterviewing } from './testing/interview-fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let server: TestServer
let jamie: number
let ellie: number
const db = () => server.server.db

beforeEach(async () => {
  server = await startTestServer()
  const permissions = ['ITRACKER_CAN_SEE_CATI_REPORT'] as const
  jamie = await addPerson(server, { userName: 'jamie', permissions })
  ellie = await addPerson(server, { userName: 'ellie', permissions })
  await addPerson(server, { userName: 'nobody' })
  await addProject(db(), 7, 'Rail')
  await addProject(db(), 8, 'Bus')
})
afterEach(() => server.server.close())

const TODAY = { from: '2026-05-04', to: '2026-05-04' }
const ask = async (more: object = {}, as = 'jamie') =>
  said(await post(server, '/api/itracker/cati-report', { ...TODAY, ...more }, await signIn(server, as)))
const report = async (more: object = {}, as = 'jamie') => (await ask(more, as)).body as CatiReport
const call = (more: Parameters<typeof addInterview>[1]) => addInterview(db(), { userID: jamie, ...more })

test('D038 D039 D040 a person’s figures, beside those of everybody on the same projects', async () => {
  await addInterviewing(db(), { userID: jamie, projectID: 7, from: NOON - 2 * HOUR, to: NOON })
  await addInterviewing(db(), { userID: jamie, projectID: 8, from: NOON - 3 * HOUR, to: NOON - 2 * HOUR })
  await addInterviewing(db(), { userID: ellie, projectID: 7, from: NOON - 2 * HOUR, to: NOON })
  // Without a project it is no interviewing, but it was time to call.
  await addInterviewing(db(), { userID: jamie, projectID: null, from: NOON - 4 * HOUR, to: NOON - 3 * HOUR })
  for (let n = 0; n < 6; n++) await call({})
  await call({ outcome: 'REFUSAL' })
  await call({ outcome: 'NO_ANSWER', duration: 30 })
  await call({ projectID: 8, start: NOON - 2.5 * HOUR })
  for (let n = 0; n < 2; n++) await addInterview(db(), { userID: ellie })
  // Calls that nobody took are nobody's, and void ones count nowhere.
  await addInterview(db(), { userID: null, outcome: 'ABANDONED' })
  await call({ isVoid: 1, voidReason: 'Wrong person' })
  const { own, project, projects, voided } = await report()
  expect(own).toMatchObject({
    outcomes: { COMPLETE: 7, REFUSAL: 1, NO_ANSWER: 1, ABANDONED: 0 },
    ...{
      interviewingSeconds: 3 * 3600,
      availableSeconds: 4 * 3600,
      completeSeconds: 4200,
      talkSeconds: 4830,
    },
    // 8 in 4 hours of Rail, 1 in 1 hour of Bus.
    expectedCompletes: 2 * 2 + 1 * 1,
  })
  expect(project).toMatchObject({ outcomes: { COMPLETE: 9 }, interviewingSeconds: 5 * 3600 })
  expect(figureOf('index', own)).toBe(140)
  expect(projects.map(({ name }) => name)).toEqual(['Bus', 'Rail'])
  expect(voided).toMatchObject([{ project: 'Rail', outcome: 'COMPLETE', reason: 'Wrong person' }])
  const rail = await report({ projectID: 7 })
  expect(rail.own).toMatchObject({ outcomes: { COMPLETE: 6 }, expectedCompletes: 4 })
  expect(rail.project).toMatchObject({ outcomes: { COMPLETE: 8 } })
  // A project on which the person didn't work says nothing of others.
  await addProject(db(), 9, 'Air')
  await addInterview(db(), { userID: ellie, projectID: 9 })
  expect((await report({ projectID: 9 })).project.outcomes.COMPLETE).toBe(0)
})

test('rows are London’s days, projects or hours of the day, and a session over an hour is cut there', async () => {
  const midnight = Date.UTC(2026, 4, 3, 23)
  await addInterviewing(db(), { userID: jamie, projectID: 7, from: midnight - HOUR, to: midnight + HOUR / 2 })
  await call({ start: midnight - 1 })
  await call({ start: midnight })
  await call({ start: midnight, projectID: 8 })
  const rowsOf = async (by: string) =>
    (await report({ from: '2026-05-03', by })).rows.map(({ key, own }) => [
      key,
      own.outcomes.COMPLETE,
      own.interviewingSeconds,
    ])
  expect(await rowsOf('DAY')).toEqual([
    ['2026-05-03', 1, 3600],
    ['2026-05-04', 2, 1800],
  ])
  expect(await rowsOf('PROJECT')).toEqual([
    ['7', 2, 5400],
    ['8', 1, 0],
  ])
  expect(await rowsOf('HOUR')).toEqual([
    ['0', 2, 1800],
    ['23', 1, 3600],
  ])
})

test('the time is from the first day’s beginning to the last day’s end, a running session up to now', async () => {
  const first = Date.UTC(2026, 4, 3, 23)
  for (const start of [first - 1, first, first + DAY - 1, first + DAY]) await call({ start })
  expect((await report()).own.outcomes.COMPLETE).toBe(2)
  await db()
    .insertInto('activitySessions')
    .values({
      ...{ userID: jamie, activity: 'AVAILABLE', project: 'Rail', projectID: 7, category: null },
      ...{ startedAt: first - HOUR, startedBy: jamie, endedAt: null, endedBy: null },
    })
    .execute()
  expect((await report()).own.interviewingSeconds).toBe((NOON - first) / 1000)
})

test('an appointment is kept by a later record of the same respondent within 10 minutes, and due once its time is past', async () => {
  const made = (ref: string, time: number) =>
    call({ outcome: 'APPOINTMENT', respondentRef: ref, appointmentTime: time, start: NOON - 5 * HOUR })
  const due = NOON - 2 * HOUR
  for (const ref of ['early', 'late', 'tooEarly', 'tooLate', 'never', 'void']) await made(ref, due)
  await made('ahead', NOON)
  const again = (respondentRef: string, minutes: number, more: object = {}) =>
    call({ respondentRef, start: due + minutes * MINUTE, outcome: 'REFUSAL', ...more })
  await again('early', -10)
  await again('late', 10)
  await again('tooEarly', -10.1)
  await again('tooLate', 10.1)
  await again('never', 0, { projectID: 8 })
  await again('void', 0, { isVoid: 1 })
  expect((await report()).own).toMatchObject({ appointmentsDue: 6, appointmentsKept: 2 })
})

test('records outside recorded activity are counted; a time that is none is refused, and so is who may not see it', async () => {
  await call({ isOutside: 1 })
  await call({ isOutside: 1, isVoid: 1 })
  expect((await report()).outside).toBe(1)
  const words = 'A report is about 2 years at most, its last day not before its first.'
  const refused = { status: 400, body: { value: words } }
  expect(await ask({ from: '2026-05-05' })).toEqual(refused)
  expect(await ask({ from: '2026-99-99' })).toEqual(refused)
  expect(await ask({ from: '2024-05-02' })).toEqual(refused)
  expect((await ask({ from: '2024-05-03' })).status).toBe(200)
  expect((await ask({}, 'nobody')).status).toBe(403)
  // It is about the caller, whatever else is asked.
  expect((await report({ userID: jamie }, 'ellie')).own.outcomes.COMPLETE).toBe(0)
})
