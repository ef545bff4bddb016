import { type Block, scheduledBlocks } from '#shared/domain/allocation.ts'
import type { ShiftLocation } from '#shared/domain/shifts.ts'
import type { Database } from '../db/database.ts'

/** A time, in milliseconds since 1970: from the first to before the second. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** Shifts that people come for; what planners still draft isn't one. */
const HELD = ['PUBLISHED', 'OFFERED', 'LIVE', 'COMPLETED'] as const

export interface HeldShift {
  readonly id: number
  readonly userID: number
  readonly start: number
  readonly end: number
  readonly breakMinutes: number
  readonly projectID: number | null
  readonly areaID: number | null
  readonly location: ShiftLocation
}

/** Shifts of people who are here, that lie in a time or reach into it. */
export async function heldShifts(db: Database, { from, to }: Range): Promise<HeldShift[]> {
  return db
    .selectFrom('shifts as s')
    .innerJoin('users as u', 'u.id', 's.userID')
    .where('u.isActive', '=', 1)
    .where('s.state', 'in', HELD)
    .where('s.start', '<', to)
    .where('s.end', '>', from)
    .orderBy('s.start')
    .orderBy('s.id')
    .select(['s.id', 's.userID', 's.start', 's.end', 's.breakMinutes', 's.projectID', 's.areaID'])
    .select('s.location')
    .execute()
}

export interface StoredAllocation extends Block {
  readonly id: number
  readonly state: 'PLANNED' | 'PUBLISHED' | 'LIVE' | 'DONE' | 'CANCELLED'
  readonly isRemoved: boolean
  readonly createdBy: number | null
  readonly removedBy: number | null
}

/** Allocations of a time that aren't cancelled, drafts among them. */
export async function allocationsIn(
  db: Database,
  { from, to }: Range,
  userIDs?: readonly number[],
): Promise<StoredAllocation[]> {
  const rows = await db
    .selectFrom('allocations')
    .where('state', '<>', 'CANCELLED')
    .where('start', '<', to)
    .where('end', '>', from)
    .$if(userIDs !== undefined, (query) => query.where('userID', 'in', [0, ...(userIDs ?? [])]))
    .orderBy('start')
    .orderBy('id')
    .select(['id', 'userID', 'projectID', 'start', 'end', 'state', 'isRemoved', 'createdBy', 'removedBy'])
    .execute()
  return rows.map((row) => ({ ...row, isRemoved: row.isRemoved === 1 }))
}

/** What holds for its person now: not a draft, whatever planners mean to do with it. */
export const holds = ({ state }: StoredAllocation): boolean => state !== 'PLANNED'
/** What will hold once the plan is published. */
export const isPlanned = ({ isRemoved }: StoredAllocation): boolean => !isRemoved

/** On what people are to work in a time, by what they were told (spec 4 §2.2). @param drafts by the plan instead */
export async function scheduledIn(db: Database, range: Range, drafts = false): Promise<Block[]> {
  const shifts = await heldShifts(db, range)
  const all = await allocationsIn(db, range)
  return scheduledBlocks(shifts, all.filter(drafts ? isPlanned : holds))
}

/** The project of the allocation that covers a moment, by person. */
export async function allocatedNow(
  db: Database,
  userIDs: readonly number[],
  now: number,
): Promise<ReadonlyMap<number, { readonly projectID: number; readonly project: string }>> {
  const rows = await db
    .selectFrom('allocations as a')
    .innerJoin('projects as p', 'p.id', 'a.projectID')
    .where('a.userID', 'in', [0, ...userIDs])
    .where('a.state', 'in', ['PUBLISHED', 'LIVE', 'DONE'])
    .where('a.start', '<=', now)
    .where('a.end', '>', now)
    .orderBy('a.id')
    .select(['a.userID', 'a.projectID', 'p.name as project'])
    .execute()
  return new Map(rows.map(({ userID, ...row }) => [userID, row]))
}

/** Whose published allocations began or ended after a moment, up to another. */
export async function turnedSince(db: Database, since: number, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('allocations')
    .where('state', 'in', ['PUBLISHED', 'LIVE'])
    .where((eb) =>
      eb.or([
        eb.and([eb('start', '>', since), eb('start', '<=', now)]),
        eb.and([eb('end', '>', since), eb('end', '<=', now)]),
      ]),
    )
    .orderBy('userID')
    .select('userID')
    .distinct()
    .execute()
  return rows.map(({ userID }) => userID)
}
