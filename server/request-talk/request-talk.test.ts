import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { momentOfField } from '#shared/domain/london-time.ts'
import type { PermissionName } from '#shared/domain/permissions.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { addShift } from '../shifts/testing/shift-fixture.ts'

// NOON is Monday, 4 May 2026.
const OWN: PermissionName[] = [
  'GENERAL_CAN_USE_TEAM_CHAT',
  'ITRACKER_CAN_SEE_MY_SCHEDULE',
  'ITRACKER_CAN_REQUEST_HOLIDAY',
  'ITRACKER_CAN_CANCEL_HOLIDAY',
]
const PEOPLE: Readonly<Record<string, PermissionName[]>> = {
  ann: OWN,
  bob: OWN,
  cat: OWN,
  pam: [...OWN, 'IRESOURCE_CAN_PROCESS_SHIFT', 'IRESOURCE_CAN_SEE_BOOKINGS'],
  ada: ['ADMIN_CAN_SEE_BACKGROUND_SERVICES', 'ADMIN_CAN_EDIT_SETTINGS'],
  mute: ['ITRACKER_CAN_SEE_MY_SCHEDULE', 'IRESOURCE_CAN_PROCESS_SHIFT'],
}
let server: TestServer
const ids = new Map<string, number>()
const bearers = new Map<string, Record<string, string>>()
const db = () => server.server.db
const id = (who: string) => ids.get(who) ?? 0
const nameOf = (userID: number) => [...ids].find(([, one]) => one === userID)?.[0]
const ask = async (who: string, path: string, payload: object = {}) =>
  said(await post(server, `/api/${path}`, payload, bearers.get(who)))
const shiftAsk = (who: string, name: string, payload: object) =>
  ask(who, `resource/shift-request/${name}`, payload)
const bookingAsk = (who: string, name: string, payload: object) =>
  ask(who, `resource/booking/${name}`, payload)
const idOf = ({ status, body }: { status: number; body: unknown }): number => {
  expect({ status, body }).toMatchObject({ status: 200 })
  return (body as { id: number }).id
}

beforeAll(async () => {
  server = await startTestServer()
  server.clock.now = NOON
  await db().insertInto('areas').values({ id: 1, name: 'North' }).execute()
  for (const [userName, permissions] of Object.entries(PEOPLE)) {
    ids.set(userName, await addPerson(server, { userName, displayName: userName, permissions }))
    bearers.set(userName, await signIn(server, userName))
  }
  await db().updateTable('users').set({ areaID: 1 }).execute()
})
afterAll(() => server.server.close())

const swapFor = async (who: string, to: string, day: string) => {
  const shiftID = await addShift(db(), {
    ...{ userID: id(who), start: momentOfField(`${day}T09:00`), end: momentOfField(`${day}T13:00`) },
    ...{ areaID: 1, location: 'HOME', publishedAt: NOON },
  })
  return idOf(await shiftAsk(who, 'new', { type: 'GIVE', shiftID, toUserID: id(to), reason: 'A wedding' }))
}
const threadOf = async ({ status, body }: { status: number; body: unknown }): Promise<number> => {
  expect({ status, body }).toEqual({ status: 200, body: { threadID: expect.any(Number) } })
  return (body as { threadID: number }).threadID
}
const written = async (threadID: number) =>
  (
    await db()
      .selectFrom('messages')
      .where('threadID', '=', threadID)
      .orderBy('id')
      .select(['userID', 'text'])
      .execute()
  ).map(({ userID, text }) => `${nameOf(userID)}: ${text}`)
const members = async (threadID: number) =>
  (
    await db()
      .selectFrom('threadMembers')
      .where('threadID', '=', threadID)
      .orderBy('userID')
      .select('userID')
      .execute()
  ).map(({ userID }) => nameOf(userID))
/** What the person's own chat shows of the conversation. */
const readBy = async (who: string, threadID: number) => {
  const { status, body } = await ask(who, 'my-team-chatroom/load-thread-chat-messages', { threadID })
  return { status, texts: (body as { messages?: { message: string }[] }).messages?.map((one) => one.message) }
}
const send = (who: string, threadID: number, message: string) =>
  ask(who, 'communication/chat/send-message-to-thread', { threadID, message })

