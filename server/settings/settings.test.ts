import { afterEach, beforeEach, expect, test } from 'vitest'
import { jobOrderConfig } from '#shared/contract/settings-entities.ts'
import { DEFAULT_STYLES } from '#shared/domain/default-styles.ts'
import { DEFAULT_INTERFACE_LABELS } from '#shared/domain/interface-labels.ts'
import { DEFAULT_AUDIO_SETTING, DEPLOYMENT_DEFAULTS } from '#shared/domain/settings.ts'
import { rowOf, SETTING_KEYS } from '#shared/settings/registry.ts'
import { writeSetting } from '../db/settings.ts'
import {
  addPerson,
  NOON,
  post,
  said,
  signIn,
  startTestServer,
  type TestServer,
} from '../http/testing/test-server.ts'

const PASSPORT = '/api/passport-validation/settings'
const SAVE = '/api/admin/configuration/settings/save'

let server: TestServer
let annID: number
let ann: { authorization: string }
let admin: { authorization: string }

beforeEach(async () => {
  server = await startTestServer()
  annID = await addPerson(server, { userName: 'ann' })
  await addPerson(server, { userName: 'tom', permissions: ['ADMIN_CAN_EDIT_SETTINGS', 'CAN_USE_WHATSAPP'] })
  ann = await signIn(server, 'ann')
  admin = await signIn(server, 'tom')
})
afterEach(() => server.server.close())

async function read(url: string, headers = ann) {
  const answer = await server.server.app.inject({ url, headers })
  return answer.statusCode === 200 ? answer.json() : answer.statusCode
}
/** What these tests call the settings by. */
const KEYS: Readonly<Record<string, string>> = {
  themeLight: 'look.themeLight',
  themeDark: 'look.themeDark',
  screenThresholds: 'devices.minimumScreen',
  projectTargets: 'projects.targets',
  taskConfig: 'projects.tasks',
  jobOrderConfig: 'projects.jobOrders',
  interfaceLabels: 'words.interfaceLabels',
  minimumDesktopClient: 'devices.minimumDesktopClient',
}
const save = async (name: string, value: unknown, headers = admin) =>
  said(await post(server, SAVE, { changes: [{ key: KEYS[name] ?? name, value, version: 0 }] }, headers))

test('S275 both themes are read by GET and by POST, and are what an admin has saved', async () => {
  const mine = { ...DEFAULT_STYLES.DARK, variables: { primary: '#ff6600' } }
  expect(await save('themeDark', mine)).toMatchObject({ status: 200 })
  expect(await read(`${PASSPORT}/theme-light`)).toEqual(DEFAULT_STYLES.LIGHT)
  expect(await read(`${PASSPORT}/theme-dark`)).toEqual(mine)
  const posted = async (theme: string) => said(await post(server, `${PASSPORT}/${theme}`, {}, ann)).body
  expect([await posted('theme-light'), await posted('theme-dark')]).toEqual([DEFAULT_STYLES.LIGHT, mine])
})

test('S276 screen thresholds and project targets are read, as an admin has saved them', async () => {
  expect(await read(`${PASSPORT}/screen-thresholds`)).toEqual({ minimumWidth: 1366, minimumHeight: 768 })
  expect(await read(`${PASSPORT}/project-targets`)).toEqual([])
  const target = { projectID: 7, projectName: 'Rail pulse', interviews: 1200, interviewsPerHour: 2.5 }
  await save('projectTargets', [target])
  await save('screenThresholds', { minimumWidth: 1024, minimumHeight: 700 })
  expect(await read(`${PASSPORT}/project-targets`)).toEqual([target])
  expect(await read(`${PASSPORT}/screen-thresholds`)).toEqual({ minimumWidth: 1024, minimumHeight: 700 })
})

test('S277 the audio setting is the default until the person saves theirs; nobody else’s changes', async () => {
  const path = '/api/settings/get-audio-setting'
  const first = { setting: DEFAULT_AUDIO_SETTING, isWhatsappEnabled: false, isEmailEnabled: true }
  expect(await read(path)).toEqual(first)
  const setting = { ...DEFAULT_AUDIO_SETTING, newMessageSound: 'NONE' }
  expect((await post(server, '/api/settings/save-audio-setting', { setting }, ann)).status).toBe(200)
  expect(await read(path)).toEqual({ ...first, setting })
  expect(await read(path, admin)).toEqual({ ...first, isWhatsappEnabled: true })
  await server.server.db.updateTable('users').set({ email: null }).where('id', '=', annID).execute()
  expect(await read(path)).toMatchObject({ isEmailEnabled: false })
})

test('S278 W071 W072 W074 the task config is read', async () => {
  const path = '/api/iresearch/task-scheduler/get-task-config'
  const field = { name: 'Wave', description: '', placeholder: '', isMetaMandatory: true, dataSource: 'TEXT' }
  const sections = [{ name: 'About', metaDataFields: [{ ...field, optionsValues: [] }] }]
  const config = {
    templates: [{ id: 1, name: 'Quality check', sections }],
    prefixes: [{ id: 1, text: 'QC', projectID: null }],
    statuses: [{ name: 'Open', kind: 'TO_DO' }],
    sprints: ['S1'],
    milestones: [],
  }
  expect(await read(path)).toEqual(DEPLOYMENT_DEFAULTS.taskConfig)
  expect(await read(path)).toMatchObject({ templates: [], prefixes: [] })
  await save('taskConfig', config)
  expect(await read(path)).toEqual(config)
})

