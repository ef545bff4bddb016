/** A pattern for SQL's LIKE that finds the term anywhere; what LIKE gives a meaning to stands for any character. */
export function likeTerm(term: string): string {
  return `%${term.trim().replaceAll(/[%]/g, '_')}%`
}
