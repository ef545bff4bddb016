import { afterAll, beforeAll, expect, test } from 'vitest'
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

let server: TestServer
let ann: { authorization: string }
let bobID: number
beforeAll(async () => {
  server = await startTestServer()
  await addPerson(server, { userName: 'ann', permissions: ['GENERAL_CAN_USE_TEAM_CHAT', 'CAN_MAKE_CALL'] })
  bobID = await addPerson(server, { userName: 'bob' })
  ann = await signIn(server, 'ann')
})
afterAll(() => server.server.close())

test('C223 C125 C111 C112 the settings of messages are saved whole and answered by POST, the defaults before', async () => {
  const get = async () => said(await post(server, '/api/settings/get-audio-setting', undefined, ann))
  const { whatsappNotificationSetting: whatsapp, emailNotificationSetting: email } = DEFAULT_AUDIO_SETTING
  const { mobileAppNotificationSetting: mobile, browserNotificationSetting: browser } = DEFAULT_AUDIO_SETTING
  expect([whatsapp, email, mobile, browser].map((one) => one.isEnabled)).toEqual([false, true, true, false])
  expect(whatsapp).toEqual({
    isEnabled: false,
    notifyWhenOfflineOnly: false,
    notifyOnlyWhenMentioned: false,
    forcedMentionOnly: false,
  })
  const whole = { isWhatsappEnabled: false, isEmailEnabled: true }
  expect(await get()).toEqual({ status: 200, body: { setting: DEFAULT_AUDIO_SETTING, ...whole } })
  const setting = { ...DEFAULT_AUDIO_SETTING, newMessageSound: 'MENTIONED' }
  expect((await post(server, '/api/settings/save-audio-setting', { setting }, ann)).status).toBe(200)
  expect(await get()).toEqual({ status: 200, body: { setting, ...whole } })
  // The name under which earlier versions stored it.
  const kept = await server.server.db.selectFrom('personSettings').select(['name', 'value']).execute()
  expect(kept).toEqual([{ name: 'audio', value: JSON.stringify(setting) }])
})

test('C125 C077 a channel is on where the company has it and the person a way to it: the permission, the address', async () => {
  const { db } = server.server
  const channels = async (who: { authorization: string }) => {
    const { body } = said(await post(server, '/api/settings/get-audio-setting', undefined, who))
    const { isWhatsappEnabled, isEmailEnabled } = body as Record<string, boolean>
    return [isWhatsappEnabled, isEmailEnabled]
  }
  const eve = await addPerson(server, { userName: 'eve', permissions: ['CAN_USE_WHATSAPP'] })
  const eves = await signIn(server, 'eve')
  expect([await channels(ann), await channels(eves)]).toEqual([
    [false, true],
    [true, true],
  ])
  await db.updateTable('users').set({ email: null }).where('id', '=', eve).execute()
  expect(await channels(eves)).toEqual([true, false])
  await db
    .insertInto('tenant')
    .values({ ...BRIGHT_SURVEYS, isWhatsappEnabled: 0, isEmailEnabled: 0 })
    .execute()
  expect([await channels(ann), await channels(eves)]).toEqual([
    [false, false],
    [false, false],
  ])
  await db.updateTable('users').set({ email: 'eve@example.test' }).where('id', '=', eve).execute()
  await db.updateTable('tenant').set({ isWhatsappEnabled: 1 }).execute()
  expect(await channels(eves)).toEqual([true, false])
  await db.updateTable('tenant').set({ isWhatsappEnabled: 0, isEmailEnabled: 1 }).execute()
  expect(await channels(eves)).toEqual([false, true])
  await db.deleteFrom('tenant').execute()
})

test('C126 W211 meeting/new takes start, end, subject, agenda, ids and immediate, and answers the meetingID', async () => {
  const meeting = {
    start: new Date(NOON).toISOString(),
    end: new Date(NOON + 15 * 60_000).toISOString(),
    subject: 'Wave 3',
    agenda: 'Quotas',
    ids: [bobID],
    immediate: true,
  }
  const ask = async (path: string, body: object) => said(await post(server, path, body, ann))
  const { status, body } = await ask('/api/hr/meeting/new', meeting)
  const made = body as { meetingID: number }
  expect({ status, made }).toEqual({ status: 200, made: { meetingID: expect.any(Number) } })
  const { body: kept } = await ask('/api/hr/meeting/details', made)
  expect(kept).toMatchObject({ ...made, start: meeting.start, end: meeting.end })
  expect(kept).toMatchObject({ subject: 'Wave 3', agenda: 'Quotas' })
  const stored = await server.server.db.selectFrom('meetingPeople').select('userID').execute()
  expect(stored.map(({ userID }) => userID)).toContain(bobID)
  // The id opens the meeting to who is in it, and to nobody else.
  await addPerson(server, { userName: 'cleo', permissions: ['GENERAL_CAN_USE_TEAM_CHAT', 'CAN_MAKE_CALL'] })
  const readBy = async (userName: string) =>
    (await post(server, '/api/hr/meeting/details', made, await signIn(server, userName))).status
  expect([await readBy('bob'), await readBy('cleo')]).toEqual([200, 400])
  expect((await ask('/api/hr/meeting/new', { ...meeting, ids: [bobID, 999_999] })).status).toBe(400)
  for (const name of ['start', 'end', 'subject', 'agenda', 'ids', 'immediate']) {
    const { [name]: _, ...without } = { ...meeting } as Record<string, unknown>
    expect((await ask('/api/hr/meeting/new', without)).status, name).toBe(400)
  }
  const early = { ...meeting, end: meeting.start }
  expect((await ask('/api/hr/meeting/new', early)).status).toBe(400)
  // Without the right to plan meetings, only one that begins at once.
  expect((await ask('/api/hr/meeting/new', { ...meeting, immediate: false })).status).toBe(403)
})
