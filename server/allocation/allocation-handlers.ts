import { ALLOCATION_DAYS_MAX, type SentStroke } from '#shared/contract/allocation.ts'
import type { Stroke } from '#shared/domain/allocation.ts'
import { londonDayAfter, londonField, momentOfField } from '#shared/domain/london-time.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { proposeAllocation } from '#shared/domain/propose-allocation.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { elsewhere, readBoard, scheduleFrom, sentAllocations } from './board.ts'
import { endOf, neededOn, projectFacts, projectIndexes } from './project-facts.ts'
import { proposedPeople } from './proposed-people.ts'
import { publishDrafts } from './publishing.ts'
import { saveStrokes } from './saving.ts'
import { allocationsIn, heldShifts, isPlanned, type Range } from './schedule.ts'

export interface AllocationServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main' | 'tellActivity' | 'tellAtRisk' | 'dayChanged'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** @throws Refusal 400 where it is no time, or too long a one */
function rangeOf({ from, to }: { readonly from: string; readonly to: string }): Range {
  const range = { from: momentOfField(from), to: momentOfField(to) }
  if (!(range.to > range.from) || range.to > londonDayAfter(range.from, ALLOCATION_DAYS_MAX))
    throw new Refusal(400, 'planner.range', { max: ALLOCATION_DAYS_MAX })
  return range
}

const strokeOf = ({ start, end, ...stroke }: SentStroke): Stroke => ({
  ...stroke,
  start: Date.parse(start),
  end: Date.parse(end),
})

/** Planners and supervisors who look are told that allocations are otherwise. */
export async function tellAllocators(db: Database, { main }: Pick<LiveShell, 'main'>): Promise<void> {
  const rows = await db
    .selectFrom('userPermissions')
    .where('permission', 'in', [
      PERMISSIONS.IRESOURCE_CAN_SEE_ALLOCATION,
      PERMISSIONS.IRESOURCE_CAN_USE_ALLOCATOR,
      PERMISSIONS.IRESOURCE_CAN_SEE_HYPERVISOR,
    ])
    .select('userID')
    .distinct()
    .execute()
  for (const { userID } of rows)
    if (main.onlineUserIDs.has(userID))
      main.toUser(userID, 'workingDayChange', [{ entity: 'ALLOCATION', ids: [] }])
}

/** Who works on what (spec 4 §4.5.2). */
export function allocationHandlers({
  db,
  clock,
  shell,
  publisher,
}: AllocationServices): AreaHandlers<'allocation'> {
  async function proposal(caller: Caller, range: Range) {
    const now = clock()
    const shifts = await heldShifts(db, range)
    const people = await proposedPeople(db, caller, { shifts, range, now })
    const projects = await projectFacts(db, now)
    const schedule = await scheduleFrom(db, now, projects, true)
    const needed = new Map<string, readonly number[]>()
    return proposeAllocation({
      range: { start: range.from, end: range.to },
      now,
      people,
      // What lies before the time and reaches into it keeps people busy, too.
      blocks: (await allocationsIn(db, range)).filter(isPlanned),
      indexOf: await projectIndexes(db, now),
      projects: projects.map((one) => ({
        ...one,
        isBoosted: one.boostedUntil !== null && one.boostedUntil > now,
        hoursElsewhere: elsewhere(one, schedule, range, now),
        endsAt: endOf(one),
        neededAt: (hour) => neededAt(needed, one, hour, now),
      })),
    })
  }

  return {
    allocationBoard: async ({ day, days = 1, projects }, { caller }) => {
      const from = momentOfField(day)
      const board = await readBoard(db, caller, { from, to: londonDayAfter(from, days) }, clock())
      if (projects === undefined) return board
      const shown = new Set(projects)
      return {
        ...board,
        projects: board.projects.filter(({ id }) => shown.has(id)),
        needed: board.needed.filter(({ projectID }) => shown.has(projectID)),
      }
    },

    saveAllocations: async ({ allocations, seen }, { caller }) => {
      const now = clock()
      const rows = await db
        .transaction()
        .execute((trx) => saveStrokes({ trx, caller, now }, allocations.map(strokeOf), seen))
      await tellAllocators(db, shell)
      return { allocations: await sentAllocations(db, rows, now) }
    },

    proposeAllocations: async ({ range }, { caller }) => {
      const { blocks, forecasts } = await proposal(caller, rangeOf(range))
      return {
        proposal: blocks.map(({ start, end, ...block }) => ({
          ...block,
          start: new Date(start).toISOString(),
          end: new Date(end).toISOString(),
        })),
        forecasts: [...forecasts],
      }
    },

    publishAllocations: async (request, { caller }) => {
      const range = rangeOf(request.range)
      const { published, people, kept, isForTool } = await db
        .transaction()
        .execute((trx) => publishDrafts(trx, caller, range, clock()))
      publisher.notified(kept)
      if (published > 0) await tellAllocators(db, shell)
      for (const userID of people) await shell.tellActivity(userID)
      if (people.length > 0) await shell.tellAtRisk()
      return { published, told: kept.length, isForTool }
    },
  }
}

type Facts = Awaited<ReturnType<typeof projectFacts>>[number]

/** Hours of work of one hour of the clock; days are counted once. */
function neededAt(known: Map<string, readonly number[]>, project: Facts, hour: number, now: number): number {
  const [day = '', time = ''] = londonField(hour).split('T')
  const key = `${project.id} ${day}`
  const hours =
    known.get(key) ?? (project.isLive && project.targetCompletes > 0 ? neededOn(project, day, now) : [])
  known.set(key, hours)
  return hours[Number(time.slice(0, 2))] ?? 0
}
