import { dayTarget } from '#shared/domain/interviews.ts'
import type { Database } from '../db/database.ts'
import { dayOf } from './kpis.ts'

/** Completes that somebody set of a person for a day, YYYY-MM-DD; null where nobody did. */
export type DayTargets = (userID: number, day: string) => number | null

/**
 * What was set of people for their days, which comes before what a shift is expected to bring (spec 4 §4.2.1). Of
 * several that hold on a day it is the last that was set.
 */
export async function dayTargets(db: Database, userIDs: readonly number[]): Promise<DayTargets> {
  const rows = await db
    .selectFrom('targets')
    .where('userID', 'in', [0, ...userIDs])
    .where('period', '=', 'DAY')
    .orderBy('id')
    .select(['userID', 'value', 'from', 'to'])
    .execute()
  const known = Map.groupBy(rows, ({ userID }) => userID)
  return (userID, day) =>
    known.get(userID)?.findLast(({ from, to }) => from <= day && (to === null || day <= to))?.value ?? null
}

/**
 * The target of people's days by their shifts: what was set of them, else what the shift is expected to bring; null
 * without a shift, or on no project.
 */
export async function shiftTargets(
  db: Database,
  userIDs: readonly number[],
): Promise<(userID: number, shift: Parameters<typeof dayTarget>[0] | null) => number | null> {
  const setOf = await dayTargets(db, userIDs)
  return (userID, shift) => shift && (setOf(userID, dayOf(shift.start)) ?? dayTarget(shift))
}
