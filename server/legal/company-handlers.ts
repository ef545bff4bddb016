import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { companyName } from '../setup/company-name.ts'

/** Whose installation it is, for everybody. */
export function companyHandlers({ db }: { readonly db: Database }): AreaHandlers<'company'> {
  return { companyCalled: async () => ({ name: await companyName(db) }) }
}
