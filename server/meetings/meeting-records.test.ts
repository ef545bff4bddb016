import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CalendarEvent } from '#shared/contract/calendar.ts'
import type { MeetingRecord, MyMeeting } from '#shared/contract/meetings.ts'
import type { ActivityName } from '#shared/domain/activity.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { switchActivity } from '../activity/sessions.ts'
import { knownFiles } from '../files/sweep-files.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
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
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { addProject } from '../tasks/testing/task-fixture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const iso = (at: number) => new Date(at).toISOString()
const UNKNOWN = { status: 400, body: { value: 'There is no meeting of yours with this id.' } }

let server: TestServer
const ids: Record<string, number> = {}
const id = (name: string) => ids[name] ?? 0
const as: Record<string, { authorization: string }> = {}
const HELD: Readonly<Record<string, readonly PermissionName[]>> = {
  hana: ['CAN_CREATE_ONE_TO_ONE_MEETINGS', 'ITRACKER_CAN_SEE_MY_SCHEDULE'],
  pia: ['ITRACKER_CAN_USE_MEETING_BUTTONS', 'ITRACKER_CAN_SEE_MY_SCHEDULE'],
  quin: ['ITRACKER_CAN_USE_MEETING_BUTTONS', 'ITRACKER_CAN_SEE_MY_SCHEDULE'],
  rob: ['CAN_CREATE_ONE_TO_ONE_MEETINGS', 'ITRACKER_CAN_USE_MEETING_BUTTONS'],
}

beforeAll(async () => {
  server = await startTestServer()
  for (const [userName, permissions] of Object.entries(HELD)) {
    ids[userName] = await addPerson(server, { userName, permissions: [...permissions] })
    as[userName] = await signIn(server, userName)
  }
})
beforeEach(async () => {
  if (server.clock.now !== NOON) await comes(NOON)
  for (const table of [
    'meetings',
    'notifications',
    'shifts',
    'bookingRequests',
    'publicLinks',
    'activitySessions',
  ] as const)
    await server.server.db.deleteFrom(table).execute()
})
afterAll(() => server.server.close())

/** Time passes, and everybody signs in again. */
async function comes(time: number): Promise<void> {
  server.clock.now = time
  for (const name of Object.keys(HELD)) as[name] = await signIn(server, name)
}

const ask = async (who: string, call: string, payload: object = {}) =>
  said(await post(server, `/api/hr/meeting/${call}`, payload, as[who] ?? {}))
const plan = async (changes: object = {}, who = 'hana') => {
  const start = NOON + DAY
  const { body, status } = await ask(who, 'new', {
    ...{ subject: 'Briefing', agenda: 'Quotas', start: iso(start), end: iso(start + HOUR) },
    ...{ ids: [id('pia'), id('quin')], immediate: false },
    ...changes,
  })
  return { status, body, meetingID: (body as { meetingID: number }).meetingID }
}
const mine = async (who: string, wanted: object = {}) =>
  (await ask(who, 'mine', wanted)).body as unknown as MyMeeting[]
const record = async (who: string, meetingID: number) =>
  (await ask(who, 'get', { meetingID })).body as unknown as MeetingRecord
const calendar = async (who: string, days = 60) => {
  const answer = said(
    await post(
      server,
      '/api/calendar/events',
      { start: iso(NOON), end: iso(NOON + days * DAY) },
      as[who] ?? {},
    ),
  )
  return (answer.body as unknown as { events: CalendarEvent[] }).events.filter(
    ({ eventType }) => eventType === 'MEETING',
  )
}
const told = async () =>
  (
    await server.server.db
      .selectFrom('notifications')
      .where('source', '=', 'MEETING')
      .orderBy('id')
      .select(['userID', 'subject'])
      .execute()
  ).map(({ userID, subject }) => [
    Object.keys(ids).find((name) => ids[name] === userID),
    subject.replace(/^Meeting: \d+, /, ''),
  ])
const forget = () => server.server.db.deleteFrom('notifications').execute()

