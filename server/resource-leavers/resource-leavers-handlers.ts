import { dateFormat } from '#shared/domain/date-format.ts'
import { REQUEST_EXPIRES_MS } from '#shared/domain/shift-requests.ts'
import { shiftTimes } from '#shared/domain/working-hours.ts'
import { resourceLeaverRecord } from '#shared/records/resource/resource-leaver.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { holdTurn } from '../db/hold-turn.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { plannedColumns, tellPlanners } from '../shifts/plan-shifts.ts'
import { openForShifts } from '../slots/campaigns-handlers.ts'
import {
  afterDay,
  dayOf,
  leaverRows,
  requireLeaver,
  resourceLeaverSource,
  TO_COME,
} from './leavers-source.ts'

interface LeaverServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const { page, words } = resourceLeaverRecord
const DAY = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const MONTHS = 12

/** People who leave, and what becomes of their shifts (spec 4 §4.5.14). */
export function resourceLeaversHandlers({
  db,
  clock,
  shell,
  publisher,
}: LeaverServices): AreaHandlers<'resourceLeavers'> {
  const note = (
    trx: Database,
    caller: Caller,
    { id, displayName }: { readonly id: number; readonly displayName: string },
    { action, label = displayName, reason }: { action: string; label?: string; reason?: string },
  ) =>
    audit(trx, caller, clock(), {
      ...{ action, page, recordType: 'person', recordID: id, label },
      ...(reason !== undefined && { reason }),
    })

  const shiftsToCome = (on: Database, userID: number, now: number) =>
    on
      .selectFrom('shifts as s')
      .leftJoin('projects', 'projects.id', 's.projectID')
      .leftJoin('shiftRequests as r', 'r.openShiftID', 's.id')
      .where('s.userID', '=', userID)
      .where('s.state', 'in', TO_COME)
      .where('s.start', '>', now)
      .orderBy('s.start')
      .orderBy('s.id')
      .select(['s.id', 's.start', 's.end', 's.state', 's.breakMinutes', 's.projectID', 's.location'])
      .select(['projects.name as project', 'r.id as requestID'])
      .execute()

  return {
    listResourceLeavers: async (request, { caller }) =>
      listRecords(db, request, {
        ...{ record: resourceLeaverRecord, viewer: caller, now: clock() },
        source: recordSource(await resourceLeaverSource(db, caller, clock())),
      }),

    getResourceLeaver: async ({ id }, { caller }) => {
      const [row] = await leaverRows(db, caller, clock(), id)
      if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
      return row
    },

    leaverShifts: async ({ id }, { caller }) => {
      const now = clock()
      const person = await requireLeaver(db, caller, id, now)
      const gone = afterDay(person.leaveDate)
      const pattern = await db
        .selectFrom('shiftPatternPeople')
        .where('userID', '=', id)
        .where((eb) => eb.or([eb('to', 'is', null), eb('to', '>', person.leaveDate)]))
        .select('id')
        .executeTakeFirst()
      return {
        hasPattern: pattern !== undefined,
        shifts: (await shiftsToCome(db, id, now)).map(
          ({ start, end, project, state, requestID, ...shift }) => ({
            ...{ id: shift.id, project, state, isLate: start >= gone, isOffered: requestID !== null },
            ...{ start: new Date(start).toISOString(), end: new Date(end).toISOString() },
          }),
        ),
      }
    },

    offerLeaverShifts: async ({ id, shiftIDs, way, reason }, { caller }) => {
      const now = clock()
      await holdTurn(db)
      const { kept, campaignIDs, count } = await db.transaction().execute(async (trx) => {
        const person = await requireLeaver(trx, caller, id, now)
        const wanted = new Set(shiftIDs)
        const shifts = (await shiftsToCome(trx, id, now)).filter((shift) => wanted.has(shift.id))
        if (shifts.length < wanted.size) throw new Refusal(404, 'record.gone', { one: 'shift' })
        const told: NewNotification[] = []
        let campaignIDs: number[] = []
        if (way === 'COVER') {
          // A draft is nobody's to drop, and what is asked about already stays asked.
          const open = shifts.filter(({ state, requestID }) => state === 'PUBLISHED' && requestID === null)
          if (open.length < shifts.length) throw new Refusal(409, 'leaver.noCover')
          if (open.some(({ start }) => start - REQUEST_EXPIRES_MS <= now))
            throw new Refusal(400, 'leaver.tooLate')
          for (const shift of open)
            await trx
              .insertInto('shiftRequests')
              .values({
                ...{ type: 'DROP', state: 'PENDING', version: 1, shiftID: shift.id, openShiftID: shift.id },
                ...{ byUserID: id, toUserID: null, otherShiftID: null, newStart: null, newEnd: null },
                ...{ splitAt: null, reason, askedAt: now, expiresAt: shift.start - REQUEST_EXPIRES_MS },
                ...{ shiftStart: shift.start, shiftEnd: shift.end },
                ...{ decidedBy: null, decidedAt: null, decisionNote: '' },
              })
              .execute()
        } else {
          for (const shift of shifts) {
            await trx
              .updateTable('shifts')
              .set((eb) => ({
                ...plannedColumns(null),
                ...{ state: 'CANCELLED', changedBy: caller.userID, changedAt: now, isByHand: 1 },
                version: eb('version', '+', 1),
              }))
              .where('id', '=', shift.id)
              .execute()
            await trx
              .updateTable('shiftRequests')
              .set((eb) => ({ state: 'CANCELLED', openShiftID: null, version: eb('version', '+', 1) }))
              .where('openShiftID', '=', shift.id)
              .execute()
            // A draft was the planners' alone.
            if (shift.state !== 'DRAFT')
              told.push({
                ...{ userID: id, source: 'SHIFT', sourceID: shift.id, type: 'NEW_UPDATE' },
                ...{ subject: `Your shift ${shiftTimes(shift)} is cancelled`, body: reason },
              })
          }
          if (way === 'CAMPAIGN') {
            const made = await openForShifts(trx, caller, shifts, {
              ...{ now, areaID: person.areaID, leaverID: id, text: reason },
              title: `Free shifts from ${DAY.format(shifts[0]?.start ?? now)}`,
            })
            campaignIDs = made.campaignIDs
            const kept = await keepNotifications(trx, now, told)
            await note(trx, caller, person, { action: 'LEAVER_SHIFTS_OFFERED', reason })
            return { kept: [...kept, ...made.kept], campaignIDs, count: shifts.length }
          }
        }
        const action = way === 'COVER' ? 'LEAVER_SHIFTS_OFFERED' : 'LEAVER_SHIFTS_CANCELLED'
        await note(trx, caller, person, { action, reason })
        return { kept: await keepNotifications(trx, now, told), campaignIDs, count: shifts.length }
      })
      publisher.notified(kept)
      for (const userID of new Set([id, ...kept.map((one) => one.userID)]))
        shell.main.toUser(userID, 'calendarChanged', [])
      await tellPlanners(db, shell, shiftIDs)
      return { shifts: count, campaignIDs }
    },

    endLeaverPlan: async ({ id }, { caller }) => {
      const now = clock()
      return db.transaction().execute(async (trx) => {
        const person = await requireLeaver(trx, caller, id, now)
        const { leaveDate } = person
        const later = () => trx.deleteFrom('shiftPatternPeople').where('userID', '=', id)
        const gone = await later().where('from', '>', leaveDate).returning('id').execute()
        const ended = await trx
          .updateTable('shiftPatternPeople')
          .set({ to: leaveDate })
          .where('userID', '=', id)
          .where((eb) => eb.or([eb('to', 'is', null), eb('to', '>', leaveDate)]))
          .returning('id')
          .execute()
        const allocations = await trx
          .updateTable('allocations')
          .set({ state: 'CANCELLED' })
          .where('userID', '=', id)
          .where('start', '>=', Math.max(afterDay(leaveDate), now))
          .where('state', 'not in', ['DONE', 'CANCELLED'])
          .returning('id')
          .execute()
        await note(trx, caller, person, { action: 'LEAVER_PLAN_ENDED' })
        return { patterns: gone.length + ended.length, allocations: allocations.length }
      })
    },

    turnover: async (_input, { caller }) => {
      const now = clock()
      const people = await db
        .selectFrom('users')
        .where('id', '>', 0)
        .where('userType', '<>', 'AGENCY')
        .where('startDate', 'is not', null)
        .select(['startDate', 'leaveDate'])
        .execute()
      if (!caller.permissions.can('IRESOURCE_CAN_SEE_LEAVERS')) throw new Refusal(403, 'accessDenied')
      return { months: turnoverOf(people, dayOf(now)) }
    },
  }
}

