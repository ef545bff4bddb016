import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { APP_HISTORY_LIMIT } from '#shared/domain/app-history.ts'
import { NOTE_LIMITS } from '#shared/domain/notes.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { purgeDeleted, RESTORABLE_MS } from './documents/purge-deleted.ts'
import { postForm } from './http/testing/post-form.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from './http/testing/test-server.ts'
import { putSetting } from './settings/settings.ts'
import { addTaskRow } from './tasks/testing/task-fixture.ts'
import { addTicket } from './tickets/testing/ticket-fixture.ts'

const DOCUMENT_MAX_BYTES = 10_485_760
const DOCUMENTS_MAX_BYTES = 104_857_600

const TOOLS: readonly PermissionName[] = [
  'CAN_USE_STICKY_NOTES',
  'CAN_USE_SCRATCH_PAD',
  'CAN_USE_DOCUMENTS',
  'CAN_USE_MOOD_CAPTURE',
]
const DENIED = { status: 403, body: { value: 'access denied' } }
const iso = (time: number) => new Date(time).toISOString()

let server: TestServer
let annID: number
let benID: number
let ann: { authorization: string }
let ben: { authorization: string }
let cat: { authorization: string }

beforeAll(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', permissions: TOOLS })
  benID = await addPerson(server, { userName: 'ben', permissions: TOOLS })
  await addPerson(server, { userName: 'cat' })
  ann = await signIn(server, 'ann')
  ben = await signIn(server, 'ben')
  cat = await signIn(server, 'cat')
})
afterAll(() => server.server.close())

const ask = async (path: string, payload: unknown = {}, bearer = ann) =>
  said(await post(server, path, payload, bearer))
const bodyOf = async <T>(path: string, payload: unknown = {}, bearer = ann) =>
  (await ask(path, payload, bearer)).body as T

describe('sticky notes', () => {
  const NOTE = { text: 'Call back', colour: 'PINK', x: 0.25, y: 0.5 }
  const mine = (bearer = ann) => bodyOf<{ id: number; text: string }[]>('/api/sticky-notes/mine', {}, bearer)

  test('are kept for their person alone, deleted and restored', async () => {
    const { body } = await ask('/api/sticky-notes/new', NOTE)
    expect(body).toEqual({ id: expect.any(Number), ...NOTE, updatedAt: iso(NOON) })
    const { id } = body as { id: number }
    expect(await mine(ben)).toEqual([])
    for (const [path, payload] of [
      ['save', { ...NOTE, id }],
      ['delete', { id }],
      ['restore', { id }],
    ] as const)
      expect(await ask(`/api/sticky-notes/${path}`, payload, ben)).toMatchObject({ status: 400 })
    await ask('/api/sticky-notes/save', { ...NOTE, id, text: 'Called', x: 1 })
    expect(await mine()).toMatchObject([{ id, text: 'Called', x: 1 }])
    await ask('/api/sticky-notes/delete', { id })
    expect(await mine()).toEqual([])
    await ask('/api/sticky-notes/restore', { id })
    expect(await mine()).toMatchObject([{ id, text: 'Called' }])
  })

  test('refuse what is too long, off the board, of no colour, or one too many', async () => {
    for (const wrong of [
      { text: 'x'.repeat(NOTE_LIMITS.text + 1) },
      { x: 1.1 },
      { y: -1 },
      { colour: 'RED' },
    ])
      expect(await ask('/api/sticky-notes/new', { ...NOTE, ...wrong })).toMatchObject({ status: 400 })
    const row = { userID: benID, text: '', colour: 'BLUE' as const, x: 0, y: 0, updatedAt: NOON }
    await server.server.db
      .insertInto('stickyNotes')
      .values(Array.from({ length: NOTE_LIMITS.count }, () => row))
      .execute()
    expect(await ask('/api/sticky-notes/new', NOTE, ben)).toEqual({
      status: 400,
      body: { value: 'The board holds 100 notes. Please delete some first.' },
    })
    expect(await ask('/api/sticky-notes/new', NOTE, cat)).toEqual(DENIED)
  })
})

