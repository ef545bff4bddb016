import type { AudioSetting, DeploymentSetting, DeploymentSettingName } from '../contract/settings-entities.ts'
import { DEFAULT_JOB_ORDER_CONFIG, DEFAULT_STYLES } from './default-styles.ts'
import { MINIMUM_SCREEN } from './device-grading.ts'
import { DEFAULT_INTERFACE_LABELS } from './interface-labels.ts'
import { DEFAULT_TASK_STATUSES } from './task-lists.ts'

/** The tabs of the settings modal, in their order (spec 1 §3). */
export const SETTINGS_TABS = [
  'personal details',
  'external services',
  'notifications',
  'hardware',
  'ticket issue',
  'calendar',
  'my tasks',
  'attendance',
  'my development',
  'mobile app',
] as const

const OFF = { isEnabled: false, notifyWhenOfflineOnly: false, notifyOnlyWhenMentioned: false } as const
const ON = { ...OFF, isEnabled: true } as const

/** WhatsApp off, e-mail on, mobile on, browser off (spec 1 §3); the rest is ours (decisions, Chat). */
export const DEFAULT_AUDIO_SETTING: AudioSetting = {
  newMessageSound: 'ALL',
  whatsappNotificationSetting: { ...OFF, forcedMentionOnly: false },
  emailNotificationSetting: ON,
  mobileAppNotificationSetting: ON,
  browserNotificationSetting: OFF,
}

type DeploymentDefaults = { readonly [N in DeploymentSettingName]: DeploymentSetting<N> }

/** Settings until a deployment has its own, and whenever they can't be read. */
export const DEPLOYMENT_DEFAULTS: DeploymentDefaults = {
  themeLight: DEFAULT_STYLES.LIGHT,
  themeDark: DEFAULT_STYLES.DARK,
  screenThresholds: { minimumWidth: MINIMUM_SCREEN.width, minimumHeight: MINIMUM_SCREEN.height },
  projectTargets: [],
  taskConfig: {
    templates: [],
    prefixes: [],
    statuses: [...DEFAULT_TASK_STATUSES],
    sprints: [],
    milestones: [],
  },
  jobOrderConfig: {
    statuses: [...DEFAULT_JOB_ORDER_CONFIG.statuses],
    types: [...DEFAULT_JOB_ORDER_CONFIG.types],
  },
  interfaceLabels: DEFAULT_INTERFACE_LABELS,
  minimumDesktopClient: '',
}