interface Employment {
  /** YYYY-MM-DD */
  readonly startDate: string | null
  readonly leaveDate: string | null
}

/** The last day of the month so many months before that of a day, YYYY-MM-DD. */
function monthEnd(day: string, back: number): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - back, 0)).toISOString().slice(0, 10)
}

const worksOn = (people: readonly Employment[], day: string): number =>
  people.filter(
    ({ startDate, leaveDate }) =>
      startDate !== null && startDate <= day && (leaveDate === null || leaveDate >= day),
  ).length

/** Leavers of 12 months by the mean headcount at the ends of those months, for each of the last 12 (spec 4 §4.5.14). */
export function turnoverOf(people: readonly Employment[], today: string) {
  return Array.from({ length: MONTHS }, (_, at) => MONTHS - 1 - at).map((back) => {
    const end = monthEnd(today, back)
    const last = end > today ? today : end
    const from = monthEnd(today, back + MONTHS)
    const left = people.filter(
      ({ leaveDate }) => leaveDate !== null && leaveDate > from && leaveDate <= last,
    ).length
    const counts = Array.from({ length: MONTHS }, (_, month) => {
      const day = monthEnd(today, back + month)
      return worksOn(people, day > today ? today : day)
    })
    const headcount = counts.reduce((sum, count) => sum + count, 0) / MONTHS
    return {
      ...{ month: end.slice(0, 7), leavers: left, headcount: Math.round(headcount * 10) / 10 },
      turnover: headcount === 0 ? null : Math.round((left / headcount) * 1000) / 10,
    }
  })
}