test('B012 each person’s conflicts show while choosing, planning goes on, and all have a MEETING event', async () => {
  const start = NOON + DAY
  const span = { start: iso(start), end: iso(start + HOUR) }
  await addShift(server.server.db, {
    ...{ userID: id('pia'), start: start - HOUR, end: start + 1 },
    state: 'PUBLISHED',
  })
  // What ends as it begins, and begins as it ends, is not in the way.
  await addShift(server.server.db, {
    userID: id('quin'),
    start: start - HOUR,
    end: start,
    state: 'PUBLISHED',
  })
  await addShift(server.server.db, {
    ...{ userID: id('quin'), start: start + HOUR, end: start + 2 * HOUR },
    state: 'PUBLISHED',
  })
  const request = {
    ...{
      state: 'APPROVED' as const,
      start,
      end: start + DAY,
      askedAt: NOON,
      reason: '',
      dayPart: 'DAY' as const,
      hours: 8,
      decisionNote: '',
    },
  }
  await server.server.db
    .insertInto('bookingRequests')
    .values([
      { ...request, userID: id('rob'), type: 'HOLIDAY' },
      { ...request, userID: id('rob'), type: 'MEDICAL_APPOINTMENT' },
    ] as never)
    .execute()
  const choosing = { ids: ['pia', 'quin', 'rob'].map(id), ...span }
  const conflicts = async () =>
    ((await ask('hana', 'conflicts', choosing)).body as unknown as { name: string; event: string }[]).map(
      ({ name, event }) => `${name} ${event}`,
    )
  expect(await conflicts()).toEqual(['pia SHIFT', 'rob HOLIDAY', 'rob BLOCKED'])
  const { meetingID } = await plan()
  expect(await conflicts()).toEqual([
    'pia SHIFT',
    'pia MEETING',
    'quin MEETING',
    'rob HOLIDAY',
    'rob BLOCKED',
  ])
  // What is planned isn't in its own way.
  const own = (await ask('hana', 'conflicts', { ...choosing, meetingID })).body as unknown as {
    name: string
    event: string
  }[]
  expect(own.map(({ name, event }) => `${name} ${event}`)).toEqual([
    'pia SHIFT',
    'rob HOLIDAY',
    'rob BLOCKED',
  ])
  for (const who of ['hana', 'pia', 'quin'])
    expect(await calendar(who)).toMatchObject([
      { id: `meeting:${meetingID}`, eventState: 'APPROVED', eventStart: span.start, subject: 'Briefing' },
    ])
  expect(await told()).toEqual([
    ['pia', 'Briefing, hana invites you'],
    ['quin', 'Briefing, hana invites you'],
  ])
})

test('B012 a meeting ends after it starts', async () => {
  const start = NOON + DAY
  const refused = { status: 400, body: { value: 'A meeting ends after it starts.' } }
  for (const end of [start, start - 1]) expect(await plan({ end: iso(end) })).toMatchObject(refused)
  const { status, meetingID } = await plan({ end: iso(start + 1) })
  expect(status).toBe(200)
  for (const end of [start, start - 1])
    expect(await ask('hana', 'update', { meetingID, set: { end: iso(end) } })).toMatchObject(refused)
  expect(await calendar('pia')).toHaveLength(1)
})

test('B013 of a series this one, the following or all are changed, by the clock on the wall, and each is told once', async () => {
  // Over the end of summer time: 25 October 2026.
  await comes(Date.UTC(2026, 9, 5, 12))
  const start = Date.UTC(2026, 9, 6, 8)
  const { meetingID } = await plan({
    ...{ start: iso(start), end: iso(start + HOUR) },
    repeats: { rule: 'WEEKLY', until: '2026-10-27' },
  })
  const starts = async () => (await mine('pia')).map((one) => one.start.slice(5, 16))
  expect(await starts()).toEqual(['10-06T08:00', '10-13T08:00', '10-20T08:00', '10-27T09:00'])
  const series = (await mine('pia')).map((one) => one.meetingID)
  expect(series[0]).toBe(meetingID)
  await forget()

  const second = series[1] ?? 0
  await ask('hana', 'update', {
    meetingID: second,
    set: { start: iso(start + 7 * DAY + HOUR), end: iso(start + 7 * DAY + 3 * HOUR) },
  })
  expect(await starts()).toEqual(['10-06T08:00', '10-13T09:00', '10-20T08:00', '10-27T09:00'])
  expect(await told()).toEqual([
    ['pia', 'Briefing, is at another time'],
    ['quin', 'Briefing, is at another time'],
  ])
  await forget()
  const third = series[2] ?? 0
  await ask('hana', 'update', {
    ...{ meetingID: third, scope: 'FOLLOWING' },
    set: { start: iso(start + 14 * DAY + 2 * HOUR), end: iso(start + 14 * DAY + 3 * HOUR) },
  })
  expect(await starts()).toEqual(['10-06T08:00', '10-13T09:00', '10-20T10:00', '10-27T11:00'])
  await forget()
  await ask('hana', 'update', {
    meetingID: second,
    scope: 'ALL',
    set: { subject: 'Talk', ids: [id('pia'), id('rob')] },
  })
  expect((await mine('pia')).map(({ subject }) => subject)).toEqual(['Talk', 'Talk', 'Talk', 'Talk'])
  expect([(await mine('rob')).length, (await mine('quin')).length]).toEqual([4, 0])
  expect(await told()).toEqual([
    ['pia', 'Talk, was changed'],
    ['rob', 'Talk, hana invites you'],
    ['quin', 'Talk, you are no longer invited'],
  ])
  await forget()

  // What has begun stays as it was.
  await comes(start + 1)
  await ask('hana', 'cancel', { meetingID: second })
  await ask('hana', 'cancel', { meetingID: third, scope: 'FOLLOWING' })
  const states = async () => (await calendar('pia')).map(({ eventState }) => eventState)
  await comes(start + 2 * HOUR)
  expect((await mine('pia', { when: 'UPCOMING' })).map(({ state }) => state)).toEqual(
    Array(3).fill('CANCELLED'),
  )
  expect(await told()).toEqual([
    ...['pia', 'rob'].map((name) => [name, 'Talk, was cancelled']),
    ...['pia', 'rob'].map((name) => [name, 'Talk, was cancelled']),
  ])
  expect(await states()).toEqual([])
  expect(await ask('hana', 'cancel', { meetingID: second })).toMatchObject({
    ...{ status: 400, body: { value: 'This meeting was cancelled.' } },
  })
})

