import * as z from 'zod/mini'
import { PERMISSION_ADMINS } from '../domain/permission-admin.ts'
import { defaultUserTypes, roleRecord, roleValues } from '../records/admin/role.ts'
import { listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { permissionName, permissionNames, personAccess } from './permissions.ts'
import { done, noPayload, recordID, userID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

const toSee = { spec: roleRecord.spec, permission: roleRecord.permission } as const
const toChange = { spec: roleRecord.spec, permission: { allOf: PERMISSION_ADMINS } } as const

/** Roles that a call takes at once. */
const ROLES_AT_ONCE = 200

const role = z.object({
  ...roleRecord.row.shape,
  permissions: z.array(permissionName),
  defaultUserTypes: z.array(z.string()),
  /** It keeps what makes a grantor. */
  isProtected: z.boolean(),
  /** Built in, and not as it came. */
  isChanged: z.boolean(),
  /** What newer versions of the product would add to it. */
  offered: z.array(permissionName),
})
export type Role = z.output<typeof role>

export const listRoles = listCall(roleRecord)

export const getRole = call({
  path: '/api/admin/roles/get',
  request: z.object({ id: recordID }),
  response: role,
  summary: 'One role, with what it may do.',
  extension: true,
  ...toSee,
})

export const roleMatrix = call({
  path: '/api/admin/roles/matrix',
  request: noPayload,
  response: z.array(role),
  summary: 'All roles, with what each may do.',
  extension: true,
  ...toSee,
})

export const saveRole = call({
  path: '/api/admin/roles/save',
  request: z.extend(roleValues, {
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
    /** Absent: it stays as it is; a new role begins with none, or those of the one that it is a copy of. */
    permissions: z.optional(permissionNames),
    copyOf: z.optional(recordID),
    /** Absent as with the permissions. */
    defaultUserTypes: z.optional(defaultUserTypes),
  }),
  response: role,
  summary:
    'Makes a role, or changes the one that is named as it was seen. What its people may do is changed at once, also in their windows.',
  ...toChange,
})

const permissionChanges = z
  .array(z.extend(seenRecord, { permissions: permissionNames }))
  .check(z.minLength(1), z.maxLength(ROLES_AT_ONCE))

export const saveRolePermissions = call({
  path: '/api/admin/roles/save-permissions',
  request: z.object({ changes: permissionChanges }),
  response: z.array(role),
  summary: 'Changes what several roles may do: all of it, or nothing.',
  extension: true,
  ...toChange,
})

export const roleImpact = call({
  path: '/api/admin/roles/impact',
  request: z.object({ changes: permissionChanges }),
  response: z.object({
    /** Active people who would be able to do more than now, or less. */
    gain: z.int(),
    lose: z.int(),
    permissions: z.array(z.object({ name: permissionName, gain: z.int(), lose: z.int() })),
  }),
  summary: 'How many people would gain and lose which permissions. Nothing is changed.',
  ...toChange,
})

export const deleteRole = call({
  path: '/api/admin/roles/delete',
  request: seenRecord,
  response: done,
  summary: 'Deletes a role that nobody has.',
  ...toChange,
})

export const restoreBuiltInRole = call({
  path: '/api/admin/roles/restore-built-in',
  request: seenRecord,
  response: role,
  summary: 'Puts a built-in role back to how it came.',
  ...toChange,
})

export const assignRoles = call({
  path: '/api/admin/roles/assign',
  request: z.object({
    userID,
    add: z._default(z.array(recordID).check(z.maxLength(ROLES_AT_ONCE)), []),
    remove: z._default(z.array(recordID).check(z.maxLength(ROLES_AT_ONCE)), []),
  }),
  response: personAccess,
  summary: 'Gives a person roles and takes others away; one stays at least.',
  ...toChange,
})
