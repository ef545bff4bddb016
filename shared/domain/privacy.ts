/** What the privacy policy and the privacy notice are called where the server names them no other way (spec 1 §2.1). */
export const PRIVACY_NAMES = { pp: 'Privacy policy', pn: 'Privacy Notice' } as const

/** The document's name as its address has it: lower-cased, spaces turned into dashes (spec 1 §2.1). */
export function privacySlug(name: string): string {
  return name.trim().toLowerCase().replaceAll(/\s+/g, '-')
}

/** Where a privacy document is, by its name; by the default one unless the server has another. */
export function privacyPath(kind: keyof typeof PRIVACY_NAMES, name: string = PRIVACY_NAMES[kind]): string {
  return `/public/shared/client/${kind}/${encodeURIComponent(privacySlug(name))}`
}
