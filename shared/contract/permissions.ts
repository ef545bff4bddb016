import * as z from 'zod/mini'
import { PERMISSION_ADMINS } from '../domain/permission-admin.ts'
import { PERMISSIONS, type PermissionName } from '../domain/permissions.ts'
import { call } from './http-call.ts'
import { noPayload, userID } from './primitives.ts'

const NAMES = Object.keys(PERMISSIONS) as PermissionName[]
const permissionName = z.enum(NAMES)

const held = z.object({
  userID,
  userName: z.string(),
  displayName: z.string(),
  permissions: z.array(permissionName),
  /** Stored numbers that belong to no permission here; they grant nothing. */
  unknownNumbers: z.array(z.int()),
})

export const permissionCatalogue = call({
  path: '/api/admin/permissions/catalogue',
  request: noPayload,
  response: z.array(z.object({ name: permissionName, number: z.int(), holders: z.int() })),
  summary: 'Every permission, with its number in tokens and how many active people hold it.',
  spec: '1 §6',
  extension: true,
  permission: 'ADMIN_CAN_SEE_USERS',
})

export const personPermissions = call({
  path: '/api/admin/permissions/of-person',
  request: z.object({ userID }),
  response: held,
  summary: 'What a person may do.',
  spec: '1 §6',
  extension: true,
  permission: 'ADMIN_CAN_SEE_USERS',
})

const change = z.object({
  userID,
  permissions: z.array(permissionName).check(z.minLength(1), z.maxLength(NAMES.length)),
})

export const grantPermissions = call({
  path: '/api/admin/permissions/grant',
  request: change,
  response: held,
  summary:
    'Grants permissions. It shows at once in the person’s windows, whose tokens are renewed, and in the event log.',
  spec: '1 §6',
  extension: true,
  permission: { allOf: PERMISSION_ADMINS },
})

export const revokePermissions = call({
  path: '/api/admin/permissions/revoke',
  request: change,
  response: held,
  summary:
    'Takes permissions away, in the same way. The last active person who can grant permissions keeps them.',
  spec: '1 §6',
  extension: true,
  permission: { allOf: PERMISSION_ADMINS },
})
