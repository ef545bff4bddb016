import type { AllocationBoard, AllocationProject, SentAllocation } from '#shared/contract/allocation.ts'
import type { AllocatedPerson } from '#shared/domain/allocation.ts'
import { scheduledBlocks, workedHours } from '#shared/domain/allocation.ts'
import type { Database } from '../db/database.ts'
import type { Caller } from '../http/handlers.ts'
import { plannablePeople } from '../shifts/plannable.ts'
import { endOf, neededRows, type ProjectFacts, projectFacts } from './project-facts.ts'
import {
  allocationsIn,
  type HeldShift,
  heldShifts,
  holds,
  isPlanned,
  type Range,
  type StoredAllocation,
} from './schedule.ts'

const iso = (at: number): string => new Date(at).toISOString()
const sentSpan = ({ start, end }: { readonly start: number; readonly end: number }) => ({
  start: iso(start),
  end: iso(end),
})

/** What an allocation is by the clock (spec 4 §5.1). */
export function stateOf(
  { state, start, end }: Pick<StoredAllocation, 'state' | 'start' | 'end'>,
  now: number,
): SentAllocation['state'] {
  if (state === 'PLANNED') return 'PLANNED'
  return end <= now ? 'DONE' : start <= now ? 'LIVE' : 'PUBLISHED'
}

/** As they travel, with the names of whose drafts they are. */
export async function sentAllocations(
  db: Database,
  rows: readonly StoredAllocation[],
  now: number,
): Promise<SentAllocation[]> {
  const authors = [...new Set(rows.flatMap(({ createdBy, removedBy }) => [createdBy ?? 0, removedBy ?? 0]))]
  const people = await db
    .selectFrom('users')
    .where('id', 'in', [0, ...authors])
    .select(['id', 'displayName'])
    .execute()
  const names = new Map(people.map(({ id, displayName }) => [id, displayName]))
  return rows.map((row) => {
    const { id, userID, projectID, isRemoved, createdBy, removedBy } = row
    const author = isRemoved ? removedBy : row.state === 'PLANNED' ? createdBy : null
    return {
      ...{ id, userID, projectID, isRemoved, ...sentSpan(row), state: stateOf(row, now) },
      by: author === null ? null : (names.get(author) ?? null),
    }
  })
}

/** What people hold that projects ask for. */
export async function skillsHeld(db: Database, userIDs: readonly number[]) {
  const rows = await db
    .selectFrom('personSkills')
    .where('userID', 'in', [0, ...userIDs])
    .orderBy('skillID')
    .select(['userID', 'skillID', 'expires'])
    .execute()
  return Map.groupBy(rows, ({ userID }) => userID)
}

/** Whom the caller may plan of those who have a shift in the time. */
export async function peopleOnShift(db: Database, caller: Caller, shifts: readonly HeldShift[]) {
  const ids = [...new Set(shifts.map(({ userID }) => userID))]
  const people = await (await plannablePeople(db, caller))
    .where('u.id', 'in', [0, ...ids])
    .orderBy('u.displayName')
    .orderBy('u.id')
    .select(['u.id', 'u.displayName', 'u.areaID'])
    .execute()
  const skills = await skillsHeld(db, ids)
  return people.map(({ id, displayName, areaID }) => ({
    ...{ userID: id, name: displayName, areaID },
    skills: (skills.get(id) ?? []).map(({ skillID, expires }) => ({ skillID, expires })),
  }))
}

/** What a schedule comes of, from a moment to the end of these projects. */
async function heldFrom(db: Database, now: number, projects: readonly ProjectFacts[]) {
  const range = { from: now, to: Math.max(now, ...projects.map((one) => endOf(one) ?? now)) }
  return { shifts: await heldShifts(db, range), allocations: await allocationsIn(db, range) }
}

/** What is to be worked on in shifts, with the shifts that it comes of. */
function scheduleOf(shifts: readonly HeldShift[], allocations: readonly StoredAllocation[]) {
  const blocks = scheduledBlocks(shifts, allocations)
  return { shifts, blocks: Map.groupBy(blocks, ({ projectID }) => projectID) }
}
export type Schedule = ReturnType<typeof scheduleOf>

