import * as z from 'zod/mini'

/** A point in time on the wire: ISO 8601 in UTC, with milliseconds. */
export const timestamp = z.iso.datetime()

/** A user's id. 0 is nobody, -2 the system user 'SAM' (spec 1 §3). */
export const userID = z.int()

/** A record's id: a positive whole number. */
export const recordID = z.int().check(z.positive())

/** A record's id that may come as text, as the fields of a form do. */
export const idText = z.union([
  recordID,
  z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number)),
])

/** A call without a payload: no body, null or an empty object are all taken. */
export const noPayload = z.optional(z.nullable(z.looseObject({})))

/** Answer of a call that only reports success. */
export const done = z.object({ done: z.literal(true) })
