import type * as z from 'zod/mini'
import type { splitShift, updateShifts } from '#shared/contract/shifts.ts'
import type { PlannedChange } from '#shared/domain/shifts.ts'
import { SHIFT_STEP_MS, shiftTimes } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { audit, changesBetween } from '../records/audit.ts'
import { changedSince } from '../records/change.ts'
import { Refusal } from '../refusal.ts'
import { type PlanRow, plannedColumns, planRows } from './plan-shifts.ts'
import { requirePlanned } from './plannable.ts'
import { asPlanned } from './planned.ts'

export const PLANNER_PAGE = 'resource.planner'
const HOUR_MS = 3_600_000
const NEW = { segments: '[]', publishedAt: null, isLocked: 0, lockedBy: null, version: 1 } as const

type Wanted = z.output<typeof updateShifts.request>['shifts'][number]

/** Who changes shifts, when, and why in spite of what warns. */
export interface Editing {
  readonly trx: Database
  readonly caller: Caller
  readonly at: number
  readonly reason: string | undefined
}

/** The shifts of those ids, in that order. @throws Refusal 404 where one is gone, or is of somebody whom the caller doesn't plan */
async function requireShifts({ trx, caller }: Editing, ids: readonly number[]): Promise<PlanRow[]> {
  const rows = await planRows(trx).where('id', 'in', ids).execute()
  const of = new Map(rows.map((row) => [row.id, row]))
  const found = ids.map((id) => {
    const row = of.get(id)
    if (!row) throw new Refusal(404, 'record.gone', { one: 'shift' })
    return row
  })
  await requirePlanned(
    trx,
    caller,
    found.map(({ userID }) => userID),
  ).catch(() => {
    throw new Refusal(404, 'record.gone', { one: 'shift' })
  })
  return found
}

const isDraft = ({ state }: PlanRow) => state === 'DRAFT'

/** @throws Refusal 400 where it is under way, over or cancelled (spec 4 §5.1) */
function requireOpen(row: PlanRow, action: string): void {
  if (row.state !== 'DRAFT' && row.state !== 'PUBLISHED' && row.state !== 'OFFERED')
    throw new Refusal(400, 'record.cannot', { record: 'The shift', state: row.state, action })
}

/** Stores values where the shift is as it was seen. @throws Refusal 409 where it isn't */
async function put(
  { trx, caller, at }: Editing,
  seen: { readonly id: number; readonly version: number },
  values: Readonly<Record<string, unknown>>,
): Promise<PlanRow> {
  const changed = await trx
    .updateTable('shifts')
    .set({ ...values, version: seen.version + 1, changedBy: caller.userID, changedAt: at })
    .where('id', '=', seen.id)
    .where('version', '=', seen.version)
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw await changedSince(trx, 'shifts', 'shift', seen.id, at)
  return planRows(trx).where('id', '=', seen.id).executeTakeFirstOrThrow()
}

async function note(editing: Editing, action: string, before: PlanRow | null, after: PlanRow): Promise<void> {
  const { trx, caller, at, reason } = editing
  const plan = (row: PlanRow) => {
    const { start, end, ...rest } = asPlanned(row)
    return {
      ...rest,
      start: new Date(start).toISOString(),
      end: new Date(end).toISOString(),
      userID: row.userID,
    }
  }
  await audit(trx, caller, at, {
    ...{ action, page: PLANNER_PAGE, recordType: 'shift', recordID: after.id, personID: after.userID },
    label: shiftTimes(asPlanned(after)),
    ...(before !== null && { changes: changesBetween(plan(before), plan(after)) }),
    ...(reason !== undefined && { reason }),
  })
}

