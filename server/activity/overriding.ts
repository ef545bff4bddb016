import type { ActivityAction, ActivityName } from '#shared/domain/activity.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { OVERRIDE_REASON_MIN } from '#shared/domain/live-panel.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { requireWithin } from '../live-panel/scope.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { readSettings } from '../settings/settings.ts'
import { openSession, switchActivity } from './sessions.ts'

const PAGE = 'supervisor.live-panel'
const MINUTE_MS = 60_000

/** What somebody else set of a person's, as long as it is that. Times in milliseconds since 1970. */
export interface Override {
  readonly sessionID: number
  readonly byID: number
  readonly by: string
  readonly at: number
  readonly reason: string
  /** Until when other activities are refused; null where it isn't held. */
  readonly until: number | null
  /** Whether the person said that they know. */
  readonly isSeen: boolean
}

/** Who set the person's present activity: until their next own switch, the end of the hold, or the release (spec 4 §4.2.1). */
export async function overrideOf(db: Database, userID: number, now: number): Promise<Override | null> {
  const row = await db
    .selectFrom('activitySessions as s')
    .leftJoin('activityOverrides as o', 'o.sessionID', 's.id')
    .leftJoin('users as by', 'by.id', 's.startedBy')
    .where('s.userID', '=', userID)
    .where('s.endedAt', 'is', null)
    // Who resolved a ticket set nobody's activity: it followed by itself.
    .where('s.source', '<>', 'SYSTEM')
    .select(['s.id', 's.startedBy', 's.startedAt', 'by.displayName as by'])
    .select(['o.reason', 'o.holdUntil', 'o.releasedAt', 'o.seenAt'])
    .executeTakeFirst()
  if (!row || row.startedBy === null || row.startedBy === userID || row.releasedAt !== null) return null
  if (row.holdUntil !== null && row.holdUntil <= now) return null
  return {
    ...{ sessionID: row.id, byID: row.startedBy, by: row.by ?? '', at: row.startedAt },
    ...{ reason: row.reason ?? '', until: row.holdUntil, isSeen: row.seenAt !== null },
  }
}

interface Wanted {
  readonly userID: number
  readonly activity: ActivityName
  readonly project: string | null
  readonly category: string | null
  readonly actions: readonly ActivityAction[]
  readonly reason: string
  readonly holdMinutes: number | null
}

function requireReason(reason: string): string {
  const given = reason.trim()
  if (given.length < OVERRIDE_REASON_MIN) throw new Refusal(400, 'override.noReason')
  return given
}

/**
 * Puts somebody into an activity on behalf of somebody else, who is entitled to it; in a transaction of the caller's.
 */
export async function putInto(trx: Database, by: Actor & { userID: number }, wanted: Wanted, now: number) {
  const { userID, activity, project, category, actions, reason, holdMinutes } = wanted
  const { displayName: label } = await trx
    .selectFrom('users')
    .where('id', '=', userID)
    .select('displayName')
    .executeTakeFirstOrThrow()
  const open = await openSession(trx, userID)
  const own = actions.length > 0 && { actions }
  const change = { userID, activity, project, category, ...own, by: by.userID }
  const sessionID = await switchActivity(trx, change, now)
  const holdUntil = holdMinutes === null ? null : now + holdMinutes * MINUTE_MS
  await trx
    .insertInto('activityOverrides')
    .values({ sessionID, userID, byID: by.userID, at: now, reason, holdUntil })
    .execute()
  await audit(trx, by, now, {
    ...{ action: 'ACTIVITY_SET', page: PAGE, recordType: 'person', recordID: userID, label, reason },
    changes: [
      { field: 'activity', before: open?.activity ?? null, after: activity },
      { field: 'project', before: open?.project ?? null, after: project },
      {
        field: 'heldUntil',
        before: null,
        after: holdUntil === null ? null : new Date(holdUntil).toISOString(),
      },
    ],
  })
}

/**
 * Whether the caller may set somebody's activity (spec 4 §4.4.1). @returns the reason, as it is kept, and who it is
 * @throws Refusal 404 for who isn't in the caller's scope; 400 for oneself, without a reason, or where they have no
 * running shift
 */
