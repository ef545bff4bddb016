import type { ExpenseCategory } from '#shared/domain/expense-rates.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

/** All expense rates, with who confirmed them (spec 5 §5.5). */
export function expenseRateSource(db: Database) {
  return db
    .selectFrom('expenseRates as r')
    .leftJoin('users as u', 'u.id', 'r.confirmedBy')
    .select((eb) => [
      ...(['r.id', 'r.version', 'r.category', 'r.unit', 'r.rate', 'r.secondRate', 'r.aboveUnits'] as const),
      ...(['r.cap', 'r.receiptAbove', 'r.vat', 'r.validFrom', 'r.validTo', 'r.confirmedAt'] as const),
      'r.confirmedBy as confirmedByID',
      'u.displayName as confirmedBy',
      eb.case().when('r.confirmedAt', 'is', null).then(0).else(1).end().as('isConfirmed'),
    ])
}

/**
 * The rate that a claim of a day goes by (spec 5 §5.5). @param day YYYY-MM-DD
 * @throws Refusal 400 where none holds then, or nobody of finance confirmed it yet
 */
export async function expenseRateOn(db: Database, category: ExpenseCategory, day: string) {
  const row = await expenseRateSource(db)
    .where('r.category', '=', category)
    .where('r.validFrom', '<=', day)
    .where((eb) => eb.or([eb('r.validTo', 'is', null), eb('r.validTo', '>=', day)]))
    .orderBy('r.validFrom', 'desc')
    .executeTakeFirst()
  if (!row) throw new Refusal(400, 'expense.noRate', { date: day })
  if (row.confirmedAt === null) throw new Refusal(400, 'expense.notConfirmed')
  return row
}
