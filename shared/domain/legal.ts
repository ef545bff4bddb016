/** What the company's people and visitors agree to or are told (spec 5 §5.7). */
export const LEGAL_KINDS = {
  AGREEMENT: 'User agreement',
  POLICY: 'Privacy policy',
  NOTICE: 'Privacy notice',
} as const
export type LegalKind = keyof typeof LEGAL_KINDS

export const LEGAL_STATES = { DRAFT: 'Draft', PUBLISHED: 'Published', SUPERSEDED: 'Superseded' } as const
export type LegalState = keyof typeof LEGAL_STATES

export const LEGAL_TITLE_MAX = 150
export const LEGAL_HEADING_MAX = 200
export const LEGAL_TEXT_MAX = 20_000
export const LEGAL_SECTIONS_MAX = 60

/** What admins read above a text that nobody has published. */
export const notYetApproved = (company: string) => `Draft – not yet approved by ${company}`
