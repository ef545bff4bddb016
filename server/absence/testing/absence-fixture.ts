import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'
import { addShift } from '../../shifts/testing/shift-fixture.ts'

const HOUR = 3_600_000
const BOB = 2

/** Two shifts of bob's today, 91 and 92; of the second there is case 1; ann's case 2. */
export async function addAbsence(db: Database): Promise<void> {
  await addShift(db, { id: 91, userID: BOB, start: NOON + HOUR, end: NOON + 2 * HOUR })
  await addShift(db, { id: 92, userID: BOB, start: NOON + 3 * HOUR, end: NOON + 4 * HOUR })
  await db
    .insertInto('absenceCases')
    .values({
      ...{ id: 1, version: 1, userID: BOB, shiftID: 92, day: '2026-05-04', kind: 'NOT_IN' },
      ...{ start: NOON + 3 * HOUR, end: NOON + 4 * HOUR, reported: 'SICK', state: 'OPEN' },
      ...{ detectedAt: NOON, changedBy: null, changedAt: NOON },
    })
    .execute()
  // One of ann's own.
  await addShift(db, { id: 93, userID: 1, start: NOON + 3 * HOUR, end: NOON + 4 * HOUR })
  await db
    .insertInto('absenceCases')
    .values({
      ...{ id: 2, version: 1, userID: 1, shiftID: 93, day: '2026-05-04', kind: 'NOT_IN', reported: null },
      ...{ start: NOON + 3 * HOUR, end: NOON + 4 * HOUR, state: 'OPEN' },
      ...{ detectedAt: NOON, changedBy: null, changedAt: NOON },
    })
    .execute()
}

/** Good requests; ann (1) looks after bob (2). */
export const ABSENCE_REQUESTS: Record<string, unknown> = {
  'absence.supervisorToday': {},
  'absence.markAbsent': { shiftID: 91, reported: 'SICK', note: 'Rang in' },
  'absence.unmarkAbsent': { id: 1, version: 1 },
  'absence.listAbsenceCases': {},
  'absence.attemptContact': { id: 1, channel: 'CALL', result: 'NO_ANSWER' },
  'absence.explainAbsence': { id: 2, text: 'The bus broke down' },
  'absence.decideAbsence': { id: 1, version: 1, decision: 'UNAUTHORISED', reason: 'No word' },
  'absence.myAbsenceCases': {},
  'absence.sayLate': {
    ...{ shiftID: 93, note: 'Bus' },
    expectedAt: new Date(NOON + 3.5 * HOUR).toISOString(),
  },
  'absence.noteLate': {
    ...{ shiftID: 91, note: 'Bus' },
    expectedAt: new Date(NOON + 1.5 * HOUR).toISOString(),
  },
}
