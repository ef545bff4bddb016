/** What the fields of a file are called, the template's heading first. */
export type FieldNames<F extends string> = Readonly<Record<F, readonly [string, ...string[]]>>

/** The field that a heading names by itself; null where none does. */
export function fieldNamed<F extends string>(names: FieldNames<F>, heading: string): F | null {
  const meant = heading.trim().toLowerCase()
  const fields = Object.keys(names) as F[]
  return (
    fields.find((field) => names[field].some((name) => name.toLowerCase() === meant)) ??
    fields.find((field) => field.toLowerCase() === meant) ??
    null
  )
}
