import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonField } from '#shared/domain/london-time.ts'
import { type ShiftState, shiftFault } from '#shared/domain/shifts.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { requireSeen } from '../people/scope.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { requireMayWork } from './may-work.ts'

interface ShiftServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const PAGE = 'resource.planner'
const shortTime = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const clockTime = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const longDay = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON })
const shortDay = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })

const FAULTS = { length: 'shift.length', step: 'booking.quarter', noBreak: 'shift.noBreak' } as const

interface Times {
  readonly start: number
  readonly end: number
}

/** When it is, as people read it: 4 May, 09:00–17:00. */
const timeWords = ({ start, end }: Times) => `${shortTime.format(start)}–${clockTime.format(end)}`

interface StoredShift extends Times {
  readonly id: number
  readonly version: number
  readonly userID: number
  readonly state: ShiftState
}

const asSent = ({ start, end, ...shift }: StoredShift) => ({
  ...shift,
  start: new Date(start).toISOString(),
  end: new Date(end).toISOString(),
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

  async function requireFree(trx: Database, userID: number, times: Times): Promise<void> {
    const other = await trx
      .selectFrom('shifts')
      .where('userID', '=', userID)
      .where('start', '<', times.end)
      .where('end', '>', times.start)
      .where('state', '<>', 'CANCELLED')
      .select(['start', 'end'])
      .executeTakeFirst()
    if (other) throw new Refusal(400, 'booking.overlaps', { event: 'Shift', time: timeWords(other) })
  }

  /** @throws Refusal 400 where the area is closed on the day on which a shift begins */
  async function requireOpen(trx: Database, areaID: number | null, start: number): Promise<void> {
    if (areaID === null) return
    const closed = await trx
      .selectFrom('areaClosedDays')
      .innerJoin('areas', 'areas.id', 'areaClosedDays.areaID')
      .where('areaID', '=', areaID)
      .where('day', '=', londonField(start).slice(0, 10))
      .select('areas.name')
      .executeTakeFirst()
    if (closed) throw new Refusal(400, 'shift.areaClosed', { area: closed.name, date: longDay.format(start) })
  }

  async function requireRecord(trx: Database, table: 'projects' | 'areas', id: number, one: string) {
    const found = await trx.selectFrom(table).where('id', '=', id).select('id').executeTakeFirst()
    if (!found) throw new Refusal(404, 'record.gone', { one })
  }

  return {
    newShifts: async ({ shifts }, { caller }) => {
      const at = clock()
      const made = await db.transaction().execute(async (trx) => {
        const rows: StoredShift[] = []
        for (const { userID, areaID, ...wanted } of shifts) {
          const times = { start: Date.parse(wanted.start), end: Date.parse(wanted.end) }
          const own = await requirePlanned(trx, caller, userID)
          const fault = shiftFault(times.start, times.end, wanted.breakMinutes)
          if (fault !== null) throw new Refusal(400, FAULTS[fault])
          if (times.start < at && !caller.permissions.can('CAN_RETRO_BOOK_EVENTS'))
            throw new Refusal(400, 'booking.past')
          if (wanted.projectID !== null) await requireRecord(trx, 'projects', wanted.projectID, 'project')
          if (areaID) await requireRecord(trx, 'areas', areaID, 'area')
          if (wanted.location === 'OFFICE')
            await requireOpen(trx, areaID === undefined ? own : areaID, times.start)
          await requireMayWork(trx, userID, { ...times, projectID: wanted.projectID })
          await requireFree(trx, userID, times)
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
          await audit(trx, caller, at, {
            action: 'SHIFT_ADDED',
            page: PAGE,
            recordType: 'shift',
            recordID: row.id,
            label: timeWords(times),
            personID: userID,
          })
        }
        return rows
      })
      return { shifts: made.map(asSent) }
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
          .select(['id', 'userID', 'start', 'end', 'projectID'])
          .execute()
        const rows: StoredShift[] = []
        for (const draft of drafts) {
          await requireMayWork(trx, draft.userID, draft)
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
            label: timeWords(row),
            personID: row.userID,
          })
        }
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
      return { shifts: published.map(asSent) }
    },
  }
}
