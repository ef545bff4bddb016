import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const DAY = dateFormat({ day: 'numeric', month: 'short', timeZone: LONDON })

/** Spec 4 §3.3; of another day the day, too. */
export const TEXT = {
  asOf: (asOf: number, now: number) => {
    const time = TIME.format(asOf)
    const isToday = DAY.format(asOf) === DAY.format(now)
    return `Dialler figures as of ${isToday ? time : `${DAY.format(asOf)}, ${time}`}`
  },
} as const
