/** What people read of single sign-on (spec 5 §5.4). */
export const SSO_TEXT = {
  signInWith: (name: string) => `Sign in with ${name}`,
  notSetUp: 'Your account is not set up for this installation. Please contact support.',
  unavailable: 'Single sign-on is not available. Please try again or contact support.',
} as const

/** The standard's event of a logout that comes from the provider (OpenID Connect Back-Channel Logout 1.0). */
export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

const MANY_TENANTS = /^https:\/\/[^/]*\/(?:common|organizations|consumers)(?:\/|$)|\{tenant/i

/** Whether an issuer vouches for people of any tenant, so that the allowed ones have to be named. */
export const isMultiTenant = (issuer: string): boolean => MANY_TENANTS.test(issuer)

/** Group or app role of the directory → role here, and the user type of whom a first sign-in makes. */
export interface RoleMapping {
  readonly group: string
  readonly roleID: number
}

/** The roles that somebody's groups give them. */
export function mappedRoles(groups: readonly string[], mappings: readonly RoleMapping[]): number[] {
  const held = new Set(groups.map((group) => group.toLowerCase()))
  return [
    ...new Set(mappings.filter(({ group }) => held.has(group.toLowerCase())).map(({ roleID }) => roleID)),
  ]
}
