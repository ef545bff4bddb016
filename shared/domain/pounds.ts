import { twoPlaces } from './locale.ts'

/** '£1,098.50' of pence. */
export const poundsText = (pence: number): string =>
  `${pence < 0 ? '−' : ''}£${twoPlaces(Math.abs(pence) / 100)}`
