import type { HeldTarget } from '#shared/contract/cati-report.ts'
import { dayTarget } from '#shared/domain/interviews.ts'
import type { WorkFigures } from '#shared/domain/kpi.ts'
import {
  isFigure,
  periodOf,
  type SetTarget,
  TARGET_MEASURES,
  type TargetAsked,
  targetNow,
  targetOn,
} from '#shared/domain/targets.ts'
import type { Database } from '../db/database.ts'
import { dayOf } from './kpis.ts'

/** Completes that somebody set of a person for a day, YYYY-MM-DD; null where nobody did. */
export type DayTargets = (userID: number, day: string) => number | null

/** The targets of these people and of all projects that weren't taken away. */
export const setTargets = (db: Database, userIDs: readonly number[]): Promise<SetTarget[]> =>
  db
    .selectFrom('targets')
    .where((eb) => eb.or([eb('userID', 'in', [0, ...userIDs]), eb('projectID', 'is not', null)]))
    .where('withdrawnAt', 'is', null)
    .orderBy('id')
    .select(['id', 'measure', 'userID', 'projectID', 'period', 'value', 'from', 'to'])
    .execute()

/** What can hold of somebody: theirs, and those of projects. */
function concerning(all: readonly SetTarget[]): (userID: number) => readonly SetTarget[] {
  const known = Map.groupBy(all, ({ userID }) => userID)
  return (userID) => [...(known.get(userID) ?? []), ...(known.get(null) ?? [])]
}

/** What was set of people for their days, which comes before what a shift is expected to bring (spec 4 §4.2.1). */
export function dayTargets(all: readonly SetTarget[]): DayTargets {
  const targetsOf = concerning(all)
  const asked = { measure: 'completes', projectID: null, period: 'DAY' } as const
  return (userID, day) => targetOn(targetsOf(userID), { ...asked, userID, day })?.value ?? null
}

/**
 * The target of people's days by their shifts: what was set of them, else what the shift is expected to bring; null
 * without a shift, or on no project.
 */
export function shiftTargets(
  all: readonly SetTarget[],
): (userID: number, shift: Parameters<typeof dayTarget>[0] | null) => number | null {
  const setOf = dayTargets(all)
  return (userID, shift) => shift && (setOf(userID, dayOf(shift.start)) ?? dayTarget(shift))
}

type RateTargets = Readonly<Record<'completesPerHour' | 'refusalRate', number | null>>

/** What holds of people's rates on a day, YYYY-MM-DD, on the project that they are on; null where nothing does. */
export function rateTargets(
  all: readonly SetTarget[],
  day: string,
): (userID: number, projectID: number | null) => RateTargets | null {
  const targetsOf = concerning(all)
  return (userID, projectID) => {
    const asked = { userID, projectID, day, period: 'DAY' } as const
    const held = (measure: keyof RateTargets) =>
      targetOn(targetsOf(userID), { ...asked, measure })?.value ?? null
    const found = { completesPerHour: held('completesPerHour'), refusalRate: held('refusalRate') }
    return found.completesPerHour === null && found.refusalRate === null ? null : found
  }
}

/** Whose targets are looked for: a project's own with the userID null. */
type Whose = Pick<TargetAsked, 'userID' | 'projectID'>

/**
 * Every target that holds of them in a time, with what was reached in it.
 * @param days the first and last, YYYY-MM-DD; what begins after `today` doesn't hold yet
 * @param figures what they did; asked where a target holds, `isBeyondCalls` where one is of attendance or reviews
 */
export async function heldTargets(
  all: readonly SetTarget[],
  { userID, projectID }: Whose,
  { from, to, today }: { readonly from: string; readonly to: string; readonly today: string },
  figures: (isBeyondCalls: boolean) => WorkFigures | Promise<WorkFigures>,
): Promise<HeldTarget[]> {
  const asked = { userID, projectID, day: to < today ? to : today, period: periodOf(from, to) }
  const held = TARGET_MEASURES.flatMap((measure) => targetOn(all, { ...asked, measure }) ?? [])
  if (held.length === 0) return []
  const reached = await figures(held.some(({ measure }) => !isFigure(measure)))
  return held.map(({ measure, period, value }) => ({
    ...{ measure, period, value, now: targetNow(measure, reached) },
  }))
}
