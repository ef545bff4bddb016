import { LOCALE, numberText, twoPlaces } from './locale.ts'
import type { PowerKind } from './power-report.ts'

let money: Intl.NumberFormat | null = null

const tenth = (value: number): string => numberText(Math.round(value * 10) / 10)

/** A number of a power report as people read it; a share is in percent already. */
export function powerText(kind: PowerKind, value: number | null): string {
  if (value === null) return '–'
  switch (kind) {
    case 'count':
      return numberText(Math.round(value))
    case 'share':
      return `${tenth(value)} %`
    case 'minutes':
      return `${tenth(value)} min`
    case 'index':
      return numberText(Math.round(value))
    case 'score':
      return tenth(value)
    case 'money':
      money ??= new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'GBP' })
      return money.format(value)
    default:
      return twoPlaces(value)
  }
}
