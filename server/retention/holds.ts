import type { Database } from '../db/database.ts'
import type { Holds } from './rules.ts'

/** Whom and what legal holds are on now. */
export async function standingHolds(db: Database): Promise<Holds> {
  const rows = await db
    .selectFrom('legalHolds')
    .where('liftedAt', 'is', null)
    .select(['personID', 'projectID'])
    .execute()
  return {
    people: rows.flatMap(({ personID }) => (personID === null ? [] : [personID])),
    projects: rows.flatMap(({ projectID }) => (projectID === null ? [] : [projectID])),
  }
}
