/** What people sign in to with credentials that an admin keeps (spec 5 §5.5), with the words for each. */
export const CREDENTIAL_TOOLS = {
  VPN: 'VPN',
  DIALLER: 'Dialler',
  SURVEY_TOOL: 'Survey tool',
  DIMENSIONS: 'Dimensions',
  DIMENSIONS_STAGING: 'Dimensions staging',
} as const
export type CredentialTool = keyof typeof CREDENTIAL_TOOLS

/** The dialler's user name of whoever signs in by its address and has no password (spec 1 §5). */
export const TOKEN_LOGIN = 'TOKEN_LOGIN'

export const CREDENTIAL_NAME_MAX = 256
export const CREDENTIAL_PASSWORD_MAX = 256
export const CREDENTIAL_ADDRESS_MAX = 2000
/** A person or role has one entry of each tool, and so many of a VPN. */
export const VPN_ENTRIES_MAX = 10
/** So many days before they expire, those who keep them are told. */
export const CREDENTIAL_WARNING_DAYS = 7

/** Whether nobody signs in with it any more. @param today YYYY-MM-DD in London; on the last day it is still good */
export const isExpired = (expires: string | null, today: string): boolean =>
  expires !== null && expires < today
