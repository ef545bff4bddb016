import { LONDON } from './london-time.ts'
import { localOf, wallOf, zoneClock } from './zone-time.ts'

/** What somebody says to an invitation (spec 6 §2.3). */
export const MEETING_ANSWERS = ['COMING', 'TENTATIVE', 'NOT_COMING'] as const
export type MeetingAnswer = (typeof MEETING_ANSWERS)[number]

export const MEETING_STATES = ['PLANNED', 'LIVE', 'ENDED', 'CANCELLED'] as const
export type MeetingState = (typeof MEETING_STATES)[number]

/** The parts of one's meetings that the page shows, one at a time. */
export const MEETING_TIMES = ['NOW', 'UPCOMING', 'PAST'] as const
export type MeetingTime = (typeof MEETING_TIMES)[number]

/** How meetings repeat, as rules of a calendar. */
export const MEETING_RULES = {
  DAILY: 'FREQ=DAILY',
  WEEKLY: 'FREQ=WEEKLY',
  FORTNIGHTLY: 'FREQ=WEEKLY;INTERVAL=2',
  MONTHLY: 'FREQ=MONTHLY',
} as const
export type MeetingRepeat = keyof typeof MEETING_RULES
export const MEETING_REPEATS = Object.keys(MEETING_RULES) as MeetingRepeat[]

/** Meetings of a series at most: each is a record of its own. Ours. */
export const MEETING_SERIES_MAX = 100
export const MEETING_GUESTS_MAX = 20
export const MEETING_NOTES_MAX = 10_000
/** Actions of one meeting at most. Ours. */
export const MEETING_ACTIONS_MAX = 50
/** Files of one meeting at most, and how large one is, in bytes. Ours, as tasks have them. */
export const MEETING_FILES_MAX = 10
export const MEETING_FILE_MAX_BYTES = 31_457_280

export const MEETING_WORDS = {
  answer: { COMING: 'Coming', TENTATIVE: 'Tentative', NOT_COMING: 'Not coming' },
  state: { PLANNED: 'Planned', LIVE: 'Now', ENDED: 'Ended', CANCELLED: 'Cancelled' },
  repeat: { DAILY: 'Daily', WEEKLY: 'Weekly', FORTNIGHTLY: 'Every 2 weeks', MONTHLY: 'Monthly' },
} as const satisfies {
  answer: Record<MeetingAnswer, string>
  state: Record<MeetingState, string>
  repeat: Record<MeetingRepeat, string>
}

/** Where a meeting stands. All in milliseconds since 1970. */
export function meetingStateOf(
  { start, end, cancelledAt }: { start: number; end: number; cancelledAt: number | null },
  now: number,
): MeetingState {
  if (cancelledAt !== null) return 'CANCELLED'
  if (end <= now) return 'ENDED'
  return start <= now ? 'LIVE' : 'PLANNED'
}

const LONDON_CLOCK = zoneClock(LONDON)

/** A moment moved by so much of the clock on the wall: 9:00 stays 9:00 over the change to summer time. */
export function movedOnWall(at: number, by: number): number {
  return LONDON_CLOCK.momentOf(LONDON_CLOCK.wallClock(at) + by)
}

/** By how much of the clock on the wall one moment is later than another. */
export const wallBetween = (from: number, to: number): number =>
  LONDON_CLOCK.wallClock(to) - LONDON_CLOCK.wallClock(from)

/** A moment as London's clock has it, 'YYYY-MM-DDTHH:mm'. */
export const londonLocal = (at: number): string => localOf(LONDON_CLOCK.wallClock(at))

/** The last moment, on the wall, of the day 'YYYY-MM-DD'. */
export const endOfWallDay = (day: string): number => wallOf(`${day}T00:00`) + 86_399_000
