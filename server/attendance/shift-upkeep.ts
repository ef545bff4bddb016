import { OPEN_CASE_STATES } from '#shared/domain/absence.ts'
import { NO_SHOW_AFTER_MS } from '#shared/domain/attendance.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import {
  LONDON,
  londonDayAfter,
  londonField,
  momentOfField,
  startOfLondonWeek,
} from '#shared/domain/london-time.ts'
import { ENTRY_WINDOW_MS } from '#shared/domain/shifts.ts'
import { keepNoShowCase } from '../absence/case-upkeep.ts'
import { switchActivity } from '../activity/sessions.ts'
import { turnedSince } from '../allocation/schedule.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Database } from '../db/database.ts'
import {
  type KeptNotification,
  keepNotifications,
  type NewNotification,
} from '../notifications/notification-store.ts'
import { expireShiftRequests } from '../shift-requests/expiry.ts'
import { endUnanswered } from '../shifts/publishing.ts'

/** Without an activity so long after its end, a shift ends by itself (spec 4 §5.7), in milliseconds. */
const ENDS_AFTER_MS = 15 * 60_000
/** What is older was planned before there was any of this. */
const LOOKED_BACK_MS = 2 * 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** So many of everybody's messages are looked through for somebody's last one. */
const MESSAGES_READ = 20_000

const DATE = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

interface UpkeepParts {
  readonly db: Database
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
  readonly tellActivity: (userID: number) => Promise<void>
  /** Tells supervisors how many appointments are at risk now. */
  readonly tellAtRisk?: () => Promise<void>
  /** Gives places in trainings that became free to who waits. @returns how many have one now */
  readonly moveUpTrainings?: (now: number) => Promise<number>
  /** Makes FIELD_COMPLETE of projects whose field work is over, and tells whom that concerns; how many. */
  readonly completeFields?: (now: number) => Promise<number>
  /** Tells whoever decides on shift requests that these are otherwise. */
  readonly tellRequests?: (ids: readonly number[]) => Promise<void>
}

const news = (userID: number, subject: string, body = ''): NewNotification => ({
  ...{ userID, subject, body, source: 'ATTENDANCE', type: 'NEW_UPDATE', cssClass: 'warning' },
})

/** The last thing that somebody did by themselves: a switch, a call, a message. */
async function lastSeen(db: Database, userID: number): Promise<number> {
  const { at: switched } = await db
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('startedBy', '=', userID)
    .select((eb) => eb.fn.max<number | null>('startedAt').as('at'))
    .executeTakeFirstOrThrow()
  const { at: called } = await db
    .selectFrom('interviewRecords')
    .where('userID', '=', userID)
    .select((eb) => eb.fn.max<number | null>('end').as('at'))
    .executeTakeFirstOrThrow()
  const { newest } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.max<number | null>('id').as('newest'))
    .executeTakeFirstOrThrow()
  const { at: wrote } = await db
    .selectFrom('messages')
    .where('userID', '=', userID)
    // The newest of all: a million older ones needn't be read to see whether somebody wrote just now.
    .where('id', '>', (newest ?? 0) - MESSAGES_READ)
    .select((eb) => eb.fn.max<number | null>('entryTime').as('at'))
    .executeTakeFirstOrThrow()
  return Math.max(switched ?? 0, called ?? 0, wrote ?? 0)
}

/**
 * Ends shifts that nobody ends, 15 minutes after their planned end without anything of the person's in that time, at the
 * last thing seen; who did something goes on until 15 minutes after that. @returns how many
 */
