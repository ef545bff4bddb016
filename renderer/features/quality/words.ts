import { dateFormat } from '#shared/domain/date-format.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'

const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const MOMENT = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

export const dayText = (iso: string): string => DAY.format(Date.parse(iso))
export const momentText = (iso: string): string => MOMENT.format(Date.parse(iso))
export const timeText = (iso: string): string => TIME.format(Date.parse(iso))
/** '84.5', '–' where there is none. */
export const scoreText = (score: number | null): string => (score === null ? '–' : numberText(score))
/** '42 %', '–' where there is none. @param share of 1 */
export const shareText = (share: number | null): string =>
  share === null ? '–' : `${numberText(Math.round(share * 1000) / 10)} %`

/** '2:05' of a listen. @param seconds whole ones */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
