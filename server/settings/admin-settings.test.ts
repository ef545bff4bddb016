import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ShownSetting } from '#shared/contract/admin-settings.ts'
import { DEFAULT_STYLES } from '#shared/domain/default-styles.ts'
import { mainHub } from '#shared/hubs/main.ts'
import { SETTING_KEYS, settingOf } from '#shared/settings/registry.ts'
import { faultOf } from '#shared/settings/shape.ts'
import { USUAL_RULES } from '../activity/activity-rules.ts'
import { auditTold } from '../audit/testing/audit-actions.ts'
import { createLiveClients } from '../http/testing/live-clients.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'
import { readSetting } from './settings.ts'

let server: TestServer
let tom: { authorization: string }
let uma: { authorization: string }

beforeEach(async () => {
  server = await startTestServer({ activityRules: { ...USUAL_RULES, idleFlagSeconds: 600 } })
  for (const userName of ['tom', 'uma'])
    await addPerson(server, { userName, permissions: ['ADMIN_CAN_EDIT_SETTINGS'] })
  await addPerson(server, { userName: 'ann' })
  tom = await signIn(server, 'tom')
  uma = await signIn(server, 'uma')
})
afterEach(() => server.server.close())

const ask = async (name: string, payload: object = {}, as = tom) =>
  said(await post(server, `/api/admin/configuration/settings/${name}`, payload, as))
const all = async () => (await ask('all')).body as { settings: ShownSetting[] }
const one = async (key: string) => (await all()).settings.find((setting) => setting.key === key)
const change = (key: string, value: unknown, version = 0) => ({ key, value, version })
const save = (...changes: object[]) => ask('save', { changes })

test('A083 every setting is listed with its default, and shows who changed it when', async () => {
  const { settings } = await all()
  expect(settings.map(({ key }) => key)).toEqual(SETTING_KEYS)
  for (const { key, value, usual } of settings) {
    expect([key, value]).toEqual([key, usual])
    expect([key, faultOf(settingOf(key as 'quiet.from').shape, value)]).toEqual([key, null])
  }
  expect(await one('quiet.from')).toMatchObject({
    isOwn: false,
    version: 0,
    changedBy: null,
    changedAt: null,
  })
  server.clock.now = NOON + 60_000
  expect(await save(change('quiet.from', '20:30'))).toEqual({
    status: 200,
    body: { changed: ['quiet.from'] },
  })
  expect(await one('quiet.from')).toMatchObject({
    value: '20:30',
    usual: '21:00',
    isOwn: true,
    changedBy: 'tom',
    changedAt: '2026-05-04T12:01:00.000Z',
  })
  expect(await readSetting(server.server.db, 'quiet.from')).toBe('20:30')
})

test('A083 the history has each value, newest first, and an earlier one can be saved again', async () => {
  await save(change('signIn.lockoutFailures', 5))
  const { version } = (await one('signIn.lockoutFailures')) ?? { version: -1 }
  server.clock.now = NOON + 1000
  await ask('save', { changes: [change('signIn.lockoutFailures', 8, version)] }, uma)
  const { body } = await ask('history', { key: 'signIn.lockoutFailures' })
  expect(body).toMatchObject({
    entries: [
      { before: 5, after: 8, changedBy: 'uma', changedAt: '2026-05-04T12:00:01.000Z' },
      { before: null, after: 5, changedBy: 'tom', changedAt: '2026-05-04T12:00:00.000Z' },
    ],
  })
  const now = await one('signIn.lockoutFailures')
  await save(change('signIn.lockoutFailures', 5, now?.version))
  expect(await one('signIn.lockoutFailures')).toMatchObject({ value: 5, changedBy: 'tom' })
  expect(
    ((await ask('history', { key: 'signIn.lockoutFailures' })).body as { entries: [] }).entries,
  ).toHaveLength(3)
  // The default again, for whoever wants none of them.
  const last = await one('signIn.lockoutFailures')
  await save(change('signIn.lockoutFailures', null, last?.version))
  expect(await one('signIn.lockoutFailures')).toMatchObject({ value: 10, isOwn: false, changedBy: 'tom' })
  expect((await ask('history', { key: 'nobody.knows' })).status).toBe(404)
})

