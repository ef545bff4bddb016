import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addPerson, NOON, startTestServer, type TestServer } from '../http/testing/test-server.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'
import { BURST_MS, keepNotifications, type NewNotification } from './notification-store.ts'

const HOUR = 3_600_000
let server: TestServer
let jamie: number
let ellie: number
const db = () => server.server.db

beforeAll(async () => {
  server = await startTestServer()
  jamie = await addPerson(server, { userName: 'jamie' })
  ellie = await addPerson(server, { userName: 'ellie' })
})
beforeEach(() => db().deleteFrom('notifications').execute())
afterAll(() => server.server.close())

const tell = (at: number, subject: string, more: Partial<NewNotification> = {}) =>
  keepNotifications(db(), at, [{ userID: jamie, type: 'NEW_UPDATE', source: 'SHIFT', subject, ...more }])
const kept = async (userID = jamie) =>
  db()
    .selectFrom('notifications')
    .where('userID', '=', userID)
    .where('isRead', '=', 0)
    .orderBy('id')
    .select(['subject', 'body'])
    .execute()
const subjects = async (userID = jamie) => (await kept(userID)).map(({ subject }) => subject)

test('D185 a burst of changes for one person within 60 seconds is one notification, and the 60 seconds begin with its first', async () => {
  const [first] = await tell(NOON, 'Your shift on Monday is published', { body: 'Bring a coat' })
  const [second] = await tell(NOON + 30_000, 'Your shift on <Tuesday> is cancelled')
  const [third] = await tell(NOON + BURST_MS - 1, 'Your shift on Friday is published')
  expect([second?.row.id, third?.row.id]).toEqual([first?.row.id, first?.row.id])
  expect(third?.row.subject).toBe('Your shift on Friday is published (and 2 more)')
  expect(await kept()).toEqual([
    {
      subject: 'Your shift on Friday is published (and 2 more)',
      body: '<p>Your shift on &lt;Tuesday&gt; is cancelled</p><p>Your shift on Monday is published</p>Bring a coat',
    },
  ])
  const [later] = await tell(NOON + BURST_MS, 'Your shift on Sunday is published')
  expect(later?.row.id).not.toBe(first?.row.id)
  expect(await subjects()).toEqual([
    'Your shift on Friday is published (and 2 more)',
    'Your shift on Sunday is published',
  ])
})

test('D185 the same words twice are one notification with them', async () => {
  for (const at of [0, 1, 2]) await tell(NOON + at, 'Your shifts from 4 May are published')
  expect(await subjects()).toEqual(['Your shifts from 4 May are published'])
})

test('D185 each person, each matter and what was read already has a burst of its own; what isn’t of the working day and reminders have none', async () => {
  await tell(NOON, 'One')
  await tell(NOON, 'Theirs', { userID: ellie })
  await tell(NOON, 'A review', { source: 'QC_REVIEW' })
  for (const n of [1, 2]) await tell(NOON, `Ticket: ${n} has an answer`, { source: 'TICKET', sourceID: n })
  for (const n of [1, 2]) await tell(NOON, `Begins ${n}`, { source: 'CALENDAR', isAlone: true })
  expect(await subjects()).toEqual([
    ...['One', 'A review', 'Ticket: 1 has an answer', 'Ticket: 2 has an answer', 'Begins 1', 'Begins 2'],
  ])
  expect(await subjects(ellie)).toEqual(['Theirs'])
  await db().updateTable('notifications').set({ isRead: 1 }).execute()
  await tell(NOON + 1, 'Two')
  expect(await subjects()).toEqual(['Two'])
})

test.each([
  'ALLOCATION',
  'ATTENDANCE',
  'BOOKING_WINDOW',
  'CALENDAR',
  'CAMPAIGN',
  'COACHING',
  'QC_REVIEW',
  'SHIFT',
  'TARGET',
])('D185 changes of the matter %s come together', async (source) => {
  for (const subject of ['One', 'Two']) await tell(NOON, subject, { source })
  expect(await subjects()).toEqual(['Two (and 1 more)'])
})

test('D185 two servers that tell at the same moment make one notification', async () => {
  await Promise.all(['One', 'Two', 'Three', 'Four'].map((subject) => tell(NOON, subject)))
  const [one, ...others] = await subjects()
  expect(one).toMatch(/\(and 3 more\)$/)
  expect(others).toEqual([])
})

test('D185 a nearer shift takes the place of what was told, so that it is sent on the phone, too', async () => {
  const far = await addShift(db(), { userID: jamie, start: NOON + 100 * HOUR, end: NOON + 104 * HOUR })
  const near = await addShift(db(), { userID: jamie, start: NOON + 5 * HOUR, end: NOON + 9 * HOUR })
  const [first] = await tell(NOON, 'On Friday', { sourceID: far })
  const kept = await tell(NOON + 1, 'Today', { sourceID: near })
  expect(kept.map(({ row }) => [row.id === first?.row.id, row.isRead, row.subject, row.sourceID])).toEqual([
    [true, true, 'On Friday', far],
    [false, false, 'Today (and 1 more)', near],
  ])
  await tell(NOON + 2, 'On Friday', { sourceID: far })
  expect(await subjects()).toEqual(['On Friday (and 2 more)'])
  const { sourceID } = await db()
    .selectFrom('notifications')
    .where('isRead', '=', 0)
    .select('sourceID')
    .executeTakeFirstOrThrow()
  expect(sourceID).toBe(near)
})
