import type { Insertable } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { OneToOneTable } from '../../db/schema/people-files.ts'
import { NOON } from '../../http/testing/test-server.ts'

const ANN = 1
const BOB = 2

/** A talk that was held. @returns its id */
export async function addTalk(
  db: Database,
  talk: Partial<Insertable<OneToOneTable>> & { readonly userID: number },
): Promise<number> {
  const { id } = await db
    .insertInto('oneToOnes')
    .values({
      ...{
        version: 1,
        hostID: null,
        dueDay: '2026-05-04',
        start: NOON - 3_600_000,
        minutes: 30,
        status: 'HELD',
      },
      ...{ heldAt: NOON - 3_600_000, changedBy: null, changedAt: NOON },
      ...talk,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Good requests; ann (1) hosts talk 1 with bob (2). */
export const ONE_TO_ONE_REQUESTS: Record<string, unknown> = {
  'oneToOnes.listOneToOnes': {},
  'oneToOnes.scheduleOneToOne': {
    ...{ userID: BOB, minutes: 30, agenda: 'How it goes' },
    start: new Date(NOON + 86_400_000).toISOString(),
  },
  'oneToOnes.saveOneToOne': { id: 1, version: 1, sharedNotes: 'All well', privateNotes: '', actions: [] },
  'oneToOnes.signOneToOne': { id: 1, version: 1 },
  'oneToOnes.myOneToOnes': {},
  'supervisorHr.supervisorHr': {},
}

export const addTalkOfBobs = (db: Database) => addTalk(db, { userID: BOB, hostID: ANN })
