import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload, timestamp } from './primitives.ts'

const about = {
  spec: '6 §9.7',
  permission: { anyOf: ['IRESEARCH_CAN_LOOK_UP_ADDRESS', 'IRESEARCH_CAN_LOOK_UP_POSTCODE'] },
} as const

/** A text to search by has so many characters at least (spec 6 §9.7). */
export const ADDRESS_TEXT_MIN = 3
/** So many lines of a list are checked at most (spec 6 §17). */
export const ADDRESS_LIST_MAX = 1000
/** So many of them are asked for with one call. */
export const ADDRESS_LIST_PART = 20
const QUERY_MAX = 200

const address = z.object({
  uprn: z.string(),
  /** As on a letter. */
  lines: z.array(z.string()),
  town: z.string(),
  postcode: z.string(),
  country: z.string(),
  region: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
})
export type ListedAddress = z.output<typeof address>

const use = z.object({
  /** Lookups of the month, of all people. */
  used: z.int(),
  /** Null for no limit. */
  limit: z.nullable(z.int()),
})

export const addressState = call({
  path: '/api/iresearch/address/state',
  request: noPayload,
  response: z.object({
    /** Whether a service is connected. */
    isConnected: z.boolean(),
    ...use.shape,
    /** The caller's own of 30 days, the newest first. */
    history: z.array(z.object({ query: z.string(), at: timestamp, found: z.int() })),
  }),
  summary:
    'Whether address lookup is connected, how much of the month’s limit is used, and one’s own searches.',
  ...about,
  extension: true,
})

export const searchAddress = call({
  path: '/api/iresearch/address/search',
  request: z.object({
    by: z._default(z.enum(['POSTCODE', 'TEXT']), 'POSTCODE'),
    query: z.string().check(z.trim(), z.maxLength(QUERY_MAX)),
  }),
  response: z.object({
    /** Empty for who may look up postcodes alone. */
    addresses: z.array(address),
    /** Where the postcodes are, each once. */
    places: z.array(
      z.object({ postcode: z.string(), area: z.string(), ward: z.string(), region: z.string() }),
    ),
    ...use.shape,
  }),
  summary:
    'Addresses by a UK postcode, or by a text of 3 characters or more; with the permission for postcodes alone where a postcode is, and no more.',
  ...about,
})

export const checkAddresses = call({
  path: '/api/iresearch/address/check',
  request: z.object({
    /** Lines of a list: addresses or postcodes. */
    lines: z
      .array(z.string().check(z.trim(), z.maxLength(QUERY_MAX)))
      .check(z.minLength(1), z.maxLength(ADDRESS_LIST_PART)),
  }),
  response: z.object({
    rows: z.array(
      z.object({
        line: z.string(),
        outcome: z.enum(['FOUND', 'SEVERAL', 'NONE', 'TOO_SHORT']),
        /** How many were found. */
        found: z.int(),
        /** The first that was found. */
        address: z.nullable(address),
      }),
    ),
    ...use.shape,
  }),
  summary: 'Looks up lines of a list, each as a search of its own.',
  spec: about.spec,
  permission: 'IRESEARCH_CAN_LOOK_UP_ADDRESS',
  extension: true,
})
