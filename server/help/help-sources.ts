import type { Database } from '../db/database.ts'

/** All questions, with what people made of them (spec 5 §5.13). */
export function faqSource(db: Database) {
  return db.selectFrom('faqArticles as a').select((eb) => {
    const readings = eb.selectFrom('faqReadings as r').whereRef('r.articleID', '=', 'a.id')
    const said = (helpful: 0 | 1) =>
      readings.where('r.helpful', '=', helpful).select((of) => of.fn.countAll<number>().as('n'))
    return [
      'a.id',
      'a.version',
      'a.question',
      'a.answer',
      'a.category',
      'a.audience',
      'a.place',
      'a.state',
      'a.updatedAt',
      eb.case().when('a.audience', '=', '[]').then(1).else(0).end().as('isForAll'),
      readings.select((of) => of.fn.coalesce(of.fn.sum<number>('r.views'), of.lit(0)).as('n')).as('views'),
      said(1).as('helpful'),
      said(0).as('notHelpful'),
    ]
  })
}

/** All tours, with how many people went to their ends (spec 5 §5.13). */
export function tourSource(db: Database) {
  return db.selectFrom('tours as t').select((eb) => [
    't.id',
    't.version',
    't.name',
    't.payload',
    't.audience',
    't.stops',
    't.lost',
    eb.fn.coalesce('t.changedAt', eb.lit(0)).as('updatedAt'),
    eb.case().when('t.audience', '=', '[]').then(1).else(0).end().as('isForAll'),
    eb
      .selectFrom('tourFinishes as f')
      .whereRef('f.tourID', '=', 't.id')
      .select((of) => of.fn.countAll<number>().as('n'))
      .as('finished'),
  ])
}
