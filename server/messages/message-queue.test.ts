import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_AUDIO_SETTING } from '#shared/domain/settings.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { BRIGHT_SURVEYS } from '../legal/testing/bright-surveys.ts'
import { BURST_MS, keepNotifications, type NewNotification } from '../notifications/notification-store.ts'
import { saveAudioSettingOf } from '../settings/person-settings.ts'
import { putSetting } from '../settings/settings.ts'
import { MessageQueue } from './message-queue.ts'
import {
  e164,
  MessageError,
  type MessageRoute,
  type OutgoingMessage,
  shownMessages,
} from './message-route.ts'

/** By London's clock, in summer: an hour after UTC. */
const DAY = Date.UTC(2026, 4, 4)
const NIGHT = DAY + 22 * 3_600_000
const HOUR = 3_600_000

let server: TestServer
let bobID: number
let online: boolean
let sent: string[]
let failing: MessageError | null
beforeEach(async () => {
  server = await startTestServer()
  ;[online, sent, failing] = [false, [], null]
  bobID = await addPerson(server, {
    userName: 'bob',
    permissions: ['CAN_USE_WHATSAPP', 'GENERAL_CAN_USE_TEAM_CHAT'],
  })
  const { db } = server.server
  await db.updateTable('users').set({ mobile: '07700 900123' }).where('id', '=', bobID).execute()
  await db.insertInto('pushTokens').values({ userID: bobID, fcm: 'device-1', at: NOON }).execute()
  await queue().tend()
})
afterEach(() => server.server.close())

const route: MessageRoute = {
  send: async ({ channel, to, text }: OutgoingMessage) => {
    if (failing) throw failing
    sent.push(`${channel} ${to} ${text}`)
    return 'OK'
  },
}
function queue(channels: readonly string[] = ['SMS', 'WHATSAPP', 'PUSH']) {
  const { db } = server.server
  return new MessageQueue({
    ...{ db, clock: () => server.clock.now, isOnline: () => online, isPaused: async () => false },
    openRoute: async (channel) => (channels.includes(channel) ? route : null),
    onFailure: () => {},
  })
}
const tell = (values: Partial<NewNotification> = {}) =>
  keepNotifications(server.server.db, server.clock.now, [
    { userID: bobID, type: 'NEW_UPDATE', subject: 'Task: 7 is yours', ...values },
  ])
/** One look at that moment; what was sent by it. */
async function sentAt(at: number, one = queue()) {
  server.clock.now = at
  sent = []
  await one.tend()
  return sent
}
const rows = () => server.server.db.selectFrom('deviceMessages').selectAll().orderBy('id').execute()
const PUSHED = 'PUSH device-1 Task: 7 is yours'

test('A088 a notification goes by the channels that its person switched on, and once', async () => {
  await tell()
  expect(await sentAt(NOON)).toEqual([PUSHED])
  expect(await sentAt(NOON + 1)).toEqual([])
  const set = (values: Partial<typeof DEFAULT_AUDIO_SETTING>) =>
    saveAudioSettingOf(server.server.db, bobID, { ...DEFAULT_AUDIO_SETTING, ...values })
  const on = DEFAULT_AUDIO_SETTING.mobileAppNotificationSetting
  await set({ whatsappNotificationSetting: { ...on, forcedMentionOnly: false } })
  await tell()
  expect(await sentAt(NOON + 2)).toEqual(['WHATSAPP +447700900123 Task: 7 is yours', PUSHED])
  await set({ mobileAppNotificationSetting: { ...on, isEnabled: false } })
  await tell()
  expect(await sentAt(NOON + 3)).toEqual([])
  await set({ mobileAppNotificationSetting: { ...on, notifyWhenOfflineOnly: true } })
  online = true
  await tell()
  expect(await sentAt(NOON + 4)).toEqual([])
  online = false
  await tell()
  expect(await sentAt(NOON + 5)).toEqual([PUSHED])
  // Without a way out nothing is made; once there is one, what isn’t too old goes.
  await tell()
  expect([await sentAt(NOON + 6, queue([])), await rows()]).toMatchObject([[], { length: 4 }])
  server.clock.now = NOON - 49 * HOUR
  await tell({ subject: 'Long ago' })
  expect(await sentAt(NOON + 7)).toEqual([PUSHED])
})

test.each([
  [NIGHT - 2 * HOUR - 60_000, NIGHT - 2 * HOUR - 60_000],
  [NIGHT - 2 * HOUR, DAY + 31 * HOUR],
  [NIGHT, DAY + 31 * HOUR],
  [DAY + 31 * HOUR - 60_000, DAY + 31 * HOUR],
])('A088 of the queue: what is told at %i goes at %i, and not a minute before', async (told, goes) => {
  server.clock.now = told
  await tell()
  if (goes > told) {
    expect(await sentAt(told)).toEqual([])
    expect(await rows()).toMatchObject([{ state: 'QUEUED', heldUntil: goes, tries: 0 }])
    expect(await sentAt(goes - 1)).toEqual([])
  }
  expect(await sentAt(goes)).toEqual([PUSHED])
  expect(await rows()).toMatchObject([{ state: 'SENT', text: null, heldUntil: null, endedAt: goes }])
})

