import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { userID } from './primitives.ts'

const xp = z.int().check(z.nonnegative())

/** Where a person stands in the game (spec 1 §3). XP are points; the level spans previousLevelXP to nextLevelXP. */
export const gamificationLevel = z.object({
  name: z.string(),
  level: z.int().check(z.positive()),
  nextLevelXP: xp,
  previousLevelXP: xp,
  currentXP: xp,
  userID,
})
export type GamificationLevel = z.output<typeof gamificationLevel>

/** A number that may come as text, as in a query string. */
const queryNumber = z.union([
  z.int(),
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,15}$/)),
    z.transform((text: string) => Number(text)),
  ),
])

export const myLevel = call({
  method: 'GET',
  path: '/api/igamification/my-level',
  request: z.object({ userID: queryNumber }),
  response: gamificationLevel,
  summary:
    "The person's level, by the messages that they sent and the days that they worked. Somebody else's needs CAN_VIEW_USER_PROFILE.",
  spec: '1 §7',
  scope: 'profile:read',
})
