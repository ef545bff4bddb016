import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import { addProject, addTaskRow } from '../tasks/testing/task-fixture.ts'
import { Reminders } from './reminders.ts'

const MINUTE = 60_000
const SCHEDULE = ['ITRACKER_CAN_SEE_MY_SCHEDULE'] as const

let server: TestServer
let annID: number
let benID: number
let ann: { authorization: string }
let ben: { authorization: string }
let told: string[]

beforeAll(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann', permissions: SCHEDULE })
  benID = await addPerson(server, { userName: 'ben', permissions: SCHEDULE })
  ann = await signIn(server, 'ann')
  ben = await signIn(server, 'ben')
})
afterAll(() => server.server.close())
beforeEach(async () => {
  server.clock.now = NOON
  told = []
  for (const table of [
    'calendarEvents',
    'calendarReminded',
    'calendarReminders',
    'calendarSettings',
    'meetings',
    'notifications',
    'tasks',
  ] as const)
    await server.server.db.deleteFrom(table).execute()
})

const ask = async (name: string, payload: object, bearer = ann) => {
  const { status, body } = said(await post(server, `/api/calendar/${name}`, payload, bearer))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body as { id: string }
}
const newServer = () =>
  new Reminders({
    db: server.server.db,
    publisher: {
      notified: (kept: readonly KeptNotification[]) =>
        told.push(...kept.map(({ userID, row }) => `${userID} ${row.subject}`)),
    },
  })
/** What was told since it was asked last. */
async function toldAt(now: number, reminders = newServer()): Promise<string[]> {
  told = []
  await reminders.tellDue(now)
  return told
}
/** By the clock of London, where it is an hour later than by UTC. */
const local = (at: number): string => new Date(at + 60 * MINUTE).toISOString().slice(0, 16)
const add = (subject: string, start: number, more: object = {}, bearer = ann) =>
  ask(
    'events/add',
    {
      subject,
      startLocal: local(start),
      endLocal: local(start + 30 * MINUTE),
      zone: 'Europe/London',
      ...more,
    },
    bearer,
  )

test('an event is told 10 minutes before it begins, once, whichever of two servers comes to it', async () => {
  await add('Physio', NOON + 60 * MINUTE)
  const due = NOON + 50 * MINUTE
  expect(await toldAt(due - 1)).toEqual([])
  const [one, other] = [newServer(), newServer()]
  told = []
  await Promise.all([one.tellDue(due), other.tellDue(due)])
  expect(told).toEqual([`${annID} ‘Physio’ begins at 14:00`])
  expect(await toldAt(due + MINUTE, one)).toEqual([])
  expect(await toldAt(due + MINUTE, newServer())).toEqual([])
  const kept = await server.server.db.selectFrom('notifications').select(['userID', 'source']).execute()
  expect(kept).toEqual([{ userID: annID, source: 'CALENDAR' }])
})

test('after an hour in which no server ran nothing is told any more, nor of what is over', async () => {
  await add('Long', NOON + 10 * MINUTE, { endLocal: local(NOON + 300 * MINUTE) })
  await add('Short', NOON + 10 * MINUTE)
  expect(await toldAt(NOON + 60 * MINUTE)).toEqual([])
  expect(await toldAt(NOON + 59 * MINUTE)).toEqual([`${annID} ‘Long’ begins at 13:10`])
})

test('a person’s own lead time and their usual one hold for them alone', async () => {
  const { id } = await add('Dentist', NOON + 180 * MINUTE)
  await add('Lunch', NOON + 180 * MINUTE)
  await add('Of Ben', NOON + 180 * MINUTE, {}, ben)
  await ask('events/remind', { id, minutes: 120 })
  expect(await toldAt(NOON + 60 * MINUTE)).toEqual([`${annID} ‘Dentist’ begins at 16:00`])
  const settings = { view: null, firstDay: 1, workStart: 540, workEnd: 1050, workDays: [1], secondZone: null }
  await ask('settings/save', { ...settings, reminder: 30 })
  await ask('settings/save', { ...settings, reminder: null }, ben)
  expect(await toldAt(NOON + 150 * MINUTE - 1)).toEqual([])
  expect(await toldAt(NOON + 150 * MINUTE)).toEqual([`${annID} ‘Lunch’ begins at 16:00`])
  expect(await toldAt(NOON + 175 * MINUTE)).toEqual([])
  // None for this one, then as usual again.
  await server.server.db.deleteFrom('calendarReminded').execute()
  await ask('events/remind', { id, minutes: null })
  expect(await toldAt(NOON + 175 * MINUTE)).toEqual([`${annID} ‘Lunch’ begins at 16:00`])
  await ask('events/remind', { id })
  expect(await toldAt(NOON + 175 * MINUTE)).toEqual([`${annID} ‘Dentist’ begins at 16:00`])
})