test('4 §4.2.2, §5.3 a request about a shift opens with its history and conversation: its people and who decides are in it, each step is written to it, and nobody else finds it', async () => {
  const request = await swapFor('ann', 'bob', '2026-05-12')
  server.clock.now += 3_600_000
  const threadID = await threadOf(await shiftAsk('ann', 'conversation', { id: request }))
  expect(await members(threadID)).toEqual(['ann', 'bob'])
  expect(await written(threadID)).toEqual(['ann: Give: 12 May, 09:00–13:00\nA wedding'])
  // It stands at the time at which it was asked, and is no news to who comes in.
  const first = await db()
    .selectFrom('messages as m')
    .innerJoin('threadMembers as tm', 'tm.threadID', 'm.threadID')
    .where('m.threadID', '=', threadID)
    .orderBy('tm.userID')
    .select(['m.entryTime', 'm.id', 'tm.lastReadMessageID'])
    .execute()
  expect(
    first.map(({ entryTime, id: one, lastReadMessageID }) => [entryTime, lastReadMessageID - one]),
  ).toEqual([
    [NOON, 0],
    [NOON, 0],
  ])
  // It is the same for everybody, and opening it again says nothing twice.
  for (const who of ['bob', 'pam', 'ann'])
    expect(await threadOf(await shiftAsk(who, 'conversation', { id: request }))).toBe(threadID)
  expect(await members(threadID)).toEqual(['ann', 'bob', 'pam'])
  expect(await written(threadID)).toHaveLength(1)

  expect(await shiftAsk('cat', 'conversation', { id: request })).toMatchObject({
    status: 404,
    body: { value: 'There is no such shift request.' },
  })
  expect(await shiftAsk('ann', 'conversation', { id: 999 })).toMatchObject({ status: 404 })
  expect(await shiftAsk('mute', 'conversation', { id: request })).toMatchObject({
    status: 403,
    body: { value: 'access denied' },
  })
  expect(await members(threadID)).toEqual(['ann', 'bob', 'pam'])

  expect(await send('pam', threadID, 'Is it the whole morning?')).toMatchObject({ status: 200 })
  await shiftAsk('bob', 'answer', { id: request, state: 'ACCEPTED' })
  await shiftAsk('pam', 'decide', { id: request, state: 'DECLINED', note: 'Too few on Rail' })
  const all = [
    'ann: Give: 12 May, 09:00–13:00\nA wedding',
    'pam: Is it the whole morning?',
    'bob: Accepted',
    'pam: Declined: Too few on Rail',
  ]
  expect(await written(threadID)).toEqual(all)
  expect((await readBy('ann', threadID)).texts).toEqual(all.map((line) => line.slice(5)))
  expect((await readBy('cat', threadID)).status).toBe(403)
})

test('4 §4.5.9 other times that are proposed are two steps of the conversation, and the person’s answer is the next', async () => {
  const at = (time: string) => new Date(momentOfField(`2026-05-15T${time}`)).toISOString()
  const shiftID = await addShift(db(), {
    ...{ userID: id('ann'), start: Date.parse(at('09:00')), end: Date.parse(at('13:00')), areaID: 1 },
  })
  const wanted = { newStart: at('12:00'), newEnd: at('16:00') }
  const asked = { type: 'CHANGE', shiftID, ...wanted, reason: 'A wedding' }
  const request = idOf(await shiftAsk('ann', 'new', asked))
  const threadID = await threadOf(await shiftAsk('ann', 'conversation', { id: request }))
  const other = { start: at('10:00'), end: at('14:00') }
  idOf(await shiftAsk('pam', 'propose', { id: request, ...other, note: 'Too few then' }))
  const steps = [
    'ann: Other times: 15 May, 09:00–13:00 to 15 May, 12:00–16:00\nA wedding',
    'pam: Declined: 15 May, 10:00–14:00 is proposed instead. Too few then',
    'pam: Offered: 15 May, 10:00–14:00',
  ]
  expect(await written(threadID)).toEqual(steps)
  const { version } = await db()
    .selectFrom('shifts')
    .where('id', '=', shiftID)
    .select('version')
    .executeTakeFirstOrThrow()
  expect(await ask('ann', 'itracker/shift/answer', { id: shiftID, version, isAgreed: false })).toMatchObject({
    status: 200,
  })
  expect(await written(threadID)).toEqual([...steps, 'ann: Said no to 15 May, 10:00–14:00'])
})

test('a request that nobody talks about has no conversation; opened late it begins with what happened', async () => {
  const request = await swapFor('bob', 'cat', '2026-05-13')
  await shiftAsk('cat', 'answer', { id: request, state: 'REFUSED' })
  const { threadID: none } = await db()
    .selectFrom('shiftRequests')
    .where('id', '=', request)
    .select('threadID')
    .executeTakeFirstOrThrow()
  expect(none).toBeNull()
  const threadID = await threadOf(await shiftAsk('bob', 'conversation', { id: request }))
  expect(await written(threadID)).toEqual(['bob: Give: 13 May, 09:00–13:00\nA wedding', 'cat: Refused'])
})

