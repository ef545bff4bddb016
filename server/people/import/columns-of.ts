import { type FieldNames, fieldNamed } from '#shared/domain/import-columns.ts'
import { Refusal } from '../../refusal.ts'

/**
 * The fields of a file's columns: as they were matched (with commas between), else by their headings.
 * @throws Refusal 400 where two columns are matched to one
 */
export function columnsOf<F extends string>(
  names: FieldNames<F>,
  headings: readonly string[],
  matched: string | undefined,
): (F | null)[] {
  const given = matched?.split(',').map((field) => (Object.hasOwn(names, field) ? (field as F) : null))
  const seen = new Set<F>()
  return headings.map((heading, at) => {
    const field = given ? (given[at] ?? null) : fieldNamed(names, heading)
    if (field === null) return null
    if (!seen.has(field)) {
      seen.add(field)
      return field
    }
    if (given) throw new Refusal(400, 'import.columnTwice')
    return null
  })
}
