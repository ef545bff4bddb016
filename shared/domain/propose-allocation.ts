import {
  ALLOCATION_STEP_MS,
  type AllocatedPerson,
  type AllocatedProject,
  type Block,
  checkAllocation,
  PRIORITIES,
  type ProjectPriority,
  type WorkedShift,
  workedHours,
} from './allocation.ts'
import { forecastCompletes, type ProjectProgress } from './forecast.ts'
import { londonDayAfter } from './london-time.ts'
import { common, joined, outside, type Span } from './spans.ts'

/** 'Propose' (spec 4 §4.5.2): who would fill the gaps. Times in milliseconds since 1970. */

export interface ProposedProject extends AllocatedProject, ProjectProgress {
  readonly priority: ProjectPriority
  readonly isBoosted: boolean
  readonly minimumPeople: number
  /** Hours allocated outside the time that is proposed for, from now to its end. */
  readonly hoursElsewhere: number
  /** Hours of work that it needs of an hour of the clock that begins at that moment. */
  readonly neededAt: (hour: number) => number
  /** Its end; null where it isn't known. */
  readonly endsAt: number | null
}

/** Whom a proposal may take. */
export interface ProposedPerson extends AllocatedPerson {
  /** When they can't be had although they are on shift: holiday, absence, training. */
  readonly away?: readonly Span[]
}

export interface ProposeFacts {
  /** The time that is filled. */
  readonly range: Span
  readonly now: number
  readonly projects: readonly ProposedProject[]
  readonly people: readonly ProposedPerson[]
  /** What is allocated already: it stays. */
  readonly blocks: readonly Block[]
  /** How somebody does on a project beside what is expected, of 100; null where that isn't known. */
  readonly indexOf: (userID: number, projectID: number) => number | null
}

export interface ProjectForecast {
  readonly projectID: number
  readonly before: number
  readonly after: number
}

export interface Proposal {
  readonly blocks: readonly Block[]
  readonly forecasts: readonly ProjectForecast[]
}

const HOUR_MS = 3_600_000
/** Who hasn't worked on a project is taken for as good as most. */
const USUAL_INDEX = 100

/** Rounded outwards to the steps of allocations. */
const inSteps = ({ start, end }: Span): Span => ({
  start: Math.floor(start / ALLOCATION_STEP_MS) * ALLOCATION_STEP_MS,
  end: Math.ceil(end / ALLOCATION_STEP_MS) * ALLOCATION_STEP_MS,
})

/** When somebody is on shift, not away and on nothing, in a time. */
function freeTime(person: ProposedPerson, held: readonly Span[], range: Span): Span[] {
  const onShift = joined(person.shifts).flatMap((shift) => {
    const inside = common(shift, range)
    return inside
      ? [{ start: Math.ceil(inside.start / ALLOCATION_STEP_MS) * ALLOCATION_STEP_MS, end: inside.end }]
      : []
  })
  return outside(onShift, [...held, ...(person.away ?? []).map(inSteps)])
}

/** A plan that is filled: what is allocated by project and person, kept up to date. */
class Filling {
  readonly #facts: ProposeFacts
  readonly made: Block[] = []
  readonly #shifts: readonly WorkedShift[]
  readonly #ofProject = new Map<number, Block[]>()
  readonly #ofPerson = new Map<number, Block[]>()

  constructor(facts: ProposeFacts) {
    this.#facts = facts
    this.#shifts = facts.people.flatMap(({ userID, shifts }) =>
      shifts.map(({ start, end, breakMinutes = 0 }) => ({ userID, start, end, breakMinutes })),
    )
    for (const block of facts.blocks) this.#keep(block)
  }

  #keep(block: Block): void {
    for (const [map, key] of [
      [this.#ofProject, block.projectID],
      [this.#ofPerson, block.userID],
    ] as const) {
      const own = map.get(key)
      if (!own) map.set(key, [block])
      else {
        own.push(block)
        own.sort((a, b) => a.start - b.start)
      }
    }
  }

  put(block: Block): void {
    this.made.push(block)
    this.#keep(block)
  }

  ofProject = (id: number): readonly Block[] => this.#ofProject.get(id) ?? []
  ofPerson = (id: number): readonly Block[] => this.#ofPerson.get(id) ?? []

  /** People that the project lacks in a quarter of an hour; below 0 where it has more than it needs. */
  gapAt(project: ProposedProject, at: number): number {
    const hour = at - (at % HOUR_MS)
    const wanted = Math.ceil(project.neededAt(hour) - 1e-9)
    const needed = wanted > 0 ? Math.max(wanted, project.minimumPeople) : 0
    const there = this.ofProject(project.id).filter(({ start, end }) => start <= at && at < end).length
    return needed - there
  }

  hoursToCome(project: ProposedProject): number {
    const { now, range } = this.#facts
    return (
      project.hoursElsewhere +
      workedHours(this.ofProject(project.id), this.#shifts, {
        start: Math.max(now, range.start),
        end: Math.min(range.end, project.endsAt ?? Number.POSITIVE_INFINITY),
      })
    )
  }

  forecast = (project: ProposedProject): number => forecastCompletes(project, this.hoursToCome(project))
}

