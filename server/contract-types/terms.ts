import * as z from 'zod/mini'
import { type ContractTerms, contractTerms, USUAL_TERMS } from '#shared/records/admin/contract-type.ts'
import type { Database } from '../db/database.ts'

/** Terms and the day from which they hold, YYYY-MM-DD. */
export interface TermsFrom {
  readonly validFrom: string
  readonly terms: ContractTerms
}

/** Terms as they are stored; what an older version of the product didn't ask for is as usual. */
export const termsIn = (stored: string): ContractTerms =>
  z.parse(contractTerms, { ...USUAL_TERMS, ...(JSON.parse(stored) as object) })

/**
 * What a contract type says on a day, YYYY-MM-DD: the newest terms that had begun by then. Pay and holiday of a day
 * go by this (spec 5 §4.5). Null where none had.
 */
export async function termsOn(db: Database, contractTypeID: number, day: string): Promise<TermsFrom | null> {
  const row = await db
    .selectFrom('contractTerms')
    .where('contractTypeID', '=', contractTypeID)
    .where('validFrom', '<=', day)
    .orderBy('validFrom', 'desc')
    .select(['validFrom', 'terms'])
    .executeTakeFirst()
  return row ? { validFrom: row.validFrom, terms: termsIn(row.terms) } : null
}

/** The same of every contract type that has any, read once. */
export async function allTermsOn(db: Database, day: string): Promise<ReadonlyMap<number, ContractTerms>> {
  const rows = await db
    .selectFrom('contractTerms')
    .where('validFrom', '<=', day)
    .orderBy('validFrom')
    .select(['contractTypeID', 'terms'])
    .execute()
  return new Map(rows.map(({ contractTypeID, terms }) => [contractTypeID, termsIn(terms)]))
}
