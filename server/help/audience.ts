import { PERMISSIONS, type PermissionName, type Permissions } from '#shared/domain/permissions.ts'

const isPermissionName = (name: string): name is PermissionName => name in PERMISSIONS

/** The permissions of an audience as it is stored; those that went aren't among them. */
export const audienceOf = (stored: string): PermissionName[] =>
  (JSON.parse(stored) as string[]).filter(isPermissionName)

/** Whether somebody is among an audience: they hold any of its permissions, or it names none at all. */
export const isAmong = (permissions: Permissions, stored: string): boolean =>
  stored === '[]' || permissions.canAny(audienceOf(stored))
