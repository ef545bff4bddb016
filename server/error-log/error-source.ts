import type { Database } from '../db/database.ts'

/** All errors as their log shows them. */
export function errorSource(db: Database) {
  return db
    .selectFrom('errorEntries as e')
    .leftJoin('users as u', 'u.id', 'e.assignedTo')
    .select((eb) => [
      'e.id',
      'e.version',
      'e.level',
      'e.source',
      'e.message',
      'e.place',
      'e.count',
      eb
        .selectFrom('errorPeople as p')
        .whereRef('p.errorID', '=', 'e.id')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('people'),
      'e.firstSeenAt',
      'e.lastSeenAt',
      'e.build',
      'e.state',
      'u.displayName as assignedTo',
      'e.assignedTo as assignedToID',
      'e.ticketID',
    ])
}
