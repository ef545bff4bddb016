import type { PermissionName } from './permissions.ts'

/**
 * Who may change the tasks of new people: recruitment's settings and the admins' are both a way to
 * them, as the dialog opens from the Admin menu and is recruitment's (spec 1 §2.5, §7).
 */
export const ONBOARDING_EDITORS = [
  'IRECRUITMENT_CAN_EDIT_SETTINGS',
  'ADMIN_CAN_EDIT_SETTINGS',
] as const satisfies readonly PermissionName[]

/** Who may see them: also those who take in new people (spec 1 §2.5: the dialog is in the Admin menu). */
export const ONBOARDING_READERS = [
  ...ONBOARDING_EDITORS,
  'IRECRUITMENT_CAN_SEE_ONBOARDING_TAB',
  'ADMIN_CAN_SEE_PENDING_RECRUITMENT',
] as const satisfies readonly PermissionName[]
