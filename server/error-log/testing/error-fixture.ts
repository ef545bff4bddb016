import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

const SENT = { message: 'TypeError: x is not a function', place: '/connect/chat', stack: '' }

/** One error, of id 1. */
export async function addError(db: Database): Promise<void> {
  await db
    .insertInto('errorEntries')
    .values({
      version: 1,
      fingerprint: 'one',
      level: 'ERROR',
      source: 'SERVER',
      message: 'Error: no such table',
      place: 'tasks.loadTasks',
      count: 3,
      firstSeenAt: NOON,
      lastSeenAt: NOON,
      build: 'build-1',
      state: 'NEW',
      resolvedBuild: null,
      assignedTo: null,
      ticketID: null,
      changedBy: null,
      changedAt: NOON,
    })
    .execute()
}

/** Good requests where one error is kept, of id 1. */
export const ERROR_REQUESTS: Record<string, unknown> = {
  'errorLog.listErrors': {},
  'errorLog.getError': { id: 1 },
  'errorLog.updateError': { id: 1, version: 1, state: 'ACKNOWLEDGED' },
  'errorLog.errorOccurrences': { id: 1 },
  'errorLog.raiseErrorTicket': { id: 1, version: 1 },
  'errorLog.reportErrors': {
    source: 'WEB',
    build: 'build-1',
    errors: [{ ...SENT, at: new Date(NOON).toISOString() }],
  },
  'errorLog.saveErrorSharing': { isOn: false },
}
