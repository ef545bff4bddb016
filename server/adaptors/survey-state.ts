import type { Database } from '../db/database.ts'

/** When a survey tool was last asked through, and the codes of its outcomes that wait for a meaning. */
export async function syncState(
  db: Database,
  adaptorID: number,
): Promise<{ syncedAt: string | null; unmapped: { code: string; records: number }[] }> {
  const last = await db
    .selectFrom('surveyMarks')
    .where('adaptorID', '=', adaptorID)
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirst()
  const waiting = await db
    .selectFrom('surveyUnmapped')
    .where('adaptorID', '=', adaptorID)
    .groupBy('code')
    .orderBy('code')
    .select((eb) => ['code', eb.fn.countAll<number>().as('records')])
    .execute()
  const at = last?.at ?? null
  return {
    syncedAt: at === null ? null : new Date(Number(at)).toISOString(),
    unmapped: waiting.map(({ code, records }) => ({ code, records: Number(records) })),
  }
}
