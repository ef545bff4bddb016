/**
 * Details that a person can only ask to be changed; somebody else decides. All others they change themselves.
 */
export const ASKED_FIELDS = ['displayName', 'email'] as const
export type AskedField = (typeof ASKED_FIELDS)[number]

export const CHANGE_STATES = ['PENDING', 'APPROVED', 'DECLINED', 'CANCELLED'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

/** Limits of ours: the documents name none. */
export const CONTACTS_MAX = 30
export const CONTACT_LABEL_MAX = 100
export const CONTACT_VALUE_MAX = 300
const DISPLAY_NAME_MAX = 100
export const EMAIL_MAX = 254
export const CHANGE_REASON_MAX = 500

export const PROFILE_TEXT = {
  email: 'This is not an e-mail address.',
  phone: 'A telephone number has 7 to 15 digits.',
  value: `Please enter 1 to ${CONTACT_VALUE_MAX} characters.`,
  who: 'Please say who this is.',
  name: `A name has 1 to ${DISPLAY_NAME_MAX} characters.`,
  gone: 'This is no longer there.',
  decided: 'This has been decided already.',
  asked: 'You have asked for this already. Cancel that first to ask for something else.',
  same: 'That is what it is now.',
  taken: 'Somebody else has this e-mail address.',
} as const

const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
const PHONE_SIGNS = /^\+?[\d\s().-]+$/
const PHONE_TYPES: ReadonlySet<string> = new Set(['TELEPHONE', 'MOBILE', 'EMERGENCY_CONTACT'])

export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX && EMAIL.test(text)

function isPhone(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return PHONE_SIGNS.test(text) && digits >= 7 && digits <= 15
}

interface ContactInput {
  readonly type: string
  /** Whose number or address it is, or what it is for; an emergency contact needs it. */
  readonly label: string
  readonly value: string
}

/** What is wrong with a contact, by field; null where nothing is. */
export function contactProblem({
  type,
  label,
  value,
}: ContactInput): { field: 'label' | 'value'; message: string } | null {
  if (type === 'EMERGENCY_CONTACT' && label.trim() === '')
    return { field: 'label', message: PROFILE_TEXT.who }
  const text = value.trim()
  if (text === '' || text.length > CONTACT_VALUE_MAX) return { field: 'value', message: PROFILE_TEXT.value }
  if (type === 'EMAIL' && !isEmail(text)) return { field: 'value', message: PROFILE_TEXT.email }
  if (PHONE_TYPES.has(type) && !isPhone(text)) return { field: 'value', message: PROFILE_TEXT.phone }
  return null
}

/** What is wrong with a requested change; null where nothing is. */
export function changeProblem(field: AskedField, value: string): string | null {
  const text = value.trim()
  if (field === 'email') return isEmail(text) ? null : PROFILE_TEXT.email
  return text === '' || text.length > DISPLAY_NAME_MAX ? PROFILE_TEXT.name : null
}

/** The tabs of the profile modal in order, by the names with which it is opened (spec 3 §2). */
export const PROFILE_TABS = [
  'personal details',
  'notifications',
  'ticket issue',
  'hardware',
  'my tasks',
  'attendance',
  'my development',
  'external services',
  'third party apps',
] as const
export type ProfileTab = (typeof PROFILE_TABS)[number]
