import type { RecordKind } from './calendar.ts'

/** How a person has their calendar. */
export const CALENDAR_VIEWS = ['month', 'week', 'day', 'agenda'] as const
export type CalendarView = (typeof CALENDAR_VIEWS)[number]

export interface CalendarSettings {
  /** What it opens with; null goes by the screen: a list on a phone, else the week. */
  readonly view: CalendarView | null
  /** The weekday that weeks begin with, 0 being Sunday. */
  readonly firstDay: 0 | 1 | 6
  /** Working hours, in minutes of the day, and the weekdays on which they hold. */
  readonly workStart: number
  readonly workEnd: number
  readonly workDays: readonly number[]
  /** How long before it begins an event is told, in minutes; null for not at all. */
  readonly reminder: number | null
  /** A second time zone beside the hours; null for none. */
  readonly secondZone: string | null
}

/** What holds until a person says otherwise. A week starts on Monday (spec 4 §1). */
export const DEFAULT_CALENDAR_SETTINGS: CalendarSettings = {
  view: null,
  firstDay: 1,
  workStart: 9 * 60,
  workEnd: 17 * 60 + 30,
  workDays: [1, 2, 3, 4, 5],
  reminder: 10,
  secondZone: null,
}

/** Lead times that are offered, in minutes before the beginning; the longest that may be kept is the last. */
export const REMINDER_MINUTES = [0, 5, 10, 15, 30, 60, 120, 1440, 10_080] as const
export const REMINDER_MAX = 10_080

/** When a person is told of what they said nothing about: of personal events and meetings as usual, of the rest not. */
export const usualReminder = (usual: number | null, kind: RecordKind, isAllDay: boolean): number | null =>
  !isAllDay && (kind === 'event' || kind === 'meeting') ? usual : null
