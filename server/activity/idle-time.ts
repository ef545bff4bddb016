import type { Database } from '../db/database.ts'

/** From when on of that time nothing was told yet: another window of theirs may have told a part. */
export async function notYetTold(
  trx: Database,
  session: { readonly id: number; readonly startedAt: number },
  since: number,
): Promise<number> {
  const { last } = await trx
    .selectFrom('idleReadings')
    .where('sessionID', '=', session.id)
    .select((eb) => eb.fn.max<number | null>('until').as('last'))
    .executeTakeFirstOrThrow()
  return Math.max(since, session.startedAt, last ?? 0)
}

/** Seconds without a touch stay on their session. */
export const addIdle = (trx: Database, sessionID: number, ms: number) =>
  trx
    .updateTable('activitySessions')
    .set((eb) => ({ idleSeconds: eb('idleSeconds', '+', Math.floor(Math.max(0, ms) / 1000)) }))
    .where('id', '=', sessionID)
    .execute()

/** Ends the flag: they touched something, went over to another activity, or talk. Its seconds stay on the session. */
export async function endIdle(trx: Database, userID: number, at: number): Promise<boolean> {
  const ended = await trx
    .updateTable('idleReadings')
    .set((eb) => ({
      until: eb.case().when('since', '>', at).then(eb.ref('since')).else(at).end(),
    }))
    .where('userID', '=', userID)
    .where('until', 'is', null)
    .returning(['sessionID', 'since', 'until'])
    .executeTakeFirst()
  if (!ended) return false
  await addIdle(trx, ended.sessionID, Number(ended.until) - ended.since)
  return true
}
