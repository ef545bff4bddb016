import * as z from 'zod/mini'

/** The kind of session that a token is for (spec 1 §3); unknown kinds are read as OTHER. */
export const tokenType = z.catch(z.enum(['MOBILE_APP', 'COMPANION', 'OTHER']), 'OTHER')

/**
 * The claims of a session's token (spec 1 §3). `allowedPermissions` is a comma-separated list of
 * permission numbers; `exp` and `iat` are in seconds since 1970, by the server's clock.
 */
export const tokenClaims = z.object({
  userId: z.int(),
  interviewerNameId: z.string(),
  name: z.string(),
  userName: z.string(),
  manager: z.string(),
  role: z.string(),
  allowedPermissions: z.string(),
  userType: z.string(),
  tokenType,
  exp: z.int(),
  /** When the token was made; some servers leave it out. */
  iat: z.exactOptional(z.int()),
  /** The sign-in ends when this token does: renewing can't extend it. */
  isLast: z.exactOptional(z.boolean()),
  /** Nothing but setting up a second factor is open to its holder (spec 5 §3.6). */
  mustEnrol: z.exactOptional(z.boolean()),
})
export type TokenClaims = z.output<typeof tokenClaims>