/** On what people are to work from a moment on; drafts count where the plan is asked for. */
export async function scheduleFrom(
  db: Database,
  now: number,
  projects: readonly ProjectFacts[],
  drafts: boolean,
): Promise<Schedule> {
  const { shifts, allocations } = await heldFrom(db, now, projects)
  return scheduleOf(shifts, allocations.filter(drafts ? isPlanned : holds))
}

/** On what people are to work from a moment on by what they were told, as if these shifts were gone, and with them: read once. */
export async function schedulesAround(
  db: Database,
  now: number,
  projects: readonly ProjectFacts[],
  gone: ReadonlySet<number>,
): Promise<{ readonly without: Schedule; readonly all: Schedule }> {
  const { shifts, allocations } = await heldFrom(db, now, projects)
  const told = allocations.filter(holds)
  return {
    without: scheduleOf(
      shifts.filter(({ id }) => !gone.has(id)),
      told,
    ),
    all: scheduleOf(shifts, told),
  }
}

/** Hours of interviewing that are to come of a project, to its end. */
export const hoursToCome = (project: ProjectFacts, { shifts, blocks }: Schedule, now: number): number =>
  workedHours(blocks.get(project.id) ?? [], shifts, {
    start: now,
    end: endOf(project) ?? Number.MAX_SAFE_INTEGER,
  })

export function sentProject(facts: ProjectFacts, hoursElsewhere: number): AllocationProject {
  const { id, code, name, isLive, skills, minimumPeople, maximumPeople, timeZone, callingHours } = facts
  const { priority, boostedUntil, targetCompletes, achieved, cells, rate, end } = facts
  return {
    ...{ id, code, name, isLive, minimumPeople, maximumPeople, timeZone, priority },
    ...{ targetCompletes, achieved, rate, end, hoursElsewhere },
    skills: [...skills],
    callingHours: [...callingHours],
    cells: cells.map(({ id: _, ...cell }) => cell),
    boostedUntil: boostedUntil === null ? null : iso(boostedUntil),
  }
}

/** Who is on shift in a time, on what, and whom projects need (spec 4 §4.5.2). */
export async function readBoard(
  db: Database,
  caller: Caller,
  range: Range,
  now: number,
): Promise<AllocationBoard> {
  const shifts = await heldShifts(db, range)
  const people = await peopleOnShift(db, caller, shifts)
  const shown = new Set(people.map(({ userID }) => userID))
  const allocations = (await allocationsIn(db, range)).filter(({ userID }) => shown.has(userID))
  const projects = await projectFacts(db, now)
  const schedule = await scheduleFrom(db, now, projects, true)
  return {
    people,
    shifts: shifts
      .filter(({ userID }) => shown.has(userID))
      .map(({ userID, projectID, location, breakMinutes, ...shift }) => ({
        ...{ userID, projectID, location, breakMinutes },
        ...sentSpan(shift),
      })),
    allocations: await sentAllocations(db, allocations, now),
    projects: projects.map((one) => sentProject(one, elsewhere(one, schedule, range, now))),
    needed: neededRows(projects, range, now),
  }
}

/** Hours to come of a project, those of a time left out. */
export function elsewhere(project: ProjectFacts, schedule: Schedule, range: Range, now: number): number {
  const inside = workedHours(schedule.blocks.get(project.id) ?? [], schedule.shifts, {
    start: Math.max(now, range.from),
    end: Math.min(range.to, endOf(project) ?? Number.MAX_SAFE_INTEGER),
  })
  return Math.max(0, hoursToCome(project, schedule, now) - inside)
}

/** The shifts of a person, as allocations go by them. */
export const asAllocated = (
  person: Pick<AllocatedPerson, 'userID' | 'name' | 'skills'>,
  shifts: readonly HeldShift[],
): AllocatedPerson => ({
  ...person,
  shifts: shifts
    .filter(({ userID }) => userID === person.userID)
    .map(({ start, end, breakMinutes }) => ({ start, end, breakMinutes })),
})
