import type { Database } from '../db/database.ts'

/** All mails as their log shows them. */
export function mailSource(db: Database) {
  return db
    .selectFrom('mails as m')
    .leftJoin('users as u', 'u.id', 'm.userID')
    .select((eb) => [
      'm.id',
      'm.version',
      'm.createdAt',
      'm.to',
      'm.userID',
      'u.displayName as person',
      'm.subject',
      'm.kind',
      'm.state',
      'm.tries',
      eb
        .case()
        .when('m.state', 'in', ['QUEUED', 'DEFERRED'])
        .then(eb.ref('m.nextAt'))
        .else(null)
        .end()
        .as('nextAt'),
      'm.endedAt',
      'm.lastAnswer',
      'm.from',
      'm.messageID',
      'm.expiresAt',
      eb.case().when('m.content', 'is', null).then(0).else(1).end().as('hasText'),
    ])
}
