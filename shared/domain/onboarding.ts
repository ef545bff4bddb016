import type { PermissionName } from './permissions.ts'

/**
 * Who may change the onboarding tasks. The dialog opens from the Admin menu and belongs to recruitment, so
 * either one's settings permission is enough (spec 1 §2.5, §7).
 */
export const ONBOARDING_EDITORS = [
  'IRECRUITMENT_CAN_EDIT_SETTINGS',
  'ADMIN_CAN_EDIT_SETTINGS',
] as const satisfies readonly PermissionName[]

/** Who may see them: also those who handle new people (spec 1 §2.5). */
export const ONBOARDING_READERS = [
  ...ONBOARDING_EDITORS,
  'IRECRUITMENT_CAN_SEE_ONBOARDING_TAB',
  'ADMIN_CAN_SEE_PENDING_RECRUITMENT',
] as const satisfies readonly PermissionName[]
