import type { Insertable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { PipTable } from '../../db/schema/pips.ts'
import { NOON } from '../../http/testing/test-server.ts'

const ANN = 1
const BOB = 2

/** A plan that goes on for four weeks. @returns its id */
export async function addPip(
  db: Database,
  plan: Partial<Insertable<PipTable>> & { readonly userID: number },
): Promise<number> {
  const { id } = await db
    .insertInto('pips')
    .values({
      ...{ ownerID: null, reason: 'Quality', start: '2026-04-27', end: '2026-05-24', state: 'ACTIVE' },
      ...{ measures: JSON.stringify([{ measure: 'qcScore', from: 60, target: 86 }]), changedAt: NOON },
      ...plan,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Plan 1 of bob's, kept by ann; plan 2 of ann's, which failed, and its draft 3. */
export async function addPipThings(db: Database): Promise<void> {
  await addPip(db, { userID: BOB, ownerID: ANN })
  await addPip(db, { userID: ANN, ownerID: BOB, state: 'FAILED', decidedBy: BOB, decidedAt: NOON })
  await addPip(db, { userID: ANN, ownerID: BOB, state: 'DRAFT', shownAt: NOON })
}

/** Good requests; bob (2) is looked after by ann (1). */
export const PIP_REQUESTS: Record<string, unknown> = {
  'pips.listPips': {},
  'pips.savePip': {
    ...{ userID: BOB, ownerID: ANN, reason: 'Quality stays low', start: '2026-05-04', end: '2026-06-01' },
    measures: [{ measure: 'qcScore', from: 60, target: 86 }],
  },
  'pips.proposePip': { id: 1, version: 1, outcome: 'PASSED', reason: 'All met' },
  'pips.reviewPip': { id: 1, version: 1, at: new Date(NOON).toISOString(), notes: 'Went well' },
  'pips.decidePip': { id: 1, version: 1, state: 'PASSED', reason: 'All met' },
  'pips.appealPip': { id: 2, reason: 'It was met' },
  'pips.answerPip': { id: 3, comment: 'I agree' },
}
