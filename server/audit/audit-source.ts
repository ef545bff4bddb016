import type { Database } from '../db/database.ts'

/** All audit entries, with whom each is about by the name of now (spec 5 §5.6). */
export function auditSource(db: Database) {
  return db
    .selectFrom('audit as a')
    .leftJoin('users as u', 'u.id', 'a.personID')
    .select((eb) => [
      'a.id',
      eb.lit(1).as('version'),
      'a.at',
      'a.actorID',
      'a.personID',
      'a.actorName',
      'a.actorKind',
      'a.onBehalfOf',
      'a.action',
      'a.recordType',
      'a.recordID',
      'a.label',
      'u.displayName as personName',
      'a.page',
      'a.reason',
      'a.address',
      'a.requestID',
      'a.sequence',
    ])
}
