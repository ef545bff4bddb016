import type { MyDay } from '#shared/contract/my-day.ts'
import type { ActivityName } from '#shared/domain/activity.ts'

/** A switch that the server hasn't answered. */
export interface UnansweredSwitch {
  readonly activity: ActivityName
  readonly project?: string | undefined
  readonly category?: string | undefined
  /** When it was made, ISO 8601. */
  readonly at: string
}

/**
 * The day as its page shows it: what was clicked is what the person does, before the server has said so (spec 4 §5.8).
 * On a call it waits for the call's end instead. @param switches in the order in which they were made
 * @param scheduled the project that AVAILABLE goes to where none is named
 */
export const shownDay = (
  day: MyDay,
  switches: readonly UnansweredSwitch[],
  scheduled: string | null,
): MyDay => switches.reduce((shown, one, place) => withSwitch(shown, one, -1 - place, scheduled), day)

/** @param id of the session that stands for it: below 0, which no kept one has */
function withSwitch(
  day: MyDay,
  { activity, project, category, at }: UnansweredSwitch,
  id: number,
  scheduled: string | null,
): MyDay {
  const goesTo = project ?? (activity === 'AVAILABLE' ? scheduled : null)
  if (day.dialler?.status === 'ON_CALL')
    return { ...day, undo: null, waiting: { activity, project: goesTo, by: null } }
  const ended = day.sessions.map((session) => (session.end === null ? { ...session, end: at } : session))
  const session = {
    ...{ id, activity, project: goesTo, category: category ?? null, start: at, end: null, seconds: 0 },
    ...{ by: null, isTimeCorrected: false, isCorrected: false },
  }
  // What could be taken back is the switch before this one.
  return { ...day, undo: null, waiting: null, sessions: [...ended, session] }
}
