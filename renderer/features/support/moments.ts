import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'

const MOMENT = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: LONDON,
})

/** A moment as it is written here; null stays null. */
export const momentText = (at: unknown): string | null =>
  typeof at === 'string' ? MOMENT.format(Date.parse(at)) : null

const MINUTE = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})

/** The same without seconds, for what people plan. */
export const minuteText = (at: string): string => MINUTE.format(Date.parse(at))