test('A083 the audit says what was and what is', async () => {
  await save(change('quiet.until', '07:00'))
  const entry = await server.server.db
    .selectFrom('audit')
    .where('action', '=', 'SETTING_CHANGED')
    .select(['label', 'changes', 'actorName'])
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({
    label: 'Quiet until',
    actorName: 'tom',
    changes: JSON.stringify([{ field: 'quiet.until', before: null, after: '07:00' }]),
  })
})

test('A084 one wrong value among several changes none and is named', async () => {
  const wrong: [object, string][] = [
    [
      change('signIn.lockoutFailures', 2),
      'Failures until lock-out: It is a whole number, 3 to 100 failures.',
    ],
    [
      change('signIn.lockoutFailures', 101),
      'Failures until lock-out: It is a whole number, 3 to 100 failures.',
    ],
    [change('workingTime.restHours', 10), 'Rest between shifts: It is a whole number, 11 to 24 hours.'],
    [change('quiet.from', '25:00'), 'Quiet from: A time is written as 08:00.'],
    [change('help.teams', ['A', 'A']), 'Teams: Each is named once.'],
    [change('chat.gifs', 'yes'), 'GIFs: It is on or off.'],
    [
      change(
        'help.answers',
        ['Done', 'done'].map((name) => ({ name, text: 'It works.' })),
      ),
      'Templates of answers: Each template is named once.',
    ],
    [
      change('help.answers', [{ name: 'Done', text: 'x'.repeat(2001) }]),
      'Templates of answers: Template 1, Text: It has 1 to 2000 characters.',
    ],
    [
      change('look.themeDark', { ...DEFAULT_STYLES.DARK, variables: { bg: 'url(//evil.example)' } }),
      'Colours of the dark theme: Colours of the product, bg: Colours are hex, rgb() or hsl() values',
    ],
  ]
  for (const [bad, words] of wrong) {
    const answer = await save(change('quiet.until', '07:00'), bad, change('signIn.sessionHours', 8))
    expect(answer).toMatchObject({ status: 400 })
    expect((answer.body as { value: string }).value).toBe(`${words} Nothing was saved.`)
  }
  expect(await save(change('nobody.knows', 1))).toEqual({
    status: 400,
    body: { value: "There is no setting called 'nobody.knows'." },
  })
  expect((await all()).settings.filter(({ isOwn }) => isOwn)).toEqual([])
  expect(await server.server.db.selectFrom('settingHistory').selectAll().execute()).toEqual([])
  for (const edge of [3, 100])
    expect(
      (
        await ask('save', {
          changes: [change('signIn.lockoutFailures', edge, (await one('signIn.lockoutFailures'))?.version)],
        })
      ).status,
    ).toBe(200)
})

test('A084 values that don’t go together are refused, and together they are taken', async () => {
  expect(await save(change('devices.testsToRun', 3))).toEqual({
    status: 400,
    body: { value: 'Tests to run: Not more tests can be passed than are run. Nothing was saved.' },
  })
  expect((await save(change('signIn.sessionHours', 17))).status).toBe(400)
  expect((await save(change('messages.excessiveSystemIssuesPercent', 4))).status).toBe(400)
  const both = await save(change('devices.testsToRun', 3), change('devices.testsToPass', 2))
  expect(both.status).toBe(200)
  const bounds = await readSetting(server.server.db, 'devices.thresholds')
  const upsideDown = { ...bounds, download: { ...bounds.download, poor: 200 } }
  expect((await save(change('devices.thresholds', upsideDown))).status).toBe(400)
})

