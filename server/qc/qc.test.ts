import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { QcDueRow, QcForm, QcReview } from '#shared/contract/qc.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { addAgency } from '../agencies/testing/agency-fixture.ts'
import { addPip } from '../development/testing/pip-fixture.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addInterview, addInterviewing } from '../interviews/testing/interview-fixture.ts'
import { BURST_MS } from '../notifications/notification-store.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'
import { addForm, addReview, answered, FEEDBACK, ITEMS } from './testing/qc-fixture.ts'
import { acknowledgeSilent, endForgottenListens, remindOfReviews } from './upkeep.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const live = createLiveClients()
let server: TestServer
let now: number
let priya: number
let sam: number
let jamie: number
let as: Record<'priya' | 'sam' | 'jamie', { authorization: string }>
const db = () => server.server.db
const iso = (at: number) => new Date(at).toISOString()

const SUPERVISES: readonly PermissionName[] = [
  ...(['ISUPERVISOR_CAN_SEE_QUALITY', 'ISUPERVISOR_CAN_ACTION_LIVE_QC', 'QC_CAN_ADD'] as const),
  ...(['QC_CAN_DELETE', 'ISUPERVISOR_CAN_CREATE_QC_FORM', 'CAN_SEARCH_ALL_USERS'] as const),
]
const OWN: readonly PermissionName[] = [
  ...(['ITRACKER_CAN_SEE_MY_QC_SCORE', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'] as const),
  'ITRACKER_CAN_SEE_COACHING',
]

beforeEach(async () => {
  now = NOON
  server = await startTestServer({ clock: () => now })
  priya = await addPerson(server, { userName: 'priya', displayName: 'Priya', permissions: SUPERVISES })
  jamie = await addPerson(server, { userName: 'jamie', displayName: 'Jamie', permissions: OWN })
  sam = await addPerson(server, { userName: 'sam', displayName: 'Sam', permissions: SUPERVISES })
  await addProject(db(), 7, 'Rail')
  await addProject(db(), 8, 'Bus')
  await db().updateTable('projects').set({ monitoringConsent: 'ANNOUNCED' }).where('id', '=', 7).execute()
  await addForm(db())
  await addForm(db(), { name: 'Recording', kind: 'RECORDING' })
  as = {
    priya: await signIn(server, 'priya'),
    sam: await signIn(server, 'sam'),
    jamie: await signIn(server, 'jamie'),
  }
})
afterEach(async () => {
  await live.closeAll()
  await server.server.close()
})

const call = async (path: string, body: object = {}, who: keyof typeof as = 'priya') =>
  said(await post(server, `/api/${path}`, body, as[who]))
const review = async (path: string, body: object, who: keyof typeof as = 'priya') => {
  const { status, body: answer } = await call(`qc/${path}`, body, who)
  expect({ status, answer }).toMatchObject({ status: 200 })
  return answer as QcReview
}
const refused = (status: number, value: string) => ({ status, body: { value } })
const start = (more: object = {}, who: keyof typeof as = 'priya') =>
  call('qc/review/start', { userID: jamie, projectID: 7, ...more }, who)
/** Begins, fills in and submits a review of jamie's. */
async function submitted(letters = 'YYY', followUp: object | null = null) {
  const { id, version } = (await start()).body as QcReview
  const filled = { id, version, answers: answered(letters), feedback: FEEDBACK, actionText: '', followUp }
  return review('review/submit', filled)
}
const toldTo = async (userID: number) =>
  db()
    .selectFrom('notifications')
    .where('userID', '=', userID)
    .orderBy('id')
    .select(['subject', 'body'])
    .execute()
const audited = async (action: string) =>
  db().selectFrom('audit').where('action', '=', action).orderBy('id').selectAll().execute()

describe('what is due', () => {
  const due = async () => ((await call('qc/due')).body as { rows: QcDueRow[] }).rows

  test('D135 a person and project of the week, and the live panel and My quality say the same', async () => {
    await addInterviewing(db(), { userID: jamie, from: NOON - 5 * HOUR, to: NOON })
    for (let count = 0; count < 3; count++)
      await addInterview(db(), { userID: jamie, start: NOON - 5 * HOUR + count * HOUR })
    expect(await due()).toMatchObject([
      { userID: jamie, project: 'Rail', due: 3, done: 0, firstTen: 3, lastReview: null, isAvailable: false },
    ])
    await submitted()
    expect(await due()).toMatchObject([{ due: 2, done: 1, firstTen: 2, lastScore: 100, lastOutcome: 'PASS' }])
    const mine = await call('itracker/quality', { from: '2026-05-01', to: '2026-05-04' }, 'jamie')
    expect(mine.body).toMatchObject({ due: 2, score4: 100, reviews4: 1 })
    expect((await call('qc/figures')).body).toMatchObject({ due: 2, score: 100, reviews: 1, completes: 3 })
  })

  test('D135 last week’s are over on Monday', async () => {
    await addInterviewing(db(), { userID: jamie, from: NOON - 5 * HOUR, to: NOON })
    expect(await due()).toMatchObject([{ due: 2 }])
    now = NOON + 7 * DAY
    as.priya = await signIn(server, 'priya')
    expect(await due()).toEqual([])
  })

  test('D135 two reviewers can’t take the same person and project', async () => {
    await addInterviewing(db(), { userID: jamie, from: NOON - 5 * HOUR, to: NOON })
    const begun = await start()
    expect(begun).toMatchObject({ status: 200, body: { state: 'IN_PROGRESS', reviewer: 'Priya' } })
    expect(await start({}, 'sam')).toEqual(refused(409, 'Being reviewed by Priya.'))
    expect(await due()).toMatchObject([{ reviewing: { userID: priya, name: 'Priya' } }])
    // The same again goes on with it.
    const { id } = begun.body as QcReview
    expect((await start()).body).toMatchObject({ id })
    await call('qc/review/void', { id, reason: 'Call was dropped' })
    expect(await start({}, 'sam')).toMatchObject({ status: 200, body: { reviewer: 'Sam' } })
  })

  test('D135 of two who begin at once one gets it', async () => {
    const both = await Promise.all([start(), start({}, 'sam')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

test('the live panel’s column and the side panel have the same reviews', async () => {
  await addInterviewing(db(), { userID: jamie, from: NOON - 5 * HOUR, to: NOON })
  const { id } = await submitted('YNY')
  await addPerson(server, {
    userName: 'olu',
    permissions: ['ISUPERVISOR_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL', 'CAN_SEARCH_ALL_USERS'],
  })
  const olu = await signIn(server, 'olu')
  const live = said(await post(server, '/api/supervisor/live-panel/get-live-data', {}, olu))
  expect(live.body).toMatchObject({ [jamie]: { live: { qc: { done: 1, due: 1, lastScore: 70 } } } })
  const beside = said(await post(server, '/api/supervisor/live-panel/person', { userID: jamie }, olu))
  expect(beside.body).toMatchObject({
    reviews: [{ id, project: 'Rail', score: 70, outcome: 'COACHING' }],
    coachingActions: [],
  })
})

describe('listening', () => {
  test('D136 it is refused where the project doesn’t allow it', async () => {
    expect(await start({ projectID: 8 })).toEqual(refused(403, 'Listening is not allowed on Bus.'))
    const { id } = (await start()).body as QcReview
    await db().updateTable('projects').set({ monitoringConsent: 'NONE' }).where('id', '=', 7).execute()
    expect(await call('qc/review/listen-start', { id })).toEqual(
      refused(403, 'Listening is not allowed on Rail.'),
    )
    expect(await db().selectFrom('qcListens').selectAll().execute()).toEqual([])
  })

  test('4 §4.4.1 from the live panel it is of what the person works on now; refused where that is nothing', async () => {
    const now = (who: keyof typeof as = 'priya') => call('qc/review/start', { userID: jamie }, who)
    expect(await now()).toEqual(refused(409, 'Jamie works on no project now.'))
    const running = (projectID: number) =>
      db()
        .insertInto('activitySessions')
        .values({
          ...{ userID: jamie, activity: 'AVAILABLE', projectID, project: 'Bus', category: null },
          ...{ startedAt: NOON - HOUR, startedBy: jamie, endedAt: null, endedBy: null },
        })
        .execute()
    await running(8)
    expect(await now()).toEqual(refused(403, 'Listening is not allowed on Bus.'))
    await db().deleteFrom('activitySessions').execute()
    await running(7)
    const { status, body } = await now()
    expect({ status, body }).toMatchObject({ status: 200, body: { projectID: 7, state: 'IN_PROGRESS' } })
    // One’s own goes on; another’s is refused.
    expect((await now()).body).toMatchObject({ id: (body as QcReview).id })
    expect(await now('sam')).toEqual(refused(409, 'Being reviewed by Priya.'))
  })

  test('D136 where the respondent is asked it needs the tick that they agreed', async () => {
    // Where it was announced none is needed, and what is forbidden meanwhile is refused then.
    const { id } = (await start()).body as QcReview
    expect(await review('review/listen-start', { id })).toMatchObject({ consent: 'ANNOUNCED' })
    await review('review/listen-end', { id })
    const consents = async (monitoringConsent: 'ASKED' | 'NONE') =>
      db().updateTable('projects').set({ monitoringConsent }).where('id', '=', 7).execute()
    await consents('NONE')
    expect(await call('qc/review/listen-start', { id, hasAgreed: true })).toEqual(
      refused(403, 'Listening is not allowed on Rail.'),
    )
    await consents('ASKED')
    expect(await call('qc/review/listen-start', { id })).toEqual(
      refused(400, 'Tick that the respondent agreed.'),
    )
    expect(await review('review/listen-start', { id, hasAgreed: true })).toMatchObject({ consent: 'ASKED' })
  })

  test('D098 a listen stands in the person’s list as soon as it ended, with by whom and from when to when', async () => {
    const looked = async () =>
      ((await call('itracker/recorded/who-looked', {}, 'jamie')).body as { views: unknown[] }).views
    const { id } = (await start()).body as QcReview
    await review('review/listen-start', { id })
    const url = await server.server.listen(0, '127.0.0.1')
    const window = await live.open(server, `${url}${mainHub.path}`, as.jamie, ['recordedReading'])
    now += 5 * 60_000
    expect(await looked()).toEqual([])
    expect(await call('qc/review/listen-end', { id }, 'sam')).toEqual(
      refused(404, 'There is no such review.'),
    )
    await review('review/listen-end', { id })
    await vi.waitFor(() => expect(window.heard).toEqual([['recordedReading', { kind: 'QC_LISTEN' }]]))
    expect(await looked()).toEqual([
      { by: 'Priya', page: 'supervisor.quality', at: iso(NOON + 5 * 60_000), listenedFrom: iso(NOON) },
    ])
    const { body } = await call('itracker/recorded/mine', { kinds: ['QC_LISTEN'] }, 'jamie')
    expect(body).toMatchObject({
      readings: [{ kind: 'QC_LISTEN', value: 'Priya, 13:00–13:05', at: iso(NOON + 5 * 60_000) }],
    })
    expect(await audited('QC_LISTENED')).toMatchObject([{ actorID: priya, personID: jamie }])
  })

  test('D098 it ends with the review, and by itself where nobody ends it', async () => {
    const { id, version } = (await start()).body as QcReview
    await review('review/listen-start', { id })
    now += 60_000
    const filled = { id, version, answers: answered('YYY'), feedback: FEEDBACK, actionText: '' }
    expect(await review('review/submit', filled)).toMatchObject({ listenedTo: iso(now) })
    const other = (await start()).body as QcReview
    await review('review/listen-start', { id: other.id })
    now += 4 * HOUR - 1
    const parts = { db: db(), publisher: { notified: () => {} }, tell: () => {} }
    expect(await endForgottenListens(parts, now)).toBe(0)
    expect(await endForgottenListens(parts, now + 1)).toBe(1)
  })
})

describe('filling in', () => {
  test('D137 drafts keep, and the score is counted from the form’s version', async () => {
    const { id, version } = (await start()).body as QcReview
    const draft = { id, version, answers: answered('YN'), feedback: 'So', actionText: 'Read aloud' }
    const kept = await review('review/save', draft)
    expect(kept).toMatchObject({
      answers: answered('YN'),
      feedback: 'So',
      actionText: 'Read aloud',
      score: null,
    })
    expect(await call('qc/review/save', draft)).toMatchObject({ status: 409 })
    expect(await call('qc/review/save', { ...draft, version: kept.version }, 'sam')).toEqual(
      refused(404, 'There is no such review.'),
    )
    const done = { ...draft, version: kept.version, answers: answered('YNY'), feedback: FEEDBACK }
    expect(await review('review/submit', done)).toMatchObject({
      score: 70,
      outcome: 'COACHING',
      state: 'SUBMITTED',
    })
    expect(await call('qc/review/save', done)).toEqual(
      refused(400, "The review is Submitted and can't be changed."),
    )
  })

  test.each([
    ['all items', 'YY', FEEDBACK, 'Answer every item.'],
    [
      'feedback of more than 4 words',
      'YYY',
      'Very well done today',
      'Please include more details in your feedback',
    ],
  ])('D138 it needs %s', async (_name, letters, feedback, value) => {
    const { id, version } = (await start()).body as QcReview
    const filled = { id, version, answers: answered(letters), feedback, actionText: '' }
    expect(await call('qc/review/submit', filled)).toEqual(refused(400, value))
    expect(await toldTo(jamie)).toEqual([])
  })

  test('D138 it needs a note for a No that weighs', async () => {
    const { id, version } = (await start()).body as QcReview
    const answers = answered('YNY').map((one) => ({ ...one, note: '' }))
    const filled = { id, version, answers, feedback: FEEDBACK, actionText: '' }
    expect(await call('qc/review/submit', filled)).toEqual(refused(400, 'Say what happened.'))
  })

  test('the person is told of the outcome and of no score', async () => {
    const { score } = await submitted('YNY')
    expect(score).toBe(70)
    const [news] = await toldTo(jamie)
    expect(news?.subject).toBe('Your interview on Rail was reviewed: Coaching')
    expect(`${news?.subject} ${news?.body}`).not.toMatch(/70/)
  })

  test('A122 reading somebody’s review is an entry about them, reading one’s own is none', async () => {
    const { id } = await submitted()
    const before = await audited('QC_REVIEW_READ')
    await review('review/get', { id }, 'jamie')
    expect(await audited('QC_REVIEW_READ')).toEqual(before)
    await review('review/get', { id }, 'sam')
    expect((await audited('QC_REVIEW_READ')).slice(before.length)).toMatchObject([
      { actorName: 'Sam', recordType: 'qcReview', personID: jamie, label: 'Jamie' },
    ])
  })

  test('nobody reviews themselves, or whom they don’t look after', async () => {
    expect(await start({ userID: priya })).toEqual(refused(403, 'Somebody else has to review you.'))
    await addPerson(server, {
      userName: 'ellie',
      permissions: ['ISUPERVISOR_CAN_ACTION_LIVE_QC', 'ISUPERVISOR_CAN_SEE_QUALITY', 'QC_CAN_ADD'],
    })
    const other = await signIn(server, 'ellie')
    const { id } = await submitted()
    for (const [path, body] of [
      ['review/start', { userID: jamie, projectID: 7 }],
      ['review/get', { id }],
      ['interviews', { userID: jamie }],
    ] as const)
      expect((await post(server, `/api/qc/${path}`, body, other)).status).toBe(404)
    expect(said(await post(server, '/api/qc/reviews', {}, other)).body).toMatchObject({ rows: [], total: 0 })
  })

  test('one that isn’t heard live names its interview, once', async () => {
    const kind = 'RECORDING'
    expect(await start({ kind })).toEqual(refused(400, 'Choose the interview.'))
    const interviewID = await addInterview(db(), { userID: jamie })
    expect(await start({ kind, interviewID, projectID: 8 })).toEqual(
      refused(404, 'There is no such interview.'),
    )
    const { id, version } = (await start({ kind, interviewID })).body as QcReview
    await review('review/submit', {
      id,
      version,
      answers: answered('YYY'),
      feedback: FEEDBACK,
      actionText: '',
    })
    expect(await start({ kind, interviewID })).toEqual(refused(400, 'This interview has been reviewed.'))
  })
})

describe('a FAIL', () => {
  const failing = async (followUp: object | null, more: object = {}) => {
    const { id, version } = (await start(more)).body as QcReview
    const filled = { id, version, answers: answered('YYN'), feedback: FEEDBACK, actionText: '', followUp }
    return call('qc/review/submit', filled)
  }

  test('D139 asks what follows: something, or nothing with its reason', async () => {
    const WHAT = refused(400, 'Choose what follows from this, or say why nothing does.')
    expect(await failing(null)).toEqual(WHAT)
    expect(await failing({})).toEqual(WHAT)
    expect(await failing({ stopsProject: true, noneReason: 'He is new' })).toEqual(WHAT)
    expect(await failing({ noneReason: 'He is new' })).toMatchObject({
      status: 200,
      body: { score: 0, outcome: 'FAIL' },
    })
  })

  test('D139 ‘stop the project’ ends the person’s allocation, and tells person and planners', async () => {
    const planner = await addPerson(server, { userName: 'pat', permissions: ['IRESOURCE_CAN_ASSIGN'] })
    const other = { userID: jamie, projectID: 8, start: NOON - HOUR, end: NOON + DAY }
    const rows = [
      { ...other, projectID: 7, state: 'LIVE' as const },
      { ...other, projectID: 7, start: NOON + 2 * DAY, end: NOON + 3 * DAY, state: 'PUBLISHED' as const },
      { ...other, projectID: 7, start: NOON - 3 * DAY, end: NOON - 2 * DAY, state: 'DONE' as const },
      { ...other, state: 'LIVE' as const },
      { ...other, userID: sam, projectID: 7, state: 'LIVE' as const },
    ]
    for (const row of rows)
      await db()
        .insertInto('allocations')
        .values({ ...row, source: 'PLAN' })
        .execute()
    expect(await failing({ stopsProject: true })).toMatchObject({ status: 200 })
    const after = await db().selectFrom('allocations').orderBy('id').select(['state', 'end']).execute()
    expect(after.map(({ state }) => state)).toEqual(['DONE', 'CANCELLED', 'DONE', 'LIVE', 'LIVE'])
    expect(after[0]?.end).toBe(NOON)
    expect((await toldTo(planner)).map(({ subject }) => subject)).toEqual(['Jamie is stopped on Rail'])
    const [own] = await toldTo(jamie)
    expect(`${own?.subject}\n${own?.body}`).toContain('You are stopped on Rail')
    expect(await audited('ALLOCATION_ENDED')).toHaveLength(2)
  })

  test('D139 ‘void the interview’ takes it out of the quota cell', async () => {
    await db()
      .insertInto('quotaCells')
      .values({ id: 1, projectID: 7, label: 'North', labelKey: 'north', dimensions: '[]', target: 10 })
      .execute()
    const interviewID = await addInterview(db(), { userID: jamie, quotaCellID: 1 })
    const achieved = async () =>
      (
        await db()
          .selectFrom('interviewRecords')
          .where('quotaCellID', '=', 1)
          .where('outcome', '=', 'COMPLETE')
          .where('isVoid', '=', 0)
          .select('id')
          .execute()
      ).length
    expect(await achieved()).toBe(1)
    expect(await failing({ voidReason: 'Answers were led' }, { interviewID })).toMatchObject({ status: 200 })
    expect(await achieved()).toBe(0)
    expect(await db().selectFrom('interviewRecords').select(['isVoid', 'voidReason']).execute()).toEqual([
      { isVoid: 1, voidReason: 'Answers were led' },
    ])
    expect(await audited('INTERVIEW_VOIDED')).toMatchObject([{ reason: 'Answers were led', personID: jamie }])
  })

  test('D139 the interview that was heard is the one that is void; without its record that is refused', async () => {
    const { id, version } = (await start()).body as QcReview
    await review('review/listen-start', { id })
    now += 20 * 60_000
    const filled = { id, version, answers: answered('YYN'), feedback: FEEDBACK, actionText: '' }
    const followUp = { voidReason: 'Answers were led' }
    expect(await call('qc/review/submit', { ...filled, followUp })).toEqual(
      refused(400, 'There is no record of this interview yet.'),
    )
    const interviewID = await addInterview(db(), { userID: jamie, start: NOON + 60_000 })
    expect(await review('review/submit', { ...filled, followUp })).toMatchObject({ interviewID })
  })

  test('D139 coaching is planned in both calendars', async () => {
    const coachingAt = iso(NOON + DAY)
    expect(await failing({ coachingAt: iso(NOON - 1) })).toEqual(refused(400, 'Choose a time to come.'))
    expect(await failing({ coachingAt })).toMatchObject({ status: 200 })
    expect(
      await db().selectFrom('coachingSessions').select(['userID', 'coachID', 'state']).execute(),
    ).toEqual([{ userID: jamie, coachID: priya, state: 'PLANNED' }])
    const people = await db().selectFrom('meetingPeople').orderBy('userID').select('userID').execute()
    expect(people.map(({ userID }) => userID)).toEqual([priya, jamie].toSorted((a, b) => a - b))
  })
})

describe('what the person says', () => {
  const REASON = 'I did read each question'
  test('D106 a review is acknowledged once, with a comment', async () => {
    const { id } = await submitted()
    expect(await call('qc/review/acknowledge', { id }, 'sam')).toMatchObject({ status: 403 })
    const answer = await review('review/acknowledge', { id, comment: 'Thank you' }, 'jamie')
    expect(answer).toMatchObject({ state: 'ACKNOWLEDGED', acknowledgement: 'Thank you', isBySystem: false })
    expect(await call('qc/review/acknowledge', { id }, 'jamie')).toEqual(
      refused(400, "The review is Acknowledged and can't be acknowledged."),
    )
    expect(await call('qc/review/dispute', { id, reason: REASON }, 'jamie')).toEqual(
      refused(400, "The review is Acknowledged and can't be disputed."),
    )
  })

  test('D106 it is disputed with more than 4 words, and reviewers but the first are told', async () => {
    await db().updateTable('users').set({ managerID: sam }).where('id', '=', jamie).execute()
    const { id } = await submitted()
    expect(await call('qc/review/dispute', { id, reason: 'I read each question' }, 'jamie')).toEqual(
      refused(400, 'Please say in more than 4 words what you disagree with.'),
    )
    expect(await review('review/dispute', { id, reason: REASON }, 'jamie')).toMatchObject({
      ...{ state: 'DISPUTED', disputeReason: REASON },
    })
    expect((await toldTo(sam)).map(({ subject }) => subject)).toEqual(['Jamie disputes a review on Rail'])
    expect(await toldTo(priya)).toEqual([])
  })

  const parts = () => ({ db: db(), publisher: { notified: () => {} }, tell: () => {} })
  test('D106 it is reminded of once after 48 hours, and acknowledged by the system after 7 days', async () => {
    const { id } = await submitted()
    const other = await submitted()
    await review('review/acknowledge', { id: other.id }, 'jamie')
    expect(await remindOfReviews(parts(), NOON + 2 * DAY - 1)).toBe(0)
    expect(await remindOfReviews(parts(), NOON + 2 * DAY)).toBe(1)
    expect(await remindOfReviews(parts(), NOON + 3 * DAY)).toBe(0)
    expect((await toldTo(jamie)).at(-1)?.subject).toBe(
      'A review of your interview on Rail waits for your word',
    )
    expect(await acknowledgeSilent(parts(), NOON + 7 * DAY - 1)).toBe(0)
    now = NOON + 7 * DAY
    as.jamie = await signIn(server, 'jamie')
    expect(await acknowledgeSilent(parts(), now)).toBe(1)
    expect(await review('review/get', { id }, 'jamie')).toMatchObject({
      state: 'ACKNOWLEDGED',
      isBySystem: true,
    })
    expect(await acknowledgeSilent(parts(), now)).toBe(0)
  })

  test('D106 14 days are for a dispute, also where a week went by without a word', async () => {
    const [first, second] = [await submitted(), await submitted()]
    await acknowledgeSilent(parts(), NOON + 7 * DAY)
    now = NOON + 14 * DAY
    as.jamie = await signIn(server, 'jamie')
    expect(await review('review/dispute', { id: first.id, reason: REASON }, 'jamie')).toMatchObject({
      state: 'DISPUTED',
    })
    now += 1
    expect(await call('qc/review/dispute', { id: second.id, reason: REASON }, 'jamie')).toEqual(
      refused(400, 'This could be disputed until 18 May 2026 only.'),
    )
  })

  test('nothing is shown to the person before it is submitted, and nothing of others', async () => {
    const { id } = (await start()).body as QcReview
    expect(await call('qc/review/get', { id }, 'jamie')).toEqual(refused(404, 'There is no such review.'))
    const theirs = await addReview(db(), { userID: sam })
    expect(await call('qc/review/get', { id: theirs }, 'jamie')).toEqual(
      refused(404, 'There is no such review.'),
    )
  })
})

describe('disputes', () => {
  const RESOLUTION = 'The recording says so clearly'
  const disputed = async () => {
    const { id } = await submitted('YNY')
    return review('review/dispute', { id, reason: 'I did read each question' }, 'jamie')
  }
  const resolve = (id: number, more: object = {}, who: keyof typeof as = 'sam') =>
    call('qc/review/resolve', { id, decision: 'UPHOLD', resolution: RESOLUTION, ...more }, who)

  test('D140 the reviewer can’t decide', async () => {
    const { id } = await disputed()
    expect(await resolve(id, {}, 'priya')).toEqual(
      refused(403, 'The reviewer of this interview can’t decide on it.'),
    )
    now += BURST_MS
    expect(await resolve(id)).toMatchObject({ status: 200, body: { state: 'RESOLVED', score: 70 } })
    expect((await toldTo(jamie)).at(-1)).toEqual({
      ...{ subject: 'The review that you disputed was upheld', body: RESOLUTION },
    })
    expect(await resolve(id)).toEqual(refused(400, "The review is Resolved and can't be resolved."))
  })

  test('D140 more than 4 words say why; a change has new answers, a new score and its time', async () => {
    const { id } = await disputed()
    expect(await resolve(id, { resolution: 'The recording says so' })).toMatchObject({ status: 400 })
    now += HOUR
    const changed = await resolve(id, { decision: 'CHANGE', answers: answered('YYY') })
    expect(changed).toMatchObject({
      body: { state: 'RESOLVED', score: 100, outcome: 'PASS', correctedAt: iso(now) },
    })
    const { rows } = (await call('qc/reviews')).body as { rows: Record<string, unknown>[] }
    expect(rows).toMatchObject([{ hoursToCorrection: 1, score: 100 }])
  })

  test('D140 a void one counts nowhere', async () => {
    const { id } = await disputed()
    expect(await resolve(id, { decision: 'VOID' })).toMatchObject({
      body: { state: 'VOID', voidReason: RESOLUTION },
    })
    expect((await call('qc/figures')).body).toMatchObject({ score: null, reviews: 0 })
  })
})

describe('forms', () => {
  const save = async (more: object) =>
    call('qc/forms/save', { name: 'Live call', kind: 'LIVE', items: ITEMS, ...more })
  const heavier = ITEMS.map((item) => ({ ...item, weight: 10 }))

  test('D141 editing a used form makes a new version; earlier reviews keep items and score of theirs', async () => {
    const before = await submitted('YNY')
    const edited = await save({ id: 1, revision: 1, items: heavier })
    expect(edited).toMatchObject({
      status: 200,
      body: {
        versions: [
          { version: 2, status: 'DRAFT' },
          { version: 1, status: 'ACTIVE', reviews: 1 },
        ],
      },
    })
    expect(await review('review/get', { id: before.id })).toMatchObject({
      formVersion: 1,
      items: ITEMS,
      score: 70,
    })
    // The draft isn't used before it is active.
    expect((await start()).body).toMatchObject({ formVersion: 1 })
    const { revision } = edited.body as QcForm
    expect(await call('qc/forms/activate', { id: 1, revision })).toMatchObject({
      body: {
        versions: [
          { version: 2, status: 'ACTIVE' },
          { version: 1, status: 'RETIRED' },
        ],
      },
    })
    await db().updateTable('qcReviews').set({ claim: null }).execute()
    expect((await start()).body).toMatchObject({ formVersion: 2, items: heavier })
    expect(await review('review/get', { id: before.id })).toMatchObject({ items: ITEMS, score: 70 })
  })

  test('D141 a draft that nobody used is changed as it is; of two who save one is told', async () => {
    const made = (await save({ name: 'New' })).body as QcForm
    const { id, revision } = made
    const changed = await save({ id, revision, name: 'New', items: heavier })
    expect(changed).toMatchObject({ body: { versions: [{ version: 1, status: 'DRAFT', items: heavier }] } })
    expect(await save({ id, revision, name: 'New', items: ITEMS })).toMatchObject({ status: 409 })
    expect(await save({ name: 'LIVE CALL' })).toMatchObject({ status: 400 })
    expect(await call('qc/forms/retire', { id, revision: 2 })).toEqual(
      refused(400, "The form is Draft and can't be retired."),
    )
    // What is in use stays as it is, also before the first review by it.
    await call('qc/forms/activate', { id, revision: 2 })
    expect(await save({ id, revision: 3, name: 'New', items: ITEMS })).toMatchObject({
      body: {
        versions: [
          { version: 2, status: 'DRAFT', items: ITEMS },
          { version: 1, status: 'ACTIVE', items: heavier, reviews: 0 },
        ],
      },
    })
  })

  test('D141 deleting a review makes it VOID with a reason, and never goes', async () => {
    const { id } = await submitted()
    expect(await call('qc/review/void', { id, reason: 'No' })).toMatchObject({ status: 400 })
    expect(await review('review/void', { id, reason: 'Wrong person' })).toMatchObject({
      ...{ state: 'VOID', voidReason: 'Wrong person' },
    })
    expect(((await call('qc/reviews')).body as { rows: object[] }).rows).toMatchObject([
      { id, state: 'VOID' },
    ])
    expect(await review('review/get', { id }, 'jamie')).toMatchObject({ state: 'VOID' })
    expect(await audited('QC_REVIEW_VOIDED')).toMatchObject([{ reason: 'Wrong person' }])
  })
})

describe('calibration', () => {
  test('D142 reviews are unseen by the others until all are in, and count in no QC score', async () => {
    const interviewID = await addInterview(db(), { userID: jamie })
    expect(await call('qc/calibration/new', { interviewID, reviewerIDs: [priya, jamie] })).toMatchObject({
      status: 400,
    })
    await call('qc/calibration/new', { interviewID, reviewerIDs: [priya, sam] })
    const reviews = await db()
      .selectFrom('qcReviews')
      .orderBy('id')
      .select(['id', 'reviewerID', 'state'])
      .execute()
    expect(reviews.map(({ state }) => state)).toEqual(['DUE', 'DUE'])
    const [first, second] = reviews.map(({ id }) => id) as [number, number]
    const fill = async (id: number, letters: string, who: 'priya' | 'sam') => {
      const { version } = await review('review/start', { id }, who)
      const filled = { id, version, answers: answered(letters), feedback: FEEDBACK, actionText: '' }
      return review('review/submit', filled, who)
    }
    await fill(first, 'YYN', 'priya')
    expect(await call('qc/review/get', { id: first }, 'sam')).toEqual(
      refused(403, 'This is unseen until all reviews of it are in.'),
    )
    const list = async () =>
      ((await call('qc/calibrations', {}, 'sam')).body as { calibrations: { agreement: unknown }[] })
        .calibrations
    expect((await list())[0]?.agreement).toBeNull()
    await fill(second, 'YYY', 'sam')
    expect(await review('review/get', { id: first }, 'sam')).toMatchObject({ answers: answered('YYN') })
    expect((await list())[0]?.agreement).toMatchObject([{ share: 0.5 }, { share: 1 }, { share: 1 }])
    expect((await call('qc/figures')).body).toMatchObject({ score: null, reviews: 0 })
    expect(await toldTo(jamie)).toEqual([])
    expect(await call('qc/review/get', { id: first }, 'jamie')).toEqual(
      refused(404, 'There is no such review.'),
    )
    expect(
      (await call('itracker/quality', { from: '2026-05-01', to: '2026-05-04' }, 'jamie')).body,
    ).toMatchObject({
      ...{ rows: [], score4: null },
    })
  })
})

test('D187 somebody of an agency gets no QC answers and no coaching, of their own agency’s people either', async () => {
  await addAgency(db())
  const { id: agencyID } = await db().selectFrom('agencies').select('id').executeTakeFirstOrThrow()
  const userID = await addPerson(server, {
    userName: 'agnes',
    permissions: [...SUPERVISES, 'IAGENCY_CAN_SEE_MODULE'],
  })
  await db().updateTable('users').set({ agencyID, userType: 'AGENCY' }).where('id', '=', userID).execute()
  await db().updateTable('users').set({ agencyID }).where('id', '=', jamie).execute()
  const { id } = await submitted('YYN', { coachingAt: iso(NOON + DAY) })
  const agency = await signIn(server, 'agnes')
  const got = async (path: string, body: object = {}) =>
    said(await post(server, `/api/${path}`, body, agency))
  expect(await got('qc/review/get', { id })).toEqual(refused(404, 'There is no such review.'))
  expect((await got('qc/reviews')).body).toMatchObject({ rows: [] })
  expect((await got('qc/due')).body).toMatchObject({ rows: [] })
  expect((await got('supervisor/coaching/list')).body).toMatchObject({ sessions: [] })
  expect(await got('supervisor/coaching/get', { id: 1 })).toEqual(refused(404, 'There is no such session.'))
  const wanted = { page: 'supervisor.quality', columns: [], filters: [], sort: [], type: 'CSV' }
  const file = await post(server, '/api/export/new', wanted, agency)
  expect(file.status).toBe(200)
  expect(file.body).not.toContain('Jamie')
})

test('D187 they get their own agency’s people alone, also of their own team and area, and no plan, note or mood of theirs', async () => {
  await addAgency(db())
  const { id: agencyID } = await db().selectFrom('agencies').select('id').executeTakeFirstOrThrow()
  const { id: areaID } = await db()
    .insertInto('areas')
    .values({ name: 'Leeds', nameKey: 'leeds', code: 'L' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const agnes = await addPerson(server, {
    userName: 'agnes',
    permissions: [
      ...([
        'IAGENCY_CAN_SEE_MODULE',
        'ISUPERVISOR_CAN_SEE_MODULE',
        'ISUPERVISOR_CAN_SEE_INTERVIEWERS',
      ] as const),
      ...(['ISUPERVISOR_CAN_SEE_HR', 'ISUPERVISOR_CAN_SEE_PERFORMANCE', 'HR_CAN_MANAGE_PIP'] as const),
      ...(['HR_CAN_SEE_MODULE', 'IMANAGER_CAN_SEE_INTERACTIONS', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL'] as const),
    ],
  })
  const bob = await addPerson(server, { userName: 'bob' })
  const set = (ids: number[], values: object) =>
    db().updateTable('users').set(values).where('id', 'in', ids).execute()
  await set([agnes], { agencyID, userType: 'AGENCY', areaID })
  // Of the company, in her area and team; and of her agency, in neither.
  await set([bob], { areaID, managerID: agnes })
  await set([jamie], { agencyID })
  for (const userID of [bob, jamie]) {
    await addPip(db(), { userID, ownerID: agnes })
    await db()
      .insertInto('fileNotes')
      .values({ userID, byID: priya, at: NOON, kind: 'CONCERN', text: 'Late again' })
      .execute()
    await db()
      .insertInto('moods')
      .values({ userID, moodValue: 1, comments: 'Tired of it', isShared: 1, at: NOON })
      .execute()
  }
  const bearer = await signIn(server, 'agnes')
  const got = async (path: string, body: object = {}) =>
    said(await post(server, `/api/${path}`, body, bearer))
  const { body } = await got('supervisor/users/list')
  expect((body as { rows: { id: number }[] }).rows.map(({ id }) => id)).toContain(jamie)
  expect((body as { rows: { id: number }[] }).rows.map(({ id }) => id)).not.toContain(bob)
  expect((await got('hr/pip/list')).body).toEqual({ plans: [] })
  const answer = { id: 1, version: 1, at: iso(NOON), notes: 'We met.', results: [], companion: '' }
  expect(await got('hr/pip/review', answer)).toEqual(refused(404, 'There is no such plan.'))
  expect((await got('hr/file-notes/list')).body).toMatchObject({ notes: [] })
  for (const userID of [bob, jamie])
    expect((await got('hr/file-notes/list', { userID })).status, String(userID)).toBe(404)
  // Moods are asked for by nobody but who has them.
  const all = [
    await got('supervisor/users/get', { id: jamie }),
    await got('supervisor/live-panel/get-live-data'),
  ]
  expect(JSON.stringify(all)).not.toMatch(/Tired of it|Late again|moodValue/)
})

describe('coaching', () => {
  const at = iso(NOON + DAY)
  const plan = async () =>
    (await call('supervisor/coaching/save', { userID: jamie, start: at, minutes: 30, topics: 'Probing' }))
      .body as { id: number; version: number }
  const doing = async (userID: number) =>
    (
      await db()
        .selectFrom('activitySessions')
        .where('userID', '=', userID)
        .where('endedAt', 'is', null)
        .select('activity')
        .executeTakeFirst()
    )?.activity
  const works = (userID: number, activity: 'AVAILABLE' | 'MEETING') =>
    db()
      .insertInto('activitySessions')
      .values({
        ...{ userID, activity, project: null, category: null, startedAt: NOON - HOUR, startedBy: userID },
        ...{ endedAt: null, endedBy: null },
      })
      .execute()

  test('it puts both on FEEDBACK SESSION, then the coach on INPUTING COACHING, and is acknowledged', async () => {
    await works(jamie, 'AVAILABLE')
    await works(priya, 'MEETING')
    const { id, version } = await plan()
    expect((await toldTo(jamie)).map(({ subject }) => subject)).toEqual([
      'Coaching is planned for Tue 5 May, 13:00',
    ])
    expect(await call('supervisor/coaching/hold', { id, version }, 'sam')).toEqual(
      refused(403, 'This is a session of Priya’s.'),
    )
    await call('supervisor/coaching/hold', { id, version })
    expect([await doing(jamie), await doing(priya)]).toEqual(['FEEDBACK SESSION', 'FEEDBACK SESSION'])
    now += HOUR
    await call('supervisor/coaching/note', { id, version: version + 1 })
    expect([await doing(jamie), await doing(priya)]).toEqual(['AVAILABLE', 'INPUTING COACHING'])
    const written = { discussion: 'We listened', actions: [{ text: 'Probe twice', due: '2026-05-10' }] }
    const held = await call('supervisor/coaching/held', { id, version: version + 2, ...written })
    expect(held).toMatchObject({ body: { state: 'HELD', actions: [{ text: 'Probe twice', doneAt: null }] } })
    expect(await doing(priya)).toBe('MEETING')
    expect(await call('itracker/coaching/tick', { id, place: 0, isDone: true }, 'jamie')).toMatchObject({
      body: { actions: [{ doneAt: iso(now) }] },
    })
    expect(await call('itracker/coaching/acknowledge', { id }, 'jamie')).toMatchObject({
      body: { state: 'ACKNOWLEDGED' },
    })
    expect(await call('supervisor/coaching/get', { id })).toMatchObject({
      body: { effect: { before: { qc: null }, after: { qc: null } } },
    })
  })

  test('a planned one is cancelled or missed; a held one can’t be', async () => {
    const { id, version } = await plan()
    expect(await call('supervisor/coaching/end', { id, version, state: 'MISSED' })).toMatchObject({
      body: { state: 'MISSED' },
    })
    expect(await call('supervisor/coaching/end', { id, version: version + 1, state: 'CANCELLED' })).toEqual(
      refused(400, "The session is Missed and can't be cancelled."),
    )
  })
})
