import { INTERVIEW_MAX_MS } from '#shared/domain/interviews.ts'
import { ACKNOWLEDGED_AFTER_MS, REMIND_MS } from '#shared/domain/quality.ts'
import type { BackgroundService } from '../background-services/service.ts'
import type { Database } from '../db/database.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { endListening } from './listens.ts'

interface UpkeepParts {
  readonly db: Database
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
  readonly tell: (userID: number, reviewID: number) => void
}

const SYSTEM = { userID: null, displayName: 'Quality' } as const
const PAGE = 'supervisor.quality'
/** So many are looked at in one run; the rest in the next. */
const AT_ONCE = 500

/** Reviews that wait for their person, submitted before that, the oldest first. */
const waiting = (db: Database, before: number) =>
  db
    .selectFrom('qcReviews as q')
    .innerJoin('users as u', 'u.id', 'q.userID')
    .innerJoin('projects as p', 'p.id', 'q.projectID')
    .where('q.state', '=', 'SUBMITTED')
    .where('q.isCalibration', '=', 0)
    .where('q.submittedAt', '<=', before)
    .orderBy('q.submittedAt')
    .orderBy('q.id')
    .limit(AT_ONCE)
    .select(['q.id', 'q.userID', 'q.version', 'u.displayName as name', 'p.name as project'])

/** Reminds of reviews without a word after 48 hours, once each (spec 4 §4.2.4). @returns how many */
export async function remindOfReviews({ db, publisher }: UpkeepParts, now: number): Promise<number> {
  const rows = await waiting(db, now - REMIND_MS)
    .where('q.remindedAt', 'is', null)
    .execute()
  for (const { id, userID, project } of rows) {
    const kept = await db.transaction().execute(async (trx) => {
      const reminded = await trx
        .updateTable('qcReviews')
        .set({ remindedAt: now })
        .where('id', '=', id)
        .where('state', '=', 'SUBMITTED')
        .where('remindedAt', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!reminded) return []
      return keepNotifications(trx, now, [
        {
          ...{ userID, type: 'NEW_UPDATE', source: 'QC_REVIEW', sourceID: id },
          subject: `A review of your interview on ${project} waits for your word`,
          body: 'Acknowledge or dispute it in Tracker › My quality.',
        },
      ])
    })
    publisher.notified(kept)
  }
  return rows.length
}

/** Acknowledges reviews that were submitted 7 days ago and had no word, and marks them so. @returns how many */
export async function acknowledgeSilent({ db, tell }: UpkeepParts, now: number): Promise<number> {
  const rows = await waiting(db, now - ACKNOWLEDGED_AFTER_MS).execute()
  let count = 0
  for (const { id, userID, version, name, project } of rows) {
    const isDone = await db.transaction().execute(async (trx) => {
      const changed = await trx
        .updateTable('qcReviews')
        .set({ state: 'ACKNOWLEDGED', acknowledgedAt: now, isBySystem: 1, version: version + 1 })
        .where('id', '=', id)
        .where('state', '=', 'SUBMITTED')
        .where('version', '=', version)
        .returning('id')
        .executeTakeFirst()
      if (!changed) return false
      await audit(trx, SYSTEM, now, {
        ...{ action: 'QC_REVIEW_ACKNOWLEDGED', page: PAGE, recordType: 'qcReview', recordID: id },
        ...{ label: `${name}, ${project}`, personID: userID, reason: 'Nothing was said for 7 days' },
      })
      return true
    })
    if (!isDone) continue
    count += 1
    tell(userID, id)
  }
  return count
}

/** Ends listens that nobody ended: no interview lasts so long. @returns how many */
export async function endForgottenListens({ db }: UpkeepParts, now: number): Promise<number> {
  const rows = await db
    .selectFrom('qcListens')
    .where('to', 'is', null)
    .where('from', '<=', now - INTERVIEW_MAX_MS)
    .orderBy('id')
    .select('reviewID')
    .execute()
  for (const { reviewID } of rows)
    await db.transaction().execute((trx) => endListening(trx, { reviewID, at: now, actor: SYSTEM }))
  return rows.length
}

const some = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** Reminders and acknowledgement of reviews, and listens that were forgotten. */
export function qualityUpkeepService(parts: UpkeepParts): BackgroundService {
  return {
    key: 'QUALITY_REVIEWS',
    name: 'Quality reviews',
    what: 'Reminds people of reviews that wait for their word, acknowledges them after 7 days, and ends forgotten listens.',
    schedule: { every: 5 },
    async run({ startedAt, log }) {
      const acknowledged = await acknowledgeSilent(parts, startedAt)
      const reminded = await remindOfReviews(parts, startedAt)
      const ended = await endForgottenListens(parts, startedAt)
      if (reminded + acknowledged + ended > 0)
        log(
          `${some(acknowledged, 'review was acknowledged', 'reviews were acknowledged')}, ${some(reminded, 'reminder', 'reminders')}, ${some(ended, 'listen was ended', 'listens were ended')}`,
        )
    },
  }
}
