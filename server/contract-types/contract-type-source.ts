import { londonField } from '#shared/domain/london-time.ts'
import type { Database } from '../db/database.ts'

/** Contract types with today's terms (spec 5 §4.5). `now` in milliseconds since 1970. */
export function contractTypeSource(db: Database, now: number) {
  const today = londonField(now).slice(0, 10)
  return db
    .selectFrom('contractTypes as c')
    .leftJoin('contractTerms as t', (join) =>
      join.onRef('t.contractTypeID', '=', 'c.id').on('t.validFrom', '=', (eb) =>
        eb
          .selectFrom('contractTerms as begun')
          .whereRef('begun.contractTypeID', '=', 'c.id')
          .where('begun.validFrom', '<=', today)
          .select((max) => max.fn.max<string>('begun.validFrom').as('n')),
      ),
    )
    .select((eb) => [
      ...(['c.id', 'c.version', 'c.name', 'c.kind', 'c.isActive', 't.validFrom', 't.baseRate'] as const),
      eb
        .selectFrom('contractTerms as next')
        .whereRef('next.contractTypeID', '=', 'c.id')
        .where('next.validFrom', '>', today)
        .select((min) => min.fn.min<string | null>('next.validFrom').as('n'))
        .as('nextFrom'),
      eb
        .selectFrom('users as u')
        .whereRef('u.contractTypeID', '=', 'c.id')
        .where('u.status', '<>', 'LEAVER')
        .select((count) => count.fn.countAll<number>().as('n'))
        .as('people'),
    ])
}
