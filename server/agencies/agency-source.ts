import { londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'

/** All agencies, with how many active people work through each, how many are its own, and its rates that hold today (spec 5 §4.4). */
export function agencySource(db: Database, now: number) {
  const today = londonField(now).slice(0, 10)
  return db.selectFrom('agencies as a').select((eb) => {
    const active = eb
      .selectFrom('users as u')
      .whereRef('u.agencyID', '=', 'a.id')
      .where('u.isActive', '=', 1)
      .select((count) => count.fn.countAll<number>().as('n'))
    return [
      'a.id',
      'a.version',
      'a.name',
      'a.code',
      'a.status',
      'a.contactName',
      'a.email',
      'a.phone',
      'a.address',
      'a.companyNumber',
      'a.vatNumber',
      'a.paymentTermsDays',
      'a.minimumNoticeHours',
      active.where('u.userType', '<>', 'AGENCY').as('workers'),
      active.where('u.userType', '=', 'AGENCY').as('users'),
      eb
        .selectFrom('agencyRates as r')
        .whereRef('r.agencyID', '=', 'a.id')
        .where('r.validFrom', '<=', today)
        .where((on) => on.or([on('r.validTo', 'is', null), on('r.validTo', '>=', today)]))
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('rates'),
      'a.contractTo',
      'a.roomID',
    ]
  })
}
