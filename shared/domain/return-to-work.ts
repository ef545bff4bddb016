/** Forms of people who come back after they were ill (spec 6 §5.3). */
export const RETURN_STATUSES = ['DUE', 'DRAFT', 'SIGNED_BY_HOST', 'SIGNED'] as const
export type ReturnStatus = (typeof RETURN_STATUSES)[number]

export const CERTIFICATES = ['SELF', 'FIT_NOTE'] as const
export type Certificate = (typeof CERTIFICATES)[number]

export const FIT_ANSWERS = ['YES', 'WITH_ADJUSTMENTS', 'NO'] as const
export type FitAnswer = (typeof FIT_ANSWERS)[number]

export const REASON_CATEGORIES = [
  ...(['COLD_OR_FLU', 'STOMACH', 'BACK_OR_MUSCLES', 'INJURY', 'MENTAL_HEALTH', 'OPERATION'] as const),
  'OTHER',
] as const
export type ReasonCategory = (typeof REASON_CATEGORIES)[number]

/** Of more calendar days than this a fit note is needed (spec 6 §17). */
export const FIT_NOTE_AFTER_DAYS = 7
/** So many working days after the return the form is to be done (spec 6 §17). */
export const RETURN_WORKING_DAYS = 3
export const HEALTH_DETAILS_MAX = 2000
export const FIT_NOTE_MAX_BYTES = 8 * 1024 * 1024
export const FIT_NOTE_TYPES = ['application/pdf', 'image/jpeg', 'image/png'] as const
/** Files of a form at most. */
export const FIT_NOTES_MAX = 10

export const RETURN_TEXT = {
  fitNote: 'A fit note is needed for more than 7 days.',
  fileType: 'A fit note is a PDF, a JPEG or a PNG.',
  fileSize: 'A fit note may have 8 MB at most.',
  fileEmpty: 'This file is empty.',
} as const

export const RETURN_WORDS = {
  status: {
    DUE: 'due',
    DRAFT: 'a draft',
    SIGNED_BY_HOST: 'signed by the host',
    SIGNED: 'signed',
  } satisfies Record<ReturnStatus, string>,
} as const

const DAY_MS = 86_400_000
const atOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const dayAfter = (day: string, days: number): string =>
  new Date(atOf(day) + days * DAY_MS).toISOString().slice(0, 10)

/** What is wrong with a file by its declared type and size; null where nothing is. */
export function fitNoteProblem({
  type,
  size,
}: {
  readonly type: string
  readonly size: number
}): string | null {
  if (!(FIT_NOTE_TYPES as readonly string[]).includes(type)) return RETURN_TEXT.fileType
  if (size === 0) return RETURN_TEXT.fileEmpty
  return size > FIT_NOTE_MAX_BYTES ? RETURN_TEXT.fileSize : null
}

/** Calendar days of an absence, its first and last among them; days are YYYY-MM-DD. */
export const calendarDays = (firstDay: string, lastDay: string): number =>
  Math.round((atOf(lastDay) - atOf(firstDay)) / DAY_MS) + 1

export const needsFitNote = (firstDay: string, lastDay: string): boolean =>
  calendarDays(firstDay, lastDay) > FIT_NOTE_AFTER_DAYS

/** An event of illness; local times of London, YYYY-MM-DDTHH:mm, of a whole day the end is the midnight after. */
export interface SickEvent {
  readonly startLocal: string
  readonly endLocal: string
}

export interface SickSpell {
  /** YYYY-MM-DD, both among it. */
  readonly firstDay: string
  readonly lastDay: string
  /** When the last event ends, local. */
  readonly endLocal: string
}

/** Days without a shift part no illness where they are so many at most: a weekend with a bank holiday. */
const FREE_DAYS_BETWEEN = 3

const lastDayOf = ({ startLocal, endLocal }: SickEvent): string => {
  const day = endLocal.slice(0, 10)
  return endLocal.slice(11) === '00:00' && endLocal > startLocal ? dayAfter(day, -1) : day
}

/**
 * Absences of somebody who was ill: events that adjoin are one. So are those with only free days between, as a weekend.
 * @param hasShift whether they were to work on a day, YYYY-MM-DD
 */
export function sickSpells(
  events: readonly SickEvent[],
  hasShift: (day: string) => boolean = () => true,
): SickSpell[] {
  const spells: SickSpell[] = []
  for (const event of events.toSorted((a, b) => (a.startLocal < b.startLocal ? -1 : 1))) {
    const firstDay = event.startLocal.slice(0, 10)
    const one: SickSpell = { firstDay, lastDay: lastDayOf(event), endLocal: event.endLocal }
    const before = spells.at(-1)
    if (!before || !adjoins(before.lastDay, firstDay, hasShift)) spells.push(one)
    else if (one.endLocal > before.endLocal) spells[spells.length - 1] = { ...one, firstDay: before.firstDay }
  }
  return spells
}

function adjoins(lastDay: string, firstDay: string, hasShift: (day: string) => boolean): boolean {
  const between = calendarDays(lastDay, firstDay) - 2
  if (between <= 0) return true
  if (between > FREE_DAYS_BETWEEN) return false
  return Array.from({ length: between }, (_, n) => dayAfter(lastDay, n + 1)).every((day) => !hasShift(day))
}

/** The last day on which it is in time: so many working days after `day`, YYYY-MM-DD. */
export function workingDaysAfter(day: string, count: number, isWorking: (day: string) => boolean): string {
  let found = day
  for (let left = count; left > 0; ) {
    found = dayAfter(found, 1)
    if (isWorking(found)) left -= 1
  }
  return found
}
