import type { Database } from '../db/database.ts'

/** All agencies, with how many active people work through each, and how many are its own (spec 5 §4.4). */
export function agencySource(db: Database) {
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
    ]
  })
}
