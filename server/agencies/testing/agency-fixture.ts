import { searchable } from '#shared/domain/locale.ts'
import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

/** A good form of an agency. */
export const AGENCY = {
  name: 'Bright Staffing',
  code: 'BRI',
  status: 'ACTIVE',
  contactName: 'Gemma Stacey',
  email: 'gemma@bright.example',
  phone: '',
  address: '',
  companyNumber: '',
  vatNumber: '',
  paymentTermsDays: 30,
  minimumNoticeHours: 24,
} as const

/** A small PDF. */
export const contractFile = (name = 'contract.pdf', text = '%PDF-1.7', type = 'application/pdf'): File =>
  new File([text], name, { type })

/** An agency with a contract, with ids from 1. */
export async function addAgency(db: Database, name: string = AGENCY.name): Promise<void> {
  const { id } = await db
    .insertInto('agencies')
    .values({
      ...{ ...AGENCY, name, nameKey: searchable(name) },
      contractFrom: null,
      contractTo: null,
      version: 1,
      changedBy: null,
      changedAt: NOON,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('agencyContracts')
    .values({
      ...{ agencyID: id, name: 'Frame contract', from: '2026-01-01', to: null, fileName: 'contract.pdf' },
      ...{ content: new TextEncoder().encode('%PDF-1.7'), addedBy: null, addedAt: NOON },
    })
    .execute()
}

/** Good requests for what two calls of `addAgency` made. */
export const AGENCY_REQUESTS: Record<string, unknown> = {
  'agencies.listAgencies': {},
  'agencies.agencyContracts': { id: 1 },
  'agencies.addAgencyContract': {
    ...{ file: contractFile(), id: '1', name: 'Frame contract', from: '2026-05-01', to: '2027-04-30' },
  },
  'agencies.agencyContractFile': { id: 1 },
  'agencies.removeAgencyContract': { id: 1 },
  'agencies.getAgency': { id: 1 },
  'agencies.endAgency': { id: 2, version: 1 },
  'agencies.mergeAgencies': { id: 2, version: 1, into: 1 },
  'agencies.saveAgency': { ...AGENCY, name: 'Northern Temps' },
}
