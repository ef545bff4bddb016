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

/** Agency 1. */
export async function addAgency(db: Database): Promise<void> {
  await db
    .insertInto('agencies')
    .values({
      ...AGENCY,
      nameKey: searchable(AGENCY.name),
      contractFrom: null,
      contractTo: null,
      version: 1,
      changedBy: null,
      changedAt: NOON,
    })
    .execute()
}

/** Good requests for what `addAgency` made. */
export const AGENCY_REQUESTS: Record<string, unknown> = {
  'agencies.listAgencies': {},
  'agencies.getAgency': { id: 1 },
  'agencies.saveAgency': { ...AGENCY, name: 'Northern Temps' },
}
