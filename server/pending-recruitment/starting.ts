import { pendingRecord } from '#shared/records/admin/pending.ts'
import type { Database } from '../db/database.ts'
import { type Actor, audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'

/**
 * An applicant at HIRED becomes a person, once (spec 5 §3.1, 6 §3). It belongs into the transaction that makes the
 * person. @param at in milliseconds since 1970
 * @throws Refusal 404 where there is no such applicant, 400 before the right to work was checked, 409 where somebody
 * else made the person
 */
export async function startApplicant(
  trx: Database,
  actor: Actor,
  at: number,
  { applicantID, personID }: { readonly applicantID: number; readonly personID: number },
): Promise<void> {
  const applicant = await trx
    .selectFrom('applicants')
    .where('id', '=', applicantID)
    .select(['name', 'rightToWork', 'stage'])
    .executeTakeFirst()
  if (!applicant) throw new Refusal(404, 'record.gone', { one: 'applicant' })
  if (applicant.rightToWork !== 'CHECKED') throw new Refusal(400, 'applicant.rightToWork')
  // Of two at once, also on two servers, one makes the person.
  const changed = await trx
    .updateTable('applicants')
    .set((eb) => ({
      ...{ stage: 'STARTED' as const, stageSince: at, personID, changedBy: actor.userID, changedAt: at },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', applicantID)
    .where('stage', '=', 'HIRED')
    .returning('id')
    .executeTakeFirst()
  if (!changed) throw new Refusal(409, 'applicant.started', { name: applicant.name })
  await audit(trx, actor, at, {
    ...{ action: 'APPLICANT_STARTED', page: pendingRecord.page, recordType: 'applicant' },
    ...{ recordID: applicantID, label: applicant.name, personID },
    changes: [{ field: 'stage', before: 'HIRED', after: 'STARTED' }],
  })
}
