/** Longest name that is taken for an abbreviation. */
const SHORT = 3

/** A staff type as people read it: RESOURCE is Resource, HR stays HR. */
export function staffTypeLabel(type: string): string {
  const words = type.replaceAll('_', ' ')
  return words.length <= SHORT ? words : words.charAt(0) + words.slice(1).toLowerCase()
}