/** Boosted first, then by priority, then who is furthest from the target; ties by id. */
function ordered(projects: readonly ProposedProject[], filling: Filling): ProposedProject[] {
  const rank = ({ priority }: ProposedProject) => PRIORITIES.indexOf(priority)
  const shares = new Map(
    projects.map((one) => [
      one.id,
      one.targetCompletes > 0 ? filling.forecast(one) / one.targetCompletes : Number.POSITIVE_INFINITY,
    ]),
  )
  const share = ({ id }: ProposedProject) => shares.get(id) ?? 0
  const by = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1)
  return [...projects].sort(
    (a, b) =>
      Number(b.isBoosted) - Number(a.isBoosted) || rank(b) - rank(a) || by(share(a), share(b)) || a.id - b.id,
  )
}

interface Candidate {
  readonly person: ProposedPerson
  readonly free: Span
  readonly index: number
  /** Whether they are on the project right before or after: that is no change of project. */
  readonly isNext: boolean
}

function candidatesFor(
  project: ProposedProject,
  facts: ProposeFacts,
  filling: Filling,
  day: Span,
): Candidate[] {
  const all = facts.people.flatMap((person) => {
    const held = filling.ofPerson(person.userID)
    return freeTime(person, held, day).map(
      (free): Candidate => ({
        ...{ person, free },
        index: facts.indexOf(person.userID, project.id) ?? USUAL_INDEX,
        isNext: held.some(
          ({ projectID, start, end }) =>
            projectID === project.id && (end === free.start || start === free.end),
        ),
      }),
    )
  })
  return all.sort(
    (a, b) =>
      b.index - a.index ||
      Number(b.isNext) - Number(a.isNext) ||
      b.free.end - b.free.start - (a.free.end - a.free.start) ||
      a.person.userID - b.person.userID ||
      a.free.start - b.free.start,
  )
}

/** The part of somebody's free time in which they are of use: from the first gap that they may fill to the last. */
function usefulPart(project: ProposedProject, candidate: Candidate, filling: Filling): Span | null {
  const { person, free } = candidate
  const others = filling.ofProject(project.id).filter(({ userID }) => userID !== person.userID)
  let [from, to] = [-1, -1]
  for (let at = free.start; at < free.end; at += ALLOCATION_STEP_MS) {
    const end = Math.min(at + ALLOCATION_STEP_MS, free.end)
    if (checkAllocation({ start: at, end }, person, project, others).length > 0) {
      if (from >= 0) break
      continue
    }
    if (filling.gapAt(project, at) <= 0) continue
    if (from < 0) from = at
    to = end
  }
  return from < 0 ? null : { start: from, end: to }
}

/**
 * Fills the gaps of a time: only with people who hold all skills, are on shift and not away, by all that may be against an
 * allocation. What is allocated stays. Each person gets as long a piece as is of use, so that they change project seldom.
 * The same facts give the same proposal.
 */
export function proposeAllocation(facts: ProposeFacts): Proposal {
  const filling = new Filling(facts)
  const before = new Map(facts.projects.map((one) => [one.id, filling.forecast(one)]))
  const from = Math.max(facts.range.start, facts.now)
  for (let day = londonDayAfter(from, 0); day < facts.range.end; day = londonDayAfter(day, 1)) {
    const here = common({ start: from, end: facts.range.end }, { start: day, end: londonDayAfter(day, 1) })
    if (!here) continue
    for (const project of ordered(
      facts.projects.filter(({ isLive }) => isLive),
      filling,
    )) {
      // Nobody is sought for a day on which it needs nobody.
      if (!needsAnybody(project, here)) continue
      for (const candidate of candidatesFor(project, facts, filling, here)) {
        const part = usefulPart(project, candidate, filling)
        if (part) filling.put({ userID: candidate.person.userID, projectID: project.id, ...part })
      }
    }
  }
  return {
    blocks: [...filling.made].sort((a, b) => a.userID - b.userID || a.start - b.start),
    forecasts: facts.projects.map((one) => ({
      projectID: one.id,
      before: before.get(one.id) ?? 0,
      after: filling.forecast(one),
    })),
  }
}

function needsAnybody(project: ProposedProject, { start, end }: Span): boolean {
  for (let hour = start - (start % HOUR_MS); hour < end; hour += HOUR_MS)
    if (project.neededAt(hour) > 0) return true
  return false
}