test('B013 cancelling all leaves none, and a series has its most meetings', async () => {
  const { meetingID } = await plan({ repeats: { rule: 'DAILY', until: '2026-08-12' } })
  expect(await mine('quin')).toHaveLength(100)
  const tooMany = await plan({ repeats: { rule: 'DAILY', until: '2026-08-13' } })
  expect(tooMany).toMatchObject({
    status: 400,
    body: { value: 'A series has 100 meetings at most. Choose an earlier last day.' },
  })
  await ask('hana', 'cancel', { meetingID, scope: 'ALL' })
  expect(await mine('quin')).toHaveLength(0)
  for (const [rule, count] of [
    ['WEEKLY', 5],
    ['FORTNIGHTLY', 3],
    ['MONTHLY', 2],
  ] as const) {
    await server.server.db.deleteFrom('meetings').execute()
    await plan({ repeats: { rule, until: '2026-06-05' } })
    expect(await mine('quin')).toHaveLength(count)
  }
})

test('a series is made longer: what is added is as its last one is, its people and guests are told once, and their links last', async () => {
  const { db } = server.server
  // Over the end of summer time: 25 October 2026.
  await comes(Date.UTC(2026, 9, 5, 12))
  const start = Date.UTC(2026, 9, 6, 8)
  const { meetingID } = await plan({
    ...{ start: iso(start), end: iso(start + HOUR), guests: ['gus@example.org'] },
    repeats: { rule: 'WEEKLY', until: '2026-10-20' },
  })
  const starts = async (who = 'pia') => (await mine(who)).map((one) => one.start.slice(5, 16))
  const [, , last] = (await mine('pia')).map((one) => one.meetingID)
  expect(await starts()).toEqual(['10-06T08:00', '10-13T08:00', '10-20T08:00'])
  await ask('hana', 'update', { meetingID: last, set: { subject: 'Talk', ids: [id('pia'), id('rob')] } })
  await forget()
  const longer = (until: string, set: object = {}, who = 'hana') =>
    ask(who, 'update', { meetingID, set: { ...set, until } })

  // A day that adds none, one before the last, another person, and nonsense; nothing of it changes anything.
  const none = 'The series has no other meeting until that day. To end it earlier, cancel those that follow.'
  for (const day of ['2026-10-26', '2026-10-20', '2026-10-13'])
    expect(await longer(day, { subject: 'No' })).toMatchObject({ status: 400, body: { value: none } })
  expect(await longer('2026-11-03', {}, 'rob')).toMatchObject(UNKNOWN)
  expect((await longer('3 November')).status).toBe(400)
  expect((await longer('2036-10-27', { subject: 'No' })).body).toMatchObject({
    value: 'A series has 100 meetings at most. Choose an earlier last day.',
  })
  expect((await mine('hana')).map(({ subject }) => subject)).toEqual(['Briefing', 'Briefing', 'Talk'])
  expect(await told()).toEqual([])

  const mails = server.mails.length
  const { version } = await record('hana', meetingID)
  const answer = await longer('2026-11-03', { agenda: 'More' })
  expect(answer).toMatchObject({ status: 200, body: { meetingID, version: version + 1 } })
  expect(await starts()).toEqual(['10-06T08:00', '10-13T08:00', '10-20T08:00', '10-27T09:00', '11-03T09:00'])
  expect(await starts('rob')).toEqual(['10-20T08:00', '10-27T09:00', '11-03T09:00'])
  expect(await starts('quin')).toEqual(['10-06T08:00', '10-13T08:00'])
  const ofHana = await mine('hana')
  expect(ofHana.map((one) => `${one.subject} ${one.agenda} ${one.answer} ${one.guests}`)).toEqual([
    ...['Briefing More COMING 1', 'Briefing Quotas COMING 1', 'Talk Quotas COMING 1'],
    ...['Talk Quotas COMING 1', 'Talk Quotas COMING 1'],
  ])
  expect((await mine('pia')).map((one) => one.answer)).toEqual([null, null, null, null, null])
  for (const who of ['pia', 'rob'])
    expect((await record(who, ofHana[4]?.meetingID ?? 0)).until).toBe('2026-11-03T09:00:00.000Z')
  expect((await told()).toSorted()).toEqual(
    ['pia', 'quin', 'rob'].map((name) => [name, 'Briefing, goes on until 3 Nov 2026']),
  )
  expect(server.mails.slice(mails).map(({ to }) => to)).toEqual(['gus@example.org'])
  const { expiresAt } = await db.selectFrom('publicLinks').selectAll().executeTakeFirstOrThrow()
  expect(expiresAt).toBe(Date.UTC(2026, 10, 4, 10))

  // Two at once add it once.
  const both = await Promise.all([
    longer('2026-11-10'),
    ask('hana', 'update', { meetingID: ofHana[1]?.meetingID, set: { until: '2026-11-10' } }),
  ])
  expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
  expect(await starts('rob')).toHaveLength(4)
  // As many as a series has, of those that are still to come.
  await comes(Date.UTC(2026, 9, 7))
  expect((await longer('2027-01-01')).body).toMatchObject({ value: 'This meeting has ended.' })
  const onward = (until: string) => ask('hana', 'update', { meetingID: last, set: { until } })
  expect((await onward('2028-09-12')).body).toMatchObject({
    value: 'A series has 100 meetings at most. Choose an earlier last day.',
  })
  expect((await onward('2028-09-05')).status).toBe(200)
  // Without the one that is over; Rob isn't in the second.
  expect([(await starts('hana')).length, (await starts('rob')).length]).toEqual([100, 99])

  // What never repeated has no series; of a series that has one meeting more come.
  const single = await plan({ start: iso(start + 2 * DAY), end: iso(start + 2 * DAY + HOUR) })
  expect(
    await ask('hana', 'update', { meetingID: single.meetingID, set: { until: '2026-11-03' } }),
  ).toMatchObject({ status: 400, body: { value: 'This meeting doesn’t repeat.' } })
  await db.deleteFrom('meetings').execute()
  const alone = await plan({
    ...{ start: iso(start + 2 * DAY), end: iso(start + 2 * DAY + HOUR) },
    repeats: { rule: 'DAILY', until: '2026-10-08' },
  })
  await ask('hana', 'update', { meetingID: alone.meetingID, set: { until: '2026-10-10' } })
  expect(await starts()).toEqual(['10-08T08:00', '10-09T08:00', '10-10T08:00'])
  expect((await record('pia', alone.meetingID)).until).toBe('2026-10-10T08:00:00.000Z')
  await ask('hana', 'cancel', { meetingID: alone.meetingID, scope: 'ALL' })
  expect(await starts()).toEqual([])
})

