import type { BulkFilter } from '#shared/domain/bulk-mail.ts'

/** The text that names each filter of an audience. */
export const FILTER_WORDS = {
  roleIDs: 'roles',
  areaIDs: 'areas',
  agencyIDs: 'agencies',
  contractTypeIDs: 'contractTypes',
  projectIDs: 'projects',
  skillIDs: 'skills',
  userTypes: 'userTypes',
  statuses: 'statuses',
} as const satisfies Record<BulkFilter, string>
