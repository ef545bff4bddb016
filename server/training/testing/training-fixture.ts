import type { Insertable } from 'kysely'
import type { TrainingNeeds } from '#shared/domain/training.ts'
import type { Database } from '../../db/database.ts'
import type {
  TrainingRecordTable,
  TrainingSessionTable,
  TrainingTypeTable,
} from '../../db/schema/training.ts'
import { NOON } from '../../http/testing/test-server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const [ANN, BOB] = [1, 2]

export const needsOf = (some: Partial<TrainingNeeds>): string =>
  JSON.stringify({ userTypes: [], contractTypeIDs: [], skillIDs: [], projectIDs: [], ...some })

/** An induction that each interviewer needs and that lasts for ever. @returns its id */
export async function addTrainingType(
  db: Database,
  type: Partial<Insertable<TrainingTypeTable>> = {},
): Promise<number> {
  const name = type.name ?? 'Induction'
  const { id } = await db
    .insertInto('trainingTypes')
    .values({
      ...{ version: 1, name, nameKey: name.toLowerCase(), category: 'INDUCTION', validMonths: null },
      ...{ skillID: null, requiredFor: needsOf({ userTypes: ['INTERVIEWER'] }), passMark: null },
      ...{ minutes: 60, capacity: 8, trainerIDs: '[]', changedBy: null, changedAt: NOON },
      ...type,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** An open session of type 1, tomorrow from 13:00 to 15:00, for eight. @returns its id */
export async function addTrainingSession(
  db: Database,
  session: Partial<Insertable<TrainingSessionTable>> = {},
): Promise<number> {
  const { id } = await db
    .insertInto('trainingSessions')
    .values({
      ...{ version: 1, typeID: 1, projectID: null, trainerID: null, place: 'Room 2' },
      ...{ start: NOON + DAY, end: NOON + DAY + 2 * HOUR, capacity: 8, minimum: 1, status: 'OPEN' },
      ...{ changedBy: null, changedAt: NOON },
      ...session,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A training that somebody passed on 1 May, written down by hand. @returns its id */
export async function addTrainingRecord(
  db: Database,
  record: Partial<Insertable<TrainingRecordTable>> & { readonly userID: number; readonly typeID: number },
): Promise<number> {
  const { id } = await db
    .insertInto('trainingRecords')
    .values({
      ...{ version: 1, sessionID: null, day: '2026-05-01', result: 'PASSED', score: null, expires: null },
      ...{ trainerID: null, changedBy: null, changedAt: NOON },
      ...record,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Bob is booked into session 1, which is to come, as ann is by herself, and into session 2, which ann ran. He has the one
 * place of 4 and of 5, for which ann waits.
 */
export async function addTraining(db: Database): Promise<void> {
  await addTrainingType(db)
  await addTrainingSession(db, { start: NOON + 5 * DAY, end: NOON + 5 * DAY + HOUR })
  await addTrainingSession(db, { trainerID: ANN, start: NOON - 2 * HOUR, end: NOON - HOUR })
  await addTrainingSession(db, { start: NOON + 8 * HOUR, end: NOON + 9 * HOUR })
  await db
    .insertInto('trainingAttendees')
    .values({ sessionID: 1, userID: ANN, state: 'BOOKED', byID: ANN, at: NOON - 3 * HOUR })
    .execute()
  for (const day of [6, 7])
    await addTrainingSession(db, { start: NOON + day * DAY, end: NOON + day * DAY + HOUR, capacity: 1 })
  await db
    .insertInto('trainingAttendees')
    .values({ sessionID: 5, userID: ANN, state: 'WAITING', byID: ANN, at: NOON - HOUR })
    .execute()
  for (const sessionID of [1, 2, 4, 5])
    await db
      .insertInto('trainingAttendees')
      .values({ sessionID, userID: BOB, state: 'BOOKED', byID: ANN, at: NOON - 3 * HOUR })
      .execute()
}

/** Good requests; ann (1) looks after bob (2). */
export const TRAINING_REQUESTS: Record<string, unknown> = {
  'training.managerTraining': { managerID: BOB },
  'training.supervisorTraining': {},
  'training.bookTraining': { sessionID: 3, userIDs: [BOB] },
  'training.bookTrainingInShift': { sessionID: 3, userIDs: [BOB] },
  'training.unbookTraining': { sessionID: 1, userID: BOB },
  'training.myTrainingSessions': {},
  'training.bookMyTraining': { sessionID: 3 },
  'training.unbookMyTraining': { sessionID: 1 },
  'training.waitForTraining': { sessionID: 4 },
  'training.leaveTrainingWait': { sessionID: 5 },
  'training.remindTraining': { needs: [{ userID: BOB, typeID: 1 }] },
  'training.excuseTraining': { userID: BOB, typeID: 1, reason: 'Knows it well' },
  'training.needTraining': { userID: BOB, typeID: 1 },
  'training.trainingAttendees': { id: 1 },
  'training.recordTraining': { id: 2, version: 1, outcomes: [{ userID: BOB, outcome: 'ATTENDED' }] },
}
