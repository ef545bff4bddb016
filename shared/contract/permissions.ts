import * as z from 'zod/mini'
import { PERMISSION_ADMINS } from '../domain/permission-admin.ts'
import { PERMISSIONS, type PermissionName } from '../domain/permissions.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp, userID } from './primitives.ts'

const NAMES = Object.keys(PERMISSIONS) as PermissionName[]
export const permissionName = z.enum(NAMES)

/** Longest reason of a grant or refusal. Ours. */
export const GRANT_REASON_MAX = 500

const personRole = z.object({
  id: recordID,
  name: z.string(),
  since: timestamp,
  /** Who follows the directory has the role for as long as it says so. */
  source: z.enum(['HAND', 'DIRECTORY']),
})
export type PersonRole = z.output<typeof personRole>

/** What was decided about somebody alone. */
const personalDecision = z.object({
  isRefusal: z.boolean(),
  reason: z.string(),
  endsAt: z.nullable(timestamp),
  since: timestamp,
  /** Null where they are gone, or it was so before there were roles. */
  by: z.nullable(z.string()),
})

/** By which ways somebody holds a permission, or is kept from it. */
const permissionWay = z.object({
  name: permissionName,
  isHeld: z.boolean(),
  /** The names of their roles that have it. */
  roles: z.array(z.string()),
  personal: z.nullable(personalDecision),
})
export type PermissionWay = z.output<typeof permissionWay>

const held = z.object({
  userID,
  userName: z.string(),
  displayName: z.string(),
  permissions: z.array(permissionName),
  /** Stored numbers that belong to no permission here; they grant nothing. */
  unknownNumbers: z.array(z.int()),
  roles: z.array(personRole),
  /** Permissions that a role, a grant or a refusal says something about. */
  ways: z.array(permissionWay),
})
export type PersonPermissions = z.output<typeof held>

export const permissionCatalogue = call({
  path: '/api/admin/permissions/catalogue',
  request: noPayload,
  response: z.array(z.object({ name: permissionName, number: z.int(), holders: z.int() })),
  summary: 'Every permission, with its number in tokens and how many active people hold it.',
  spec: '1 §6, 5 §8',
  permission: 'ADMIN_CAN_SEE_USERS',
})

export const personPermissions = call({
  path: '/api/admin/permissions/of-person',
  request: z.object({ userID }),
  response: held,
  summary: 'What a person may do, and by which roles, grants and refusals.',
  spec: '5 §4.2',
  permission: 'ADMIN_CAN_SEE_USERS',
})

const names = z.array(permissionName).check(z.minLength(1), z.maxLength(NAMES.length))

const decision = z.object({
  userID,
  permissions: names,
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(GRANT_REASON_MAX)),
  /** In the future; null for no end. */
  endsAt: z._default(z.nullable(timestamp), null),
})

export const grantPermissions = call({
  path: '/api/admin/permissions/grant',
  request: decision,
  response: held,
  summary:
    'Grants permissions to a person beside their roles. It shows at once in the person’s windows, whose tokens are renewed, and in the audit.',
  spec: '5 §4.2',
  permission: { allOf: PERMISSION_ADMINS },
})

export const refusePermissions = call({
  path: '/api/admin/permissions/refuse',
  request: decision,
  response: held,
  summary:
    'Keeps permissions from a person, whatever their roles say. The last active person who can grant permissions keeps them.',
  spec: '5 §4.2',
  permission: { allOf: PERMISSION_ADMINS },
})

export const revokePermissions = call({
  path: '/api/admin/permissions/revoke',
  request: z.object({ userID, permissions: names }),
  response: held,
  summary:
    'Takes back grants and refusals: roles alone decide again. The last active person who can grant permissions keeps them.',
  spec: '5 §4.2',
  permission: { allOf: PERMISSION_ADMINS },
})