export async function requireSetting(
  trx: Database,
  caller: Caller,
  { userID, reason }: Pick<Wanted, 'userID' | 'reason'>,
): Promise<{ readonly reason: string; readonly name: string }> {
  if (userID === caller.userID) throw new Refusal(400, 'override.self')
  const { displayName: name } = await requireWithin(trx, caller, userID)
  const given = requireReason(reason)
  const open = await openSession(trx, userID)
  if (!open || open.activity === 'INACTIVE') throw new Refusal(400, 'override.noShift', { name })
  return { reason: given, name }
}

/** @throws Refusal 400 for a category that the settings don't have, or have no longer (spec 4 §2.2) */
export async function requireCategory(
  trx: Database,
  activity: ActivityName,
  category: string | null,
): Promise<void> {
  if (category === null) return
  const { 'activity.kinds': kinds } = await readSettings(trx, ['activity.kinds'])
  if (!kinds[activity].categories.includes(category))
    throw new Refusal(400, 'override.noCategory', { activity: ACTIVITY_LABELS[activity], category })
}

/** Somebody's activity was set for the end of their call. */
export const auditWaiting = (
  trx: Database,
  by: Caller,
  wanted: Wanted & { readonly name: string },
  now: number,
) =>
  audit(trx, by, now, {
    ...{ action: 'ACTIVITY_SET_AFTER_CALL', page: PAGE, recordType: 'person', recordID: wanted.userID },
    ...{ label: wanted.name, reason: wanted.reason },
    changes: [{ field: 'activity', before: null, after: wanted.activity }],
  })

/** Ends that: the activity stays, and is the person's own. @throws Refusal 404 as above, 400 where nobody set it */
export async function releaseActivityOf(
  trx: Database,
  caller: Caller,
  { userID, reason }: { readonly userID: number; readonly reason: string },
  now: number,
): Promise<void> {
  const { displayName: name } = await requireWithin(trx, caller, userID)
  const override = await overrideOf(trx, userID, now)
  if (!override) throw new Refusal(400, 'override.none', { name })
  const row = {
    ...{ sessionID: override.sessionID, userID, byID: override.byID, at: override.at },
    ...{ reason: override.reason, holdUntil: override.until, releasedAt: now },
  }
  await trx
    .insertInto('activityOverrides')
    .values(row)
    .onConflict((conflict) => conflict.column('sessionID').doUpdateSet({ releasedAt: now }))
    .execute()
  await audit(trx, caller, now, {
    ...{ action: 'ACTIVITY_RELEASED', page: PAGE, recordType: 'person', recordID: userID },
    ...{ label: name, reason },
    changes: [{ field: 'isOverride', before: true, after: false }],
  })
}

/** The person knows that somebody set their activity. */
export async function seeOverride(
  db: Database,
  userID: number,
  sessionID: number,
  now: number,
): Promise<void> {
  await db
    .updateTable('activityOverrides')
    .set({ seenAt: now })
    .where('sessionID', '=', sessionID)
    .where('userID', '=', userID)
    .where('seenAt', 'is', null)
    .execute()
}

const KEPT_MS = 30 * 24 * 3_600_000
const VIEWS = 100

/** Who opened what is about a person, and who listened from when to when, latest first (spec 4 §4.2.1). */
export async function viewsOf(db: Database, userID: number, now: number) {
  const rows = await db
    .selectFrom('audit')
    .where('personID', '=', userID)
    .where('readKey', 'is not', null)
    .where('actorID', '<>', userID)
    .where('at', '>', now - KEPT_MS)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(VIEWS)
    .select(['actorName as by', 'page', 'at'])
    .execute()
  const views = rows.map(({ at, ...view }) => ({ ...view, at, from: null as number | null }))
  const listens = await db
    .selectFrom('qcListens')
    .where('userID', '=', userID)
    .where('to', '>', now - KEPT_MS)
    .orderBy('to', 'desc')
    .orderBy('id', 'desc')
    .limit(VIEWS)
    .select(['byName as by', 'from', 'to'])
    .execute()
  const heard = listens.map(({ by, from, to }) => ({ by, page: 'supervisor.quality', at: to ?? from, from }))
  return [...views, ...heard]
    .toSorted((a, b) => b.at - a.at)
    .slice(0, VIEWS)
    .map(({ at, from, ...view }) => ({
      ...view,
      at: new Date(at).toISOString(),
      listenedFrom: from === null ? null : new Date(from).toISOString(),
    }))
}
