/** What a project is worked on as, and how far it is (spec 4 §2.1, §5.1). */
export const PROJECT_KINDS = ['CATI', 'INBOUND', 'CODING', 'QUAL', 'RECEPTION', 'INTERNAL'] as const
export type ProjectKind = (typeof PROJECT_KINDS)[number]

export const PROJECT_STATUSES = [
  'PLANNED',
  'LIVE',
  'PAUSED',
  'FIELD_COMPLETE',
  'CLOSED',
  'CANCELLED',
] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]