test('4 §4.5.6 a holiday’s conversation asks back, has each state it comes to, and is its person’s and the deciders’', async () => {
  const holiday = { startLocal: '2026-06-08T00:00', endLocal: '2026-06-10T00:00' }
  const request = idOf(await bookingAsk('ann', 'new', { type: 'HOLIDAY', ...holiday, reason: 'The sea' }))
  const threadID = await threadOf(await bookingAsk('pam', 'conversation', { id: request }))
  expect(await members(threadID)).toEqual(['ann', 'pam'])
  expect(await bookingAsk('bob', 'conversation', { id: request })).toMatchObject({ status: 400 })
  await send('ann', threadID, 'Both days, please')
  await bookingAsk('pam', 'decide', { id: request, state: 'APPROVED', override: 'Agreed before' })
  server.clock.now += 60_000
  await bookingAsk('ann', 'withdraw', { id: request })
  await bookingAsk('pam', 'decide', { id: request, state: 'APPROVED', note: 'The team is too small' })
  expect(await written(threadID)).toEqual([
    'ann: Holiday: Mon 8 Jun – Tue 9 Jun\nThe sea',
    'ann: Both days, please',
    'pam: Approved',
    'ann: Asks to cancel it',
    'pam: Approved: The team is too small',
  ])
})

test('a group of the same people is a conversation of its own', async () => {
  const request = await swapFor('ann', 'bob', '2026-05-19')
  const threadID = await threadOf(await shiftAsk('ann', 'conversation', { id: request }))
  await threadOf(await shiftAsk('pam', 'conversation', { id: request }))
  const { status, body } = await ask('ann', 'my-team-chatroom/start-conversation', {
    users: [id('bob'), id('pam')],
  })
  expect(status).toBe(200)
  expect((body as { threadID: number }).threadID).not.toBe(threadID)
})

test('4 §5.3 opened later, each step stands at its own time; what expires is written as it does, and not again', async () => {
  const times = async (threadID: number) =>
    (
      await db()
        .selectFrom('messages')
        .where('threadID', '=', threadID)
        .orderBy('id')
        .select(['text', 'entryTime'])
        .execute()
    ).map(({ text, entryTime }) => [text.split('\n')[0], entryTime])
  server.clock.now = NOON
  const declined = await swapFor('ann', 'bob', '2026-05-06')
  await shiftAsk('bob', 'answer', { id: declined, state: 'ACCEPTED' })
  server.clock.now = NOON + 60_000
  await shiftAsk('pam', 'decide', { id: declined, state: 'DECLINED', note: 'Too few' })
  const holiday = { startLocal: '2026-06-15T00:00', endLocal: '2026-06-16T00:00', reason: 'The sea' }
  const off = idOf(await bookingAsk('ann', 'new', { type: 'HOLIDAY', ...holiday }))
  server.clock.now = NOON + 120_000
  await bookingAsk('pam', 'decide', { id: off, state: 'DECLINED', note: 'Too few' })
  const [open, silent] = [
    await swapFor('ann', 'bob', '2026-05-20'),
    await swapFor('bob', 'cat', '2026-05-20'),
  ]
  const talk = await threadOf(await shiftAsk('ann', 'conversation', { id: open }))
  server.clock.now = NOON + 3_600_000
  const late = await threadOf(await shiftAsk('ann', 'conversation', { id: declined }))
  expect(await times(late)).toEqual([
    ['Give: 6 May, 09:00–13:00', NOON],
    ['Declined: Too few', NOON + 60_000],
  ])
  const lateOff = await threadOf(await bookingAsk('pam', 'conversation', { id: off }))
  expect(await times(lateOff)).toEqual([
    ['Holiday: Mon 15 Jun', NOON + 60_000],
    ['Declined: Too few', NOON + 120_000],
  ])

  const over = momentOfField('2026-05-20T07:00')
  server.clock.now = over + 30_000
  for (const who of ['ada', 'ann', 'bob']) bearers.set(who, await signIn(server, who))
  const run = () => ask('ada', 'admin/configuration/background-services/run', { key: 'SHIFT_UPKEEP' })
  expect((await run()).status).toBe(200)
  const expired = [
    ['Give: 20 May, 09:00–13:00', NOON + 120_000],
    ['Expired: nobody decided on it in time', over],
  ]
  await vi.waitFor(async () => expect(await times(talk)).toEqual(expired))
  server.clock.now += 3_600_000
  await threadOf(await shiftAsk('bob', 'conversation', { id: open }))
  expect(await times(talk)).toEqual(expired)
  expect(await times(await threadOf(await shiftAsk('bob', 'conversation', { id: silent })))).toEqual(expired)
})
