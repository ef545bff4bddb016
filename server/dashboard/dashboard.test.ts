import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DashboardFigures } from '#shared/contract/dashboard.ts'
import type { AbsenceCaseKind, AbsenceCaseState } from '#shared/domain/absence.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import type { DayState } from '#shared/domain/attendance.ts'
import { DASHBOARD_CARDS, FIGURE_CARDS } from '#shared/domain/dashboard.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import type { TicketStatus } from '#shared/domain/tickets.ts'
import {
  addPerson,
  holdAlone,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addInterview, addInterviewing } from '../interviews/testing/interview-fixture.ts'
import { addApplicant } from '../pending-recruitment/testing/pending-fixture.ts'
import { addForm, addReview } from '../qc/testing/qc-fixture.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addProject, addTaskRow } from '../tasks/testing/task-fixture.ts'
import { addTicket } from '../tickets/testing/ticket-fixture.ts'
import {
  addTrainingRecord,
  addTrainingSession,
  addTrainingType,
} from '../training/testing/training-fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

let server: TestServer
const db = () => server.server.db
const ids: Record<string, number> = {}

const HELD: Readonly<Record<string, readonly PermissionName[]>> = {
  ivy: [
    ...(['CAN_INTERVIEW', 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD', 'ITRACKER_CAN_SEE_CATI_REPORT'] as const),
    ...(['ITRACKER_CAN_SEE_MY_SCHEDULE', 'ITRACKER_CAN_SEE_MY_QC_SCORE'] as const),
    ...(['ITRACKER_CAN_SEE_MY_ATTENDANCE', 'ITRACKER_CAN_SEE_COACHING'] as const),
    'CALENDAR_CAN_USE_TASK_SCHEDULER',
  ],
  sam: [
    ...(['ISUPERVISOR_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_LIVE_PANEL'] as const),
    ...(['ISUPERVISOR_CAN_ACTION_LIVE_QC', 'ISUPERVISOR_CAN_SEE_QUALITY', 'SUPPORT_HELP_CENTER'] as const),
    ...(['IMANAGER_CAN_SEE_MODULE', 'IMANAGER_CAN_SEE_LIVE_STATUS'] as const),
  ],
  pam: ['IRESOURCE_CAN_SEE_MODULE', 'IRESOURCE_CAN_SEE_BOOKINGS'],
  kit: [
    ...(['ADMIN_CAN_SEE_MODULE', 'ADMIN_CAN_SEE_EMAIL_LOG', 'ADMIN_CAN_SEE_BACKGROUND_SERVICES'] as const),
    ...(['IRECRUITMENT_CAN_SEE_MODULE', 'IRECRUITMENT_CAN_PROCESS_NEW_PERSON'] as const),
  ],
}

beforeEach(async () => {
  server = await startTestServer()
  ids.sam = await addPerson(server, { userName: 'sam', permissions: HELD.sam ?? [] })
  for (const name of ['ivy', 'ida', 'ian', 'pam', 'kit'])
    ids[name] = await addPerson(server, {
      userName: name,
      permissions: HELD[name] ?? [],
      ...(name.startsWith('i') && { managerID: ids.sam }),
    })
  await addProject(db(), 7, 'Rail')
})
afterEach(() => server.server.close())

const ask = async (as: string, path: string, payload: object | undefined) =>
  said(await post(server, path, payload ?? {}, await signIn(server, as)))
const cards = async (as: string, ...names: string[]) =>
  ((await ask(as, '/api/dashboard/cards', { names })).body as { cards: Record<string, DashboardFigures> })
    .cards
const card = async (as: string, name: string): Promise<DashboardFigures> => {
  const found = (await cards(as, name))[name]
  if (!found) throw new Error(`${as} has no ${name}`)
  return found
}
const figuresOf = ({ figures }: DashboardFigures) =>
  Object.fromEntries(figures.map(({ name, value }) => [name, value]))
const layout = async (as: string) =>
  (await ask(as, '/api/dashboard/get-layout', undefined)).body as {
    cards: { name: string; isHidden: boolean; isWide: boolean }[]
    isOwn: boolean
  }
const session = (userID: number | undefined, activity: string, startedAt: number) =>
  db()
    .insertInto('activitySessions')
    .values({
      ...{ userID: userID ?? 0, activity: activity as never, project: null, category: null },
      ...{ startedAt, startedBy: userID ?? 0, endedAt: null, endedBy: null },
    })
    .execute()

test('D067 the server answers the cards whose permission somebody holds, and leaves the others out', async () => {
  expect(Object.keys(await cards('ivy', ...FIGURE_CARDS)).sort()).toEqual(
    ['acknowledge', 'appointment', 'dayFigures', 'meetings', 'requests', 'shift', 'tasks', 'tickets'].sort(),
  )
  expect((await layout('pam')).cards.map(({ name }) => name)[0]).toBe('deciding')
  await holdAlone(db(), ids.sam ?? 0, ['ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'])
  await db()
    .deleteFrom('userPermissions')
    .where('userID', '=', ids.sam ?? 0)
    .where('permission', 'in', (eb) =>
      eb.selectFrom('userPermissions').where('userID', '=', -1).select('permission'),
    )
    .execute()
  expect((await ask('ivy', '/api/dashboard/cards', { names: ['unread'] })).status).toBe(400)
})

test('D067 absence today and sessions have what HR and trainers look after', async () => {
  const { ivy = 0, ida = 0, sam = 0 } = ids
  await holdAlone(db(), sam, ['HR_CAN_SEE_UNAUTHORISED_ABSENCE', 'ITRAINING_CAN_SEE_MODULE'])
  expect(figuresOf(await card('sam', 'absence'))).toEqual({ noShows: 0, openCases: 0 })
  expect(figuresOf(await card('sam', 'training'))).toEqual({})
  const missed = { state: 'NO_SHOW' as const, end: NOON - HOUR }
  await addShift(db(), { ...missed, userID: ivy, start: NOON - 3 * HOUR })
  await addShift(db(), { ...missed, userID: ida, start: NOON - DAY, end: NOON - DAY + HOUR })
  // One's own is somebody else's matter.
  await addShift(db(), { ...missed, userID: sam, start: NOON - 3 * HOUR })
  const absence = (userID: number, start: number, kind: AbsenceCaseKind, state: AbsenceCaseState) => ({
    ...{ version: 1, userID, shiftID: null, day: '2026-05-04', kind, state, reported: null },
    ...{ start, end: start + HOUR, detectedAt: NOON, changedBy: null, changedAt: NOON },
  })
  await db()
    .insertInto('absenceCases')
    .values([
      absence(ida, NOON - DAY, 'LATE', 'CONTACTING'),
      absence(ivy, NOON - 3 * HOUR, 'NO_SHOW', 'OPEN'),
      absence(ivy, NOON - 2 * DAY, 'NO_SHOW', 'AUTHORISED'),
      absence(sam, NOON - 3 * HOUR, 'NO_SHOW', 'OPEN'),
    ])
    .execute()
  const missing = await card('sam', 'absence')
  expect(figuresOf(missing)).toEqual({ noShows: 1, openCases: 2 })
  expect(missing.rows.map(({ title, kind, detail }) => `${title} ${kind} ${detail}`)).toEqual([
    'ivy NO_SHOW OPEN',
    'ida LATE CONTACTING',
  ])

  const typeID = await addTrainingType(db())
  const session = (start: number, more: object = {}) =>
    addTrainingSession(db(), { typeID, start, end: start + HOUR, ...more })
  const within = await session(NOON + 6 * DAY)
  const under = await session(NOON - MINUTE, { capacity: 1 })
  for (const [start, more] of [
    [NOON - HOUR, {}],
    [NOON + 7 * DAY, {}],
    [NOON + DAY, { status: 'CANCELLED' }],
  ] as const)
    await session(start, more)
  for (const [sessionID, userID, state] of [
    [under, ivy, 'BOOKED'],
    [within, ida, 'BOOKED'],
    [within, ivy, 'WAITING'],
  ] as const)
    await db()
      .insertInto('trainingAttendees')
      .values({ sessionID, userID, state, byID: null, at: NOON })
      .execute()
  const training = await card('sam', 'training')
  expect(training.rows.map(({ id, count }) => [Number(id), count])).toEqual([
    [under, 0],
    [within, 7],
  ])
  expect(figuresOf(training)).toEqual({ sessions: 2, places: 7 })
})

test('D069 a layout is kept per person, names each card once, and is reset', async () => {
  const before = await layout('ivy')
  expect(before.isOwn).toBe(false)
  const changed = before.cards.toReversed().map((one, place) => ({
    ...one,
    isHidden: place === 0,
    isWide: place === 1,
  }))
  expect((await ask('ivy', '/api/dashboard/save-layout', { cards: changed })).status).toBe(200)
  expect(await layout('ivy')).toEqual({ cards: changed, isOwn: true })
  // Once more, over the one that is there.
  expect((await ask('ivy', '/api/dashboard/save-layout', { cards: before.cards })).status).toBe(200)
  expect(await layout('ivy')).toEqual({ cards: before.cards, isOwn: true })
  expect((await layout('ida')).isOwn).toBe(false)
  const twice = { name: 'tickets', isHidden: false, isWide: false }
  expect((await ask('ivy', '/api/dashboard/save-layout', { cards: [twice, twice] })).status).toBe(400)
  expect((await ask('ivy', '/api/dashboard/save-layout', { cards: [{ ...twice, name: 'x' }] })).status).toBe(
    400,
  )
  // One that they may not see is kept, and doesn't show.
  const all = DASHBOARD_CARDS.map((name) => ({ name, isHidden: false, isWide: false }))
  expect((await ask('ivy', '/api/dashboard/save-layout', { cards: all })).status).toBe(200)
  expect((await layout('ivy')).cards.map(({ name }) => name)).not.toContain('installation')
  expect((await ask('ivy', '/api/dashboard/reset-layout', undefined)).status).toBe(200)
  expect(await layout('ivy')).toEqual(before)
})

test('D068 my tasks and my tickets count what their lists list, and show five', async () => {
  for (let n = 1; n <= 7; n++)
    await addTaskRow(db(), {
      ...{ id: n, userID: ids.ivy ?? 0, subject: `Task ${n}` },
      ...{ eventStart: NOON, dueDate: n < 6 ? NOON - n * HOUR : n === 6 ? NOON + HOUR : NOON + 2 * DAY },
    })
  const tasks = await card('ivy', 'tasks')
  const list = await ask('ivy', '/api/iresearch/task-scheduler/tasks/list', { view: 'DUE' })
  expect(tasks.total).toBe(6)
  expect((list.body as { total: number }).total).toBe(6)
  expect(tasks.rows).toHaveLength(5)
  expect(figuresOf(tasks)).toEqual({ overdue: 5 })
  for (let n = 1; n <= 3; n++)
    await addTicket(db(), { raisedBy: ids.ivy ?? 0, resolvedAt: n === 3 ? NOON : null })
  await addTicket(db(), { raisedBy: ids.ida ?? 0 })
  const mine = await ask('ivy', '/api/help/tickets/search', {})
  expect((await card('ivy', 'tickets')).total).toBe(2)
  expect((mine.body as { total: number }).total).toBe(2)
  const handled = await card('sam', 'ticketsToHandle')
  const open = await ask('sam', '/api/help/tickets/search', { scope: 'UNASSIGNED' })
  expect(figuresOf(handled).unassigned).toBe((open.body as { total: number }).total)
})

test('D068 tickets to handle are those that nobody has or that are late, by the next deadline', async () => {
  const raisedBy = ids.ivy ?? 0
  const ticket = async (nextDeadline: number | null, assignedTo: number | null = null) => {
    const id = await addTicket(db(), { raisedBy, assignedTo })
    await db().updateTable('tickets').set({ nextDeadline }).where('id', '=', id).execute()
  }
  await ticket(NOON + HOUR)
  await ticket(NOON - 1, ids.sam)
  await ticket(NOON + 1, ids.sam)
  await ticket(null)
  const found = await card('sam', 'ticketsToHandle')
  expect(figuresOf(found)).toEqual({ unassigned: 2, late: 1 })
  expect(found.total).toBeNull()
  expect(found.rows.map(({ at }) => at && Date.parse(at))).toEqual([NOON - 1, NOON + HOUR, null])
  const late = await ask('sam', '/api/help/tickets/search', { scope: 'ALL', lateOnly: true })
  expect((late.body as { total: number }).total).toBe(1)
})

test('D068 D043 my day in figures is what My CATI report says of today', async () => {
  const userID = ids.ivy ?? 0
  expect(await card('ivy', 'dayFigures')).toEqual({ total: 0, figures: [], rows: [] })
  await addInterviewing(db(), { userID, projectID: 7, from: NOON - 3 * HOUR, to: NOON })
  for (let n = 0; n < 6; n++) await addInterview(db(), { userID, start: NOON - 2 * HOUR + n * MINUTE })
  for (let n = 0; n < 2; n++) await addInterview(db(), { userID, start: NOON - 30 * MINUTE + n * MINUTE })
  for (let n = 0; n < 4; n++)
    await addInterview(db(), { userID, start: NOON - 90 * MINUTE, outcome: 'REFUSAL' })
  await addInterview(db(), { userID, isVoid: 1 })
  await db().updateTable('projects').set({ interviewsPerHour: 2 }).where('id', '=', 7).execute()
  await addShift(db(), { userID, projectID: 7, start: NOON - 3 * HOUR, end: NOON + 2 * HOUR })
  const found = await card('ivy', 'dayFigures')
  expect(found.total).toBe(8)
  expect(figuresOf(found)).toEqual({
    ...{ completes: 8, target: 10, lastHour: 2, completesPerHour: 8 / 3, projectRate: 8 / 3 },
    ...{ refusalRate: 4 / 12, fewData: 0 },
  })
  // What a supervisor set of the day is what it is measured by.
  await db()
    .insertInto('targets')
    .values({
      ...{ measure: 'completes', userID, projectID: null, period: 'DAY', value: 13, from: '2026-05-04' },
      ...{ to: null, setBy: null, setAt: NOON },
    })
    .execute()
  expect(figuresOf(await card('ivy', 'dayFigures')).target).toBe(13)
  const report = await ask('ivy', '/api/itracker/cati-report', { from: '2026-05-04', to: '2026-05-04' })
  expect((report.body as { own: { outcomes: { COMPLETE: number } } }).own.outcomes.COMPLETE).toBe(8)
})

test('D042 rates of fewer than ten contacts are marked', async () => {
  const userID = ids.ivy ?? 0
  await addInterviewing(db(), { userID, projectID: 7, from: NOON - 3 * HOUR, to: NOON })
  for (let n = 0; n < 9; n++) await addInterview(db(), { userID, start: NOON - HOUR + n * MINUTE })
  expect(figuresOf(await card('ivy', 'dayFigures')).fewData).toBe(1)
  await addInterview(db(), { userID, start: NOON - HOUR + 10 * MINUTE })
  expect(figuresOf(await card('ivy', 'dayFigures')).fewData).toBe(0)
})

test('D068 D070 team now counts the shown people of one’s scope by what they do, as the live panel does', async () => {
  const day = { start: NOON - 2 * HOUR, end: NOON + 2 * HOUR }
  for (const name of ['ivy', 'ida', 'ian']) await addShift(db(), { userID: ids[name] ?? 0, ...day })
  await addShift(db(), { userID: ids.pam ?? 0, ...day })
  await session(ids.ivy, 'AVAILABLE', NOON - HOUR)
  await session(ids.ida, 'BREAK', NOON - 10 * MINUTE)
  const team = await card('sam', 'team')
  expect(figuresOf(team)).toEqual({ interviewing: 1, otherWork: 0, onBreak: 1, systemIssues: 0, notIn: 1 })
  expect(team.total).toBe(3)
  const panel = (await ask('sam', '/api/supervisor/live-panel/get-live-data', undefined)).body as Record<
    string,
    { live: { isShown: boolean } }
  >
  expect(Object.values(panel).filter(({ live }) => live.isShown)).toHaveLength(3)
  // Pam isn't of sam's team, until sam may see everybody.
  await holdAlone(db(), ids.sam ?? 0, ['CAN_SEARCH_ALL_USERS'])
  expect((await card('sam', 'team')).total).toBe(4)
  const switchTo = async (activity: ActivityName) => {
    const mine = db()
      .updateTable('activitySessions')
      .set({ activity })
      .where('userID', '=', ids.ivy ?? 0)
    await mine.execute()
    return figuresOf(await card('sam', 'team'))
  }
  const others = { interviewing: 0, otherWork: 0, onBreak: 1, systemIssues: 0, notIn: 2 }
  expect(await switchTo('TRAINING')).toEqual({ ...others, otherWork: 1 })
  expect(await switchTo('SYSTEM ISSUES')).toEqual({ ...others, systemIssues: 1 })
  expect(await switchTo('BREAK')).toEqual({ ...others, onBreak: 2 })
  expect(await switchTo('AVAILABLE')).toEqual({ ...others, interviewing: 1 })
})

test('D068 who is out of adherence stands there after three minutes, the longest first', async () => {
  const day = { start: NOON - 2 * HOUR, end: NOON + 2 * HOUR }
  for (const name of ['ivy', 'ida']) await addShift(db(), { userID: ids[name] ?? 0, ...day })
  await session(ids.ivy, 'PERSONAL', NOON - 4 * MINUTE)
  await session(ids.ida, 'PERSONAL', NOON - 3 * MINUTE)
  const out = async () => (await card('sam', 'out')).rows.map(({ title, detail }) => [title, detail])
  expect(await out()).toEqual([['ivy', 'PERSONAL']])
  server.clock.now = NOON + 1
  expect(await out()).toEqual([
    ['ivy', 'PERSONAL'],
    ['ida', 'PERSONAL'],
  ])
})

test('D067 pay has the days of the period that nobody approved, and the queries that are open', async () => {
  const { ivy = 0, ida = 0, ian = 0, sam = 0 } = ids
  await holdAlone(db(), sam, ['HR_CAN_SEE_PAYROLL'])
  expect(figuresOf(await card('sam', 'pay'))).toEqual({ unapproved: 0, payQueries: 0 })
  // NOON is that of 4 May: of the first day on, and only what has begun.
  const shift = (userID: number, start: number) => addShift(db(), { userID, start, end: start + 4 * HOUR })
  for (const day of [-4, -3, -2, -1]) await shift(ivy, NOON + day * DAY)
  for (const start of [NOON - 3 * DAY, NOON - DAY, NOON + HOUR]) await shift(ida, start)
  await db()
    .insertInto('activitySessions')
    .values({
      ...{ userID: ian, activity: 'TRAINING' as never, project: null, category: null },
      ...{ startedAt: NOON - 2 * DAY, startedBy: ian, endedAt: NOON - 2 * DAY + HOUR, endedBy: ian },
    })
    .execute()
  const stored = (userID: number, day: string, state: DayState) => ({
    ...{ userID, day, state, note: '', changedBy: null, changedAt: NOON },
  })
  await db()
    .insertInto('attendanceDays')
    .values([
      stored(ivy, '2026-05-01', 'LOCKED'),
      stored(ivy, '2026-05-02', 'CONFIRMED'),
      stored(ida, '2026-05-01', 'APPROVED'),
      stored(ida, '2026-05-03', 'QUERIED'),
    ])
    .execute()
  const query = async (userID: number, day: string, status: TicketStatus, at: number) => {
    const ticketID = await addTicket(db(), { raisedBy: userID, status })
    await db().insertInto('payQueries').values({ userID, day, ticketID, at }).execute()
  }
  await query(ivy, '2026-05-02', 'OPEN', NOON - HOUR)
  await query(ida, '2026-05-01', 'IN_PROGRESS', NOON - 2 * HOUR)
  await query(ian, '2026-05-02', 'RESOLVED', NOON - 3 * HOUR)
  const pay = await card('sam', 'pay')
  // Ivy's 2 and 3 May, ida's 3 May, and what ian did without a shift.
  expect(figuresOf(pay)).toEqual({ unapproved: 4, payQueries: 2 })
  expect(pay.rows.map(({ title, kind, detail }) => `${title} ${kind} ${detail}`)).toEqual([
    'ida IN_PROGRESS 2026-05-01',
    'ivy OPEN 2026-05-02',
  ])
})

test('D068 requests to decide are those that the badge counts, by kind and age', async () => {
  const request = (
    type: 'HOLIDAY' | 'OVERTIME',
    state: 'PENDING' | 'APPROVED',
    askedAt: number,
    userID = ids.ivy,
  ) =>
    db()
      .insertInto('bookingRequests')
      .values({
        ...{ type, state, askedAt, userID: userID ?? 0, start: NOON + DAY, end: NOON + 2 * DAY, hours: 8 },
        ...{ dayPart: 'DAY', reason: 'A day off', decisionNote: '' },
        ...(state === 'APPROVED' && { decidedAt: NOON - 8 * DAY }),
      })
      .execute()
  await request('HOLIDAY', 'PENDING', NOON - HOUR)
  await request('HOLIDAY', 'PENDING', NOON - 2 * HOUR, ids.ida)
  await request('OVERTIME', 'PENDING', NOON - 3 * HOUR)
  await request('HOLIDAY', 'APPROVED', NOON - 9 * DAY)
  const deciding = await card('pam', 'deciding')
  expect(deciding.total).toBe(3)
  expect(figuresOf(deciding)).toEqual({ HOLIDAY: 2, OVERTIME: 1 })
  expect(deciding.rows.map(({ title, kind }) => [title, kind])).toEqual([
    ['ivy', 'OVERTIME'],
    ['ida', 'HOLIDAY'],
    ['ivy', 'HOLIDAY'],
  ])
  expect(((await ask('pam', '/api/resource/booking/pending', {})).body as unknown[]).length).toBe(3)
  // Her own, without the one that was decided more than a week ago and without ida's.
  const own = await card('ivy', 'requests')
  expect(own.rows.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['HOLIDAY', 'PENDING'],
    ['OVERTIME', 'PENDING'],
  ])
})

test('what waits for one’s word: reviews, coaching and days, one’s own alone', async () => {
  const userID = ids.ivy ?? 0
  await addForm(db())
  await addReview(db(), { userID, reviewerID: ids.sam ?? 0, state: 'SUBMITTED' })
  await addReview(db(), { userID: ids.ida ?? 0, reviewerID: ids.sam ?? 0, state: 'SUBMITTED' })
  await addShift(db(), { userID, start: NOON - DAY, end: NOON - DAY + 4 * HOUR, state: 'COMPLETED' })
  const note = { byID: ids.sam ?? 0, kind: 'CONCERN' as const, text: 'Late again', at: NOON - HOUR }
  await db()
    .insertInto('fileNotes')
    .values([
      { ...note, userID },
      { ...note, userID, acknowledgedAt: NOON },
      { ...note, userID: ids.ida ?? 0 },
    ])
    .execute()
  expect(figuresOf(await card('ivy', 'acknowledge'))).toEqual({ reviews: 1, days: 1 })
  await holdAlone(db(), userID, ['ITRACKER_CAN_SEE_FILE_NOTES'])
  const typeID = await addTrainingType(db())
  for (const more of [{}, { acknowledgedAt: NOON }, { withdrawnAt: NOON }, { userID: ids.ida ?? 0 }])
    await addTrainingRecord(db(), { userID, typeID, ...more })
  expect(figuresOf(await card('ivy', 'acknowledge'))).toEqual({ reviews: 1, fileNotes: 1, days: 1 })
  await holdAlone(db(), userID, ['ITRACKER_CAN_SEE_TRAINING'])
  const found = await card('ivy', 'acknowledge')
  expect(figuresOf(found)).toEqual({ reviews: 1, fileNotes: 1, training: 1, days: 1 })
  expect(found.rows.map(({ kind }) => kind).sort()).toEqual(['DAY', 'NOTE', 'REVIEW', 'TRAINING'])
  expect(found.rows.find(({ kind }) => kind === 'NOTE')).toMatchObject({ title: 'sam', detail: '' })
  expect(found.total).toBeNull()
  // Without the pages' permissions nothing of them is told.
  expect((await card('pam', 'acknowledge')).rows).toEqual([])
})

test('my shift is today’s, else the next one, with what goes on', async () => {
  const userID = ids.ivy ?? 0
  expect((await card('ivy', 'shift')).rows).toEqual([])
  await addShift(db(), { userID, start: NOON + 3 * DAY, end: NOON + 3 * DAY + HOUR })
  expect((await card('ivy', 'shift')).rows.map(({ kind }) => kind)).toEqual(['NEXT'])
  await addShift(db(), { userID, start: NOON - HOUR, end: NOON + HOUR, projectID: 7, location: 'HOME' })
  await session(userID, 'BREAK', NOON - MINUTE)
  expect((await card('ivy', 'shift')).rows).toMatchObject([
    { title: 'Rail', kind: 'TODAY', detail: 'HOME', at: new Date(NOON - HOUR).toISOString() },
    { id: 'activity', kind: 'BREAK', at: new Date(NOON - MINUTE).toISOString() },
  ])
})

test('D068 my people, hiring and the installation count what their pages list', async () => {
  await addShift(db(), { userID: ids.ivy ?? 0, start: NOON - HOUR, end: NOON + HOUR })
  await session(ids.ivy, 'AVAILABLE', NOON - HOUR)
  const people = await card('sam', 'people')
  expect(people.total).toBe(1)
  expect(figuresOf(people)).toEqual({ line: 3, isIn: 1 })
  expect(people.rows).toHaveLength(3)
  // Any talk counts, as it does in Interactions, and who hasn't been talked to stands first.
  await db()
    .insertInto('fileNotes')
    .values({ userID: ids.ivy ?? 0, byID: ids.sam ?? 0, kind: 'NEUTRAL', text: 'Talked', at: NOON - DAY })
    .execute()
  expect((await card('sam', 'people')).rows.map(({ title, at }) => [title, at])).toEqual([
    ['ida', null],
    ['ian', null],
    ['ivy', new Date(NOON - DAY).toISOString()],
  ])
  const status = (await ask('sam', '/api/manager/live-status', {})).body as Record<
    string,
    { live: { isShown: boolean } }
  >
  expect(Object.values(status).filter(({ live }) => live.isShown)).toHaveLength(1)
  const installation = figuresOf(await card('kit', 'installation'))
  expect(installation).toMatchObject({ failedServices: 0, errors: 0, devices: 0, licenceDays: 365 })
  expect(installation.signedIn).toBeGreaterThanOrEqual(1)
  const waiting = await ask('kit', '/api/admin/logs/email', {
    filters: [{ field: 'state', operator: 'ANY_OF', values: ['QUEUED', 'DEFERRED'] }],
  })
  expect(installation.mails).toBe((waiting.body as { total: number }).total)
})

test('D068 hiring counts the applicants on their way, as their page lists them by stage', async () => {
  await holdAlone(db(), ids.pam ?? 0, [
    ...(['IRECRUITMENT_CAN_SEE_MODULE', 'IRECRUITMENT_CAN_PROCESS_NEW_PERSON'] as const),
  ])
  expect(await card('pam', 'hiring')).toEqual({ total: 0, figures: [], rows: [] })
  for (const stage of ['NEW', 'NEW', 'OFFER', 'HIRED', 'STARTED', 'REJECTED', 'WITHDRAWN'] as const)
    await addApplicant(db(), { stage })
  const hiring = await card('pam', 'hiring')
  expect([hiring.total, figuresOf(hiring)]).toEqual([4, { NEW: 2, OFFER: 1, HIRED: 1 }])
  for (const [stage, count] of Object.entries(figuresOf(hiring))) {
    const filters = [{ field: 'stage', operator: 'ANY_OF', values: [stage] }]
    const list = await ask('pam', '/api/recruitment/applicants/list', { filters })
    expect([stage, (list.body as { total: number }).total]).toEqual([stage, count])
  }
})

test('D068 coverage, projects behind, appointments at risk and opportunities are what their readers say', async () => {
  await holdAlone(db(), ids.pam ?? 0, [
    ...(['IRESOURCE_CAN_SEE_HYPERVISOR', 'IRESOURCE_CAN_SEE_PROJECT_ADVISORY'] as const),
    ...(['ISUPERVISOR_CAN_SEE_PROJECTS', 'ITRACKER_CAN_REQUEST_OVERTIME'] as const),
  ])
  await db()
    .updateTable('projects')
    .set({
      status: 'LIVE',
      targetCompletes: 100,
      interviewsPerHour: 2,
      start: '2026-05-01',
      end: '2026-05-10',
    })
    .where('id', '=', 7)
    .execute()
  const due = (minutes: number) =>
    addInterview(db(), {
      outcome: 'APPOINTMENT',
      appointmentTime: NOON + minutes * MINUTE,
      respondentRef: `R${minutes}`,
    })
  for (const minutes of [60, 61, -9, -11]) await due(minutes)
  const risky = await card('pam', 'atRisk')
  // One within the hour for which nobody is planned, and one that is overdue by more than ten minutes.
  expect(risky.total).toBe(2)
  expect(risky.rows[0]).toMatchObject({ title: 'Rail', at: new Date(NOON - 11 * MINUTE).toISOString() })
  const behind = await card('pam', 'behind')
  expect(behind.rows).toMatchObject([{ title: 'Rail', detail: '0', kind: '100', count: 0 }])
  const coverage = await card('pam', 'coverage')
  expect(coverage.rows).toMatchObject([{ title: 'Rail', detail: '0' }])
  expect(figuresOf(coverage).gap).toBe(figuresOf(coverage).needed)
  const slots = await card('pam', 'opportunities')
  const counters = (await ask('pam', '/api/passport-validation/counters', {})).body as {
    availableOpportunities?: number
  }
  expect(slots.total).toBe(counters.availableOpportunities ?? 0)
})