describe('the scratch pad', () => {
  test('takes a text that was written on what it has, and otherwise answers what it has', async () => {
    const save = (text: string, revision: number) => ask('/api/scratch-pad/save', { text, revision })
    expect(await ask('/api/scratch-pad/mine')).toEqual({ status: 200, body: { text: '', revision: 0 } })
    expect((await save('one', 0)).body).toEqual({ saved: true, pad: { text: 'one', revision: 1 } })
    expect((await save('other', 0)).body).toEqual({ saved: false, pad: { text: 'one', revision: 1 } })
    expect((await save('two', 1)).body).toEqual({ saved: true, pad: { text: 'two', revision: 2 } })
    const both = await Promise.all([save('left', 2), save('right', 2)])
    expect(both.filter(({ body }) => (body as { saved: boolean }).saved)).toHaveLength(1)
    expect(await ask('/api/scratch-pad/mine', {}, cat)).toEqual(DENIED)
  })

  test('a version that nobody had spoils nothing: the first is 1, and the next can be saved', async () => {
    const save = (text: string, revision: number) => ask('/api/scratch-pad/save', { text, revision }, ben)
    expect(await save('far ahead', Number.MAX_SAFE_INTEGER)).toEqual({
      status: 200,
      body: { saved: true, pad: { text: 'far ahead', revision: 1 } },
    })
    expect((await save('next', 1)).body).toEqual({ saved: true, pad: { text: 'next', revision: 2 } })
  })
})

describe('documents', () => {
  const upload = async (file: File, bearer = ann) => {
    const form = new FormData()
    form.append('file', file)
    return said(await postForm(server, '/api/documents/upload', form, bearer))
  }
  const mine = () => bodyOf<{ id: number; name: string }[]>('/api/documents/mine')

  test('are uploaded, listed, fetched, renamed, deleted and restored by their person alone', async () => {
    const { body } = await upload(new File(['a,b'], '../my:plan.csv', { type: 'text/csv' }))
    const info = { name: 'my_plan.csv', contentType: 'text/csv', size: 3, uploadedAt: iso(NOON) }
    expect(body).toEqual({ id: expect.any(Number), ...info })
    const { id } = body as { id: number }
    const fetched = await post(server, '/api/documents/download', { id }, ann)
    expect(fetched.body).toBe('a,b')
    expect(fetched.headers['content-disposition']).toContain('attachment; filename="my_plan.csv"')
    expect((await post(server, '/api/documents/download', { id }, ben)).status).toBe(400)
    expect(await ask('/api/documents/rename', { id, name: ' plan.csv ' })).toMatchObject({
      body: { name: 'plan.csv' },
    })
    expect(await ask('/api/documents/rename', { id, name: 'a/b' })).toMatchObject({ status: 400 })
    await ask('/api/documents/delete', { id })
    expect(await mine()).toEqual([])
    expect(await ask('/api/documents/restore', { id }, ben)).toMatchObject({ status: 400 })
    await ask('/api/documents/restore', { id })
    expect(await mine()).toMatchObject([{ id, name: 'plan.csv' }])
  })

  test('refuse what is empty, too large, or more than a person may keep', async () => {
    expect(await upload(new File([], 'a'))).toEqual({ status: 400, body: { value: 'This file is empty.' } })
    const large = await upload(new File([new Uint8Array(DOCUMENT_MAX_BYTES + 1)], 'a'))
    expect(large.status).toBeGreaterThanOrEqual(400)
    const row = {
      userID: benID,
      name: 'a',
      contentType: 'text/plain',
      content: Buffer.from(''),
      uploadedAt: NOON,
    }
    await server.server.db
      .insertInto('documents')
      .values({ ...row, size: DOCUMENTS_MAX_BYTES })
      .execute()
    expect(await upload(new File(['a'], 'a'), ben)).toMatchObject({ status: 400 })
    expect(await upload(new File(['a'], 'a'), cat)).toEqual(DENIED)
  })

  test('and notes that were deleted are forgotten after a day', async () => {
    const { db } = server.server
    const [{ id } = { id: 0 }] = await mine()
    await ask('/api/documents/delete', { id })
    await purgeDeleted(db, () => NOON + RESTORABLE_MS)
    const count = async () =>
      (await db.selectFrom('documents').select('id').where('id', '=', id).execute()).length
    expect(await count()).toBe(1)
    await purgeDeleted(db, () => NOON + RESTORABLE_MS + 1)
    expect(await count()).toBe(0)
  })
})