test('B014 answers show to the host, a guest’s by the public link included, and another time asks anew', async () => {
  const before = server.mails.length
  const { meetingID } = await plan({ guests: ['Gus@example.org'] })
  const mail = server.mails[before]
  expect(mail).toMatchObject({ to: 'gus@example.org', subject: 'Meeting: Briefing' })
  const token = /\/public\/user-meeting\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  const answers = async () => {
    const { participants, invited } = await record('hana', meetingID)
    return [
      ...participants.map(({ userName, answer }) => `${userName} ${answer}`),
      ...invited.map(({ name, answer }) => `${name} ${answer}`),
    ]
  }
  expect(await answers()).toEqual(['hana COMING', 'pia null', 'quin null', ' null'])
  await ask('pia', 'answer', { meetingID, answer: 'TENTATIVE' })
  await ask('quin', 'answer', { meetingID, answer: 'NOT_COMING' })
  const guest = (answer: object) =>
    post(server, '/api/public/user-meeting/answer', { token, name: 'Gus Green', ...answer })
  await guest({ isComing: true })
  expect(await answers()).toEqual(['hana COMING', 'pia TENTATIVE', 'quin NOT_COMING', 'Gus Green COMING'])
  await guest({ isComing: false, answer: 'TENTATIVE' })
  expect((await answers())[3]).toBe('Gus Green TENTATIVE')
  await guest({ isComing: false })
  expect((await answers())[3]).toBe('Gus Green NOT_COMING')
  expect(await mine('hana')).toMatchObject([{ coming: 1, tentative: 1, notComing: 2, guests: 1 }])

  const start = NOON + 2 * DAY
  await ask('hana', 'update', { meetingID, set: { start: iso(start), end: iso(start + HOUR) } })
  expect(await answers()).toEqual(['hana COMING', 'pia null', 'quin null', 'Gus Green null'])
  expect(server.mails.at(-1)).toMatchObject({ to: 'gus@example.org', subject: 'Meeting changed: Briefing' })
  const opened = said(await post(server, '/api/public/user-meeting/open', { token }))
  expect(opened.body).toMatchObject({ startsAt: iso(start), minutes: 60 })
  await ask('hana', 'cancel', { meetingID })
  expect(server.mails.at(-1)).toMatchObject({ to: 'gus@example.org', subject: 'Meeting cancelled: Briefing' })
  expect(said(await guest({ isComing: true })).status).toBe(410)
})

