import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { ShiftState } from '#shared/domain/shifts.ts'
import { type HoursCheck, shiftTimes } from '#shared/domain/working-hours.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { requireSeen } from '../people/scope.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { checksOf, type PersonShift, requireHours, requireNothingBlocks } from './hours.ts'

interface ShiftServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const PAGE = 'resource.planner'
const shortDay = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })

interface Times {
  readonly start: number
  readonly end: number
}

interface StoredShift extends Times {
  readonly id: number
  readonly version: number
  readonly userID: number
  readonly state: ShiftState
}

const sentCheck = ({ rule, blocks, text }: HoursCheck) => ({ rule, blocks, text })

const asSent = ({ start, end, ...shift }: StoredShift, checks: readonly HoursCheck[] = []) => ({
  ...shift,
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
  checks: checks.map(sentCheck),
})

/** People's shifts, as planners make them (spec 4 §2.3, §4.5.5). */
export function shiftsHandlers({ db, clock, shell, publisher }: ShiftServices): AreaHandlers<'shifts'> {
  /**
   * The person's area. @throws Refusal 404 where the caller may not see or plan them
   */
  async function requirePlanned(trx: Database, caller: Caller, userID: number): Promise<number | null> {
    await requireSeen(trx, caller, userID)
    const rows = await trx
      .selectFrom('users')
      .where('id', 'in', [caller.userID, userID])
      .select(['id', 'areaID', 'limitedToAreas'])
      .execute()
    const areaID = rows.find(({ id }) => id === userID)?.areaID ?? null
    const own = rows.find(({ id }) => id === caller.userID)?.limitedToAreas ?? '[]'
    const limited = JSON.parse(own) as number[]
    if (limited.length > 0 && (areaID === null || !limited.includes(areaID)))
      throw new Refusal(404, 'record.gone', { one: 'person' })
    return areaID
  }

  async function requireRecord(trx: Database, table: 'projects' | 'areas', id: number, one: string) {
    const found = await trx.selectFrom(table).where('id', '=', id).select('id').executeTakeFirst()
    if (!found) throw new Refusal(404, 'record.gone', { one })
  }

  return {
    checkShifts: async ({ shifts }, { caller }) => {
      const proposed: PersonShift[] = []
      for (const { id = null, userID, areaID, start, end, breakMinutes, projectID, location } of shifts) {
        const own = await requirePlanned(db, caller, userID)
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
        const rows: StoredShift[] = []
        const proposed: PersonShift[] = []
        for (const { userID, areaID, ...wanted } of shifts) {
          const times = { start: Date.parse(wanted.start), end: Date.parse(wanted.end) }
          const own = await requirePlanned(trx, caller, userID)
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
            page: PAGE,
            recordType: 'shift',
            recordID: row.id,
            label: shiftTimes(times),
            personID: userID,
            ...(reason !== undefined && { reason }),
          })
        }
        return { made: rows, checks: await requireHours(trx, caller, proposed, { reason, now: at }) }
      })
      return { shifts: made.map((shift, place) => asSent(shift, checks[place])) }
    },

    publishShifts: async ({ from, to, people }, { caller }) => {
      const at = clock()
      const { published, kept } = await db.transaction().execute(async (trx) => {
        for (const userID of new Set(people)) await requirePlanned(trx, caller, userID)
        const drafts = await trx
          .selectFrom('shifts')
          .where('userID', 'in', people)
          .where('start', '>=', Date.parse(from))
          .where('start', '<', Date.parse(to))
          .where('state', '=', 'DRAFT')
          .orderBy('start')
          .orderBy('id')
          .select(['id', 'userID', 'start', 'end', 'projectID', 'areaID', 'location', 'breakMinutes'])
          .execute()
        const rows: StoredShift[] = []
        for (const draft of drafts) {
          const row = await trx
            .updateTable('shifts')
            .set((eb) => ({
              state: 'PUBLISHED',
              publishedAt: at,
              version: eb('version', '+', 1),
              changedBy: caller.userID,
              changedAt: at,
            }))
            .where('id', '=', draft.id)
            .where('state', '=', 'DRAFT')
            .returning(['id', 'version', 'userID', 'start', 'end', 'state'])
            .executeTakeFirst()
          // Somebody else published it just now.
          if (!row) continue
          rows.push(row)
          await audit(trx, caller, at, {
            action: 'SHIFT_PUBLISHED',
            page: PAGE,
            recordType: 'shift',
            recordID: row.id,
            label: shiftTimes(row),
            personID: row.userID,
          })
        }
        const ids = new Set(rows.map(({ id }) => id))
        // Whoever made or moved one said why where something warned.
        const checks = await checksOf(
          trx,
          caller,
          drafts.filter(({ id }) => ids.has(id)),
          at,
        )
        requireNothingBlocks(checks)
        const first = new Map(rows.toReversed().map((row) => [row.userID, row]))
        const told = [...first].map(([userID, { id, start }]) => ({
          ...{ userID, source: 'SHIFT', sourceID: id },
          type: 'NEW_UPDATE' as const,
          subject: `Your shifts from ${shortDay.format(start)} are published`,
        }))
        return { published: rows, kept: await keepNotifications(trx, at, told) }
      })
      publisher.notified(kept)
      for (const { userID } of kept) shell.main.toUser(userID, 'calendarChanged', [])
      return { shifts: published.map((shift) => asSent(shift)) }
    },
  }
}
