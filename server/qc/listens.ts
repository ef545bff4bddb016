import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'
import { type Actor, audit } from '../records/audit.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: LONDON })

interface Listened {
  readonly reviewID: number
  readonly at: number
  readonly actor: Actor
}

/** Ends listening for a review. @returns who was listened to; null where nobody was */
export async function endListening(trx: Database, { reviewID, at, actor }: Listened): Promise<number | null> {
  const ended = await trx
    .updateTable('qcListens')
    .set({ to: at })
    .where('reviewID', '=', reviewID)
    .where('to', 'is', null)
    .returning(['id', 'userID', 'from', 'consent'])
    .execute()
  const [first] = ended
  if (!first) return null
  await trx.updateTable('qcReviews').set({ listenedTo: at }).where('id', '=', reviewID).execute()
  for (const { id, userID, from, consent } of ended)
    await audit(trx, actor, at, {
      ...{ action: 'QC_LISTENED', page: 'supervisor.quality', recordType: 'qcListen', recordID: id },
      ...{ label: `${TIME.format(from)}–${TIME.format(at)}`, personID: userID },
      changes: [
        { field: 'from', before: null, after: new Date(from).toISOString() },
        { field: 'to', before: null, after: new Date(at).toISOString() },
        { field: 'consent', before: null, after: consent },
      ],
    })
  return first.userID
}
