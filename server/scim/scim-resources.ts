import * as z from 'zod/mini'
import { USER_TYPES } from '#shared/domain/user-types.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

/** Entra ID sends "True" and "False" as texts. */
const flag = z.union([
  z.boolean(),
  z.pipe(
    z.string().check(z.regex(/^(?:true|false)$/i)),
    z.transform((text) => text.toLowerCase() === 'true'),
  ),
])
const text = z.string().check(z.trim(), z.maxLength(500))
const maybe = z.optional(z.nullable(text))
const listed = z.optional(
  z.nullable(
    z.array(z.object({ value: maybe, type: maybe, primary: z.optional(flag) })).check(z.maxLength(20)),
  ),
)

/** What a directory may say of somebody; anything else that it says isn't kept. */
export const scimUser = z.object({
  userName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  externalId: maybe,
  displayName: maybe,
  name: z.optional(z.nullable(z.object({ formatted: maybe, givenName: maybe, familyName: maybe }))),
  active: z._default(flag, true),
  emails: listed,
  phoneNumbers: listed,
  userType: maybe,
})
export type ScimUser = z.output<typeof scimUser>

/** The address or number that counts: the primary one, else the first. */
export function primaryOf(list: ScimUser['emails']): string {
  const all = (list ?? []).filter(({ value }) => (value ?? '') !== '')
  return (all.find(({ primary }) => primary) ?? all[0])?.value ?? ''
}

export const userTypeOf = (said: string | null | undefined): keyof typeof USER_TYPES | null => {
  const key = (said ?? '').toUpperCase()
  return key in USER_TYPES ? (key as keyof typeof USER_TYPES) : null
}

const member = z.object({ value: z.union([z.string(), z.number()]) })
export const scimGroup = z.object({
  displayName: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  externalId: maybe,
  members: z.optional(z.nullable(z.array(member).check(z.maxLength(10_000)))),
})
export const scimMembers = z.array(member).check(z.maxLength(10_000))

const attribute = (name: string, more: object = {}) => ({
  ...{ name, type: 'string', multiValued: false, required: false, caseExact: false },
  ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none', description: name },
  ...more,
})
const values = [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })]

/** What this server keeps of users and groups (RFC 7643 §7). */
const SCHEMAS = [
  {
    ...{ id: USER_SCHEMA, name: 'User', description: 'A person' },
    attributes: [
      attribute('userName', { required: true, uniqueness: 'server' }),
      attribute('displayName'),
      attribute('name', {
        type: 'complex',
        subAttributes: ['formatted', 'givenName', 'familyName'].map((name) => attribute(name)),
      }),
      attribute('active', { type: 'boolean' }),
      attribute('emails', { type: 'complex', multiValued: true, subAttributes: values }),
      attribute('phoneNumbers', { type: 'complex', multiValued: true, subAttributes: values }),
      attribute('userType'),
      attribute('groups', {
        ...{ type: 'complex', multiValued: true, mutability: 'readOnly' },
        subAttributes: [attribute('value'), attribute('display')],
      }),
    ],
  },
  {
    ...{ id: GROUP_SCHEMA, name: 'Group', description: 'A role' },
    attributes: [
      attribute('displayName', { required: true, uniqueness: 'server' }),
      attribute('members', {
        ...{ type: 'complex', multiValued: true },
        subAttributes: [attribute('value'), attribute('display'), attribute('type')],
      }),
    ],
  },
] as const

const meta = (resourceType: string, location: string) => ({ resourceType, location })

/** What a client learns first. `base` is the address below which everything is. */
export function discovery(base: string) {
  const types = [
    { id: 'User', endpoint: '/Users', schema: USER_SCHEMA },
    { id: 'Group', endpoint: '/Groups', schema: GROUP_SCHEMA },
  ].map((one) => ({
    ...{ schemas: [TYPE], name: one.id, description: one.id, ...one },
    meta: meta('ResourceType', `${base}/ResourceTypes/${one.id}`),
  }))
  const schemas = SCHEMAS.map((one) => ({
    ...{ schemas: [SCHEMA], ...one },
    meta: meta('Schema', `${base}/Schemas/${one.id}`),
  }))
  const config = {
    schemas: [CONFIG],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        ...{ type: 'oauthbearertoken', name: 'API key', primary: true },
        description: 'An API key with the scope SCIM, as the bearer token.',
      },
    ],
    meta: meta('ServiceProviderConfig', `${base}/ServiceProviderConfig`),
  }
  return { config, types, schemas }
}

/** One page of a list (RFC 7644 §3.4.2). */
export const listOf = (resources: readonly object[], totalResults: number, startIndex: number) => ({
  ...{ schemas: [LIST_SCHEMA], totalResults, startIndex, itemsPerPage: resources.length },
  Resources: resources,
})
