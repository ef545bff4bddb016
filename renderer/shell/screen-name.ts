/** Names that the rule below would spell wrongly (spec 1 §2.7). */
const SPECIAL: Readonly<Record<string, string>> = {
  'my-hr': 'My HR',
  'cati-projections': 'CATI Projections',
  // As the menu has it.
  'my-cati-report': 'My CATI report',
  'set-up-kpis': 'Set up KPIs',
}
/** Up to this length a name is taken for an abbreviation and upper-cased. The documents say 'short'; this is ours. */
const SHORT = 3

/** What the top bar calls the screen: the last path segment in words (spec 1 §2.7). */
export function screenName(pathname: string): string {
  const segment = pathname.split('/').filter(Boolean).at(-1) ?? ''
  const special = SPECIAL[segment]
  if (special) return special
  const words = segment.replaceAll('-', ' ')
  if (words.length <= SHORT) return words.toUpperCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
