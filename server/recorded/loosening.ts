import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { LOOSER_AFTER_MS, looserKinds, type ReadingPolicy } from '#shared/domain/recorded-readings.ts'
import { READING_WORDS } from '#shared/domain/recorded-words.ts'
import type { Database } from '../db/database.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { policyIn } from './policy.ts'

const DATE = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON })

/** What of each kind becomes looser, in words. */
const changesOf = (before: ReadingPolicy, after: ReadingPolicy) =>
  looserKinds(before, after).map((kind) =>
    before[kind].isOn
      ? `${READING_WORDS[kind]}: kept for ${after[kind].keepDays} days instead of ${before[kind].keepDays}`
      : `${READING_WORDS[kind]}: taken, and kept for ${after[kind].keepDays} days`,
  )

/** Notes for everybody that a policy records more, in the transaction in which it is saved (spec 4 §5.4). */
export async function tellLooser(
  trx: Database,
  before: string | null,
  after: string | null,
  now: number,
): Promise<KeptNotification[]> {
  const changes = changesOf(policyIn(before), policyIn(after))
  if (changes.length === 0) return []
  const people = await trx
    .selectFrom('users')
    .where('id', '>', 0)
    .where('isActive', '=', 1)
    .orderBy('id')
    .select('id')
    .execute()
  const subject = `From ${DATE.format(now + LOOSER_AFTER_MS)} on, more is recorded about you on shift`
  const body = `${changes.join('. ')}. You see all of it on Tracker home, under ‘What is recorded about me’.`
  return keepNotifications(
    trx,
    now,
    people.map(({ id: userID }) => ({
      ...{ userID, type: 'NEW_UPDATE', subject, body, source: 'RECORDED_READINGS' },
    })),
  )
}