export async function endForgotten(
  { db, publisher, tellActivity }: UpkeepParts,
  now: number,
): Promise<number> {
  const due = await db
    .selectFrom('shifts as s')
    .innerJoin('activitySessions as a', 'a.userID', 's.userID')
    .where('s.state', '=', 'LIVE')
    .where('s.end', '<=', now - ENDS_AFTER_MS)
    .where('s.end', '>', now - LOOKED_BACK_MS)
    .where('a.endedAt', 'is', null)
    .where('a.activity', '<>', 'INACTIVE')
    .orderBy('s.id')
    .select(['s.id', 's.userID', 's.end', 'a.id as sessionID', 'a.startedAt'])
    .execute()
  let count = 0
  for (const { userID, end, sessionID, startedAt } of due) {
    const kept = await db.transaction().execute(async (trx) => {
      const open = await trx
        .selectFrom('activitySessions')
        .where('userID', '=', userID)
        .where('endedAt', 'is', null)
        .select('id')
        .executeTakeFirst()
      // They have switched just now.
      if (open?.id !== sessionID) return null
      const seen = await lastSeen(trx, userID)
      if (now < Math.max(end, seen) + ENDS_AFTER_MS) return null
      const another = await trx
        .selectFrom('shifts')
        .where('userID', '=', userID)
        .where('start', '<=', now + ENTRY_WINDOW_MS)
        .where('end', '>', now)
        .where('state', 'in', ['PUBLISHED', 'LIVE'])
        .select('id')
        .executeTakeFirst()
      if (another) return null
      const at = Math.max(startedAt, Math.min(seen, now))
      await switchActivity(trx, { userID, activity: 'INACTIVE', by: userID, isBySystem: true }, at)
      return keepNotifications(trx, now, [
        news(
          userID,
          `Your shift was ended at ${TIME.format(at)}`,
          'It wasn’t ended, and nothing was seen after that. If it is wrong, correct it in My attendance.',
        ),
      ])
    })
    if (kept === null) continue
    count += 1
    publisher.notified(kept)
    await tellActivity(userID)
  }
  return count
}

