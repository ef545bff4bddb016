import { ALLOCATION_WORDS } from './allocation-words.ts'
import { type CallingTime, isCallable } from './calling-hours.ts'
import { londonField } from './london-time.ts'
import type { Span } from './spans.ts'

/** Allocations (spec 4 §2.3, §4.5.2): who works on what. Times in milliseconds since 1970. */

/** Allocations begin and end on quarter hours, those from 'now' excepted. */
export const ALLOCATION_STEP_MS = 15 * 60_000

export const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'EMERGENCY'] as const
export type ProjectPriority = (typeof PRIORITIES)[number]

export interface AllocatedProject {
  readonly id: number
  readonly name: string
  readonly isLive: boolean
  readonly skills: readonly { readonly id: number; readonly name: string }[]
  /** Null for any number. */
  readonly maximumPeople: number | null
  readonly timeZone: string
  /** None: it may be worked on at any time. */
  readonly callingHours: readonly CallingTime[]
}

export interface AllocatedPerson {
  readonly userID: number
  readonly name: string
  readonly skills: readonly { readonly skillID: number; readonly expires: string | null }[]
  /** When they work; without a break where it isn't said. */
  readonly shifts: readonly (Span & { readonly breakMinutes?: number })[]
}

/** Somebody on a project. */
export interface Block extends Span {
  readonly userID: number
  readonly projectID: number
}

type Rule = keyof typeof ALLOCATION_WORDS
/** What is against an allocation, with what its words need. */
export type AllocationFault = {
  readonly [R in Rule]: { readonly rule: R; readonly params: Parameters<(typeof ALLOCATION_WORDS)[R]>[0] }
}[Rule]

export const faultText = ({ rule, params }: AllocationFault): string =>
  ALLOCATION_WORDS[rule](params as never)

/** Whether a project may be worked on at that moment, by its own clock. */
export const isCalling = (
  { callingHours, timeZone }: Pick<AllocatedProject, 'callingHours' | 'timeZone'>,
  at: number,
): boolean => isCallable({ timeZone, times: callingHours }, at)

/** Whether a project calls on that day, YYYY-MM-DD by its own calendar. */
export const isCallingDay = (
  { callingHours }: Pick<AllocatedProject, 'callingHours'>,
  day: string,
): boolean =>
  callingHours.length === 0 ||
  callingHours.some(
    ({ weekday, from, to }) => weekday === (new Date(`${day}T12:00Z`).getUTCDay() || 7) && to > from,
  )

/** Moments of a span at which anything by the quarter hour can change: its beginning and each quarter in it. */
export function* quartersOf({ start, end }: Span): Generator<number> {
  for (let at = start; at < end; at = (Math.floor(at / ALLOCATION_STEP_MS) + 1) * ALLOCATION_STEP_MS) yield at
}

/** Whether the whole of a span lies within others, which may touch. */
export function isCovered(span: Span, others: readonly Span[]): boolean {
  let at = span.start
  for (const one of [...others].sort((a, b) => a.start - b.start)) {
    if (one.start > at) break
    at = Math.max(at, one.end)
  }
  return at >= span.end
}

/** The most people that are on a project at once in a time. */
export function mostAtOnce(span: Span, blocks: readonly Block[]): number {
  const here = blocks.filter(({ start, end }) => start < span.end && end > span.start)
  const starts = [span.start, ...here.map(({ start }) => start).filter((at) => at > span.start)]
  return Math.max(
    0,
    ...starts.map(
      (at) =>
        new Set(here.filter(({ start, end }) => start <= at && at < end).map(({ userID }) => userID)).size,
    ),
  )
}

/**
 * What is against somebody on a project at a time, the first first; none where nothing is.
 * @param others of that project, the person's own not among them
 */
export function checkAllocation(
  span: Span,
  person: AllocatedPerson,
  project: AllocatedProject,
  others: readonly Block[],
): AllocationFault[] {
  const { name } = person
  const faults: AllocationFault[] = []
  if (!project.isLive) faults.push({ rule: 'NOT_LIVE', params: { project: project.name } })
  const lastDay = londonField(span.end - 1).slice(0, 10)
  const held = new Set(
    person.skills
      .filter(({ expires }) => expires === null || expires >= lastDay)
      .map(({ skillID }) => skillID),
  )
  const missing = project.skills.find(({ id }) => !held.has(id))
  if (missing) faults.push({ rule: 'SKILL', params: { name, skill: missing.name } })
  if (!isCovered(span, person.shifts)) faults.push({ rule: 'OFF_SHIFT', params: { name } })
  for (const at of quartersOf(span))
    if (!isCalling(project, at)) {
      faults.push({ rule: 'HOURS', params: { project: project.name } })
      break
    }
  const { maximumPeople } = project
  if (maximumPeople !== null && mostAtOnce(span, others) >= maximumPeople)
    faults.push({ rule: 'MAXIMUM', params: { project: project.name, people: maximumPeople } })
  return faults
}