test('S114 the server keeps the 10 apps that were opened last, newest first', async () => {
  for (let n = 0; n < APP_HISTORY_LIMIT + 2; n++) await ask('/api/app-history/visit', { app: `App ${n}` })
  await ask('/api/app-history/visit', { app: 'App 11' })
  const entries = await bodyOf<{ app: string; entryTime: string }[]>('/api/app-history/mine')
  expect(entries.map(({ app }) => app)).toEqual(Array.from({ length: 10 }, (_, n) => `App ${11 - n}`))
  expect(entries[0]).toEqual({ app: 'App 11', entryTime: iso(NOON) })
  // Who opens it again was there just now.
  server.clock.now = NOON + 60_000
  await ask('/api/app-history/visit', { app: 'App 11' })
  server.clock.now = NOON
  const after = await bodyOf<{ app: string; entryTime: string }[]>('/api/app-history/mine')
  expect(after).toEqual([{ app: 'App 11', entryTime: iso(NOON + 60_000) }, ...entries.slice(1)])
  // Of each person: another's visits push nothing out.
  await ask('/api/app-history/visit', { app: 'App 1' }, ben)
  const kept = await server.server.db
    .selectFrom('appHistory')
    .select(['userID', 'app'])
    .orderBy('userID')
    .orderBy('id')
    .execute()
  expect(kept.filter(({ userID }) => userID === annID).map(({ app }) => app)).toEqual(
    Array.from({ length: 10 }, (_, n) => `App ${n + 2}`),
  )
  expect(await bodyOf('/api/app-history/mine', {}, ben)).toEqual([{ app: 'App 1', entryTime: iso(NOON) }])
  expect(await ask('/api/app-history/visit', { app: '  ' })).toMatchObject({ status: 400 })
})

test('S113 what a person was told waits in the centre until they clear it, and counts as unread', async () => {
  const { db } = server.server
  const told = { type: 'SHIFT', body: '', source: '', sourceID: null, isRead: 0, entryTime: NOON }
  await db
    .insertInto('notifications')
    .values([
      { ...told, userID: annID, subject: 'Rota published', cssClass: 'info' },
      { ...told, userID: benID, subject: 'For Ben', cssClass: 'warning' },
    ])
    .execute()
  const items = await bodyOf<{ id: number }[]>('/api/notification-centre/mine')
  expect(items).toEqual([
    { id: expect.any(Number), time: iso(NOON), message: 'Rota published', cssClass: 'info' },
  ])
  const counters = (bearer = ann) =>
    bodyOf<{ unreadNotificationCount: number }>('/api/passport-validation/counters', {}, bearer)
  expect((await counters()).unreadNotificationCount).toBe(1)
  // Ben can't clear Ann's.
  await ask('/api/notification-centre/clear', { ids: items.map(({ id }) => id) }, ben)
  expect((await counters()).unreadNotificationCount).toBe(1)
  await ask('/api/notification-centre/clear', { ids: items.map(({ id }) => id) })
  expect((await counters()).unreadNotificationCount).toBe(0)
  expect((await counters(ben)).unreadNotificationCount).toBe(1)
  expect(await bodyOf('/api/notification-centre/mine')).toEqual([])
})

