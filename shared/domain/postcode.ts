/** Royal Mail's form: outward code, a space, inward code, which has no C, I, K, M, O or V. */
const POSTCODE = /^(GIR 0AA|[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2})$/

/** A UK postcode in capitals with its space, however it was typed; null for what is none (spec 6 §9.7). */
export function postcodeIn(text: string): string | null {
  const plain = text.toUpperCase().replaceAll(/[\s-]/g, '')
  const spaced = `${plain.slice(0, -3)} ${plain.slice(-3)}`
  return POSTCODE.test(spaced) ? spaced : null
}

/** Its area: the letters that it begins with. */
export const postcodeArea = (postcode: string): string => /^[A-Z]+/.exec(postcode)?.[0] ?? ''
