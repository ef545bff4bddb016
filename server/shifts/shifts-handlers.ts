import type { ShiftState } from '#shared/domain/shifts.ts'
import { type HoursCheck, shiftTimes } from '#shared/domain/working-hours.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { followTalk, type TalkParts } from '../request-talk/request-talk.ts'
import { talkedShift } from '../request-talk/shift-talk.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { requireShiftRequest } from '../shift-requests/stored.ts'
import { tellShiftRequests } from '../slots/opening.ts'
import { changeShifts, type Editing, PLANNER_PAGE, removeShifts, splitInTwo } from './editing.ts'
import { checksOf, type PersonShift, requireHours, sentCheck } from './hours.ts'
import { type PlanRow, planShiftOf, proposedOf, tellPlanners } from './plan-shifts.ts'
import { requirePlanned } from './plannable.ts'
import { asPlanned } from './planned.ts'
import { answerOffer, publishPlan } from './publishing.ts'

interface ShiftServices extends TalkParts {
  readonly shell: Pick<LiveShell, 'main'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

interface StoredShift {
  readonly id: number
  readonly version: number
  readonly userID: number
  readonly start: number
  readonly end: number
  readonly state: ShiftState
}

const asSent = (
  { id, version, userID, start, end, state }: StoredShift,
  checks: readonly HoursCheck[] = [],
) => ({
  ...{ id, version, userID, state },
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
  checks: checks.map(sentCheck),
})

/** People's shifts, as planners make them (spec 4 §2.3, §4.5.5). */
export function shiftsHandlers({ db, clock, shell, publisher, hub }: ShiftServices): AreaHandlers<'shifts'> {
  async function requireRecord(trx: Database, table: 'projects' | 'areas', id: number, one: string) {
    const found = await trx.selectFrom(table).where('id', '=', id).select('id').executeTakeFirst()
    if (!found) throw new Refusal(404, 'record.gone', { one })
  }

  /** Changes what is planned, checks it as it is then, and tells planners who look. */
  async function edit(
    caller: Caller,
    reason: string | undefined,
    work: (editing: Editing) => Promise<PlanRow[]>,
  ) {
    const at = clock()
    const { rows, checks } = await db.transaction().execute(async (trx) => {
      const rows = await work({ trx, caller, at, reason })
      // What is to be cancelled is against nothing.
      const standing = rows.filter((row) => !asPlanned(row).isCancelled)
      const found = await requireHours(trx, caller, standing.map(proposedOf), { reason, now: at })
      return { rows, checks: new Map(standing.map(({ id }, place) => [id, found[place] ?? []])) }
    })
    await tellPlanners(
      db,
      shell,
      rows.map(({ id }) => id),
    )
    return {
      shifts: rows.map((row) => ({
        ...planShiftOf(row),
        checks: (checks.get(row.id) ?? []).map(sentCheck),
      })),
    }
  }

  return {
    checkShifts: async ({ shifts }, { caller }) => {
      const areas = await requirePlanned(
        db,
        caller,
        shifts.map(({ userID }) => userID),
      )
      const proposed: PersonShift[] = []
      for (const { id = null, userID, areaID, start, end, breakMinutes, projectID, location } of shifts) {
        const own = areas.get(userID) ?? null
        proposed.push({
          ...{ id, userID, breakMinutes, projectID, location, areaID: areaID === undefined ? own : areaID },
          ...{ start: Date.parse(start), end: Date.parse(end) },
        })
      }
      const checks = await checksOf(db, caller, proposed, clock())
      return { shifts: checks.map((own) => ({ checks: own.map(sentCheck) })) }
    },

    newShifts: async ({ shifts, reason }, { caller }) => {
      const at = clock()
      const { made, checks } = await db.transaction().execute(async (trx) => {
        const areas = await requirePlanned(
          trx,
          caller,
          shifts.map(({ userID }) => userID),
        )
        const rows: StoredShift[] = []
        const proposed: PersonShift[] = []
        for (const { userID, areaID, ...wanted } of shifts) {
          const times = { start: Date.parse(wanted.start), end: Date.parse(wanted.end) }
          const own = areas.get(userID) ?? null
          if (wanted.projectID !== null) await requireRecord(trx, 'projects', wanted.projectID, 'project')
          if (areaID) await requireRecord(trx, 'areas', areaID, 'area')
          const row = await trx
            .insertInto('shifts')
            .values({
              ...wanted,
              ...times,
              userID,
              areaID: areaID === undefined ? own : areaID,
              segments: '[]',
              source: 'MANUAL',
              state: 'DRAFT',
              publishedAt: null,
              isLocked: 0,
              lockedBy: null,
              version: 1,
              changedBy: caller.userID,
              changedAt: at,
            })
            .returning(['id', 'version', 'userID', 'start', 'end', 'state'])
            .executeTakeFirstOrThrow()
          rows.push(row)
          proposed.push({
            ...{ ...times, id: row.id, userID, areaID: areaID === undefined ? own : areaID },
            ...{ breakMinutes: wanted.breakMinutes, projectID: wanted.projectID, location: wanted.location },
          })
          await audit(trx, caller, at, {
            action: 'SHIFT_ADDED',
            page: PLANNER_PAGE,
            recordType: 'shift',
            recordID: row.id,
            label: shiftTimes(times),
            personID: userID,
            ...(reason !== undefined && { reason }),
          })
        }
        return { made: rows, checks: await requireHours(trx, caller, proposed, { reason, now: at }) }
      })
      await tellPlanners(
        db,
        shell,
        made.map(({ id }) => id),
      )
      return { shifts: made.map((shift, place) => asSent(shift, checks[place])) }
    },

    updateShifts: async ({ shifts, reason }, { caller }) =>
      edit(caller, reason, (editing) => changeShifts(editing, shifts)),

    splitShift: async ({ reason, ...wanted }, { caller }) =>
      edit(caller, reason, (editing) => splitInTwo(editing, wanted)),

    deleteShifts: async ({ shifts }, { caller }) => {
      const at = clock()
      const { changed, removed } = await db
        .transaction()
        .execute((trx) => removeShifts({ trx, caller, at, reason: undefined }, shifts))
      await tellPlanners(
        db,
        shell,
        shifts.map(({ id }) => id),
      )
      return { shifts: changed.map(planShiftOf), removed }
    },

    answerShift: async (answer, { caller }) => {
      const { kept, requestIDs } = await db
        .transaction()
        .execute((trx) => answerOffer({ trx, caller, at: clock() }, answer))
      publisher.notified(kept)
      if (requestIDs.length > 0) await tellShiftRequests(db, shell, requestIDs)
      for (const id of requestIDs)
        await followTalk({ db, clock, hub }, talkedShift(await requireShiftRequest(db, id)))
      shell.main.toUser(caller.userID, 'calendarChanged', [])
      await tellPlanners(db, shell, [answer.id])
      return { done: true }
    },

    publishShifts: async ({ from, to, people, agreed = [] }, { caller }) => {
      const at = clock()
      const { shifts, kept } = await db.transaction().execute(async (trx) => {
        await requirePlanned(trx, caller, people)
        const wanted = { from: Date.parse(from), to: Date.parse(to), people, agreed }
        return publishPlan({ trx, caller, at }, wanted)
      })
      publisher.notified(kept)
      for (const { userID } of kept) shell.main.toUser(userID, 'calendarChanged', [])
      await tellPlanners(
        db,
        shell,
        shifts.map(({ id }) => id),
      )
      return { shifts: shifts.map((shift) => asSent(shift)) }
    },
  }
}
