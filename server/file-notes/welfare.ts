import { WELFARE_WORDS, type WelfareKind } from '#shared/domain/interactions.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import type { NewNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'

/** That somebody asked how a person is. */
export interface WelfareRow {
  readonly id: number
  readonly userID: number
  readonly byID: number | null
  readonly by: string | null
  /** When it was written down, in milliseconds since 1970. */
  readonly at: number
  /** When it was, YYYY-MM-DD. */
  readonly day: string
  readonly kind: WelfareKind
  readonly text: string
}

/** Welfare contacts of these people, the latest first. */
export function welfareContacts(
  db: Database,
  userIDs: readonly number[],
  fromDay = '',
): Promise<WelfareRow[]> {
  return db
    .selectFrom('welfareContacts as w')
    .leftJoin('users as by', 'by.id', 'w.byID')
    .where('w.userID', 'in', [0, ...userIDs])
    .where('w.day', '>=', fromDay)
    .orderBy('w.day', 'desc')
    .orderBy('w.id', 'desc')
    .select(['w.id', 'w.userID', 'w.byID', 'by.displayName as by', 'w.at', 'w.day', 'w.kind', 'w.text'])
    .execute()
}

/** Writes one down; the person sees it, and is told (spec 4 §4.3.4). @throws Refusal 400 for a day to come */
export async function logWelfare(
  trx: Database,
  caller: Caller,
  contact: {
    readonly userID: number
    readonly day: string
    readonly kind: WelfareKind
    readonly text: string
    readonly page: string
    readonly now: number
    /** London's, YYYY-MM-DD. */
    readonly today: string
  },
): Promise<{ readonly id: number; readonly told: NewNotification[] }> {
  const { userID, day, kind, text, page, now, today } = contact
  if (userID === caller.userID) throw new Refusal(403, 'fileNote.own')
  if (day > today) throw new Refusal(400, 'welfare.future')
  const { id } = await trx
    .insertInto('welfareContacts')
    .values({ userID, byID: caller.userID, at: now, day, kind, text })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(trx, caller, now, {
    ...{ action: 'WELFARE_LOGGED', page, recordType: 'welfareContact', recordID: id },
    ...{ label: WELFARE_WORDS[kind], personID: userID },
  })
  const subject = `${caller.displayName} wrote down a welfare contact with you`
  return {
    id,
    told: [{ userID, type: 'NEW_UPDATE', source: 'WELFARE', sourceID: id, subject, body: text }],
  }
}
