import { LOCALE } from '#shared/domain/locale.ts'

const PLAIN = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 })
const SIGNED = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2, signDisplay: 'exceptZero' })
/** A minus that is as wide as a plus. */
const minus = (text: string) => text.replace('-', '−')

/** Hours as people read them; a dash for those that nobody knows. */
export const hoursText = (hours: number | null): string => (hours === null ? '–' : minus(PLAIN.format(hours)))
/** The same with + before what is given. */
export const signedHours = (hours: number): string => minus(SIGNED.format(hours))

/** Hours as they were typed, a comma or a long minus too; null for what is none. */
export function hoursIn(text: string): number | null {
  const plain = text.trim().replace('−', '-').replace(',', '.')
  return /^[+-]?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null
}