test('of two who save what both saw, one is told who was first', async () => {
  await save(change('quiet.from', '20:00'))
  const late = await ask(
    'save',
    { changes: [change('quiet.from', '22:00'), change('quiet.until', '06:00')] },
    uma,
  )
  expect(late).toEqual({
    status: 409,
    body: { value: 'Quiet from was changed by tom meanwhile. Nothing was saved.' },
  })
  expect(await one('quiet.until')).toMatchObject({ isOwn: false })
  // At once, too.
  const seen = (await one('quiet.from'))?.version
  const answers = await Promise.all(
    ['19:00', '18:00'].map((value, i) =>
      ask('save', { changes: [change('quiet.from', value, seen)] }, i === 0 ? tom : uma),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('A085 the file of activity rules is the default, and a saved rule comes before it', async () => {
  expect(await one('activity.idleFlagSeconds')).toMatchObject({ value: 600, usual: 600, isOwn: false })
  await save(change('activity.idleFlagSeconds', 120))
  expect(await one('activity.idleFlagSeconds')).toMatchObject({ value: 120, usual: 600, isOwn: true })
  expect(await auditTold(server.server.db)).toEqual([
    'SETTING_CHANGED | admin.configuration.settings | setting | Idle after',
  ])
})

test('A086 colours that become hard to read are saved only by who was told', async () => {
  const style = { colour: '#777777', background: '#ffffff' }
  const hard = { ...DEFAULT_STYLES.LIGHT, tasks: { ...DEFAULT_STYLES.LIGHT.tasks, priority: { LOW: style } } }
  expect(await save(change('look.themeLight', hard))).toEqual({
    status: 409,
    body: { value: 'These colours are hard to read, with a contrast under 4.5:1: Task priority: LOW.' },
  })
  const known = { changes: [change('look.themeLight', hard)], acceptsContrast: true }
  expect((await ask('save', known)).status).toBe(200)
  // What was hard to read before isn't asked again.
  const more = { ...hard, variables: { primary: '#0b6e4f' } }
  expect((await save(change('look.themeLight', more, (await one('look.themeLight'))?.version))).status).toBe(
    200,
  )
  const hardInTheDark = { ...DEFAULT_STYLES.DARK, tasks: hard.tasks }
  expect((await save(change('look.themeDark', hardInTheDark))).status).toBe(409)
  // What has no colours, and the default again, asks nobody.
  const { version } = (await one('look.themeLight')) ?? { version: -1 }
  expect((await save(change('look.themeLight', null, version), change('quiet.from', '20:00'))).status).toBe(
    200,
  )
  const enough = { ...style, colour: '#767676' }
  const fine = { ...DEFAULT_STYLES.DARK, tasks: { ...DEFAULT_STYLES.DARK.tasks, priority: { LOW: enough } } }
  expect((await save(change('look.themeDark', fine))).status).toBe(200)
  expect(await auditTold(server.server.db)).toEqual([
    'SETTING_CHANGED | admin.configuration.settings | setting | Colours of the light theme',
    'SETTING_CHANGED | admin.configuration.settings | setting | Colours of the light theme',
    'SETTING_CHANGED | admin.configuration.settings | setting | Colours of the light theme',
    'SETTING_CHANGED | admin.configuration.settings | setting | Quiet from',
    'SETTING_CHANGED | admin.configuration.settings | setting | Colours of the dark theme',
  ])
})

test('A087 a file of all settings has no secret, and is taken by another installation after a dry run', async () => {
  await save(change('quiet.from', '20:30'), change('help.teams', ['A', 'B']))
  const file = (await ask('export')).body as { settings: Record<string, unknown> }
  expect(file).toMatchObject({ kind: 'fieldwork-settings' })
  expect(Object.keys(file.settings)).toEqual(SETTING_KEYS)
  expect(file.settings).toMatchObject({ 'quiet.from': '20:30', 'quiet.until': '08:00' })
  expect(JSON.stringify(file)).not.toMatch(/secret|password"|auditKey|keyring|tokenSecret/i)

  const other = await startTestServer()
  try {
    await addPerson(other, { userName: 'zoe', permissions: ['ADMIN_CAN_EDIT_SETTINGS'] })
    const zoe = await signIn(other, 'zoe')
    const into = async (payload: object) =>
      said(await post(other, '/api/admin/configuration/settings/import', payload, zoe))
    const withOdd = { ...file, settings: { ...file.settings, 'nobody.knows': 1 } }
    const dry = await into({ file: withOdd, isDryRun: true })
    expect(dry.body).toEqual({
      changes: [
        { key: 'activity.idleFlagSeconds', before: 300, after: 600, version: 0 },
        { key: 'quiet.from', before: '21:00', after: '20:30', version: 0 },
        { key: 'help.teams', before: expect.any(Array), after: ['A', 'B'], version: 0 },
      ],
      unknown: ['nobody.knows'],
      wrong: [],
      isDone: false,
    })
    expect(await readSetting(other.server.db, 'quiet.from')).toBe('21:00')

    const bad = { ...file, settings: { ...file.settings, 'quiet.until': 'noon', 'chat.gifs': 1 } }
    expect((await into({ file: bad, isDryRun: false })).body).toMatchObject({
      wrong: [
        { label: 'Quiet until', fault: 'A time is written as 08:00.' },
        { label: 'GIFs', fault: 'It is on or off.' },
      ],
      isDone: false,
    })
    expect(await readSetting(other.server.db, 'quiet.from')).toBe('21:00')
    const oneBad = { ...file, settings: { ...file.settings, 'quiet.until': 'noon' } }
    expect((await into({ file: oneBad, isDryRun: false })).body).toMatchObject({
      wrong: [{ label: 'Quiet until' }],
      isDone: false,
    })
    const nothing = { ...file, settings: { 'quiet.from': '21:00' } }
    expect((await into({ file: nothing, isDryRun: false })).body).toMatchObject({
      changes: [],
      isDone: false,
    })

    expect((await into({ file: withOdd, isDryRun: false })).body).toMatchObject({ isDone: true })
    expect(await readSetting(other.server.db, 'quiet.from')).toBe('20:30')
    expect(await readSetting(other.server.db, 'help.teams')).toEqual(['A', 'B'])
    const stale = await into({
      file: { ...file, settings: { 'quiet.from': '23:00' } },
      isDryRun: false,
      versions: { 'quiet.from': 0 },
    })
    expect(stale.status).toBe(409)
    // What is the usual value here is no choice of one's own afterwards.
    await into({ file: { ...file, settings: { 'quiet.from': '21:00' } }, isDryRun: false })
    const row = await other.server.db
      .selectFrom('settings')
      .where('name', 'like', '%quiet.from')
      .select('value')
      .executeTakeFirstOrThrow()
    expect(row.value).toBe('')
    expect((await into({ file: { kind: 'something else' }, isDryRun: true })).status).toBe(400)
  } finally {
    await other.server.close()
  }
  expect(await auditTold(server.server.db)).toEqual([
    'SETTING_CHANGED | admin.configuration.settings | setting | Quiet from',
    'SETTING_CHANGED | admin.configuration.settings | setting | Teams',
    'SETTINGS_EXPORTED | admin.configuration.settings | setting | Settings',
  ])
})

test('only who may edit settings sees and changes them', async () => {
  const ann = await signIn(server, 'ann')
  for (const [name, payload] of [
    ['all', {}],
    ['save', { changes: [change('quiet.from', '20:00')] }],
    ['history', { key: 'quiet.from' }],
    ['export', {}],
  ] as const)
    expect([name, (await ask(name, payload, ann)).status]).toEqual([name, 403])
})

test('sessions and lock-outs go by their settings from the next sign-in on', async () => {
  await save(
    change('signIn.sessionHours', 2),
    change('signIn.longestHours', 3),
    change('signIn.lockoutFailures', 3),
  )
  const ann = await signIn(server, 'ann')
  const read = async () => (await post(server, '/api/settings/get-audio-setting', {}, ann)).status
  server.clock.now = NOON + 2 * 3_600_000 - 1000
  expect(await read()).toBe(200)
  server.clock.now = NOON + 2 * 3_600_000
  expect(await read()).toBe(401)
})

test('A085 every open window hears of a saved colour, label and activity rule, and of the new rule itself', async () => {
  const url = await server.server.listen(0, '127.0.0.1')
  const clients = createLiveClients()
  try {
    const ann = await signIn(server, 'ann')
    const window = await clients.open(server, `${url}${mainHub.path}`, ann, [
      'settingsChanged',
      'CHANGE_MASTER_ACTIVITY',
    ])
    await save(
      change('look.themeLight', { ...DEFAULT_STYLES.LIGHT, variables: { primary: '#0b6e4f' } }),
      change('words.menuLabels', { 'navigation.tracker': 'My work' }),
      change('activity.idleFlagSeconds', 120),
    )
    await vi.waitFor(() =>
      expect(window.heard.at(-1)).toMatchObject(['CHANGE_MASTER_ACTIVITY', { idleFlagSeconds: 120 }]),
    )
    expect(window.heard).toContainEqual([
      'settingsChanged',
      { keys: ['look.themeLight', 'words.menuLabels', 'activity.idleFlagSeconds'] },
    ])
    const before = window.heard.length
    expect((await save(change('quiet.from', 'late'))).status).toBe(400)
    await save(change('quiet.until', '07:30'))
    await vi.waitFor(() =>
      expect(window.heard.at(-1)).toEqual(['settingsChanged', { keys: ['quiet.until'] }]),
    )
    expect(window.heard).toHaveLength(before + 1)
  } finally {
    await clients.closeAll()
  }
})