test('of somebody else’s event nobody says when they are told', async () => {
  const { id } = await add('Dentist', NOON + 180 * MINUTE)
  for (const wrong of [id, 'event:999', 'request:1', 'nonsense'])
    await expect(ask('events/remind', { id: wrong, minutes: 5 }, ben)).rejects.toThrow('no longer in your')
})

test('of a series each is told, also one that was moved, and none that was deleted', async () => {
  const DAY = 24 * 60 * MINUTE
  const { id } = await add('Stand-up', NOON + 60 * MINUTE, { rule: 'FREQ=DAILY' })
  const reminders = newServer()
  const key = (days: number) => `event:${id.split(':')[1]}:${local(NOON + 60 * MINUTE + days * DAY)}`
  expect(await toldAt(NOON + 50 * MINUTE, reminders)).toEqual([`${annID} ‘Stand-up’ begins at 14:00`])
  await ask('events/change', {
    id: key(1),
    scope: 'THIS',
    set: { startLocal: local(NOON + DAY), endLocal: local(NOON + DAY + MINUTE) },
  })
  await ask('events/delete', { id: key(2), scope: 'THIS' })
  expect(await toldAt(NOON + DAY - 10 * MINUTE, reminders)).toEqual([`${annID} ‘Stand-up’ begins at 13:00`])
  expect(await toldAt(NOON + DAY + 50 * MINUTE, reminders)).toEqual([])
  expect(await toldAt(NOON + 2 * DAY + 50 * MINUTE, reminders)).toEqual([])
  expect(await toldAt(NOON + 3 * DAY + 50 * MINUTE, reminders)).toEqual([
    `${annID} ‘Stand-up’ begins at 14:00`,
  ])
})

test('an event that moves is told again, a whole day only where it was asked for', async () => {
  const { id } = await add('Physio', NOON + 10 * MINUTE)
  expect(await toldAt(NOON)).toHaveLength(1)
  await ask('events/change', {
    id,
    set: { startLocal: local(NOON + 70 * MINUTE), endLocal: local(NOON + 80 * MINUTE) },
  })
  expect(await toldAt(NOON + 60 * MINUTE)).toEqual([`${annID} ‘Physio’ begins at 14:10`])
  const day = { startLocal: '2026-05-06T00:00', endLocal: '2026-05-07T00:00', isAllDay: true }
  await add('Birthday', NOON, day)
  await add('Fair', NOON, { ...day, reminder: -540 })
  await add('Trip', NOON, { ...day, reminder: 900 })
  const midnight = Date.UTC(2026, 4, 5, 23)
  expect(await toldAt(midnight - 900 * MINUTE)).toEqual([`${annID} ‘Trip’ is on Wed 6 May`])
  expect(await toldAt(midnight - 10 * MINUTE)).toEqual([])
  expect(await toldAt(midnight + 540 * MINUTE)).toEqual([`${annID} ‘Fair’ is today`])
})

test('each of a meeting is told, by words that lead to it; of a task who asked for it', async () => {
  const { db } = server.server
  const { id } = await db
    .insertInto('meetings')
    .values({
      hostID: annID,
      subject: 'Briefing',
      agenda: '',
      start: NOON + 10 * MINUTE,
      end: NOON + 20 * MINUTE,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('meetingPeople')
    .values([annID, benID].map((userID) => ({ meetingID: id, userID })))
    .execute()
  await addProject(db, 7, 'Rail')
  const times = { eventStart: NOON + 60 * MINUTE, eventEnd: NOON + 90 * MINUTE }
  const taskID = await addTaskRow(db, { userID: annID, subject: 'Rota', ...times })
  expect((await toldAt(NOON)).sort()).toEqual(
    [annID, benID].map((userID) => `${userID} Meeting: ${id} ‘Briefing’ begins at 13:10`),
  )
  await ask('events/remind', { id: `task:${taskID}`, minutes: 30 })
  expect(await toldAt(NOON + 30 * MINUTE)).toEqual([`${annID} Task: ${taskID} ‘Rota’ begins at 14:00`])
})

test('settings are kept whole, and refused where they hold no time', async () => {
  const settings = {
    view: 'month',
    firstDay: 6,
    workStart: 480,
    workEnd: 960,
    workDays: [6, 1],
    reminder: 0,
    secondZone: 'Europe/Berlin',
  }
  await ask('settings/save', settings)
  expect(await ask('settings', {})).toEqual({ ...settings, workDays: [1, 6] })
  expect(await ask('settings', {}, ben)).toMatchObject({ view: null, firstDay: 1, reminder: 10 })
  for (const wrong of [
    { workStart: 960, workEnd: 960 },
    { secondZone: 'Mars/Base' },
    { reminder: 10_081 },
    { workDays: [7] },
    { firstDay: 2 },
  ])
    await expect(ask('settings/save', { ...settings, ...wrong })).rejects.toThrow()
})
