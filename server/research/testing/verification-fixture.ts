import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

/** List 1 runs on another server, with one address that is checked; stopped address 1. */
export async function addVerification(db: Database): Promise<void> {
  const by = { byID: null, byName: 'Ann', at: NOON }
  await db
    .insertInto('emailVerifications')
    .values({
      ...{ ...by, projectID: null, purpose: 'Panel', state: 'RUNNING', isStopAsked: 0, paidChecks: 0 },
      leaseUntil: NOON * 2,
    })
    .execute()
  await db
    .insertInto('verifiedAddresses')
    .values({
      ...{
        verificationID: 1,
        version: 1,
        address: 'cara@mail.example',
        addressKey: 'cara@mail.example',
        isTwice: 0,
        result: 'VALID',
      },
      ...{ findings: '[]', reasons: '', linkID: null, askedAt: null },
    })
    .execute()
  await db
    .insertInto('stoppedAddresses')
    .values({ ...by, address: 'never@mail.example' })
    .execute()
}
