import type { ActivityName } from '#shared/domain/activity.ts'
import { type Kept, withCorrection } from '#shared/domain/corrections.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, londonDayAfter, londonField, startOfLondonDay } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { coverAgain } from '../interviews/cover-again.ts'
import { Refusal } from '../refusal.ts'

/** So many days back something can be put right (spec 4 §4.2.1). */
const DAYS_BACK = 7
const DAY_MS = 86_400_000

const DATE = dateFormat({ day: 'numeric', month: 'long', timeZone: LONDON })

/** What somebody did, as it is to be. Times in milliseconds since 1970. */
export interface Requested {
  readonly userID: number
  readonly sessionID: number | null
  readonly activity: ActivityName
  readonly projectID: number | null
  readonly start: number
  readonly end: number
}

export const dayOf = (at: number): string => londonField(at).slice(0, 10)

/** @throws Refusal 400 where a day's pay is decided */
export async function requireUnlocked(trx: Database, userID: number, day: string): Promise<void> {
  const row = await trx
    .selectFrom('attendanceDays')
    .where('userID', '=', userID)
    .where('day', '=', day)
    .select('state')
    .executeTakeFirst()
  if (row?.state === 'LOCKED') throw new Refusal(400, 'attendance.locked')
}

/**
 * Whether that can be asked for, in the transaction in which it is.
 * @throws Refusal 400 for times that are none, are too long ago or of a locked day, or a session that goes on; 404 for
 * a session that isn't the person's
 */
export async function requireCorrectable(trx: Database, wanted: Requested, now: number): Promise<void> {
  const { userID, sessionID, projectID, start, end } = wanted
  if (!(start < end) || end > now || end - start > DAY_MS) throw new Refusal(400, 'attendance.times')
  const session = sessionID === null ? null : await requireOwn(trx, userID, sessionID)
  if (session && session.endedAt === null) throw new Refusal(400, 'attendance.runs')
  if (projectID !== null) {
    const found = await trx.selectFrom('projects').where('id', '=', projectID).select('id').executeTakeFirst()
    if (!found) throw new Refusal(404, 'record.gone', { one: 'project' })
  }
  for (const at of new Set([start, session?.startedAt ?? start])) {
    const last = londonDayAfter(startOfLondonDay(at), DAYS_BACK)
    if (now >= londonDayAfter(last, 1))
      throw new Refusal(400, 'attendance.tooOld', { date: DATE.format(last) })
    await requireUnlocked(trx, userID, dayOf(at))
  }
  await requireUnlocked(trx, userID, dayOf(end - 1))
}

async function requireOwn(trx: Database, userID: number, sessionID: number) {
  const session = await trx
    .selectFrom('activitySessions')
    .where('id', '=', sessionID)
    .where('userID', '=', userID)
    .select(['id', 'startedAt', 'endedAt'])
    .executeTakeFirst()
  if (!session) throw new Refusal(404, 'record.gone', { one: 'session' })
  return session
}

/**
 * Puts what somebody did right, in the caller's transaction: the corrected session takes the place of the old one and of
 * what it covers; neighbours of it grow or shrink, so that nothing overlaps and no gap comes in. What was there before is
 * kept with the correction, the calls of that time are looked at again, and an approved day is open again.
 */
export async function applyCorrection(
  trx: Database,
  correctionID: number,
  wanted: Requested,
  by: number,
): Promise<void> {
  const { userID, sessionID, activity, projectID, start, end } = wanted
  const rows = await trx
    .selectFrom('activitySessions')
    .where('userID', '=', userID)
    .where('startedAt', '<', end + DAY_MS)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('endedAt', '>', start - DAY_MS)]))
    .orderBy('startedAt')
    .orderBy('id')
    .selectAll()
    .execute()
  const { kept, removed } = withCorrection(
    rows.map(({ id, startedAt, endedAt }) => ({ id, start: startedAt, end: endedAt })),
    sessionID,
    { start, end },
  )
  const before = new Map(rows.map((row) => [row.id, row]))
  const touched = rows.filter(({ id, startedAt, endedAt }) => {
    if (id === sessionID || removed.includes(id)) return true
    return kept.some((part) => part.id === id && (part.start !== startedAt || part.end !== endedAt))
  })
  await trx
    .updateTable('activityCorrections')
    .set({ replaced: JSON.stringify(touched) })
    .where('id', '=', correctionID)
    .execute()
  const gone = [...removed, ...(sessionID === null ? [] : [sessionID])]
  if (gone.length > 0) await trx.deleteFrom('activitySessions').where('id', 'in', gone).execute()
  const seen = new Set<number>()
  for (const part of kept) {
    const old = before.get(part.id)
    if (!old) continue
    if (!seen.has(part.id)) await moved(trx, part)
    else {
      // What lay around the correction goes on after it as a session of its own.
      const { id: _, ...copy } = old
      await trx
        .insertInto('activitySessions')
        .values({ ...copy, startedAt: part.start, endedAt: part.end })
        .execute()
    }
    seen.add(part.id)
  }
  const project =
    projectID === null
      ? null
      : await trx.selectFrom('projects').where('id', '=', projectID).select('name').executeTakeFirst()
  await trx
    .insertInto('activitySessions')
    .values({
      ...{ userID, activity, projectID, correctionID, category: null, source: 'RETRO' },
      ...{ project: project?.name ?? null, startedAt: start, startedBy: userID, endedAt: end, endedBy: by },
    })
    .execute()
  await coverAgain(trx, userID, Math.min(start, ...touched.map(({ startedAt }) => startedAt)), end + DAY_MS)
  await trx
    .updateTable('attendanceDays')
    .set({ state: 'OPEN', isBySystem: 0, changedBy: by })
    .where('userID', '=', userID)
    .where('day', 'in', [...new Set([dayOf(start), dayOf(end - 1)])])
    .where('state', '=', 'APPROVED')
    .execute()
}

const moved = (trx: Database, { id, start, end }: Kept) =>
  trx.updateTable('activitySessions').set({ startedAt: start, endedAt: end }).where('id', '=', id).execute()