/** Somebody's time on a project, or on none. */
export interface Stroke extends Span {
  readonly userID: number
  readonly projectID: number | null
}

/**
 * What becomes of one person's blocks where a time of theirs is given to a project, or to none: a person has one at a
 * time, so what lies there makes room.
 * @returns those that go whole, and what comes instead: what is left of them, and the new one
 */
export function paint<B extends Block>(
  blocks: readonly B[],
  stroke: Stroke,
): { readonly gone: B[]; readonly added: Block[] } {
  const { userID, start, end, projectID } = stroke
  const gone = blocks.filter((one) => one.userID === userID && one.start < end && one.end > start)
  const added: Block[] = gone.flatMap((one) => [
    ...(one.start < start ? [{ userID, projectID: one.projectID, start: one.start, end: start }] : []),
    ...(one.end > end ? [{ userID, projectID: one.projectID, start: end, end: one.end }] : []),
  ])
  if (projectID !== null) added.push({ userID, projectID, start, end })
  return { gone, added: added.sort((a, b) => a.start - b.start) }
}

/** One person's blocks in their order, those that touch on one project as one: two plans that read the same are the same. */
export function mergedBlocks(blocks: readonly Block[]): Block[] {
  const merged: Block[] = []
  for (const { userID, projectID, start, end } of [...blocks].sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && last.projectID === projectID && last.end >= start)
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, end) }
    else merged.push({ userID, projectID, start, end })
  }
  return merged
}

/** A shift, as far as it says on what somebody works. */
export interface ScheduledShift extends Span {
  readonly userID: number
  readonly projectID: number | null
}

/**
 * On what people are to work: by their allocations, and where there is none by their shift's project (spec 4 §2.2,
 * scheduledProject). Only time on shift counts.
 */
export function scheduledBlocks(shifts: readonly ScheduledShift[], allocations: readonly Block[]): Block[] {
  const own = Map.groupBy(allocations, ({ userID }) => userID)
  return shifts.flatMap(({ userID, projectID, ...shift }) => {
    const here = (own.get(userID) ?? [])
      .filter(({ start, end }) => start < shift.end && end > shift.start)
      .sort((a, b) => a.start - b.start)
    const blocks: Block[] = []
    let at = shift.start
    for (const one of here) {
      const start = Math.max(one.start, at)
      const end = Math.min(one.end, shift.end)
      if (end <= start) continue
      if (projectID !== null && start > at) blocks.push({ userID, projectID, start: at, end: start })
      blocks.push({ userID, projectID: one.projectID, start, end })
      at = end
    }
    if (projectID !== null && at < shift.end) blocks.push({ userID, projectID, start: at, end: shift.end })
    return blocks
  })
}

/** A shift with its break, as far as hours go by it. */
export interface WorkedShift extends Span {
  readonly userID: number
  readonly breakMinutes: number
}

/** Hours that are worked of blocks in a time: less their share of the breaks of the shifts that they lie in (spec 4 §2.5). */
export function workedHours(blocks: readonly Block[], shifts: readonly WorkedShift[], time: Span): number {
  const own = Map.groupBy(shifts, ({ userID }) => userID)
  return blocks.reduce((sum, block) => {
    const start = Math.max(block.start, time.start)
    const end = Math.min(block.end, time.end)
    if (end <= start) return sum
    const shift = own.get(block.userID)?.find((one) => one.start <= start && one.end >= end)
    const share = shift ? 1 - (shift.breakMinutes * 60_000) / (shift.end - shift.start) : 1
    return sum + ((end - start) / 3_600_000) * Math.max(0, share)
  }, 0)
}

/** Hours that blocks have of a time. */
export const hoursWithin = (blocks: readonly Span[], { start, end }: Span): number =>
  blocks.reduce((sum, one) => sum + Math.max(0, Math.min(one.end, end) - Math.max(one.start, start)), 0) /
  3_600_000