/** Makes shifts whose person never came a NO_SHOW, with its AWOL event; the supervisor is told. @returns how many */
export async function markNoShows({ db, publisher }: UpkeepParts, now: number): Promise<number> {
  const due = await db
    .selectFrom('shifts as s')
    .innerJoin('users as u', 'u.id', 's.userID')
    .where('s.state', '=', 'PUBLISHED')
    .where('s.end', '<=', now - NO_SHOW_AFTER_MS)
    .where('s.end', '>', now - LOOKED_BACK_MS)
    .orderBy('s.id')
    .select(['s.id', 's.userID', 's.start', 's.end', 'u.displayName', 'u.managerID'])
    .execute()
  let count = 0
  for (const { id, userID, start, end, displayName, managerID } of due) {
    const kept = await db.transaction().execute(async (trx) => {
      const worked = await trx
        .selectFrom('activitySessions')
        .where('userID', '=', userID)
        .where('activity', '<>', 'INACTIVE')
        .where('startedAt', '<', end)
        .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', start - ENTRY_WINDOW_MS)]))
        .select('id')
        .executeTakeFirst()
      const changed = await trx
        .updateTable('shifts')
        .set((eb) => ({
          state: worked ? 'COMPLETED' : 'NO_SHOW',
          version: eb('version', '+', 1),
          changedAt: now,
        }))
        .where('id', '=', id)
        .where('state', '=', 'PUBLISHED')
        .returning('id')
        .executeTakeFirst()
      if (!changed || worked) return null
      // What somebody marked has its event and its case.
      const marked = await trx
        .updateTable('absenceCases')
        .set((eb) => ({ kind: 'NO_SHOW', version: eb('version', '+', 1), changedAt: now }))
        .where('shiftID', '=', id)
        .where('state', 'in', OPEN_CASE_STATES)
        .returning(['id', 'eventID'])
        .executeTakeFirst()
      if (marked && marked.eventID !== null) return []
      const event = await trx
        .insertInto('calendarEvents')
        .values({
          ...{ userID, eventType: 'AWOL', eventState: 'SYSTEM_AUTO', subject: 'Not in', note: '' },
          ...{
            startLocal: londonField(start).slice(0, 16),
            endLocal: londonField(end).slice(0, 16),
            zone: LONDON,
          },
          ...{
            isAllDay: 0,
            rule: null,
            version: 1,
            updatedAt: now,
            deletedAt: null,
            uid: null,
            importID: null,
          },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await keepNoShowCase(trx, {
        shiftID: id,
        userID,
        start,
        end,
        eventID: event.id,
        caseID: marked?.id ?? null,
        now,
      })
      if (managerID === null) return []
      const when = `${DATE.format(start)} ${TIME.format(start)}–${TIME.format(end)}`
      return keepNotifications(trx, now, [news(managerID, `${displayName} didn’t come`, when)])
    })
    if (kept === null) continue
    count += 1
    publisher.notified(kept)
  }
  return count
}

/** Confirms the days of the week before, from Wednesday 12:00 on, which nobody confirmed or queried. @returns how many */
export async function confirmLastWeek({ db }: Pick<UpkeepParts, 'db'>, now: number): Promise<number> {
  const week = startOfLondonWeek(now)
  if (now < momentOfField(`${londonField(londonDayAfter(week, 2)).slice(0, 10)}T12:00`)) return 0
  const from = londonDayAfter(week, -7)
  const shifts = await db
    .selectFrom('shifts')
    .where('start', '>=', from)
    .where('start', '<', week)
    .where('state', 'in', ['LIVE', 'COMPLETED', 'NO_SHOW', 'PUBLISHED'])
    .select(['userID', 'start as at'])
    .execute()
  const sessions = await db
    .selectFrom('activitySessions')
    .where('startedAt', '>=', from)
    .where('startedAt', '<', week)
    .where('activity', '<>', 'INACTIVE')
    .select(['userID', 'startedAt as at'])
    .execute()
  const said = await db
    .selectFrom('attendanceDays')
    .where('day', '>=', londonField(from).slice(0, 10))
    .where('day', '<', londonField(week).slice(0, 10))
    .select(['userID', 'day'])
    .execute()
  const key = (userID: number, day: string) => `${userID} ${day}`
  const known = new Set(said.map(({ userID, day }) => key(userID, day)))
  const open = new Map<string, { userID: number; day: string }>()
  for (const { userID, at } of [...shifts, ...sessions]) {
    const day = londonField(at).slice(0, 10)
    if (!known.has(key(userID, day))) open.set(key(userID, day), { userID, day })
  }
  for (const { userID, day } of open.values())
    await db
      .insertInto('attendanceDays')
      .values({ userID, day, state: 'CONFIRMED', note: '', isBySystem: 1, changedBy: null, changedAt: now })
      .onConflict((conflict) => conflict.columns(['userID', 'day']).doNothing())
      .execute()
  return open.size
}

const some = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** Ends what nobody ends, and confirms what nobody queries (spec 4 §4.2.1, §4.2.5, §5.1). */
/** Windows of people whose allocation began or ended since then read on what they are planned now (spec 4 §2.2). */
async function tellTurns({ db, tellActivity }: UpkeepParts, since: number, now: number): Promise<void> {
  for (const userID of await turnedSince(db, Math.max(since, now - 10 * MINUTE_MS), now))
    await tellActivity(userID)
}

export function shiftUpkeepService(parts: UpkeepParts): BackgroundService {
  return {
    key: 'SHIFT_UPKEEP',
    name: 'Shifts and attendance',
    what: 'Ends shifts that nobody ends, marks no-shows, ends offers that nobody answered, lets requests about shifts expire, ends projects whose field work is over, gives places in trainings that became free to who waits, and confirms last week’s days on Wednesday at 12:00.',
    schedule: { every: 1 },
    async run({ startedAt, since, log }) {
      await tellTurns(parts, since ?? startedAt - MINUTE_MS, startedAt)
      await parts.tellAtRisk?.()
      const expired = await expireShiftRequests(parts, startedAt)
      const ended = await endForgotten(parts, startedAt)
      const unanswered = await endUnanswered(parts.db, startedAt)
      const absent = await markNoShows(parts, startedAt)
      const complete = (await parts.completeFields?.(startedAt)) ?? 0
      // A week is looked over once an hour, 12:00 among them.
      const isNewHour = since === null || Math.floor(since / HOUR_MS) < Math.floor(startedAt / HOUR_MS)
      const confirmed = isNewHour ? await confirmLastWeek(parts, startedAt) : 0
      const moved = (await parts.moveUpTrainings?.(startedAt)) ?? 0
      if (ended + absent + confirmed + unanswered + expired + complete + moved > 0)
        log(
          `${some(ended, 'shift was ended', 'shifts were ended')}, ${some(unanswered, 'change was not answered', 'changes were not answered')}, ${some(absent, 'no-show', 'no-shows')}, ${some(confirmed, 'day was confirmed', 'days were confirmed')}, ${some(expired, 'shift request expired', 'shift requests expired')}, ${some(complete, 'project has its field work done', 'projects have their field work done')}, ${some(moved, 'waited for a training and has a place', 'waited for a training and have a place')}`,
        )
    },
  }
}
