/**
 * The language and country for dates, numbers, sorting and plurals (spec 1 §9). Nothing else in the product
 * names a locale.
 */
export const LOCALE = 'en-GB'

/** A text in the form in which searches compare it: small letters by the language's rules. */
export function searchable(text: string): string {
  return text.toLocaleLowerCase(LOCALE)
}

let collator: Intl.Collator | undefined

/** Compares two names in alphabetical order; for `sort`. */
export function byName(a: string, b: string): number {
  collator ??= new Intl.Collator(LOCALE)
  return collator.compare(a, b)
}

let list: Intl.ListFormat | undefined

/** Several words as people read them: 'a, b and c'. */
export function listWords(words: readonly string[]): string {
  list ??= new Intl.ListFormat(LOCALE)
  return list.format(words)
}

let whole: Intl.NumberFormat | undefined
let places: Intl.NumberFormat | undefined

/** A number with two places, as rates and sums of money are read: 1,013.10. */
export function twoPlaces(value: number): string {
  places ??= new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return places.format(value)
}

/** A number as people read it: 12,345. */
export function numberText(value: number): string {
  whole ??= new Intl.NumberFormat(LOCALE)
  return whole.format(value)
}
