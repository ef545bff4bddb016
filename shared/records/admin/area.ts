import * as z from 'zod/mini'
import { recordID } from '../../contract/primitives.ts'

/** What an area is (spec 5 §4.3). */
export const AREA_KINDS = { OFFICE: 'Office', HOME: 'Home', VIRTUAL: 'Virtual' } as const
export type AreaKind = keyof typeof AREA_KINDS
const kinds = Object.keys(AREA_KINDS) as AreaKind[]

export const AREA_NAME_MAX = 100
export const AREA_CODE_MAX = 20
export const AREA_ADDRESS_MAX = 500
export const AREA_SEATS_MAX = 10_000
export const AREA_REASON_MAX = 200

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** When it is open on a weekday, local times HH:mm; a weekday that isn't there is closed. */
const openingDay = z
  .object({
    /** From 1, Monday, to 7. */
    weekday: z.int().check(z.minimum(1), z.maximum(7)),
    from: z.string().check(z.regex(TIME)),
    to: z.string().check(z.regex(TIME)),
  })
  .check(z.refine(({ from, to }) => from < to, { error: 'It has to close after it opens.' }))
export type OpeningDay = z.output<typeof openingDay>

/** What the form of an area holds. */
export const areaValues = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(AREA_NAME_MAX)),
  code: z.string().check(z.trim(), z.maxLength(AREA_CODE_MAX)),
  managerID: z.nullable(recordID),
  kind: z.enum(kinds),
  address: z.string().check(z.trim(), z.maxLength(AREA_ADDRESS_MAX)),
  /** Null where they aren't counted. */
  seats: z.nullable(z.int().check(z.minimum(0), z.maximum(AREA_SEATS_MAX))),
  openingHours: z.array(openingDay).check(
    z.maxLength(7),
    z.refine((days) => new Set(days.map(({ weekday }) => weekday)).size === days.length, {
      error: 'A weekday is named twice.',
    }),
  ),
})
export type AreaValues = z.output<typeof areaValues>
