import { londonDayAfter, londonField } from './london-time.ts'

/** Before this hour of London's clock a whole day that is mailed is the one before. Ours. */
const NOON = '12:00'

/**
 * The day of the last shift that is over, as far as its times tell: one over midnight began the day before, and one
 * whose end is still to come today was yesterday's. @param shift 'HH:mm–HH:mm'; null for the whole day
 * @returns YYYY-MM-DD, London's
 */
export function lastShiftDay(shift: string | null, now: number): string {
  const [today, clock] = [londonField(now).slice(0, 10), londonField(now).slice(11, 16)]
  const [start = '', end = NOON] = shift?.split('–') ?? []
  return end <= start || clock < end ? londonField(londonDayAfter(now, -1)).slice(0, 10) : today
}
