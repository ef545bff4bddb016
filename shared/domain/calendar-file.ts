/** What a calendar entry is made of. */
export interface CalendarEntry {
  readonly meetingID: number
  readonly subject: string
  readonly agenda: string
  readonly host: string
  /** ISO 8601. */
  readonly startsAt: string
  readonly minutes: number
}

/** Text as iCalendar takes it (RFC 5545 §3.3.11). */
const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r\n|\r|\n/g, '\\n')

/** UTC, as 20261123T093000Z. */
const stamp = (time: number): string => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')

const LINE_MAX = 70

/** Long lines go on in the next one after a blank (RFC 5545 §3.1); by characters, which is safely short of bytes. */
function folded(line: string): string {
  const characters = [...line]
  const parts: string[] = []
  for (let start = 0; start < characters.length; start += LINE_MAX / 2)
    parts.push(characters.slice(start, start + LINE_MAX / 2).join(''))
  return parts.length <= 2 && line.length <= LINE_MAX ? line : parts.join('\r\n ')
}

/** A meeting as an iCalendar file; `now` in milliseconds since 1970. */
export function calendarFile(entry: CalendarEntry, now: number): string {
  const start = Date.parse(entry.startsAt)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fieldwork//EN',
    'BEGIN:VEVENT',
    `UID:meeting-${entry.meetingID}@fieldwork`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + entry.minutes * 60_000)}`,
    `SUMMARY:${escaped(entry.subject)}`,
    `DESCRIPTION:${escaped(`${entry.host}\n${entry.agenda}`.trim())}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}
