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

/** What somebody may do, and why. */
export const personAccess = z.object({
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
export type PersonAccess = z.output<typeof personAccess>

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
  response: personAccess,
  summary: 'What a person may do, and by which roles, grants and refusals.',
  spec: '5 §4.2',
  permission: 'ADMIN_CAN_SEE_USERS',
})

/** What a role may do: as many as there are, or none. */
export const permissionNames = z.array(permissionName).check(z.maxLength(NAMES.length))

const names = permissionNames.check(z.minLength(1))

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
  response: personAccess,
  summary:
    'Grants permissions to a person beside their roles. It shows at once in the person’s windows, whose tokens are renewed, and in the audit.',
  spec: '5 §4.2',
  permission: { allOf: PERMISSION_ADMINS },
})

export const refusePermissions = call({
  path: '/api/admin/permissions/refuse',
  request: decision,
  response: personAccess,
  summary:
    'Keeps permissions from a person, whatever their roles say. The last active person who can grant permissions keeps them.',
  spec: '5 §4.2',
  permission: { allOf: PERMISSION_ADMINS },
})

export const revokePermissions = call({
  path: '/api/admin/permissions/revoke',
  request: z.object({ userID, permissions: names }),
  response: personAccess,
  summary:
    'Takes back grants and refusals: roles alone decide again. The last active person who can grant permissions keeps them.',
  spec: '5 §4.2',
  permission: { allOf: PERMISSION_ADMINS },
})

/** What somebody asks who can do: a permission, a page of the menu by its id, or a call by `area.name`. */
const ability = z.object({
  kind: z.enum(['PERMISSION', 'PAGE', 'ACTION']),
  name: z.string().check(z.minLength(1), z.maxLength(100)),
})
export type Ability = z.output<typeof ability>

const holder = z.object({
  userID,
  displayName: z.string(),
  userName: z.string(),
  /** By what: a role's name, or null for a grant of their own; and since when. */
  ways: z.array(
    z.object({
      permission: permissionName,
      role: z.nullable(z.string()),
      reason: z.string(),
      since: timestamp,
    }),
  ),
})

export const whoCan = call({
  path: '/api/admin/permissions/who-can',
  request: ability,
  response: z.object({
    /** The permissions that it is about; empty where everybody who is signed in may. */
    permissions: z.array(permissionName),
    people: z.array(holder),
  }),
  summary:
    'The active people who can do it, and how each came to it. A page asks what the menu and the page’s guard ask; an action asks what its call asks.',
  spec: '5 §4.2',
  permission: 'ADMIN_CAN_SEE_USERS',
})

export const askedActions = call({
  path: '/api/admin/permissions/actions',
  request: noPayload,
  response: z.array(z.object({ name: z.string(), summary: z.string() })),
  summary: 'The calls that need a permission, to ask who can make them.',
  spec: '5 §4.2',
  permission: 'ADMIN_CAN_SEE_USERS',
  extension: true,
})