test('B014 the host’s window hears of each answer at once, a guest’s by the link too', async () => {
  const clients = createLiveClients()
  const before = server.mails.length
  const { meetingID } = await plan({ guests: ['gus@example.org'] })
  const token = /\/public\/user-meeting\/(\S+)/.exec(server.mails[before]?.text ?? '')?.[1] ?? ''
  const url = `${await server.server.listen(0, '127.0.0.1')}${mainHub.path}`
  try {
    const events = ['workingDayChange', 'calendarChanged']
    const [host, pia] = [
      await clients.open(server, url, as.hana ?? { authorization: '' }, events),
      await clients.open(server, url, as.pia ?? { authorization: '' }, events),
    ]
    const news = [['workingDayChange', { entity: 'MEETING', ids: [] }], ['calendarChanged']]
    await ask('pia', 'answer', { meetingID, answer: 'TENTATIVE' })
    await vi.waitFor(() => expect([host.heard, pia.heard]).toEqual([news, news]))
    await post(server, '/api/public/user-meeting/answer', { token, name: 'Gus', isComing: true })
    await vi.waitFor(() => expect(host.heard).toEqual([...news, ...news]))
    expect(pia.heard).toEqual(news)
  } finally {
    await clients.closeAll()
  }
})

test('B014 nobody answers, reads or writes down what they are not invited to', async () => {
  const { meetingID } = await plan()
  for (const [call, payload] of [
    ['answer', { meetingID, answer: 'COMING' }],
    ['get', { meetingID }],
    ['notes', { meetingID, notes: 'x', seen: '' }],
    ['update', { meetingID, set: { subject: 'Mine' } }],
    ['cancel', { meetingID }],
    ['join', { meetingID }],
  ] as const)
    expect({ call, ...(await ask('rob', call, payload)) }).toMatchObject({ call, ...UNKNOWN })
  expect(await record('hana', meetingID)).toMatchObject({ subject: 'Briefing', state: 'PLANNED', notes: '' })
})

test('B015 without the first permission one sees one’s own invitations, and plans, changes and cancels nothing', async () => {
  const { meetingID } = await plan()
  await plan({ ids: [id('quin')], subject: 'Others' })
  expect((await mine('pia')).map(({ subject }) => subject)).toEqual(['Briefing'])
  expect((await mine('pia', { when: 'UPCOMING' })).map(({ subject }) => subject)).toEqual(['Briefing'])
  const denied = { status: 403 }
  expect(await plan({}, 'pia')).toMatchObject(denied)
  const span = { start: iso(NOON), end: iso(NOON + HOUR) }
  expect(await ask('pia', 'conflicts', { ids: [id('quin')], ...span })).toMatchObject(denied)
  expect(await ask('pia', 'update', { meetingID, set: { subject: 'Mine' } })).toMatchObject(denied)
  expect(await ask('pia', 'cancel', { meetingID })).toMatchObject(denied)
  expect((await ask('pia', 'answer', { meetingID, answer: 'COMING' })).status).toBe(200)
})

