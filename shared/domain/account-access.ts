import type { PermissionName } from './permissions.ts'

/** Who may reset a password or two-factor (spec 5 §3.6). */
export const MAY_RESET = { anyOf: ['ADMIN_CAN_RESET_PASSWORD', 'SUPPORT_CAN_RESET_PASSWORD'] } as const

/** What shows the part Access of a person's panel: any of what can be done there. */
export const ACCESS_PERMISSIONS: readonly PermissionName[] = [
  ...MAY_RESET.anyOf,
  'SUPPORT_CAN_LOCK_ACCOUNT',
  'SUPPORT_CAN_UNLOCK_ACCOUNT',
  'SUPPORT_CAN_EDIT_USER_SETTINGS',
  'SUPPORT_CAN_ENABLE_COMPANION_APP',
  'SUPPORT_CAN_DISABLE_COMPANION_APP',
  'SUPPORT_CAN_CLEAR_DEVICE_ID',
  'SUPPORT_CAN_EXCLUDE_DEVICE_ID',
]

export const ACCESS_TEXT = {
  locked: 'Your account is locked. Please contact support.',
  deviceNotAllowed: 'This device is not allowed.',
} as const

/** How a password is reset: by a mailed link, or by one that is told. */
export const RESET_WAYS = ['LINK', 'TEMPORARY_PASSWORD'] as const

export type ResetWay = (typeof RESET_WAYS)[number]

export const ACCESS_REASON_MIN = 3
export const ACCESS_REASON_MAX = 500