test('W009 W217 a mood is kept for who feels it, from 1 to 5', async () => {
  const submit = (moodValue: number, userID = annID, bearer = ann) =>
    ask('/api/well-being/submit-mood', { moodValue, comments: 'fine', userID }, bearer)
  for (const value of [1, 2, 3, 4, 5])
    expect(await submit(value)).toEqual({ status: 200, body: { done: true } })
  for (const wrong of [0, 6, 1.5]) expect(await submit(wrong)).toMatchObject({ status: 400 })
  expect(await submit(4, benID)).toMatchObject({ status: 400 })
  expect(await submit(4, annID, cat)).toEqual(DENIED)
  const say = (comments: string) =>
    ask('/api/well-being/submit-mood', { moodValue: 3, comments, userID: annID })
  expect(await say('x'.repeat(2001))).toMatchObject({ status: 400 })
  expect(
    await server.server.db
      .selectFrom('moods')
      .select(['userID', 'moodValue', 'comments', 'at'])
      .orderBy('id')
      .execute(),
  ).toEqual([1, 2, 3, 4, 5].map((moodValue) => ({ userID: annID, moodValue, comments: 'fine', at: NOON })))
  expect(await say('x'.repeat(2000))).toMatchObject({ status: 200 })
})

test('W080 W115 W131 W150 W151 W169 W170 W171 the summary has the layout of the installation or of the person, and what they did today', async () => {
  const path = '/api/logout/summary'
  const plain = {
    enable: true,
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
    gridTemplateRows: 'repeat(3, minmax(72px, auto))',
    gridArea: Array.from({ length: 3 }, () => '"Holiday Holiday Calendar Calendar"').join(' '),
  }
  expect(await bodyOf(`${path}/get-grid-setting`)).toEqual(plain)
  const own = { gridTemplateColumns: '1fr 2fr', gridTemplateRows: 'auto', gridArea: '"Calendar Holiday"' }
  for (const gridArea of [
    'Calendar',
    '"Calendar" "Holiday Holiday"',
    '"Calendar Holiday Calendar"',
    '"Unknown"',
    `"${Array(7).fill('Holiday').join(' ')}"`,
    Array(7).fill('"Holiday"').join(' '),
  ])
    expect(await ask(`${path}/save-grid-setting`, { ...own, gridArea })).toMatchObject({ status: 400 })
  const gridArea = Array(6)
    .fill(`"${Array(6).fill('Holiday').join(' ')}"`)
    .join(' ')
  expect(await ask(`${path}/save-grid-setting`, { ...own, gridArea })).toMatchObject({ status: 200 })
  await ask(`${path}/save-grid-setting`, own)
  expect(await bodyOf(`${path}/get-grid-setting`)).toEqual({ ...own, enable: true })
  await ask(`${path}/reset-grid-setting`)
  await putSetting(server.server.db, 'help.summaryEnabled', false)
  expect(await bodyOf(`${path}/get-grid-setting`)).toEqual({ ...plain, enable: false })

  const today = { since: iso(NOON - 1000) }
  const appHistory = [{ app: 'Chat', entryTime: iso(NOON) }]
  const activityHistory = [{ activity: 'SIGNED IN', time: iso(NOON) }]
  for (const [userName, permissions, seen] of [
    ['dan', ['ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD'], { appHistory: [], activityHistory }],
    ['eli', ['DIAGNOSTICS_CAN_SEE_APP_USAGE'], { appHistory, activityHistory: [] }],
  ] as const) {
    await addPerson(server, { userName, permissions: [...permissions] })
    const bearer = await signIn(server, userName)
    await ask('/api/app-history/visit', { app: 'Chat' }, bearer)
    expect(await bodyOf(`${path}/today`, today, bearer)).toMatchObject(seen)
  }
  expect(await bodyOf(`${path}/today`, today)).toMatchObject({ appHistory: [], activityHistory: [] })
  expect(await ask(`${path}/today`, { since: iso(NOON - 49 * 3_600_000) })).toMatchObject({ status: 400 })
})