test('who joined and left, notes that two write, and the times of the list', async () => {
  const { meetingID } = await plan()
  expect(await ask('pia', 'notes', { meetingID, notes: 'Agreed', seen: '' })).toMatchObject({ status: 200 })
  expect(await ask('quin', 'notes', { meetingID, notes: 'Other', seen: '' })).toMatchObject({
    status: 409,
    body: { value: 'This meeting was changed meanwhile. Look at it again.' },
  })
  const start = NOON + DAY
  await comes(start)
  const subjects = async (when: string) => (await mine('pia', { when })).map(({ state }) => state)
  expect([await subjects('NOW'), await subjects('UPCOMING'), await subjects('PAST')]).toEqual([
    ['LIVE'],
    [],
    [],
  ])
  await ask('pia', 'join', { meetingID })
  await comes(start + HOUR / 2)
  await ask('pia', 'leave', { meetingID })
  await comes(start + HOUR)
  expect([await subjects('NOW'), await subjects('UPCOMING'), await subjects('PAST')]).toEqual([
    [],
    [],
    ['ENDED'],
  ])
  const { participants, notes } = await record('hana', meetingID)
  expect(notes).toBe('Agreed')
  expect(participants).toMatchObject([
    { userName: 'hana', joined: null, left: null },
    { userName: 'pia', joined: iso(start), left: iso(start + HOUR / 2), isHere: false },
    { userName: 'quin', joined: null },
  ])
})

/** What somebody does and did, the oldest first. */
const doings = async (who: string) =>
  (
    await server.server.db
      .selectFrom('activitySessions')
      .where('userID', '=', id(who))
      .orderBy('id')
      .select(['activity', 'project', 'category', 'endedAt'])
      .execute()
  ).map(({ activity, project, category, endedAt }) =>
    [activity, project, category, endedAt === null ? 'now' : null].filter((part) => part !== null).join(' '),
  )
const works = async (who: string, activity: ActivityName, more: { by?: string; project?: string } = {}) => {
  const { by = who, project = null } = more
  const [userID, now] = [id(who), server.clock.now]
  await server.server.db
    .transaction()
    .execute((trx) => switchActivity(trx, { userID, activity, project, by: id(by) }, now))
}

test('who joins a meeting on a shift does MEETING, and goes back to what they did when they leave', async () => {
  const { meetingID } = await plan()
  const { meetingID: other } = await plan({ ids: [id('pia')] })
  await works('pia', 'AVAILABLE', { project: 'Buses' })
  await ask('pia', 'join', { meetingID })
  // A second window of theirs is nothing new.
  await ask('pia', 'join', { meetingID })
  expect(await doings('pia')).toEqual(['AVAILABLE Buses', 'MEETING Team now'])
  server.clock.now += 60_000
  // From one meeting to another, and out of one that they aren't in any more.
  await ask('pia', 'join', { meetingID: other })
  await ask('pia', 'leave', { meetingID })
  expect(await doings('pia')).toEqual(['AVAILABLE Buses', 'MEETING Team now'])
  server.clock.now += 60_000
  await ask('pia', 'leave', { meetingID: other })
  await ask('pia', 'leave', { meetingID: other })
  const back = ['AVAILABLE Buses', 'MEETING Team', 'AVAILABLE Buses now']
  expect(await doings('pia')).toEqual(back)
  // A call of the product's own is the same, for those who take part.
  const call = await plan({ ids: [id('pia')], immediate: true })
  await ask('pia', 'join', { meetingID: call.meetingID })
  expect((await doings('pia')).at(-1)).toBe('MEETING One-to-one now')
  await ask('pia', 'leave', { meetingID: call.meetingID })
  expect((await doings('pia')).slice(0, 3)).toEqual(['AVAILABLE Buses', 'MEETING Team', 'AVAILABLE Buses'])
  expect((await doings('pia')).at(-1)).toBe('AVAILABLE Buses now')
  // Nobody who isn't working begins to.
  await ask('quin', 'join', { meetingID })
  expect(await doings('quin')).toEqual([])
})

