import * as z from 'zod/mini'
import { recordID, userID } from '../contract/primitives.ts'

/** What is chosen in a window's planner: somebody's day, London's, and the shift in it, or none. */
export const planSelection = z.object({ userID, day: z.iso.date(), shiftID: z.nullable(recordID) })
export type PlanSelection = z.output<typeof planSelection>

/** A window of another planner: who it is, and what is chosen in it; null where nothing is that the reader may plan. */
export const planLooker = z.object({ userID, userName: z.string(), selection: z.nullable(planSelection) })
export type PlanLooker = z.output<typeof planLooker>
