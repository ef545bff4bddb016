import { LOCALE } from './locale.ts'

const POUNDS = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** '£1,098.50' of pence. */
export const poundsText = (pence: number): string =>
  `${pence < 0 ? '−' : ''}£${POUNDS.format(Math.abs(pence) / 100)}`
