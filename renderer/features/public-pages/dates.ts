import { dateFormat } from '#shared/domain/date-format.ts'

/** Times as the product writes them (spec 1 §9: locale en-GB), by the visitor's own clock. */
const DAY = dateFormat({
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})
const SHORT_DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit' })

export const longDay = (iso: string): string => DAY.format(new Date(iso))
export const shortDay = (iso: string): string => SHORT_DAY.format(new Date(iso))
export const timeOfDay = (iso: string): string => TIME.format(new Date(iso))
export const dayAndTime = (iso: string): string => `${shortDay(iso)}, ${timeOfDay(iso)}`
