/** What a calendar entry holds. */
export interface CalendarEntry {
  readonly meetingID: number
  readonly subject: string
  readonly agenda: string
  readonly host: string
  /** ISO 8601. */
  readonly startsAt: string
  readonly minutes: number
}

/** Text with the escapes of iCalendar (RFC 5545 §3.3.11). */
const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r\n|\r|\n/g, '\\n')

/** UTC, as 20261123T093000Z. */
const stamp = (time: number): string => new Date(time).toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** The longest line in bytes, without its end. */
const LINE_MAX = 75

/** A character's length in UTF-8. */
function bytesOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** Folds lines that are too long, between characters (RFC 5545 §3.1). */
function folded(line: string): string {
  let left = LINE_MAX
  let whole = ''
  for (const character of line) {
    const length = bytesOf(character)
    if (length > left) {
      whole += '\r\n '
      left = LINE_MAX - 1
    }
    whole += character
    left -= length
  }
  return whole
}

/**
 * One event of a file. Times are milliseconds since 1970, or 'YYYY-MM-DD' for whole days; the end is the day
 * after the last.
 */
export interface FileEvent {
  readonly uid: string
  readonly summary: string
  readonly description: string
  readonly start: number | string
  readonly end: number | string
  readonly isCancelled?: boolean
}

const whenOf = (name: string, when: number | string): string =>
  typeof when === 'number' ? `${name}:${stamp(when)}` : `${name};VALUE=DATE:${when.replaceAll('-', '')}`

/** Events as an iCalendar file; `now` in milliseconds since 1970. */
export function eventsFile(events: readonly FileEvent[], now: number): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fieldwork//EN',
    ...events.flatMap(({ uid, summary, description, start, end, isCancelled = false }) => [
      'BEGIN:VEVENT',
      `UID:${uid}@fieldwork`,
      `DTSTAMP:${stamp(now)}`,
      whenOf('DTSTART', start),
      whenOf('DTEND', end),
      `SUMMARY:${escaped(summary)}`,
      `DESCRIPTION:${escaped(description)}`,
      ...(isCancelled ? ['STATUS:CANCELLED'] : []),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

/** A meeting as an iCalendar file; `now` in milliseconds since 1970. */
export function calendarFile(entry: CalendarEntry, now: number): string {
  const start = Date.parse(entry.startsAt)
  const event = {
    uid: `meeting-${entry.meetingID}`,
    summary: entry.subject,
    description: `${entry.host}\n${entry.agenda}`.trim(),
    start,
    end: start + entry.minutes * 60_000,
  }
  return eventsFile([event], now)
}
