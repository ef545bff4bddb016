import type { StyleSettings } from '../contract/settings-entities.ts'

type Style = StyleSettings['trackerActivities'][string]
type Tone = 'grey' | 'green' | 'amber' | 'red' | 'blue' | 'violet'
type Palette = Readonly<Record<Tone, Style>>

/** Text and background with a contrast of at least 4.5 to 1. */
const LIGHT: Palette = {
  grey: { colour: '#4c5a55', background: '#eaeeeb' },
  green: { colour: '#0d5648', background: '#d2ece4' },
  amber: { colour: '#7a4d07', background: '#fff1d0' },
  red: { colour: '#8f1f27', background: '#fbdcdd' },
  blue: { colour: '#1b4f8a', background: '#dbe9f8' },
  violet: { colour: '#5b3a91', background: '#e9e1f7' },
}
const DARK: Palette = {
  grey: { colour: '#b4c1bc', background: '#2a3633' },
  green: { colour: '#a6d9ca', background: '#16443a' },
  amber: { colour: '#fad68d', background: '#453410' },
  red: { colour: '#ffb3b3', background: '#4d1f22' },
  blue: { colour: '#a9cdf3', background: '#1b3550' },
  violet: { colour: '#cdb9f0', background: '#382a55' },
}

type Tones = Readonly<Record<string, Tone>>

/** Spec 1 §3, activity names. */
const ACTIVITIES: Tones = {
  INACTIVE: 'grey',
  AVAILABLE: 'green',
  PERSONAL: 'violet',
  'SYSTEM ISSUES': 'red',
  MEETING: 'blue',
  BREAK: 'amber',
  'PROJECT BRIEF': 'blue',
  'FEEDBACK SESSION': 'violet',
  RECEPTION: 'grey',
  'INPUTING COACHING': 'violet',
  CODING: 'green',
  QUAL: 'green',
  'HELP LINE': 'amber',
  TRAINING: 'blue',
}
const TASK_STATUSES: Tones = {
  OPEN: 'blue',
  'IN PROGRESS': 'amber',
  'ON HOLD': 'grey',
  COMPLETED: 'green',
  CANCELLED: 'red',
}
/** Spec 3 §3, as are the events' states and types. */
const PRIORITIES: Tones = { LOW: 'grey', MEDIUM: 'blue', HIGH: 'amber', EMERGENCY: 'red' }
const EVENT_STATES: Tones = {
  UNKNOWN: 'grey',
  PENDING: 'amber',
  APPROVED: 'green',
  DECLINED: 'red',
  CANCELLED: 'red',
  REQUESTED_CANCELATION: 'amber',
  HIDDEN: 'grey',
  SYSTEM_AUTO: 'violet',
  LIVE: 'blue',
  COMPLETED: 'green',
}
const EVENT_TYPES: Tones = {
  TASK: 'blue',
  MEETING: 'violet',
  CORE: 'green',
  HOLIDAY: 'amber',
  PERSONAL: 'green',
  OVERTIME: 'green',
  MEDICAL_APPOINTMENT: 'red',
  ABSENCE: 'red',
  AWOL: 'red',
  OTHER: 'grey',
  SICK: 'red',
  INTERVIEW_SLOT: 'blue',
  UNKNOWN: 'grey',
  OUTLOOK: 'blue',
  OFFICE_VISIT: 'violet',
  TRAINING_SESSION: 'violet',
  AVAILABLE_SLOT: 'green',
  CATI_APPOINTMENT: 'blue',
  PUBLIC_HOLIDAY: 'amber',
  ACTIVITY_INVITE: 'violet',
  SALAH_TIME: 'grey',
  SHIFT: 'green',
  BLOCKED: 'grey',
}
const JOB_STATUSES: Tones = {
  Enquiry: 'grey',
  Quoted: 'blue',
  Commissioned: 'violet',
  'In field': 'amber',
  Delivered: 'green',
  Lost: 'red',
}
const JOB_SUB_STATUSES: Tones = {
  'Awaiting client': 'amber',
  'With operations': 'blue',
  'On track': 'green',
  Late: 'red',
}
const JOB_TYPES: Tones = { CATI: 'blue', CAWI: 'violet', 'Face to face': 'green', Qualitative: 'amber' }
const JOB_COMBINATIONS: Tones = { 'In field / Late': 'red', 'Quoted / Awaiting client': 'amber' }

function stylesOf(palette: Palette): StyleSettings {
  const styled = (tones: Tones) =>
    Object.fromEntries(Object.entries(tones).map(([value, tone]) => [value, palette[tone]]))
  return {
    variables: {},
    trackerActivities: styled(ACTIVITIES),
    tasks: { status: styled(TASK_STATUSES), priority: styled(PRIORITIES) },
    events: { state: styled(EVENT_STATES), type: styled(EVENT_TYPES) },
    jobOrders: {
      status: styled(JOB_STATUSES),
      subStatus: styled(JOB_SUB_STATUSES),
      type: styled(JOB_TYPES),
      combinations: styled(JOB_COMBINATIONS),
    },
  }
}

/** The style settings of an installation that has none of its own. */
export const DEFAULT_STYLES = { LIGHT: stylesOf(LIGHT), DARK: stylesOf(DARK) } as const
export const DEFAULT_JOB_ORDER_CONFIG = {
  statuses: Object.keys(JOB_STATUSES),
  types: Object.keys(JOB_TYPES),
} as const
