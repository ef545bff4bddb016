import type { Database } from '../db/database.ts'

/** States in which a pay line counts (spec 6 §6). */
export const APPROVED_LINES = ['APPROVED', 'LOCKED'] as const

/** All agency rates, with their margins (spec 5 §5.5). */
export function agencyRateSource(db: Database) {
  return db
    .selectFrom('agencyRates as r')
    .innerJoin('agencies as a', 'a.id', 'r.agencyID')
    .innerJoin('contractTypes as c', 'c.id', 'r.contractTypeID')
    .leftJoin('skills as s', 's.id', 'r.skillID')
    .select((eb) => {
      const margin = eb.parens(eb('r.charge', '-', eb.ref('r.pay')))
      const hundredths = eb.fn<number>('round', [eb(margin, '*', 100)])
      return [
        ...(['r.id', 'r.version', 'r.agencyID', 'r.contractTypeID', 'r.skillID', 'r.dayKind'] as const),
        ...(['r.fromTime', 'r.toTime', 'r.pay', 'r.charge', 'r.validFrom', 'r.validTo'] as const),
        'a.name as agency',
        'c.name as contractType',
        's.name as skill',
        eb(hundredths, '/', 100).as('margin'),
        eb
          .case()
          .when('r.charge', '=', 0)
          .then(null)
          .else(eb(eb.fn<number>('round', [eb(eb(margin, '*', 1000), '/', eb.ref('r.charge'))]), '/', 10))
          .end()
          .as('marginPercent'),
        eb
          .case()
          .when(
            eb.exists(
              eb
                .selectFrom('payLines as p')
                .whereRef('p.agencyRateID', '=', 'r.id')
                .where('p.state', 'in', APPROVED_LINES)
                .select('p.id'),
            ),
          )
          .then(1)
          .else(0)
          .end()
          .as('isUsed'),
      ]
    })
}
