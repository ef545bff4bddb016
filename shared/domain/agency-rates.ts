/** Which agency rate holds (spec 5 §5.5). Times are local, HH:mm; days YYYY-MM-DD. */
export const DAY_KINDS = {
  WEEKDAY: 'Weekday',
  SATURDAY: 'Saturday',
  SUNDAY: 'Sunday',
  PUBLIC_HOLIDAY: 'Public holiday',
} as const
export type RateDayKind = keyof typeof DAY_KINDS

/** The whole of a day. */
export const ALL_DAY = { from: '00:00', to: '24:00' } as const

/** When and for whom a rate holds. */
export interface RateSpan {
  readonly agencyID: number
  readonly contractTypeID: number
  readonly skillID: number | null
  readonly dayKind: RateDayKind
  readonly fromTime: string
  /** Not later than 24:00; before `fromTime` where it goes over midnight. */
  readonly toTime: string
  readonly validFrom: string
  /** The last day; null for no end. */
  readonly validTo: string | null
}

const isAllDay = ({ fromTime, toTime }: RateSpan) => fromTime === ALL_DAY.from && toTime === ALL_DAY.to

/** Parts of a day that begin before they end; what goes over midnight has two. */
function parts({ fromTime, toTime }: RateSpan): readonly (readonly [from: string, to: string])[] {
  if (fromTime < toTime) return [[fromTime, toTime]]
  return toTime === ALL_DAY.from
    ? [[fromTime, ALL_DAY.to]]
    : [
        [fromTime, ALL_DAY.to],
        [ALL_DAY.from, toTime],
      ]
}

/**
 * The first day on which both would hold with equal right; null where there is none. A rate for a skill and one for
 * none, and one for a part of the day and one for all of it, don't overlap: the narrower one wins.
 */
export function overlapDay(one: RateSpan, other: RateSpan): string | null {
  const isSame =
    one.agencyID === other.agencyID &&
    one.contractTypeID === other.contractTypeID &&
    one.skillID === other.skillID &&
    one.dayKind === other.dayKind &&
    isAllDay(one) === isAllDay(other)
  if (!isSame) return null
  const meet = parts(one).some(([from, to]) =>
    parts(other).some(([begins, ends]) => from < ends && begins < to),
  )
  if (!meet) return null
  const day = [one.validFrom, other.validFrom].sort().at(-1) ?? one.validFrom
  const isOver = [one, other].some(({ validTo }) => validTo !== null && validTo < day)
  return isOver ? null : day
}

/** What is asked of the rates. */
export interface RateQuestion {
  readonly agencyID: number
  readonly contractTypeID: number
  readonly skillID: number | null
  readonly dayKind: RateDayKind
  readonly day: string
  readonly time: string
}

/**
 * The rate that holds: of those that are valid the one for the skill before one for none, and one for a part of the
 * day before one for all of it (spec 5 §5.5). Null where none is.
 */
export function rateFor<T extends RateSpan>(rates: readonly T[], asked: RateQuestion): T | null {
  const valid = rates.filter(
    (rate) =>
      rate.agencyID === asked.agencyID &&
      rate.contractTypeID === asked.contractTypeID &&
      (rate.skillID === null || rate.skillID === asked.skillID) &&
      rate.dayKind === asked.dayKind &&
      rate.validFrom <= asked.day &&
      (rate.validTo === null || rate.validTo >= asked.day) &&
      parts(rate).some(([from, to]) => from <= asked.time && asked.time < to),
  )
  const rank = (rate: T) => (rate.skillID === null ? 0 : 2) + (isAllDay(rate) ? 0 : 1)
  return valid.toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}
