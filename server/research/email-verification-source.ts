import type { CONFIRMATIONS } from '#shared/records/research/verified-address.ts'
import type { Database } from '../db/database.ts'

type Confirmation = keyof typeof CONFIRMATIONS

/** Checked addresses as their page lists them (spec 6 §9.6). */
export const verifiedAddressSource = (db: Database, now: number) =>
  db
    .selectFrom('verifiedAddresses as a')
    .innerJoin('emailVerifications as v', 'v.id', 'a.verificationID')
    .leftJoin('projects as p', 'p.id', 'v.projectID')
    .leftJoin('publicLinks as link', 'link.id', 'a.linkID')
    .select((eb) => [
      ...(['a.id', 'a.version', 'a.address', 'a.reasons', 'v.purpose', 'v.byName', 'v.at'] as const),
      'v.projectID',
      'v.byID',
      'p.name as projectName',
      'link.usedAt as confirmedAt',
      eb.fn.coalesce('a.result', eb.val<'WAITING'>('WAITING')).as('result'),
      eb
        .case()
        .when('link.usedAt', 'is not', null)
        .then(eb.val<Confirmation>('CONFIRMED'))
        .when('link.expiresAt', '>', now)
        .then(eb.val<Confirmation>('ASKED'))
        .else(eb.val<Confirmation>('NOT_ASKED'))
        .end()
        .as('confirmation'),
    ])