test('W072 W073 an odd field of a template costs nobody the rest of the config', async () => {
  const odd = { name: 'Colour', dataSource: 7, optionsValues: null }
  const config = {
    templates: [{ id: 1, name: 'Odd', sections: [{ name: 'About', metaDataFields: [odd, {}] }] }],
    prefixes: [{ id: 1, text: 'QC', projectID: null }],
  }
  await save('taskConfig', config as never)
  const kept = await read('/api/iresearch/task-scheduler/get-task-config')
  const plain = {
    description: '',
    placeholder: '',
    isMetaMandatory: false,
    dataSource: '',
    optionsValues: [],
  }
  expect(kept).toMatchObject({
    prefixes: [{ text: 'QC' }],
    templates: [
      {
        sections: [
          {
            metaDataFields: [
              { ...plain, name: 'Colour' },
              { ...plain, name: 'Field' },
            ],
          },
        ],
      },
    ],
  })
})

test('S131 the job order config holds statuses and types', async () => {
  const path = '/api/ijoborder/joborder-management/get-config'
  expect(await read(path)).toEqual(DEPLOYMENT_DEFAULTS.jobOrderConfig)
  await save('jobOrderConfig', { statuses: ['Open'], types: ['CATI'] })
  expect(await read(path)).toEqual({ statuses: ['Open'], types: ['CATI'] })
  for (const name of ['statuses', 'types'] as const) {
    const takes = (length: number) =>
      jobOrderConfig.safeParse({ statuses: [], types: [], [name]: ['x'.repeat(length)] }).success
    expect([name, takes(60), takes(61)]).toEqual([name, true, false])
    expect(jobOrderConfig.safeParse({ statuses: [], types: [], [name]: undefined }).success).toBe(false)
  }
})

test('S271 the accounts with other workforce services are the person’s own', async () => {
  const path = '/api/services/request-external-wurkforce-accounts'
  expect(await read(path)).toEqual([])
  const account = { userID: annID, serviceName: 'Payroll portal', userName: 'a.ward', updatedAt: NOON }
  await server.server.db.insertInto('externalAccounts').values(account).execute()
  expect(await read(path)).toEqual([
    {
      id: 1,
      serviceName: 'Payroll portal',
      userName: 'a.ward',
      lastUpdatedTime: new Date(NOON).toISOString(),
    },
  ])
  // By the services' names.
  await server.server.db
    .insertInto('externalAccounts')
    .values({ ...account, serviceName: 'Dialler', userName: 'aw' })
    .execute()
  expect(await read(path)).toMatchObject([
    { id: 2, serviceName: 'Dialler', userName: 'aw' },
    { id: 1, serviceName: 'Payroll portal' },
  ])
  expect(await read(path, admin)).toEqual([])
})

test('S129 names of project management and fields of job orders are a deployment’s to choose', async () => {
  const path = '/api/settings/interface-labels'
  expect(await read(path)).toEqual({
    projectManagement: { epic: 'Epic/Client', story: 'Story/Project' },
    jobOrder: {
      ...{ name: 'Job order', customer: 'Customer', owner: 'Owner', notes: 'Notes' },
      ...{ status: 'Status', subStatus: 'Sub-status', type: 'Type' },
      ...{ startDate: 'Start date', dueDate: 'Due date' },
    },
  })
  const mine = {
    ...DEFAULT_INTERFACE_LABELS,
    projectManagement: { epic: 'Client', story: 'Study' },
    jobOrder: { ...DEFAULT_INTERFACE_LABELS.jobOrder, customer: 'Buyer' },
  }
  await save('interfaceLabels', mine)
  expect(await read(path)).toEqual(mine)
})

test('S276 only who may edit settings saves them, and only what fits', async () => {
  const labels = DEFAULT_INTERFACE_LABELS
  expect((await save('interfaceLabels', labels, ann)).status).toBe(403)
  const wrong: [string, unknown][] = [
    ['interfaceLabels', { ...labels, projectManagement: { epic: ' ', story: 'x'.repeat(61) } }],
    ['themeLight', { ...DEFAULT_STYLES.LIGHT, variables: { bg: 'url(//evil.example)' } }],
    ['minimumDesktopClient', 'latest'],
    ['tokenSecret', 'mine'],
  ]
  for (const [name, value] of wrong)
    expect(await save(name, value)).toEqual({ status: 400, body: { value: expect.stringMatching(/\w/) } })
  expect(await read('/api/settings/interface-labels')).toEqual(labels)
})

test('kept settings that can’t be read are as if there were none', async () => {
  for (const kept of ['{', '"x"', 'null']) {
    for (const key of SETTING_KEYS) await writeSetting(server.server.db, rowOf(key), kept)
    expect(await read(`${PASSPORT}/theme-light`)).toEqual(DEFAULT_STYLES.LIGHT)
  }
})

test('S222 W218 the version file has the build, and names the oldest desktop client where one is asked for', async () => {
  expect(await read('/update.json')).toEqual({ build: 'build-1' })
  await save('minimumDesktopClient', '1.2.0')
  expect(await read('/update.json')).toEqual({ build: 'build-1', minimumDesktopClient: '1.2.0' })
})
