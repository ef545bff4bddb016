/** What a person can be for the company (spec 5 §3.1). */
export const PERSON_STATUSES = ['ACTIVE', 'SUSPENDED', 'LEAVER'] as const
export type PersonStatus = (typeof PERSON_STATUSES)[number]

export const WORK_LOCATIONS = ['HOME', 'OFFICE', 'BOTH'] as const
export type WorkLocation = (typeof WORK_LOCATIONS)[number]

export const SIGN_IN_METHODS = ['PASSWORD', 'SINGLE_SIGN_ON', 'BOTH'] as const
export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

/** Why somebody left (spec 5 §3.4). DIRECTORY comes from a directory alone. */
export const LEAVE_REASONS = [
  'RESIGNED',
  'END_OF_CONTRACT',
  'DISMISSED',
  'REDUNDANT',
  'AGENCY_ENDED',
  'NEVER_STARTED',
  'OTHER',
  'DIRECTORY',
] as const
export type LeaveReason = (typeof LEAVE_REASONS)[number]

export const STATUS_WORDS: Readonly<Record<PersonStatus, string>> = {
  ACTIVE: 'Active',
  SUSPENDED: 'Suspended',
  LEAVER: 'Left',
}

export const WORK_LOCATION_WORDS: Readonly<Record<WorkLocation, string>> = {
  HOME: 'Home',
  OFFICE: 'Office',
  BOTH: 'Home and office',
}
