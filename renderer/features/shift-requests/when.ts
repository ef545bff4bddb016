import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'

const WHEN = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})
const CLOCK = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

/** 'Mon, 23 Nov, 09:00', in London's time. */
export const when = (time: string) => WHEN.format(Date.parse(time))
/** 'Mon, 23 Nov, 09:00–17:00'. */
export const span = (start: string, end: string) => `${when(start)}–${CLOCK.format(Date.parse(end))}`
