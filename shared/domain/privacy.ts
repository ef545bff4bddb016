/** Names of the privacy policy and the privacy notice, unless the server has others (spec 1 §2.1). */
export const PRIVACY_NAMES = { pp: 'Privacy policy', pn: 'Privacy Notice' } as const

/** A document's name in its address: lower-cased, spaces as dashes (spec 1 §2.1). */
export function privacySlug(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, '-')
}

/** The path of a privacy document. */
export function privacyPath(kind: keyof typeof PRIVACY_NAMES, name: string = PRIVACY_NAMES[kind]): string {
  return `/public/shared/client/${kind}/${encodeURIComponent(privacySlug(name))}`
}
