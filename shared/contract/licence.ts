import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload, timestamp } from './primitives.ts'

const SPEC = '5 §5.1'
const ROOT = '/api/admin/configuration/licence'
const permission = 'ADMIN_CAN_EDIT_SETTINGS'
/** Longest licence file, in characters. */
export const LICENCE_FILE_MAX = 20_000

const licence = z.object({
  expiryDate: timestamp,
  /** '' where no licence was uploaded yet. */
  holder: z.string(),
  /** Null where no licence was uploaded yet: any number. */
  seats: z.nullable(z.int()),
  /** Active people. */
  seatsUsed: z.int(),
  uploadedBy: z.nullable(z.string()),
  uploadedAt: z.nullable(timestamp),
  /** Whether the server knows by which key a licence is checked. */
  hasKey: z.boolean(),
})
export type LicenceFacts = z.output<typeof licence>

export const getLicence = call({
  path: `${ROOT}/get`,
  request: noPayload,
  response: licence,
  summary: 'Until when the licence holds, whose it is, and how many of its seats are used.',
  spec: SPEC,
  permission,
  extension: true,
})

export const uploadLicence = call({
  path: `${ROOT}/upload`,
  request: z.object({
    /** The file's text, as the vendor signed it. */
    file: z.string().check(z.minLength(1), z.maxLength(LICENCE_FILE_MAX)),
  }),
  response: licence,
  summary: 'Takes a signed licence file over; it holds at once. 400 where its signature is not the vendor’s.',
  spec: SPEC,
  permission,
  extension: true,
})
