import * as z from 'zod/mini'
import { API_KEY_ADDRESSES_MAX, API_KEY_MARK, API_KEY_NAME_MAX, API_KEY_STATES } from '../domain/api-keys.ts'
import { call } from './http-call.ts'
import { permissionName, permissionNames } from './permissions.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'
import { isNetwork } from './setup.ts'

const about = { spec: '5 §5.3', permission: 'ADMIN_CAN_MANAGE_ADAPTORS' } as const

/** SCIM: for the directory's provisioning and nothing else; null: for the product's calls. */
const scope = z.nullable(z.literal('SCIM'))

const apiKey = z.object({
  id: recordID,
  name: z.string(),
  ownerID: userID,
  ownerName: z.string(),
  scope,
  permissions: z.array(permissionName),
  /** Addresses and ranges that it may come from; none for any. */
  addresses: z.array(z.string()),
  state: z.enum(API_KEY_STATES),
  createdAt: timestamp,
  createdBy: z.string(),
  expiresAt: timestamp,
  lastUsedAt: z.nullable(timestamp),
  lastUsedFrom: z.string(),
  revokedAt: z.nullable(timestamp),
})
export type ApiKeyInfo = z.output<typeof apiKey>

export const listApiKeys = call({
  path: '/api/admin/configuration/api-keys/list',
  request: noPayload,
  response: z.object({ apiKeys: z.array(apiKey) }),
  summary: 'The API keys, the newest first, without what they are.',
  extension: true,
  ...about,
})

export const newApiKey = call({
  path: '/api/admin/configuration/api-keys/new',
  request: z.object({
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(API_KEY_NAME_MAX)),
    ownerID: userID,
    scope,
    /** None with the scope SCIM. */
    permissions: permissionNames,
    addresses: z
      .array(z.string().check(z.trim(), z.refine(isNetwork, 'This is no address and no range.')))
      .check(z.maxLength(API_KEY_ADDRESSES_MAX)),
    /** At most 366 days from now. */
    expiresAt: timestamp,
  }),
  response: z.object({
    /** Told this once. */
    key: z.string().check(z.startsWith(API_KEY_MARK)),
    apiKey,
  }),
  summary:
    'Makes a key for a part of what its owner may do, and says it this once. It goes as X-API-Key or bearer token.',
  ...about,
})

export const revokeApiKey = call({
  path: '/api/admin/configuration/api-keys/revoke',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Ends a key at once and for good.',
  ...about,
})
