import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

/** Good requests where `addSupport` was called. */
export const SUPPORT_REQUESTS: Record<string, unknown> = {
  'support.listSupportPeople': {},
  'support.getSupportPerson': { id: 1 },
  'support.personCallStatistics': { userID: 1 },
  'support.listFailedSignIns': {},
  'support.getFailedSignIn': { id: 1 },
  'support.listRemoteCommands': {},
  'support.getRemoteCommand': { id: 1 },
}

/** A failed sign-in and a remote command of that person, each with id 1. */
export async function addSupport(db: Database, userID: number): Promise<void> {
  await db
    .insertInto('failedSignIns')
    .values({ at: NOON, userID, step: 'PASSWORD', isLockedOut: 0, address: '192.0.2.1' })
    .execute()
  await db
    .insertInto('remoteCommands')
    .values({
      ...{ userID, command: 'REFRESH_UI', hostCommand: null, reason: '', sentBy: null },
      ...{ sentAt: NOON, state: 'SENT' },
    })
    .execute()
}
