import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

const [ANN, BOB] = [1, 2]

/** Note 1 is about ann by bob, note 2 about bob by ann. */
export async function addFileNotes(db: Database): Promise<void> {
  const note = { at: NOON, kind: 'RECOGNITION' as const, text: 'Calm with a difficult call' }
  for (const [id, userID, byID] of [
    [1, ANN, BOB],
    [2, BOB, ANN],
  ] as const)
    await db
      .insertInto('fileNotes')
      .values({ id, userID, byID, ...note })
      .execute()
}

/** Good requests; ann (1) looks after bob (2). */
export const FILE_NOTE_REQUESTS: Record<string, unknown> = {
  'fileNotes.fileNotes': { userID: BOB },
  'fileNotes.saveFileNote': { userID: BOB, kind: 'NEUTRAL', text: 'Asked for later shifts' },
  'fileNotes.myFileNotes': {},
  'fileNotes.acknowledgeNote': { id: 1 },
  'fileNotes.replyToNote': { id: 1, text: 'Thank you' },
}
