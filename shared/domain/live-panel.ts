import type { LiveRow, UserStats } from '../contract/live-panel.ts'
import type { ActivityName } from './activity.ts'
import { type ActivityClass, ruleOf } from './activity-rules.ts'
import { minutesBetween } from './attendance.ts'
import type { Permissions } from './permissions.ts'

/** Whether somebody does what their shift has them do (spec 4 §4.4.1). */
export const ADHERENCE_STATES = ['IN', 'OUT', 'EXCUSED', 'NOT_DUE'] as const
export type AdherenceState = (typeof ADHERENCE_STATES)[number]

/** Changes of a viewer's people are told at most so often, in milliseconds (spec 4 §5.7). */
export const LIVE_PUSH_MS = 100
/** Who isn't there so long after the start isn't in (spec 4 §5.7). */
export const NOT_IN_MS = 5 * 60_000

/** What a feedback session that begins on the live panel is about: categories of FEEDBACK SESSION (spec 4 §4.4.1). */
export const FEEDBACK_CATEGORIES = ['QC', 'Coaching'] as const
export type FeedbackCategory = (typeof FEEDBACK_CATEGORIES)[number]

/** So many people at most have their activity set without the number being typed (spec 4 §4.4.1). */
export const SET_FOR_MAX = 10
/** A message that pops up on people's screens from the live panel has so many characters at most (spec 4 §4.4.1). */
export const POPUP_MAX = 500

/** What the head counts people by, in its order: classes of activities, and who should be there (spec 4 §4.4.1). */
export const LIVE_CLASSES = {
  INTERVIEWING: 'Interviewing',
  PRODUCTION: 'Production',
  SUPPORTING: 'Supporting',
  EXCUSED: 'System issues',
  BREAK: 'Break',
  AWAY: 'Away',
  NOT_IN: 'Not in',
  NONE: 'Not working',
} as const satisfies Record<ActivityClass | 'NOT_IN', string>
export type LiveClass = keyof typeof LIVE_CLASSES
export const LIVE_CLASS_NAMES = Object.keys(LIVE_CLASSES) as LiveClass[]

/** Of the people whom a viewer may see: their team, with their area, or everybody (spec 4 §4.4.1). */
export type LiveScope = 'TEAM' | 'AREA' | 'ALL'

/** Somebody of the panel. */
export interface LivePerson {
  readonly id: number
  readonly stats: UserStats
  readonly live: LiveRow
}

const time = (iso: string | null): number | null => (iso === null ? null : Date.parse(iso))

/** What somebody counts as now. @param now in milliseconds since 1970 */
export function classOf({ currentActivity, shift, startedAt }: LiveRow, now: number): LiveClass {
  if (currentActivity !== 'INACTIVE') return ruleOf(currentActivity).class
  // Who has been in and gone isn't missed: that they left early is said by how they stand to their shift.
  if (!shift || startedAt !== null) return 'NONE'
  const isDue = now >= Date.parse(shift.start) + NOT_IN_MS && now < Date.parse(shift.end)
  return isDue ? 'NOT_IN' : 'NONE'
}

/** Whether somebody is one of the scope that was chosen, of those whom the server sends. */
export function isOfScope(
  { live }: Pick<LivePerson, 'live'>,
  scope: LiveScope,
  viewer: { readonly userID: number; readonly areaID: number | null },
): boolean {
  if (scope === 'ALL') return true
  if (live.managerID === viewer.userID) return true
  return scope === 'AREA' && live.areaID !== null && live.areaID === viewer.areaID
}

/** The widest scope that somebody may choose (spec 4 §5.4). */
export function widestScope({ can }: Pick<Permissions, 'can'>): LiveScope {
  if (can('ISUPERVISOR_IS_RESTRICTED')) return 'TEAM'
  return can('CAN_SEARCH_ALL_USERS') ? 'ALL' : 'AREA'
}

/** What 'Team now' counts by, as classes of the panel (spec 4 §4.1). */
export const TEAM_GROUPS = {
  interviewing: ['INTERVIEWING'],
  otherWork: ['PRODUCTION', 'SUPPORTING'],
  onBreak: ['BREAK', 'AWAY'],
  systemIssues: ['EXCUSED'],
  notIn: ['NOT_IN'],
} as const satisfies Record<string, readonly LiveClass[]>
export type TeamGroup = keyof typeof TEAM_GROUPS
export const TEAM_GROUP_NAMES = Object.keys(TEAM_GROUPS) as TeamGroup[]

/** Milliseconds since when somebody doesn't do what their shift has them do; null where they do. */
export function outFor({ adherence: { state, since } }: LiveRow, now: number): number | null {
  return state === 'OUT' && since !== null ? Math.max(0, now - Date.parse(since)) : null
}

/** How many there are of each class. */
export function countsOf(people: readonly LivePerson[], now: number): Readonly<Record<LiveClass, number>> {
  const counts: Record<LiveClass, number> = {
    ...{ INTERVIEWING: 0, PRODUCTION: 0, SUPPORTING: 0, EXCUSED: 0 },
    ...{ BREAK: 0, AWAY: 0, NOT_IN: 0, NONE: 0 },
  }
  for (const { live } of people) counts[classOf(live, now)] += 1
  return counts
}

/** Whether they work on another project than was planned; only work on a project can be on the wrong one. */
export const isOnOtherProject = ({ currentActivity, project, scheduledProject }: LiveRow): boolean =>
  currentActivity === 'AVAILABLE' && scheduledProject !== null && project !== scheduledProject

/** Seconds that the running session has lasted; null where none runs. */
export function secondsIn({ since }: LiveRow, now: number): number | null {
  const start = time(since)
  return start === null ? null : Math.max(0, Math.floor((now - start) / 1000))
}

/** Seconds of breaks in the shift, with the one that goes on. */
export const breakUsed = (live: LiveRow, now: number): number =>
  live.breakSeconds + (live.currentActivity === 'BREAK' ? (secondsIn(live, now) ?? 0) : 0)

/** Seconds of breaks over the allowance; 0 without a shift. */
export const breakOver = (live: LiveRow, now: number): number =>
  live.breakAllowanceSeconds === 0 ? 0 : Math.max(0, breakUsed(live, now) - live.breakAllowanceSeconds)

/** Whole minutes somebody began, or still is, late; 0 for as many as are tolerated, or fewer (spec 4 §2.4). */
export function lateMinutes({ shift, startedAt, lateAfterMinutes }: LiveRow, now: number): number {
  const start = time(shift?.start ?? null)
  if (start === null || now < start) return 0
  return Math.max(0, minutesBetween(start, time(startedAt) ?? now, lateAfterMinutes))
}

/** Milliseconds until the shift ends; null without one, or where it is over. */
export function shiftLeft({ shift }: LiveRow, now: number): number | null {
  const end = time(shift?.end ?? null)
  return end === null || end <= now ? null : end - now
}

/** Activities that others may set. INACTIVE ends the shift, which is the person's own. */
export const canBeSet = (activity: ActivityName): boolean =>
  activity !== 'INACTIVE' && activity !== 'SYSTEM ISSUES'

/** How long an override can be held, in minutes; null for until the person's next own switch (spec 4 §5.7). */
export const HOLD_MINUTES = [15, 30, 60] as const
export const OVERRIDE_REASON_MIN = 3
export const OVERRIDE_REASON_MAX = 200
