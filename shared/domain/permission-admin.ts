import type { PermissionName } from './permissions.ts'

/** All of these are needed to grant and revoke permissions. The documents name no rule; this one is ours. */
export const PERMISSION_ADMINS = [
  'ADMIN_CAN_SEE_USERS',
  'ADMIN_CAN_EDIT_SETTINGS',
] as const satisfies readonly PermissionName[]
