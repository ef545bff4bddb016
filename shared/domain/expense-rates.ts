/** What expenses are repaid at (spec 5 §5.5). */
export const EXPENSE_CATEGORIES = {
  MILEAGE_CAR: 'Mileage, car',
  MILEAGE_MOTORCYCLE: 'Mileage, motorcycle',
  MILEAGE_BICYCLE: 'Mileage, bicycle',
  PUBLIC_TRANSPORT: 'Public transport',
  PARKING: 'Parking',
  MEALS: 'Meals',
  ACCOMMODATION: 'Accommodation',
  EQUIPMENT: 'Equipment',
  PHONE: 'Phone',
  OTHER: 'Other',
} as const
export type ExpenseCategory = keyof typeof EXPENSE_CATEGORIES

export const EXPENSE_UNITS = { MILE: 'Mile', ITEM: 'Item', DAY: 'Day', NIGHT: 'Night' } as const
export type ExpenseUnit = keyof typeof EXPENSE_UNITS

/** A rate in pence a unit; above so many units in a tax year the second one. */
export interface UnitRate {
  readonly rate: number
  readonly secondRate: number | null
  readonly aboveUnits: number | null
}

/** The first day of a day's tax year, which begins on 6 April. Days are YYYY-MM-DD. */
export function taxYearStart(day: string): string {
  const year = Number(day.slice(0, 4))
  return day >= `${year}-04-06` ? `${year}-04-06` : `${year - 1}-04-06`
}

/** What so many units are repaid at in pence, half up to the penny. @param before units of the same tax year so far */
export function unitsAt({ rate, secondRate, aboveUnits }: UnitRate, units: number, before: number): number {
  const first =
    aboveUnits === null || secondRate === null ? units : Math.min(units, Math.max(0, aboveUnits - before))
  const pence = first * rate + (units - first) * (secondRate ?? rate)
  // Noise of the arithmetic isn't rounded.
  return Math.floor(Math.round(pence * 1e6) / 1e6 + 0.5)
}
