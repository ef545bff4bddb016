import type { GB } from 'chrono-node/en'
import { londonDayAfter, londonField, momentOfField, startOfLondonDay } from '#shared/domain/london-time.ts'
import {
  REQUIRED_HOURS_MAX,
  REQUIRED_HOURS_MIN,
  STORY_POINTS,
  TASK_PRIORITIES,
} from '#shared/domain/tasks.ts'
import type { Priority } from '#shared/domain/tickets.ts'

/** Reads dates in words; fetched when somebody first types a line. */
export type DateReader = Pick<typeof GB, 'parse'>

/** A task as a line of plain words says it. What the line doesn't say is null. */
export interface QuickLine {
  /** What is left of the line. */
  readonly subject: string
  /** Milliseconds since 1970; a day without an hour begins at nine. */
  readonly start: number | null
  readonly hasHour: boolean
  readonly due: number | null
  readonly hours: number | null
  /** Some letters of the project's name, of the person's. */
  readonly project: string | null
  readonly person: string | null
  readonly priority: Priority | null
  readonly points: string | null
}

/** When work that is planned for a day begins, London time. */
const MORNING_HOURS = 9
const MINUTE_MS = 60_000

const HOURS =
  /(?<!\S)(?:(\d+(?:[.,]\d+)?)\s?h(?:ours?|rs?)?(?:\s?(\d{1,2})\s?m?(?:in(?:ute)?s?)?)?|(\d+)\s?m(?:in(?:ute)?s?)?)(?!\S)/i
const NAMED = (sign: string) => new RegExp(`(?<!\\S)${sign}(?:"([^"]+)"|([^\\s"]+))`, 'i')
const PROJECT = NAMED('#')
const PERSON = NAMED('@')
const PRIORITY = /(?<!\S)!(\w*|!+)(?!\S)/
const POINTS = /(?<!\S)\*(\d{1,2})(?!\S)/
const DUE = /(?<!\S)(?:due|by|before)\s+/i

/** Short words for priorities: `!h`, `!high`, `!!` for the second highest and `!!!` for the highest. */
function priorityOf(word: string): Priority | null {
  if (/^!*$/.test(word)) return word.length >= 2 ? 'EMERGENCY' : 'HIGH'
  return TASK_PRIORITIES.find((one) => one.startsWith(word.toUpperCase())) ?? null
}

/** Takes a part out of the line. @returns null where there is none */
function take(line: { text: string }, form: RegExp): RegExpExecArray | null {
  const found = form.exec(line.text)
  if (found)
    line.text = `${line.text.slice(0, found.index)} ${line.text.slice(found.index + found[0].length)}`
  return found
}

/** Hours in quarters of one at least, and no more than a task takes. */
function hoursOf(found: RegExpExecArray | null): number | null {
  if (!found) return null
  const [, whole, more = '0', minutes = '0'] = found
  const hours =
    whole === undefined ? Number(minutes) / 60 : Number(whole.replace(',', '.')) + Number(more) / 60
  return Math.min(REQUIRED_HOURS_MAX, Math.max(REQUIRED_HOURS_MIN, Math.round(hours * 100) / 100))
}

interface Moment {
  readonly at: number
  readonly hasHour: boolean
  readonly index: number
  readonly length: number
}

/** The first date in a text, as London's clocks have it. */
function momentIn(text: string, reader: DateReader, now: number): Moment | null {
  const wall = Date.parse(`${londonField(now)}Z`)
  const aheadOfUtc = Math.round((wall - now) / MINUTE_MS)
  const [found] = reader.parse(text, { instant: new Date(now), timezone: aheadOfUtc }, { forwardDate: true })
  if (!found) return null
  const { start } = found
  const two = (part: 'month' | 'day' | 'hour' | 'minute') => String(start.get(part) ?? 0).padStart(2, '0')
  const hasHour = start.isCertain('hour')
  const day = `${start.get('year')}-${two('month')}-${two('day')}`
  const hour = hasHour ? `${two('hour')}:${two('minute')}` : `${String(MORNING_HOURS).padStart(2, '0')}:00`
  return { at: momentOfField(`${day}T${hour}`), hasHour, index: found.index, length: found.text.length }
}

const tidy = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Takes a due date, 'due Friday' or 'by 3 December', out of the line. */
function takeDue(line: { text: string }, reader: DateReader, now: number): number | null {
  const word = DUE.exec(line.text)
  if (!word) return null
  const from = word.index + word[0].length
  const moment = momentIn(line.text.slice(from), reader, now)
  // 'by hand' is no date, and neither is 'due to the weather on Friday'.
  if (!moment || moment.index > 0) return null
  line.text = `${line.text.slice(0, word.index)} ${line.text.slice(from + moment.length)}`
  return moment.hasHour ? moment.at : londonDayAfter(moment.at, 1) - 1000
}

function takeStart(line: { text: string }, reader: DateReader, now: number): Moment | null {
  const moment = momentIn(line.text, reader, now)
  if (!moment) return null
  const before = line.text.slice(0, moment.index).replace(/(?:\s|^)(?:on|at|from)\s+$/i, ' ')
  line.text = `${before} ${line.text.slice(moment.index + moment.length)}`
  return moment
}

/** Reads a line such as 'QC review Fri 3pm 30m #Northgate !high @priya'. */
export function readQuickLine(text: string, reader: DateReader, now: number): QuickLine {
  const line = { text: ` ${text} ` }
  const named = (found: RegExpExecArray | null) => found?.[1] ?? found?.[2] ?? null
  const project = named(take(line, PROJECT))
  const person = named(take(line, PERSON))
  const priority = take(line, PRIORITY)
  const points = take(line, POINTS)?.[1] ?? null
  const hours = hoursOf(take(line, HOURS))
  const due = takeDue(line, reader, now)
  const start = takeStart(line, reader, now)
  return {
    subject: tidy(line.text),
    start: start?.at ?? null,
    hasHour: start?.hasHour ?? false,
    due,
    hours,
    project,
    person,
    priority: priority ? priorityOf(priority[1] ?? '') : null,
    points: STORY_POINTS.find((one) => one.points === points)?.points ?? null,
  }
}

/** When the task begins, ends and is due that a line speaks of (spec 3 §3, decisions): 15 minutes from now, due today. */
export function timesOfLine({ start, due, hours }: Pick<QuickLine, 'start' | 'due' | 'hours'>, now: number) {
  const eventStart = start ?? now
  const end = eventStart + (hours === null ? 15 * MINUTE_MS : hours * 60 * MINUTE_MS)
  const lastOfDay = londonDayAfter(startOfLondonDay(eventStart), 1) - 1000
  return { eventStart, eventEnd: end, dueDate: due ?? lastOfDay }
}