test('joining leaves what is held, system issues and a call as they are; what one chose meanwhile stays', async () => {
  const { db } = server.server
  const { meetingID } = await plan()
  const goes = async () => {
    await ask('pia', 'join', { meetingID })
    const during = (await doings('pia')).at(-1)
    server.clock.now += 1000
    await ask('pia', 'leave', { meetingID })
    return [during, (await doings('pia')).at(-1)]
  }
  await works('pia', 'SYSTEM ISSUES')
  expect(await goes()).toEqual(['SYSTEM ISSUES now', 'SYSTEM ISSUES now'])
  await works('pia', 'INACTIVE')
  expect(await goes()).toEqual(['INACTIVE now', 'INACTIVE now'])
  await works('pia', 'CODING')
  await db
    .insertInto('shiftLocks')
    .values({ userID: id('pia'), lockedBy: id('hana'), lockedAt: server.clock.now, reason: 'x' })
    .execute()
  expect(await goes()).toEqual(['CODING now', 'CODING now'])
  await db.deleteFrom('shiftLocks').execute()
  expect(await goes()).toEqual(['MEETING Team now', 'CODING now'])
  // They were in a meeting before, by their own word.
  await works('pia', 'MEETING')
  expect(await goes()).toEqual(['MEETING now', 'MEETING now'])
  await works('pia', 'CODING')
  await ask('pia', 'join', { meetingID })
  await works('pia', 'BREAK')
  await ask('pia', 'leave', { meetingID })
  expect((await doings('pia')).at(-1)).toBe('BREAK now')
})

test('an action becomes a task of somebody of the meeting, who is told of it, and its state shows there', async () => {
  const { db } = server.server
  const { meetingID } = await plan({ ids: [id('pia')] })
  const dueDate = iso(NOON + 3 * DAY)
  const add = (who: string, changes: object = {}) =>
    ask(who, 'actions/add', {
      meetingID,
      subject: ' Ring the client ',
      userID: id('hana'),
      dueDate,
      ...changes,
    })
  await db.deleteFrom('projects').execute()
  expect(await add('pia')).toMatchObject({ status: 400, body: { value: 'There is no such project.' } })
  await addProject(db, 7, 'Rail')
  await addProject(db, 9, 'Office')
  // Whoever takes part writes it down, for one of the meeting; nobody else does, nor for anybody else.
  const { body } = await add('pia')
  const { taskID } = body as unknown as { taskID: number }
  expect(await add('rob')).toMatchObject(UNKNOWN)
  for (const userID of [id('quin'), 9999])
    expect(await add('pia', { userID })).toMatchObject({
      ...{
        status: 400,
        body: { value: 'Choose somebody of this meeting. A cancelled meeting gets no more.' },
      },
    })
  expect((await add('pia', { subject: ' ' })).status).toBe(400)
  const actions = async (who: string) => (await record(who, meetingID)).actions
  const one = { taskID, name: 'Ring the client', userID: id('hana'), userName: 'hana', dueDate }
  for (const who of ['hana', 'pia'])
    expect(await actions(who)).toMatchObject([{ ...one, statusKind: 'TO_DO' }])
  expect(await db.selectFrom('tasks').selectAll().execute()).toMatchObject([
    {
      ...{ id: taskID, userID: id('hana'), createdBy: id('pia'), projectID: 9, subject: 'Ring the client' },
      description: 'Agreed on in the meeting ‘Briefing’.',
    },
  ])
  const news = await db
    .selectFrom('notifications')
    .where('source', '=', 'TASK')
    .select(['userID', 'subject'])
    .execute()
  expect(news).toEqual([{ userID: id('hana'), subject: `Task: ${taskID} was given to you: Ring the client` }])
  await db.updateTable('tasks').set({ status: 'Done', statusKind: 'DONE' }).execute()
  // What is due earlier stands before it, also what is due at once.
  await add('hana', { subject: 'Lock up', userID: id('pia'), dueDate: iso(server.clock.now) })
  expect((await actions('pia')).map(({ name, status }) => [name, status])).toEqual([
    ['Lock up', expect.any(String)],
    ['Ring the client', 'Done'],
  ])
  await db.updateTable('tasks').set({ deletedAt: 1 }).where('id', '=', taskID).execute()
  expect((await actions('pia')).map(({ name }) => name)).toEqual(['Lock up'])
  // The most that a meeting has; the deleted one counts.
  for (let n = 2; n < 50; n += 1) expect((await add('hana')).status).toBe(200)
  expect(await add('hana')).toMatchObject({
    ...{ status: 400, body: { value: 'A meeting has 50 actions at most.' } },
  })
  await ask('hana', 'cancel', { meetingID })
  expect((await add('hana', { userID: id('hana') })).status).toBe(400)
})