test('A088 defcon goes at night to every device, or by SMS; a shift of that day as well, one of tomorrow waits', async () => {
  const { db } = server.server
  await addPerson(server, { userName: 'cat' })
  await db.updateTable('users').set({ mobile: '+44 7700 900456' }).where('userName', '=', 'cat').execute()
  server.clock.now = NIGHT - BURST_MS
  const shift = async (start: number) => {
    const { id } = await db
      .insertInto('shifts')
      .values({
        ...{ userID: bobID, start, end: start + HOUR, segments: '[]', breakMinutes: 0, projectID: null },
        ...{ areaID: null, location: 'OFFICE', source: 'PLANNED', state: 'PUBLISHED', publishedAt: NOON },
        ...{ note: '', isLocked: 0, version: 1, changedBy: null, changedAt: NOON },
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  await tell({ subject: 'Today', source: 'SHIFT', sourceID: await shift(NIGHT - 3 * HOUR) })
  server.clock.now = NIGHT
  await tell({ subject: 'Tomorrow', source: 'SHIFT', sourceID: await shift(NIGHT + 12 * HOUR) })
  await db
    .insertInto('defconAlerts')
    .values({ startTime: NIGHT, endedAt: null, standing: 1, raisedBy: bobID, reason: 'Fire', isDrill: 1 })
    .execute()
  expect((await sentAt(NIGHT)).map((one) => one.replace(/ at .*/, ''))).toEqual([
    'SMS +447700900456 Drill: Defcon',
    'PUSH device-1 Drill: Defcon',
    'PUSH device-1 Today',
  ])
  expect(await sentAt(DAY + 31 * HOUR)).toEqual(['PUSH device-1 Tomorrow'])
})

test('A088 what is held goes earlier once the limits are looser, and by the person’s own hours and the company’s clock', async () => {
  server.clock.now = NIGHT
  await tell()
  expect(await sentAt(NIGHT)).toEqual([])
  const { db } = server.server
  await putSetting(db, 'quiet.from', '23:30')
  expect(await sentAt(NIGHT + 60_000)).toEqual([PUSHED])
  await putSetting(db, 'quiet.from', '08:00')
  await tell()
  expect(await sentAt(NIGHT + 120_000)).toEqual([PUSHED])

  const bob = await signIn(server, 'bob')
  const save = async (from: string, to: string) =>
    said(
      await post(
        server,
        '/api/settings/save-quiet-hours',
        { isEnabled: true, from, to, days: [0, 1, 2, 3, 4, 5, 6] },
        bob,
      ),
    )
  expect(await save('16:00', '08:01')).toEqual({
    status: 400,
    body: { value: 'Quiet hours are 16 hours a day at most.' },
  })
  expect(await save('16:00', '08:00')).toMatchObject({ status: 200 })
  await tell()
  expect([await sentAt(NIGHT + 180_000), await sentAt(DAY + 31 * HOUR)]).toEqual([[], [PUSHED]])
  await putSetting(db, 'quiet.personHoursMax', 8)
  expect(await save('22:00', '06:01')).toMatchObject({ status: 400 })
  expect(await save('22:00', '06:00')).toMatchObject({ status: 200 })
})

test('A088 the company’s clock says when it is quiet, London’s where its time zone is none', async () => {
  const { db } = server.server
  await db
    .insertInto('tenant')
    .values({ ...BRIGHT_SURVEYS, timeZone: 'Asia/Tokyo' })
    .execute()
  // Noon by UTC is nine in the evening there, and eight in the morning comes eleven hours later.
  await tell()
  expect(await sentAt(DAY + 12 * HOUR)).toEqual([])
  expect(await sentAt(DAY + 23 * HOUR - 1)).toEqual([])
  expect(await sentAt(DAY + 23 * HOUR)).toEqual([PUSHED])
  await db.updateTable('tenant').set({ timeZone: 'Nowhere/None' }).execute()
  server.clock.now = DAY + 36 * HOUR
  await tell()
  expect(await sentAt(DAY + 36 * HOUR)).toEqual([PUSHED])
})

test('a message that isn’t taken is tried again, one that is refused isn’t, and two servers send each once', async () => {
  await tell()
  failing = new MessageError('Busy', 'later')
  expect(await sentAt(NOON)).toEqual([])
  expect(await rows()).toMatchObject([
    { state: 'DEFERRED', tries: 1, lastAnswer: 'Busy', nextAt: NOON + 60_000 },
  ])
  failing = null
  server.clock.now = NOON + 60_000
  await Promise.all([queue().tend(), queue().tend(), queue().look()])
  expect(sent).toEqual([PUSHED])
  failing = new MessageError('No such device', 'refused')
  await tell()
  await sentAt(NOON + 120_000)
  expect(await rows()).toMatchObject([{ state: 'SENT' }, { state: 'FAILED', text: null, tries: 1 }])
})

test('a message whose server was killed is taken up, and one that nobody got in time ends', async () => {
  await tell()
  const { db } = server.server
  await queue().tend()
  await db
    .updateTable('deviceMessages')
    .set({
      state: 'SENDING',
      leaseID: 'gone',
      leaseUntil: NOON + 1000,
      text: 'Task: 7 is yours',
      endedAt: null,
    })
    .execute()
  expect(await sentAt(NOON + 999)).toEqual([])
  expect(await sentAt(NOON + 1000)).toEqual([PUSHED])
  failing = new MessageError('Busy', 'later')
  await tell()
  await sentAt(NOON + 2000)
  failing = null
  expect(await sentAt(NOON + 2000 + 48 * HOUR)).toEqual([])
  expect((await rows()).at(-1)).toMatchObject({ state: 'EXPIRED', text: null })
})

test('what a demo would send is shown; numbers are those of services', async () => {
  const shown: object[] = []
  await shownMessages((message) => void shown.push(message)).send({
    id: 1,
    channel: 'SMS',
    to: '+44',
    text: 'Hi',
  })
  expect(shown).toEqual([{ channel: 'SMS', to: '+44', text: 'Hi' }])
  expect(['07700 900123', '+44 7700 900123', '0044 (7700) 900-123', '12', '', 'none'].map(e164)).toEqual([
    '+447700900123',
    '+447700900123',
    '+447700900123',
    null,
    null,
    null,
  ])
})
