import type { DiallerStatus } from '#shared/domain/dialler.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from './insert.ts'
import { personCalled } from './people.ts'
import { createRandom } from './random.ts'
import { MINUTE } from './timeline.ts'

const SEED = 5005

/** What people who interview do at the dialler, the likelier the more often it stands here. */
const STATUSES: readonly DiallerStatus[] = ['ON_CALL', 'ON_CALL', 'ON_CALL', 'DIALLING', 'READY', 'WRAP_UP']

/** What the demo's interviewers do at the dialler now, and one of them who touches nothing. */
export async function seedDialler(trx: Database, now: number): Promise<void> {
  const random = createRandom(SEED)
  const ready = personCalled('Jamie Whitfield').id
  const open = await trx
    .selectFrom('activitySessions')
    .where('endedAt', 'is', null)
    .where('activity', '=', 'AVAILABLE')
    .orderBy('userID')
    .select(['id', 'userID', 'project', 'startedAt'])
    .execute()
  const rows = open.map(({ userID, project, startedAt }) => {
    // The demo interviewer switches as they like.
    const status = userID === ready ? 'READY' : random.pick(STATUSES)
    const since = Math.max(startedAt, now - random.int(1, 12) * MINUTE)
    return [userID, status, since, status === 'ON_CALL' ? project : null, now]
  })
  await insertRows(trx, 'diallerStatuses', ['userID', 'status', 'since', 'project', 'asOf'], rows)
  const statusOf = new Map(rows.map(([userID, status]) => [userID, status]))
  const still = open.find(({ userID }) => statusOf.get(userID) === 'READY' && userID !== ready)
  if (still)
    await insertRows(
      trx,
      'idleReadings',
      ['userID', 'sessionID', 'since', 'until', 'answer'],
      [[still.userID, still.id, Math.max(still.startedAt, now - 8 * MINUTE), null, null]],
    )
}
