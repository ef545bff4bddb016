import { londonField } from '#shared/domain/london-time.ts'
import { interactionRecord } from '#shared/records/manager/interaction.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { logWelfare } from '../file-notes/welfare.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { linesOf } from '../live-panel/scope.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { planOneToOne } from '../one-to-ones/one-to-ones.ts'
import { auditRead } from '../records/audit.ts'
import { listRecords, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import { interactionSource, lineStanding, talksOf } from './interactions.ts'

const PAGE = 'interviewer-manager.interactions'
const TALKS = 200
const MINUTE_MS = 60_000
const iso = (at: number) => new Date(at).toISOString()

interface InteractionServices {
  readonly db: Database
  readonly clock: Clock
  readonly shell: Pick<LiveShell, 'main'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** Interviewer manager › Interactions: whether each of the caller's line has been spoken to (spec 4 §4.3.4). */
export function interactionsHandlers({
  db,
  clock,
  shell,
  publisher,
}: InteractionServices): AreaHandlers<'interactions'> {
  /** @throws Refusal 404 for whom the caller's line hasn't got */
  async function requireLine(on: Database, caller: Caller, userID: number): Promise<string> {
    const line = (await linesOf(on, [caller.userID])).get(caller.userID)
    const person = line?.has(userID)
      ? await on.selectFrom('users').where('id', '=', userID).select('displayName').executeTakeFirst()
      : undefined
    if (!person) throw new Refusal(404, 'record.gone', { one: 'person' })
    return person.displayName
  }

  return {
    listInteractions: async (request, { caller }) =>
      listRecords(db, request, {
        record: interactionRecord,
        source: recordSource(await interactionSource(db, caller.userID, clock())),
        viewer: caller,
        now: clock(),
      }),

    getInteraction: async ({ id }, { caller }) => {
      const source = await interactionSource(db, caller.userID, clock())
      const row = await source.where('m.id', '=', id as never).executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: interactionRecord.words.one })
      const { lastAt, nextAt, ...rest } = row as { lastAt: number | null; nextAt: number | null }
      const moment = (at: number | null) => (at === null ? null : iso(Number(at)))
      return { ...rest, lastAt: moment(lastAt), nextAt: moment(nextAt) } as never
    },

    interactionStart: async (_input, { caller }) => {
      const line = await lineStanding(db, caller.userID, clock())
      const [longest] = line
        .filter(({ days }) => days !== null)
        .toSorted((a, b) => (b.days ?? 0) - (a.days ?? 0) || a.id - b.id)
      return {
        hasAny: line.some(({ last, next }) => last !== null || next !== null),
        person: longest ? { id: longest.id, name: longest.name, days: longest.days ?? 0 } : null,
      }
    },

    interactionTimeline: async ({ id }, { caller }) => {
      const name = await requireLine(db, caller, id)
      await auditRead(db, caller, clock(), {
        ...{ action: 'INTERACTIONS_READ', page: PAGE, recordType: 'person', recordID: id, label: name },
      })
      shell.main.toUser(id, 'recordedReading', [{ kind: 'VIEW' }])
      const talks = (await talksOf(db, [id], 0)).slice(0, TALKS)
      return {
        interactions: talks.map(({ userID: _user, at, openActions, ...talk }) => ({
          ...{ ...talk, at: iso(at), openActions: [...openActions] },
        })),
      }
    },

    planOneToOne: async ({ userID, start, minutes, agenda }, { caller }) => {
      const now = clock()
      const at = Date.parse(start)
      const { id, collisions, kept } = await db.transaction().execute(async (trx) => {
        await requireLine(trx, caller, userID)
        const found = await inTheWay(trx, [caller.userID, userID], at, at + minutes * MINUTE_MS)
        const planned = await planOneToOne(trx, caller, {
          userID,
          start: at,
          minutes,
          agenda,
          page: PAGE,
          now,
        })
        return { id: planned.id, collisions: found, kept: await keepNotifications(trx, now, planned.told) }
      })
      publisher.notified(kept)
      for (const one of [caller.userID, userID]) shell.main.toUser(one, 'calendarChanged', [])
      return { id, collisions }
    },

    logWelfareContact: async ({ userID, day, kind, text }, { caller }) => {
      const now = clock()
      const today = londonField(now).slice(0, 10)
      const { id, kept } = await db.transaction().execute(async (trx) => {
        await requireLine(trx, caller, userID)
        const logged = await logWelfare(trx, caller, { userID, day, kind, text, page: PAGE, now, today })
        return { id: logged.id, kept: await keepNotifications(trx, now, logged.told) }
      })
      publisher.notified(kept)
      return { id }
    },
  }
}

/** Meetings and trainings of both then; a shift isn't in the way of a talk. */
async function inTheWay(trx: Database, userIDs: readonly number[], start: number, end: number) {
  const meetings = await trx
    .selectFrom('meetings as m')
    .innerJoin('meetingPeople as p', 'p.meetingID', 'm.id')
    .innerJoin('users as u', 'u.id', 'p.userID')
    .where('p.userID', 'in', userIDs)
    .where('p.cancelledAt', 'is', null)
    .where('m.start', '<', end)
    .where('m.end', '>', start)
    .orderBy('m.start')
    .orderBy('m.id')
    .select(['u.displayName as name', 'm.start', 'm.end'])
    .execute()
  const away = await trx
    .selectFrom('bookingRequests as b')
    .innerJoin('users as u', 'u.id', 'b.userID')
    .where('b.userID', 'in', userIDs)
    .where('b.type', 'in', ['HOLIDAY', 'MEDICAL_APPOINTMENT', 'PERSONAL'])
    .where('b.state', 'in', ['APPROVED', 'REQUESTED_CANCELATION'])
    .where('b.start', '<', end)
    .where('b.end', '>', start)
    .orderBy('b.id')
    .select(['u.displayName as name', 'b.start', 'b.end', 'b.type'])
    .execute()
  return [
    ...meetings.map((one) => ({ ...one, event: 'Meeting' })),
    // Why somebody is away but for a holiday is theirs.
    ...away.map(({ type, ...one }) => ({ ...one, event: type === 'HOLIDAY' ? 'Holiday' : 'Busy' })),
  ].map((one) => ({ ...one, start: iso(one.start), end: iso(one.end) }))
}