test('W153 the summary lists open tickets for who works in the help centre, and for nobody else', async () => {
  const { db } = server.server
  for (const [userName, permissions, tickets] of [
    ['fay', ['SUPPORT_HELP_CENTER'], [{ title: 'No sound', status: 'Open' }]],
    ['gus', [], []],
  ] as const) {
    const raisedBy = await addPerson(server, { userName, permissions: [...permissions] })
    await addTicket(db, { raisedBy, message: 'No sound' })
    await addTicket(db, { raisedBy, message: 'Over', status: 'RESOLVED', resolvedAt: NOON })
    const bearer = await signIn(server, userName)
    const { body } = await post(server, '/api/logout/summary/today', { since: iso(NOON) }, bearer)
    expect([userName, JSON.parse(body).tickets]).toEqual([userName, tickets])
  }
})

test('W020 W155 the summary’s Holiday and Calendar hold the day of the calendar, whatever the permissions', async () => {
  const { db } = server.server
  const userID = await addPerson(server, { userName: 'dora', permissions: [] })
  const dora = await signIn(server, 'dora')
  const midnight = NOON - 13 * 3_600_000
  const event = { userID, eventType: 'PERSONAL', note: '', zone: 'Europe/London', rule: null } as const
  const kept = { version: 1, updatedAt: NOON, deletedAt: null, isAllDay: 0, eventState: 'APPROVED' } as const
  const at = (subject: string, start: string, end: string) => ({
    ...event,
    ...kept,
    subject,
    startLocal: `2026-05-${start}`,
    endLocal: `2026-05-${end}`,
  })
  await db
    .insertInto('calendarEvents')
    .values([
      at('Yesterday', '03T22:00', '04T00:00'),
      at('Physio', '04T09:00', '04T10:00'),
      { ...at('Conference', '04T00:00', '05T00:00'), isAllDay: 1 },
      at('Tomorrow', '05T00:00', '05T01:00'),
    ])
    .execute()
  const asked = { type: 'HOLIDAY', hours: 7.5, dayPart: 'DAY', reason: 'Rest', askedAt: NOON } as const
  const day = { userID, start: midnight, end: midnight + 86_400_000, decisionNote: '', ...asked }
  await db
    .insertInto('bookingRequests')
    .values([
      { ...day, state: 'APPROVED' },
      { ...day, state: 'DECLINED' },
    ])
    .execute()
  const whole = { from: iso(midnight), to: iso(midnight + 86_400_000), isAllDay: true }
  const { holiday, calendar } = (await bodyOf(
    '/api/logout/summary/today',
    { since: iso(midnight) },
    dora,
  )) as Record<string, unknown>
  expect(holiday).toEqual([
    { title: 'Early May bank holiday', ...whole },
    { title: 'Holiday', ...whole },
  ])
  expect(calendar).toEqual([
    { title: 'Conference', ...whole },
    { title: 'Physio', from: iso(NOON - 4 * 3_600_000), to: iso(NOON - 3 * 3_600_000), isAllDay: false },
  ])
})

