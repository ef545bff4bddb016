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
})

test('C126 meeting/new takes start, end, subject, agenda, ids and immediate, and answers meetingID', async () => {
  const meeting = {
    start: new Date(NOON).toISOString(),
    end: new Date(NOON + 15 * 60_000).toISOString(),
    subject: 'General call',
    agenda: '',
    ids: [bobID],
    immediate: true,
  }
  const answer = said(await post(server, '/api/hr/meeting/new', meeting, ann))
  expect(answer).toEqual({ status: 200, body: { meetingID: expect.any(Number) } })
  const { ids: _, ...without } = meeting
  expect((await post(server, '/api/hr/meeting/new', without, ann)).status).toBe(400)
})
