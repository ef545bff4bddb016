import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

/** An export of person 1's own and an erasure of person 2 that waits, of ids 1 and 2. */
export async function addPrivacyRequests(db: Database): Promise<void> {
  for (const [kind, personID, state] of [
    ['EXPORT', 1, 'EXPIRED'],
    ['ERASURE', 2, 'WAITING'],
  ] as const)
    await db
      .insertInto('privacyRequests')
      .values({
        ...{ kind, personID, state, reason: 'They asked', requestedBy: personID, requestedAt: NOON },
        ...{ withTexts: 0, size: 0 },
      })
      .execute()
  await db
    .insertInto('legalHolds')
    .values({ personID: 2, projectID: null, reason: 'Tribunal', placedBy: 1, placedAt: NOON })
    .execute()
}

/** Good requests where those are. */
export const PRIVACY_REQUESTS: Record<string, unknown> = {
  'privacy.requestExport': { userID: 2, reason: 'They asked' },
  'privacy.myExports': {},
  'privacy.downloadExport': { id: 1 },
  'privacy.previewErasure': { userID: 2 },
  'privacy.requestErasure': { userID: 2, userName: 'bob', withTexts: false, reason: 'They asked' },
  'privacy.approveErasure': { id: 2 },
  'privacy.cancelErasure': { id: 2 },
  'retention.previewRetention': {
    key: 'retention.moods',
    value: { keep: 12, unit: 'MONTHS', end: 'ANONYMISE' },
  },
  'retention.placeHold': { personID: 1, reason: 'Tribunal' },
  'retention.liftHold': { id: 1 },
  'retention.holdable': { term: 'ann' },
}