describe('levels and counters', () => {
  const level = async (userID: number, bearer = ann) => {
    const answer = await server.server.app.inject({
      url: `/api/igamification/my-level?userID=${userID}`,
      headers: bearer,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  const common = { type: 'CHATROOM', displayLabel: 'Room', displayGroupLabel: '', isGroup: 1 } as const
  const thread = { ...common, parentID: null, priority: '', createdAt: NOON }

  test('S111 S273 GET my-level with userID tells the level that messages and worked days made', async () => {
    const { db } = server.server
    const newest = { lastMessageID: null, lastMessageTime: null }
    const room = { id: 1, source: 'PROJECT', sourceID: 1, label: 'room', status: '' } as const
    await db
      .insertInto('threads')
      .values({ ...thread, ...newest, ...room })
      .execute()
    const message = { threadID: 1, userID: annID, text: 'a', type: 'TEXT', overallStatus: '' } as const
    const day = 24 * 60 * 60 * 1000
    await db
      .insertInto('messages')
      .values([0, 1, day, 2 * day, 3 * day].map((ago) => ({ ...message, entryTime: NOON - ago })))
      .execute()
    // 5 messages of 2 points and 4 days of 20.
    expect(await level(annID)).toEqual({
      status: 200,
      body: {
        name: 'Newcomer',
        level: 1,
        previousLevelXP: 0,
        nextLevelXP: 250,
        currentXP: 90,
        userID: annID,
      },
    })
    expect((await level(annID, ben)).status).toBe(403)
    expect((await level(Number.NaN)).status).toBe(400)
  })

  test('S124 every counter comes from what the server keeps, and is 0 where it keeps nothing', async () => {
    const { db } = server.server
    const rooms = [
      { id: 11, source: 'TICKET_CHAT', sourceID: 1, label: 'ticket-1', status: 'Open' },
      { id: 12, source: 'TICKET_CHAT', sourceID: 2, label: 'ticket-2', status: 'Closed' },
      { id: 13, source: 'TASK_CHAT', sourceID: 1, label: 'task-1', status: 'To do' },
    ] as const
    const userID = await addPerson(server, { userName: 'eve', permissions: ['GENERAL_CAN_USE_TEAM_CHAT'] })
    for (const room of rooms) {
      await db
        .insertInto('threads')
        .values({ ...thread, ...room, lastMessageID: null, lastMessageTime: null })
        .execute()
      const member = { isAdmin: 0, isArchived: 0, lastReadMessageID: 0 }
      await db
        .insertInto('threadMembers')
        .values({ ...member, threadID: room.id, userID })
        .execute()
    }
    const message = { threadID: 11, userID: annID, text: 'a', type: 'TEXT', overallStatus: '' } as const
    await db
      .insertInto('messages')
      .values({ ...message, entryTime: NOON })
      .execute()
    // Two open tickets of hers without a room, and one that is over: rooms are no tickets.
    for (const resolvedAt of [null, null, NOON]) await addTicket(db, { raisedBy: userID, resolvedAt })
    // One that began, one for tomorrow, one that is done: rooms are no tasks either.
    await addTaskRow(db, { userID })
    await addTaskRow(db, { userID, eventStart: NOON + 86_400_000, eventEnd: NOON + 90_000_000 })
    await addTaskRow(db, { userID, statusKind: 'DONE' })
    // Two meetings that haven't ended, one of them under way, and one that has; somebody else's is none of hers.
    for (const [start, end, whose] of [
      [-2, 0, userID],
      [-1, 1, userID],
      [24, 25, userID],
      [24, 25, annID],
    ] as const) {
      const times = { start: NOON + start * 3_600_000, end: NOON + end * 3_600_000 }
      const meeting = await db
        .insertInto('meetings')
        .values({ hostID: annID, subject: 'Briefing', agenda: '', announcedAt: NOON, ...times })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('meetingPeople').values({ meetingID: meeting.id, userID: whose }).execute()
    }
    const eve = await signIn(server, 'eve')
    expect(await bodyOf('/api/passport-validation/counters', {}, eve)).toEqual({
      pendingRequestsCount: 0,
      availableOpportunities: 0,
      pendingTasksCount: 2,
      toDoCount: 1,
      unreadNotificationCount: 0,
      outstandingTickets: 2,
      openMeetingCount: 2,
      unreadChat: 1,
      newsfeed: 0,
      suggestions: 0,
      whatsapp: 0,
    })
  })
})
