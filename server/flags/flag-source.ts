import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** All system flags, standing and past (spec 5 §5.12). One whose end has come doesn't stand. */
export function flagSource(db: Database, now: number) {
  return db
    .selectFrom('systemFlags as f')
    .leftJoin('users as raiser', 'raiser.id', 'f.raisedBy')
    .leftJoin('users as keeper', 'keeper.id', 'f.acknowledgedBy')
    .leftJoin('users as clearer', 'clearer.id', 'f.clearedBy')
    .leftJoin('areas as a', 'a.id', 'f.areaID')
    .leftJoin('projects as p', 'p.id', 'f.projectID')
    .select([
      'f.id',
      'f.version',
      'f.key',
      'f.title',
      'f.severity',
      'f.source',
      'f.message',
      'f.whatToDo',
      sql<number>`case when ${sql.ref('f.clearedAt')} is null
        and (${sql.ref('f.endsAt')} is null or ${sql.ref('f.endsAt')} > ${now}) then 1 else 0 end`.as(
        'isStanding',
      ),
      'f.raisedAt',
      'f.raisedBy as raisedByID',
      'f.acknowledgedBy as acknowledgedByID',
      'raiser.displayName as raisedBy',
      'f.endsAt',
      'keeper.displayName as acknowledgedBy',
      'f.acknowledgedAt',
      'f.note',
      'f.clearedAt',
      'clearer.displayName as clearedBy',
      'f.areaID',
      'a.name as area',
      'f.projectID',
      'p.name as project',
    ])
}
