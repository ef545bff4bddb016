import { type EmailFinding, emailKey, findingsInWords, resultOf } from '#shared/domain/email-checks.ts'
import type { Database } from '../db/database.ts'
import { personCalled } from './people.ts'
import { HOUR } from './timeline.ts'

const ADDRESSES: readonly (readonly [address: string, ...findings: EmailFinding[]])[] = [
  ['margaret.holt@mail.example'],
  ['d.okonkwo@mail.example'],
  ['sian.prosser@post.example'],
  ['office@riverside.example', 'ROLE'],
  ['tom.ashby@mailinator.com', 'DISPOSABLE'],
  ['d.okonkwo@mail.example', 'TWICE'],
  ['helen.marsh@', 'FORM'],
  ['r.fielding@nowhere.example', 'NO_MAIL_SERVER'],
]

/** A list of addresses that was checked this week (spec 6 §9.6). */
export async function seedEmailVerifications(db: Database, now: number): Promise<void> {
  const by = personCalled('Olu Bankole')
  const { id } = await db
    .insertInto('emailVerifications')
    .values({
      ...{ byID: by.id, byName: 'Olu Bankole', at: now - 27 * HOUR, projectID: null },
      ...{ purpose: 'National Travel Panel', state: 'DONE', isStopAsked: 0, leaseUntil: null, paidChecks: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('verifiedAddresses')
    .values(
      ADDRESSES.map(([address, ...findings]) => ({
        ...{ verificationID: id, version: 2, address, addressKey: emailKey(address) },
        ...{ isTwice: findings.includes('TWICE') ? 1 : 0, result: resultOf(findings) },
        ...{ findings: JSON.stringify(findings), reasons: findingsInWords(findings) },
        ...{ linkID: null, askedAt: null },
      })),
    )
    .execute()
}
