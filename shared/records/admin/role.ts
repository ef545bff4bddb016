import * as z from 'zod/mini'
import { recordID } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { USER_TYPES } from '../../domain/user-types.ts'
import { type Field, recordType } from '../record.ts'

export const ROLE_NAME_MAX = 60
export const ROLE_DESCRIPTION_MAX = 300

const userTypes = Object.keys(USER_TYPES) as (keyof typeof USER_TYPES)[]

/** User types whose new people begin with a role: each once, in the order in which people choose among them. */
export const defaultUserTypes = z.pipe(
  z.array(z.enum(userTypes)).check(z.maxLength(userTypes.length)),
  z.transform((chosen) => userTypes.filter((type) => chosen.includes(type))),
)

/** What a form of a role holds; what it may do is the matrix's. */
export const roleValues = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(ROLE_NAME_MAX)),
  description: z.string().check(z.trim(), z.maxLength(ROLE_DESCRIPTION_MAX)),
})

export const ROLE_FIELDS = {
  name: { kind: 'text', label: 'Name', max: ROLE_NAME_MAX, isRequired: true },
  description: { kind: 'longText', label: 'Description', max: ROLE_DESCRIPTION_MAX },
  defaultUserTypes: {
    kind: 'text',
    label: 'Default user types',
    hint: 'Somebody new of such a user type begins with this role.',
  },
} as const satisfies Record<keyof z.output<typeof roleValues> | 'defaultUserTypes', Field>

/** Named sets of permissions (spec 5 §4.2). */
export const roleRecord = recordType({
  name: 'role',
  page: 'admin.active-users.roles',
  path: '/api/admin/roles',
  spec: '5 §4.2',
  words: { one: 'role', many: 'roles', none: 'No roles yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    ...roleValues.shape,
    /** Active people who have it. */
    people: z.int(),
    permissionCount: z.int(),
    isBuiltIn: z.boolean(),
  }),
  columns: {
    name: { kind: 'text', label: 'Name', isSearched: true, width: 16 },
    description: { kind: 'text', label: 'Description', isSearched: true, width: 34 },
    people: { kind: 'number', label: 'People', width: 7 },
    permissionCount: { kind: 'number', label: 'Permissions', width: 9 },
    isBuiltIn: { kind: 'yesNo', label: 'Built in', width: 7 },
  },
  order: [{ field: 'name', direction: 'ASC' }],
  permission: 'ADMIN_CAN_SEE_USERS',
})
