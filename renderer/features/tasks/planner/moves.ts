import type { TaskChange, TaskRow } from '#shared/contract/task-entities.ts'
import {
  londonDayAfter,
  londonDaysBetween,
  sameTimeAfter,
  startOfLondonWeek,
} from '#shared/domain/london-time.ts'
import { TEXT } from '../text.ts'

const iso = (at: number): string => new Date(at).toISOString()

/**
 * A task moved to another day, at the same time of day. Its due date stays: it is what others were promised.
 * Only where the task would begin after it does it move along, to the end of that day.
 */
export function movedToDay(task: TaskRow, day: number): TaskChange {
  const [start, end, due] = [task.eventStart, task.eventEnd, task.dueDate].map(Date.parse) as [
    number,
    number,
    number,
  ]
  const days = londonDaysBetween(start, day)
  const eventStart = sameTimeAfter(start, days)
  return {
    eventStart: iso(eventStart),
    eventEnd: iso(sameTimeAfter(end, days)),
    ...(eventStart > due ? { dueDate: iso(londonDayAfter(eventStart, 1) - 1000) } : {}),
  }
}

/** Days that work is put off to. */
export const daysAhead = (now: number) => [
  { label: TEXT.today, day: londonDayAfter(now, 0) },
  { label: TEXT.tomorrow, day: londonDayAfter(now, 1) },
  { label: TEXT.nextMonday, day: londonDayAfter(startOfLondonWeek(now), 7) },
]
