import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { SPEED_TEST_PATHS } from '#shared/contract/speed-test.ts'
import { DEFAULT_DEVICE_SETTINGS, DEFAULT_THRESHOLDS } from '#shared/domain/device-grading.ts'
import {
  addPerson,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const TRANSFER_BYTES_MAX = 25_000_000
const RUNS_KEPT = 50
const REPORTS_KEPT = 1000

const THRESHOLDS = '/api/device-health/settings/device-connectivity-thresholds'
const SAVE_THRESHOLDS = '/api/device-health/settings/save-device-connectivity-thresholds'
const READINGS = {
  download: 60,
  upload: 12,
  ping: 18,
  jitter: 4,
  loss: 0,
  memorySize: 16 * 1024 ** 2,
  threadCount: 12,
  wifiSignalStrength: null,
  memoryUsage: 40,
  cpuUsage: 20,
  diskUtilisation: null,
}
const REPORT = {
  findings: [{ check: 'Microphone', state: 'problem', detail: 'Blocked' }],
  note: 'Nobody hears me',
  client: 'Chromium',
}
const DENIED = { status: 403, body: { value: expect.any(String) } }

let server: TestServer
let annID: number
let ann: { authorization: string }
let tom: { authorization: string }

beforeEach(async () => {
  server = await startTestServer()
  annID = await addPerson(server, {
    userName: 'ann',
    displayName: 'Ann Lee',
    permissions: ['CAN_USE_SPEED_TEST', 'MY_PROFILE_CAN_SEE_HARDWARE_TESTING'],
  })
  await addPerson(server, {
    userName: 'tom',
    permissions: ['ADMIN_CAN_EDIT_SETTINGS', 'SUPPORT_HELP_CENTER'],
  })
  ann = await signIn(server, 'ann')
  tom = await signIn(server, 'tom')
})
afterEach(() => server.server.close())

const get = async (url: string, headers: Record<string, string> = ann) => {
  const answer = await server.server.app.inject({ url, headers })
  return { status: answer.statusCode, body: answer.json() }
}
const send = async (name: string, request: unknown, who = ann) =>
  said(await post(server, `/api/device-health/${name}`, request, who))

describe('thresholds', () => {
  test('S279 are the defaults until others are stored, and then those, for everybody', async () => {
    expect(await get(THRESHOLDS)).toEqual({ status: 200, body: DEFAULT_DEVICE_SETTINGS })
    const others = { ...DEFAULT_DEVICE_SETTINGS, isEnabled: false, requireUSBHeadset: true }
    expect(said(await post(server, SAVE_THRESHOLDS, others, ann))).toEqual(DENIED)
    expect((await post(server, SAVE_THRESHOLDS, others, tom)).status).toBe(200)
    expect(await get(THRESHOLDS)).toEqual({ status: 200, body: others })
  })

  test('S279 a metric may have none; bounds out of order are refused by name', async () => {
    const { ping, ...thresholds } = DEFAULT_THRESHOLDS
    expect(
      (await post(server, SAVE_THRESHOLDS, { ...DEFAULT_DEVICE_SETTINGS, thresholds }, tom)).status,
    ).toBe(200)
    const wrong = { ...thresholds, ping: { ...ping, exceptional: 100 } }
    expect(
      said(await post(server, SAVE_THRESHOLDS, { ...DEFAULT_DEVICE_SETTINGS, thresholds: wrong }, tom)),
    ).toEqual({ status: 400, body: { value: 'The thresholds of ping must go from best to worst.' } })
  })

  test('S276 the least screen is one value for this call and for screen-thresholds, whichever of the two changes it', async () => {
    const SCREENS = '/api/passport-validation/settings/screen-thresholds'
    const minimumScreen = { width: 1024, height: 700 }
    await post(server, SAVE_THRESHOLDS, { ...DEFAULT_DEVICE_SETTINGS, minimumScreen }, tom)
    expect((await get(SCREENS)).body).toEqual({ minimumWidth: 1024, minimumHeight: 700 })
    const value = { minimumWidth: 1600, minimumHeight: 900 }
    const { version } = await server.server.db
      .selectFrom('settings')
      .where('name', '=', 'deployment.screenThresholds')
      .select('version')
      .executeTakeFirstOrThrow()
    const saved = await post(
      server,
      '/api/admin/configuration/settings/save',
      { changes: [{ key: 'devices.minimumScreen', value, version }] },
      tom,
    )
    expect(saved.status).toBe(200)
    expect((await get(THRESHOLDS)).body).toMatchObject({ minimumScreen: { width: 1600, height: 900 } })
    const tiny = { ...DEFAULT_DEVICE_SETTINGS, minimumScreen: { width: 319, height: 240 } }
    expect((await post(server, SAVE_THRESHOLDS, tiny, tom)).status).toBe(400)
  })

  test('S279 what was stored and fits no more gives way to the defaults', async () => {
    await server.server.db.insertInto('settings').values({ name: 'deviceSettings', value: '{}' }).execute()
    expect((await get(THRESHOLDS)).body).toEqual(DEFAULT_DEVICE_SETTINGS)
  })
})

describe('runs of the speed test', () => {
  const LAST = '/api/device-health/speed-test/last'

  test('W088 S121 the last one is kept with all its readings, graded', async () => {
    expect((await get(LAST)).body).toEqual({ last: null })
    const results = [READINGS, { ...READINGS, ping: 22 }, { ...READINGS, ping: 200 }]
    const { body } = await send('speed-test/new', { kind: 'TEST', results })
    expect(body).toEqual({
      kind: 'TEST',
      takenAt: '2026-05-04T12:00:00.000Z',
      readings: { ...READINGS, ping: 22 },
      grade: 'GOOD',
      passed: 2,
      run: 3,
      isPassed: false,
      server: null,
    })
    expect((await get(LAST)).body).toEqual({ last: body })
    expect((await get(LAST, tom)).body).toEqual({ last: null })
  })

  test('the server that a run was measured against is kept with it, and told to support with a report', async () => {
    const server = 'Northgate Fibre, Leeds'
    const saved = await send('speed-test/new', { kind: 'TEST', results: [READINGS], server })
    expect(saved.body).toMatchObject({ server })
    expect((await get(LAST)).body).toMatchObject({ last: { server } })
    await send('hardware-report/new', REPORT)
    expect((await send('hardware-report/get-all', {}, tom)).body).toMatchObject([{ lastRun: { server } }])
    for (const wrong of ['', 'x'.repeat(201)])
      expect(
        (await send('speed-test/new', { kind: 'TEST', results: [READINGS], server: wrong })).status,
      ).toBe(400)
    const longest = await send('speed-test/new', {
      kind: 'TEST',
      results: [READINGS],
      server: 'x'.repeat(200),
    })
    expect(longest.status).toBe(200)
  })

  test('a report from before the server was kept is still read', async () => {
    await send('speed-test/new', { kind: 'TEST', results: [READINGS] })
    await send('hardware-report/new', REPORT)
    const { lastRun } = await server.server.db
      .selectFrom('hardwareReports')
      .select('lastRun')
      .executeTakeFirstOrThrow()
    const { server: _kept, ...before } = JSON.parse(lastRun ?? '{}')
    await server.server.db
      .updateTable('hardwareReports')
      .set({ lastRun: JSON.stringify(before) })
      .execute()
    expect((await send('hardware-report/get-all', {}, tom)).body).toMatchObject([
      { lastRun: { server: null } },
    ])
  })

  test('W088 as many are kept as are looked at, and nobody keeps any without the permission', async () => {
    const row = { userID: annID, takenAt: 0, kind: 'TEST', results: '[]' } as const
    await server.server.db
      .insertInto('speedTestRuns')
      .values(Array.from({ length: RUNS_KEPT }, () => row))
      .execute()
    await send('speed-test/new', { kind: 'BADGE', results: [READINGS] })
    expect(await server.server.db.selectFrom('speedTestRuns').select('id').execute()).toHaveLength(RUNS_KEPT)
    expect(await send('speed-test/new', { kind: 'TEST', results: [READINGS] }, tom)).toEqual(DENIED)
  })

  test.each([
    ['no results', []],
    ['more than a badge test has', Array.from({ length: 16 }, () => READINGS)],
    ['a result without a reading', [{ ...READINGS, ping: undefined }]],
    ['a negative reading', [{ ...READINGS, ping: -1 }]],
  ])('refuses %s', async (_, results) => {
    expect((await send('speed-test/new', { kind: 'TEST', results })).status).toBe(400)
  })
})

describe('reports to support', () => {
  test('W012 W222 are stored with the last run and shown to support, newest first', async () => {
    await send('speed-test/new', { kind: 'TEST', results: [READINGS] })
    expect(await send('hardware-report/new', REPORT)).toEqual({ status: 200, body: { id: 1 } })
    await send('hardware-report/new', { ...REPORT, note: 'Again' })
    expect(await send('hardware-report/get-all', {})).toEqual(DENIED)
    const { body } = await send('hardware-report/get-all', {}, tom)
    expect(body).toMatchObject([{ note: 'Again' }, { ...REPORT, userID: annID, name: 'Ann Lee' }])
    expect(body).toMatchObject([{}, { lastRun: { grade: 'VERY_GOOD', run: 1, passed: 1, isPassed: true } }])
  })

  test('old ones give way, and who has no hardware testing sends none', async () => {
    const row = { userID: annID, sentAt: 0, findings: '[]', note: '', client: '', lastRun: null }
    await server.server.db
      .insertInto('hardwareReports')
      .values(Array.from({ length: REPORTS_KEPT }, () => row))
      .execute()
    await send('hardware-report/new', REPORT)
    const left = await server.server.db.selectFrom('hardwareReports').select('id').execute()
    expect(left).toHaveLength(REPORTS_KEPT)
    expect(await send('hardware-report/new', REPORT, tom)).toEqual(DENIED)
  })
})

describe('what the speed test measures against', () => {
  const ask = (url: string, headers: Record<string, string> = ann) =>
    server.server.app.inject({ url, headers })
  const upload = (payload: Buffer, headers: Record<string, string> = ann) =>
    server.server.app.inject({
      method: 'POST',
      url: SPEED_TEST_PATHS.upload,
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload,
    })

  test('W012 a ping has no body; a download has as many bytes as asked for, which do not compress', async () => {
    expect(await ask(SPEED_TEST_PATHS.ping)).toMatchObject({ statusCode: 204, body: '' })
    const { statusCode, rawPayload, headers } = await ask(`${SPEED_TEST_PATHS.download}?bytes=100001`)
    expect([statusCode, rawPayload.length, headers['content-length']]).toEqual([200, 100_001, '100001'])
    expect(new Set(rawPayload.subarray(0, 10_000)).size).toBe(256)
  })

  test('an upload is counted, beyond the limit of a call too', async () => {
    const { statusCode, body } = await upload(Buffer.alloc(2_000_000))
    expect([statusCode, JSON.parse(body)]).toEqual([200, { bytes: 2_000_000 }])
  })

  test('the desktop client’s pages may measure too', async () => {
    const { statusCode, headers } = await server.server.app.inject({
      method: 'OPTIONS',
      url: SPEED_TEST_PATHS.upload,
      headers: {
        origin: 'app://fieldwork',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([204, 'app://fieldwork'])
  })

  test('more than the most is refused both ways', async () => {
    for (const bytes of ['0', '1.5', 'x', `${TRANSFER_BYTES_MAX + 1}`])
      expect((await ask(`${SPEED_TEST_PATHS.download}?bytes=${bytes}`)).statusCode).toBe(400)
    expect((await upload(Buffer.alloc(TRANSFER_BYTES_MAX + 1))).statusCode).toBe(413)
  })

  test('only who may use the speed test is answered, and not without end', async () => {
    for (const path of [SPEED_TEST_PATHS.ping, `${SPEED_TEST_PATHS.download}?bytes=1`]) {
      expect((await ask(path, {})).statusCode).toBe(401)
      expect((await ask(path, tom)).statusCode).toBe(403)
    }
    expect((await upload(Buffer.alloc(1), tom)).statusCode).toBe(403)
    const statuses = []
    for (let i = 0; i < 61; i++) statuses.push((await ask(`${SPEED_TEST_PATHS.download}?bytes=1`)).statusCode)
    expect([statuses.indexOf(429), statuses.filter((status) => status === 200).length]).toEqual([60, 60])
  })
})
