import { MINUTES_OF, type TimeUnit } from '#shared/domain/records.ts'

/** What was typed as a time, in units: 1:30, 1 h 30 min, 90 min, 1.5; null where it is none. */
export function timeTyped(typed: string, unit: TimeUnit): number | null {
  const text = typed.trim().toLowerCase().replace(',', '.')
  if (/^-?\d{1,6}(\.\d{1,4})?$/.test(text)) return Number(text)
  const [, clockHours, clockMinutes] = /^(\d{1,5}):([0-5]\d)$/.exec(text) ?? []
  const [, hours, minutes] =
    /^(?:(\d{1,5}(?:\.\d{1,4})?) ?h(?:ours?)?)? ?(?:(\d{1,6}) ?m(?:in(?:utes?)?)?)?$/.exec(text) ?? []
  const all = [clockHours ?? hours, clockMinutes ?? minutes]
  if (all.every((part) => part === undefined)) return null
  return (Number(all[0] ?? 0) * 60 + Number(all[1] ?? 0)) / MINUTES_OF[unit]
}
