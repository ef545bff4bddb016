import { type EventState, type EventType, isStruckThrough } from './calendar.ts'

/** From a moment to before another, in milliseconds since 1970. */
export interface Times {
  readonly start: number
  readonly end: number
}

/** Whether two times have a moment in common; what has no length has none. */
export const overlap = (a: Times, b: Times): boolean =>
  a.start < b.end && b.start < a.end && a.start < a.end && b.start < b.end

/** What is known of an event that something else may collide with. */
export interface Placed extends Times {
  readonly id: string
  readonly eventType: EventType
  readonly eventState: EventState
  readonly isAllDay: boolean
}

/** Of whole days only those on which the person isn't there take time: a birthday doesn't. */
const AWAY: readonly EventType[] = [
  'HOLIDAY',
  'SICK',
  'ABSENCE',
  'AWOL',
  'MEDICAL_APPOINTMENT',
  'OFFICE_VISIT',
  'TRAINING_SESSION',
  'BLOCKED',
]
/** What is around people's work and none of it. */
const BACKGROUND: readonly EventType[] = ['CORE', 'SHIFT', 'AVAILABLE_SLOT', 'PUBLIC_HOLIDAY', 'UNKNOWN']

/** Whether the person can't be elsewhere meanwhile. */
export const takesTime = ({
  eventType,
  eventState,
  isAllDay,
}: Pick<Placed, 'eventType' | 'eventState' | 'isAllDay'>): boolean =>
  !isStruckThrough(eventState) &&
  eventState !== 'HIDDEN' &&
  !BACKGROUND.includes(eventType) &&
  (!isAllDay || AWAY.includes(eventType))

/**
 * What an event would collide with at some time, in their order: those of `others` that take time then. What
 * takes none itself collides with nothing; nothing collides with itself.
 */
export function collisionsOf<T extends Placed>(
  moved: Omit<Placed, 'start' | 'end'>,
  times: Times,
  others: readonly T[],
): T[] {
  if (!takesTime(moved)) return []
  return others.filter((other) => other.id !== moved.id && takesTime(other) && overlap(times, other))
}
