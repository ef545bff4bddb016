/** The language and country that dates, numbers, names' order and plurals go by (spec 1 §9). Nothing else names one. */
export const LOCALE = 'en-GB'

/** A text as it is searched in and for: small letters by the language's own rules. */
export function searchable(text: string): string {
  return text.toLocaleLowerCase(LOCALE)
}

let collator: Intl.Collator | undefined

/** Order of two names as people expect it; for `sort`. */
export function byName(a: string, b: string): number {
  collator ??= new Intl.Collator(LOCALE)
  return collator.compare(a, b)
}

let whole: Intl.NumberFormat | undefined

/** A number as people read it: 12,345. */
export function numberText(value: number): string {
  whole ??= new Intl.NumberFormat(LOCALE)
  return whole.format(value)
}