async function addDraft(editing: Editing, like: PlannedChange, userID: number): Promise<PlanRow> {
  const { trx, caller, at } = editing
  const { isCancelled: _, ...values } = like
  const { id } = await trx
    .insertInto('shifts')
    .values({
      ...NEW,
      ...values,
      userID,
      source: 'MANUAL',
      state: 'DRAFT',
      changedBy: caller.userID,
      changedAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = await planRows(trx).where('id', '=', id).executeTakeFirstOrThrow()
  await note(editing, 'SHIFT_ADDED', null, row)
  return row
}

/** What planners mean a published shift to be; nothing stands beside it where that is what it is. */
function stagedColumns(row: PlanRow, plan: PlannedChange) {
  const { start, end, breakMinutes, projectID, areaID, location } = row
  const same =
    !plan.isCancelled &&
    plan.note === row.note &&
    start === plan.start &&
    end === plan.end &&
    breakMinutes === plan.breakMinutes &&
    projectID === plan.projectID &&
    areaID === plan.areaID &&
    location === plan.location
  // A change takes an offer back: another one is made when it is published.
  return { ...plannedColumns(same ? null : plan), state: 'PUBLISHED', isByHand: 1 }
}

/** Changes shifts as they were seen. @returns those that are otherwise now */
export async function changeShifts(editing: Editing, wanted: readonly Wanted[]): Promise<PlanRow[]> {
  const rows = await requireShifts(
    editing,
    wanted.map(({ id }) => id),
  )
  const people = wanted.flatMap(({ userID }) => (userID === undefined ? [] : [userID]))
  await requirePlanned(editing.trx, editing.caller, people)
  const changed: PlanRow[] = []
  for (const [place, row] of rows.entries()) {
    const { id, version, userID = row.userID, start, end, ...set } = wanted[place] as Wanted
    requireOpen(row, 'changed')
    const given = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined))
    const plan: PlannedChange = {
      ...asPlanned(row),
      ...given,
      ...(start !== undefined && { start: Date.parse(start) }),
      ...(end !== undefined && { end: Date.parse(end) }),
      isCancelled: false,
    }
    const seen = { id, version }
    if (isDraft(row)) {
      const { isCancelled: _, ...values } = plan
      const after = await put(editing, seen, { ...values, userID, isByHand: 1 })
      await note(editing, 'SHIFT_CHANGED', row, after)
      changed.push(after)
    } else if (userID === row.userID) {
      const after = await put(editing, seen, stagedColumns(row, plan))
      await note(editing, 'SHIFT_CHANGED', row, after)
      changed.push(after)
    } else {
      // Somebody else gets it: theirs is to be cancelled, and there is a draft for the other.
      const after = await put(editing, seen, stagedColumns(row, { ...asPlanned(row), isCancelled: true }))
      await note(editing, 'SHIFT_CHANGED', row, after)
      changed.push(after, await addDraft(editing, plan, userID))
    }
  }
  return changed
}

/** Makes two of one, each an hour at least. @returns the first part, then the second, a draft */
export async function splitInTwo(
  editing: Editing,
  { id, version, at }: z.output<typeof splitShift.request>,
): Promise<PlanRow[]> {
  const [row] = await requireShifts(editing, [id])
  if (!row) throw new Refusal(404, 'record.gone', { one: 'shift' })
  requireOpen(row, 'split')
  const plan = asPlanned(row)
  const middle = Date.parse(at)
  if (middle - plan.start < HOUR_MS || plan.end - middle < HOUR_MS) throw new Refusal(400, 'shift.parts')
  if (middle % SHIFT_STEP_MS !== 0) throw new Refusal(400, 'booking.quarter')
  // Shared by their lengths, in steps of 5 minutes.
  const share = (middle - plan.start) / (plan.end - plan.start)
  const own = Math.round((plan.breakMinutes * share) / 5) * 5
  const first = { ...plan, end: middle, breakMinutes: Math.min(own, plan.breakMinutes) }
  const { isCancelled: _, ...values } = first
  const after = await put(
    editing,
    { id, version },
    isDraft(row) ? { ...values, isByHand: 1 } : stagedColumns(row, first),
  )
  await note(editing, 'SHIFT_SPLIT', row, after)
  const rest = { ...plan, start: middle, breakMinutes: plan.breakMinutes - first.breakMinutes }
  return [after, await addDraft(editing, rest, row.userID)]
}

/**
 * Removes drafts, and lets published shifts be cancelled once that is published. What a pattern made stays as cancelled,
 * so that the pattern doesn't make it again.
 */
export async function removeShifts(
  editing: Editing,
  seen: readonly { readonly id: number; readonly version: number }[],
): Promise<{ readonly changed: PlanRow[]; readonly removed: number[] }> {
  const rows = await requireShifts(
    editing,
    seen.map(({ id }) => id),
  )
  const changed: PlanRow[] = []
  const removed: number[] = []
  for (const [place, row] of rows.entries()) {
    requireOpen(row, 'cancelled')
    const was = { id: row.id, version: seen[place]?.version ?? 0 }
    if (isDraft(row)) {
      const after = await put(editing, was, { state: 'CANCELLED', isByHand: 1 })
      await note(editing, 'SHIFT_REMOVED', row, after)
      if (row.patternID === null) await editing.trx.deleteFrom('shifts').where('id', '=', row.id).execute()
      removed.push(row.id)
    } else {
      const after = await put(editing, was, stagedColumns(row, { ...asPlanned(row), isCancelled: true }))
      await note(editing, 'SHIFT_CHANGED', row, after)
      changed.push(after)
    }
  }
  return { changed, removed }
}
