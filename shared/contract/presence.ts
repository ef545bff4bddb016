import * as z from 'zod/mini'
import { PRESENCE_VALUES } from '../domain/presence.ts'
import { timestamp, userID } from './primitives.ts'

/** How somebody is doing, and since when (spec 1 §3). */
export const userStatus = z.object({
  id: userID,
  name: z.string(),
  status: z.enum(PRESENCE_VALUES),
  time: timestamp,
})
