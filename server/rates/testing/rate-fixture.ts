import type * as z from 'zod/mini'
import { searchable } from '#shared/domain/locale.ts'
import type { agencyRateValues } from '#shared/records/admin/agency-rate.ts'
import { USUAL_TERMS } from '#shared/records/admin/contract-type.ts'
import type { expenseRateValues } from '#shared/records/admin/expense-rate.ts'
import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

/** A good form of a contract type. */
export const CONTRACT_TYPE = {
  ...USUAL_TERMS,
  ...{ name: 'Evening', kind: 'WORKER', validFrom: '2026-05-04', baseRate: 13 },
} as const

/** Adds a contract type without terms; gives its id. */
export async function addContractType(
  db: Database,
  name: string,
  kind: 'EMPLOYEE' | 'WORKER' | 'AGENCY' | 'CONTRACTOR' = 'AGENCY',
): Promise<number> {
  const { id } = await db
    .insertInto('contractTypes')
    .values({ name, nameKey: searchable(name), kind, version: 1, changedBy: null, changedAt: NOON })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A good form of agency 1's rate. */
export const AGENCY_RATE: z.output<typeof agencyRateValues> = {
  ...{
    agencyID: 1,
    contractTypeID: 1,
    skillID: null,
    dayKind: 'WEEKDAY',
    fromTime: '00:00',
    toTime: '24:00',
  },
  ...{ pay: 13, charge: 17.5, validFrom: '2026-01-01', validTo: null },
}

export const EXPENSE_RATE: z.output<typeof expenseRateValues> = {
  ...{ category: 'MEALS', unit: 'DAY', rate: 1000, secondRate: null, aboveUnits: null, cap: 25 },
  ...{ receiptAbove: 10, vat: 20, validFrom: '2026-05-04', validTo: null },
}

/** Contract type 1 with agency 1's rate 1, contract type 2, and a rate for meals. */
export async function addRates(db: Database): Promise<void> {
  const contractTypeID = await addContractType(db, 'Temp')
  await db
    .insertInto('agencyRates')
    .values({ ...AGENCY_RATE, contractTypeID, version: 1, changedBy: null, changedAt: NOON })
    .execute()
  await addContractType(db, 'Unused')
  const made = { version: 1, changedBy: null, changedAt: NOON, confirmedBy: null, confirmedAt: NOON }
  await db
    .insertInto('expenseRates')
    .values({ ...EXPENSE_RATE, validFrom: '2026-01-01', ...made })
    .execute()
}

/** Good requests for what `addRates` made, and the mileage that every installation begins with. */
export const RATE_REQUESTS: Record<string, unknown> = {
  'contractTypes.listContractTypes': {},
  'agencyRates.listAgencyRates': {},
  'expenseRates.listExpenseRates': {},
  'contractTypes.getContractType': { id: 1 },
  'contractTypes.saveContractType': CONTRACT_TYPE,
  'contractTypes.contractVersions': { id: 1 },
  'contractTypes.deactivateContractType': { id: 2, version: 1 },
  'contractTypes.mergeContractTypes': { id: 2, version: 1, into: 1 },
  'contractTypes.deleteContractType': { id: 2, version: 1 },
  'agencyRates.getAgencyRate': { id: 1 },
  'agencyRates.saveAgencyRate': { rate: { ...AGENCY_RATE, dayKind: 'SUNDAY' } },
  'agencyRates.removeAgencyRate': { id: 1, version: 1 },
  'agencyRates.tryAgencyRate': {
    ...{ agencyID: 1, contractTypeID: 1, skillID: null, day: '2026-05-05', time: '09:00' },
  },
  'expenseRates.getExpenseRate': { id: 1 },
  'expenseRates.saveExpenseRate': { rate: { ...EXPENSE_RATE, category: 'PARKING' } },
  'expenseRates.confirmExpenseRate': { id: 2, version: 1 },
  'expenseRates.tryExpenseRate': { category: 'MEALS', day: '2026-05-05', units: 1 },
}