const send = async (who: string, meetingID: number, file: File) => {
  const data = new FormData()
  data.set('meetingID', String(meetingID))
  data.set('file', file)
  const { status, body } = await postForm(server, '/api/hr/meeting/files/add', data, as[who] ?? {})
  return { status, body: status === 200 ? {} : readable(JSON.parse(body)) }
}

test('files: whoever takes part adds and reads them; the host and who added one take it away; a series says until when it repeats', async () => {
  const { db } = server.server
  await db.deleteFrom('fileHashes').execute()
  const { meetingID } = await plan({ ids: [id('pia'), id('quin')] })
  const file = (name: string, size = 5) => new File(['x'.repeat(size)], name)
  expect(await send('pia', meetingID, file('Quotas.txt'))).toMatchObject({ status: 200 })
  expect(await send('quin', meetingID, file('../Plan.pdf', 2048))).toMatchObject({ status: 200 })
  // Nobody else adds, reads or removes, nor is anything of another meeting read by this one.
  expect(await send('rob', meetingID, file('No.txt'))).toMatchObject(UNKNOWN)
  const files = async (who: string) => (await record(who, meetingID)).files
  const [first, second] = await files('pia')
  expect([first, second]).toMatchObject([
    { fileName: 'Quotas.txt', size: 5, addedBy: 'pia', addedTime: iso(NOON), mayRemove: true },
    { fileName: 'Plan.pdf', size: 2048, addedBy: 'quin', addedTime: iso(NOON), mayRemove: false },
  ])
  expect((await files('hana')).map(({ mayRemove }) => mayRemove)).toEqual([true, true])
  const of = (one: typeof first, meeting = meetingID) => ({ meetingID: meeting, fileID: one?.fileID ?? 0 })
  const read = await server.server.app.inject({
    ...{ method: 'POST', url: '/api/hr/meeting/files/get', payload: of(first), headers: as.quin ?? {} },
  })
  expect([read.payload, read.headers['content-disposition']]).toEqual([
    'xxxxx',
    expect.stringContaining('Quotas.txt'),
  ])
  const other = await plan({ ids: [id('rob')] })
  const GONE = { status: 400, body: { value: 'File not available' } }
  for (const call of ['files/get', 'files/remove']) {
    expect(await ask('rob', call, of(first))).toMatchObject(UNKNOWN)
    expect(await ask('rob', call, of(first, other.meetingID))).toMatchObject(GONE)
  }
  expect(await ask('pia', 'files/remove', of(second))).toMatchObject(GONE)
  expect((await ask('pia', 'files/remove', of(first))).status).toBe(200)
  expect(await ask('pia', 'files/get', of(first))).toMatchObject(GONE)
  expect((await ask('hana', 'files/remove', of(second))).status).toBe(200)
  expect(await files('pia')).toEqual([])
  // The most that a meeting has.
  for (let n = 0; n < 10; n += 1) expect((await send('pia', meetingID, file(`${n}.txt`))).status).toBe(200)
  expect(await send('pia', meetingID, file('10.txt'))).toMatchObject({
    ...{ status: 400, body: { value: 'A meeting has 10 files at most.' } },
  })
  await ask('pia', 'files/remove', of((await files('pia'))[0]))
  await ask('hana', 'cancel', { meetingID })
  expect((await send('hana', meetingID, file('late.txt'))).status).toBe(400)
  // Each file that was refused or taken away left nothing behind.
  expect(await db.selectFrom('meetingFiles').select('id').execute()).toHaveLength(9)
  expect((await knownFiles(db)).size).toBe(9)

  const weekly = await plan({ repeats: { rule: 'WEEKLY', until: iso(NOON + 22 * DAY).slice(0, 10) } })
  expect(await record('pia', weekly.meetingID)).toMatchObject({
    ...{ repeats: 'WEEKLY', until: iso(NOON + 22 * DAY), files: [] },
  })
  const ofSeries = await db
    .selectFrom('meetings')
    .where('seriesID', 'is not', null)
    .orderBy('start')
    .select('id')
    .execute()
  await ask('hana', 'cancel', { meetingID: ofSeries[2]?.id, scope: 'FOLLOWING' })
  expect((await record('pia', weekly.meetingID)).until).toBe(iso(NOON + 8 * DAY))
  expect((await record('pia', meetingID)).until).toBeNull()
})
