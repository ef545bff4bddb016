import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { done, noPayload } from './primitives.ts'
import {
  audioSetting,
  externalAccount,
  interfaceLabels,
  jobOrderConfig,
  projectTargets,
  screenThresholds,
  styleSettings,
  taskConfig,
} from './settings-entities.ts'

const PASSPORT = '/api/passport-validation/settings'

const LIGHT = {
  path: `${PASSPORT}/theme-light`,
  request: noPayload,
  response: styleSettings,
  summary: 'The style settings of the light theme.',
  spec: '1 §7',
} as const
const DARK = {
  ...LIGHT,
  path: `${PASSPORT}/theme-dark`,
  summary: 'The style settings of the dark theme.',
} as const

export const themeLight = call({ ...LIGHT, method: 'GET' })
export const themeDark = call({ ...DARK, method: 'GET' })
/** The documents list both themes as POSTs, too. */
export const themeLightPosted = call(LIGHT)
export const themeDarkPosted = call(DARK)

export const getScreenThresholds = call({
  method: 'GET',
  path: `${PASSPORT}/screen-thresholds`,
  request: noPayload,
  response: screenThresholds,
  summary: 'The smallest screen that the work is done on.',
  spec: '1 §7',
})

export const getProjectTargets = call({
  method: 'GET',
  path: `${PASSPORT}/project-targets`,
  request: noPayload,
  response: projectTargets,
  summary: 'What each project is to reach.',
  spec: '1 §7',
})

const AUDIO = {
  path: '/api/settings/get-audio-setting',
  request: noPayload,
  response: z.object({ setting: audioSetting, isWhatsappEnabled: z.boolean(), isEmailEnabled: z.boolean() }),
  summary: 'How the person is told of messages, and whether WhatsApp and e-mail can reach them at all.',
  spec: '1 §7',
} as const

export const getAudioSetting = call({ ...AUDIO, method: 'GET' })
/** The chat's document lists it as a POST, too. */
export const getAudioSettingPosted = call({ ...AUDIO, spec: '2 §7' })

export const saveAudioSetting = call({
  path: '/api/settings/save-audio-setting',
  request: z.object({ setting: audioSetting }),
  response: done,
  summary: 'Keeps the whole of how the person is told of messages.',
  spec: '2 §7',
})

export const getTaskConfig = call({
  method: 'GET',
  path: '/api/iresearch/task-scheduler/get-task-config',
  request: noPayload,
  response: taskConfig,
  summary: "Templates and prefixes of tasks' names.",
  spec: '1 §7',
  scope: 'tasks:read',
})

export const getJobOrderConfig = call({
  method: 'GET',
  path: '/api/ijoborder/joborder-management/get-config',
  request: noPayload,
  response: jobOrderConfig,
  summary: 'The statuses and types of job orders.',
  spec: '1 §7',
})

export const requestExternalAccounts = call({
  method: 'GET',
  path: '/api/services/request-external-wurkforce-accounts',
  request: noPayload,
  response: z.array(externalAccount),
  summary: "The person's accounts with other workforce services, by name.",
  spec: '1 §7',
})

export const getInterfaceLabels = call({
  method: 'GET',
  path: '/api/settings/interface-labels',
  request: noPayload,
  response: interfaceLabels,
  summary: 'What the interface calls epics, stories and the fields of job orders.',
  spec: '1 §3',
  extension: true,
})
