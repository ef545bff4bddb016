import type { AllocationBoard, SentAllocation, SentStroke } from '#shared/contract/allocation.ts'
import {
  type AllocatedPerson,
  type Block,
  checkAllocation,
  faultText,
  paint,
  type Stroke,
  scheduledBlocks,
  workedHours,
} from '#shared/domain/allocation.ts'
import { forecastCompletes } from '#shared/domain/forecast.ts'
import type { PersonPlan, Plan, PlanEvent, Range, Shift } from '../planner/index.ts'
import { TEXT } from './text.ts'

const iso = (at: number): string => new Date(at).toISOString()
const spanOf = ({ start, end }: { readonly start: string; readonly end: string }) => ({
  start: Date.parse(start),
  end: Date.parse(end),
})

export const sentStroke = ({ start, end, ...stroke }: Stroke): SentStroke => ({
  ...stroke,
  start: iso(start),
  end: iso(end),
})
export const strokeOf = (stroke: SentStroke): Stroke => ({ ...stroke, ...spanOf(stroke) })

export const blockOf = (row: SentAllocation): Block & { readonly id: number } => ({
  ...{ id: row.id, userID: row.userID, projectID: row.projectID },
  ...spanOf(row),
})

/** What is planned: without what is to be taken back. */
export const plannedRows = (board: AllocationBoard): SentAllocation[] =>
  board.allocations.filter(({ isRemoved }) => !isRemoved)

const STATES = { PLANNED: 'DRAFT', PUBLISHED: 'PUBLISHED', LIVE: 'PUBLISHED', DONE: 'COMPLETED' } as const
const PLAIN = {
  version: 0,
  breakMinutes: 0,
  areaID: null,
  location: 'OFFICE',
  isChanged: false,
  was: null,
} as const

/** A block as the planner's board draws it. */
const shiftOf = (row: SentAllocation): Shift => ({
  ...PLAIN,
  ...{ id: row.id, userID: row.userID, projectID: row.projectID, ...spanOf(row) },
  ...{ state: STATES[row.state], isCancelled: row.isRemoved },
  note: row.by === null ? '' : TEXT.draftOf(row.by),
})

/** What is proposed shows beside what is there, until it is applied. */
const proposedShift = (stroke: Stroke, at: number): Shift => ({
  ...PLAIN,
  ...{ id: -1_000_000 - at, userID: stroke.userID, projectID: stroke.projectID },
  ...{ start: stroke.start, end: stroke.end, state: 'OFFERED', isCancelled: false, note: '' },
})

const NOBODYS = {
  ...{ contractTypeID: null, managerID: null, isActive: true, startDate: null, leaveDate: null },
  ...{ agency: null, openTask: null, isOptedOut48: false, weeklyHours: null, otherWeeks: [], coreTimes: [] },
}

/** The planner's board with allocations in the place of shifts, and shifts behind them. */
export function planOf(
  board: AllocationBoard,
  now: number,
  proposal: readonly Stroke[],
  before?: Plan,
): Plan {
  const projects = new Map(board.projects.map(({ id, name }) => [id, name]))
  const rows = Map.groupBy(board.allocations, ({ userID }) => userID)
  const shifts = Map.groupBy(board.shifts, ({ userID }) => userID)
  const offered = Map.groupBy(
    proposal.map((stroke, at) => proposedShift(stroke, at)),
    ({ userID }) => userID,
  )
  const people = new Map(
    board.people.map((person): [number, PersonPlan] => {
      const made: PersonPlan = {
        person: { ...NOBODYS, ...person },
        // What is to be taken back lies under what comes instead.
        shifts: [
          ...(rows.get(person.userID) ?? [])
            .map(shiftOf)
            .toSorted((a, b) => Number(b.isCancelled) - Number(a.isCancelled) || a.start - b.start),
          ...(offered.get(person.userID) ?? []),
        ],
        events: (shifts.get(person.userID) ?? []).map(
          ({ projectID, start, end }): PlanEvent => ({
            ...{ userID: person.userID, kind: 'SHIFT', isWaiting: false, start, end },
            text: TEXT.shift(projectID === null ? null : (projects.get(projectID) ?? null)),
          }),
        ),
      }
      const known = before?.people.get(person.userID)
      return [person.userID, known && JSON.stringify(known) === JSON.stringify(made) ? known : made]
    }),
  )
  const limits = {
    ...{ restHours: 0, dayOffWithinDays: 0, weekHours: 0, meanOfWeeks: 0, shortestShiftHours: 0 },
    ...{ longestShiftHours: 24, breakMinutes: 0, breakAfterHours: 24, noticeDays: 0 },
  }
  return {
    week: {
      ...{ people: [], shifts: [], events: [], holidays: [], areas: [], contractTypes: [], managers: [] },
      ...{ needed: board.needed, limits, mayShortenRest: false, mayBookPast: false },
      projects: board.projects.map(({ id, name, isLive, skills }) => ({ id, name, isLive, skills })),
    },
    ...{ people, projects },
    facts: {
      ...{ limits, now, areas: new Map(), skills: new Map(), mayShortenRest: false, mayBookPast: false },
    },
  }
}

/** On what people are to work: by allocations, and where there is none by their shift's project. */
export const scheduleOf = (board: AllocationBoard): Block[] =>
  scheduledBlocks(
    board.shifts.map(({ userID, projectID, ...shift }) => ({ userID, projectID, ...spanOf(shift) })),
    plannedRows(board).map(blockOf),
  )

export interface ProjectLine {
  readonly id: number
  readonly name: string
  readonly isLive: boolean
  readonly skills: readonly string[]
  readonly minimumPeople: number
  readonly maximumPeople: number | null
  readonly priority: AllocationBoard['projects'][number]['priority']
  readonly isBoosted: boolean
  readonly targetCompletes: number
  /** Hours of the shown time. */
  readonly needed: number
  readonly allocated: number
  readonly forecast: number
}

/** Projects with what they need and have of the shown time (spec 4 §4.5.2). */
export function projectLines(board: AllocationBoard, { from, to }: Range, now: number): ProjectLine[] {
  const blocks = Map.groupBy(scheduleOf(board), ({ projectID }) => projectID)
  const shifts = board.shifts.map((shift) => ({ ...shift, ...spanOf(shift) }))
  return board.projects.map((project) => {
    const { id, name, isLive, minimumPeople, maximumPeople, priority, targetCompletes } = project
    const own = blocks.get(id) ?? []
    const toCome = workedHours(own, shifts, { start: Math.max(from, now), end: to })
    return {
      ...{ id, name, isLive, minimumPeople, maximumPeople, priority, targetCompletes },
      skills: project.skills.map((skill) => skill.name),
      isBoosted: project.boostedUntil !== null && Date.parse(project.boostedUntil) > now,
      needed: board.needed
        .filter(({ projectID }) => projectID === id)
        .reduce((sum, { hours }) => sum + hours.reduce((all, one) => all + one, 0), 0),
      allocated: workedHours(own, shifts, { start: from, end: to }),
      forecast: forecastCompletes(project, project.hoursElsewhere + toCome),
    }
  })
}

const personOf = (board: AllocationBoard, userID: number): AllocatedPerson | null => {
  const person = board.people.find((one) => one.userID === userID)
  if (!person) return null
  return { ...person, shifts: board.shifts.filter((one) => one.userID === userID).map(spanOf) }
}

/** What is against somebody on a project then, in words, as the server would say. */
export function againstOf(
  board: AllocationBoard,
  { userID, projectID, start, end }: Stroke,
  now: number,
): string[] {
  const person = personOf(board, userID)
  const project = board.projects.find(({ id }) => id === projectID)
  if (!person || !project || end <= start) return []
  const others = plannedRows(board)
    .map(blockOf)
    .filter((one) => one.projectID === projectID && one.userID !== userID)
  return checkAllocation(
    { start: Math.max(start, Math.min(now, end - 1)), end },
    person,
    project,
    others,
  ).map(faultText)
}

/** The board as it will be once strokes are saved: what is new has ids below 0. */
export function painted(
  board: AllocationBoard,
  strokes: readonly Stroke[],
  now: number,
  name: string,
): AllocationBoard {
  let rows = board.allocations
  let id = Math.min(0, ...rows.map((row) => row.id)) - 1
  for (const stroke of strokes) {
    const standing = rows.filter(({ isRemoved }) => !isRemoved).map(blockOf)
    const { gone, added } = paint(standing, { ...stroke, start: Math.max(stroke.start, now) })
    const ids = new Set(gone.map((one) => one.id))
    rows = [
      ...rows.flatMap((row) =>
        !ids.has(row.id) ? [row] : row.state === 'PLANNED' ? [] : [{ ...row, isRemoved: true, by: name }],
      ),
      ...added.map((block) => ({
        ...{ userID: block.userID, projectID: block.projectID, id: id--, start: iso(block.start) },
        ...{ end: iso(block.end), state: 'PLANNED' as const, isRemoved: false, by: name },
      })),
    ]
  }
  return { ...board, allocations: rows }
}

/** Strokes that put a person's time back as it is now. */
export function strokesBack(board: AllocationBoard, strokes: readonly Stroke[]): Stroke[] {
  const rows = plannedRows(board).map(blockOf)
  return strokes.flatMap(({ userID, start, end }) => [
    { userID, projectID: null, start, end },
    ...rows
      .filter((one) => one.userID === userID && one.start < end && one.end > start)
      .map((one) => ({
        ...{ userID, projectID: one.projectID },
        ...{ start: Math.max(one.start, start), end: Math.min(one.end, end) },
      })),
  ])
}

/** Who shows: those without an allocation on top, each group by name. */
export function peopleShown(board: AllocationBoard, search: string): number[] {
  const term = search.trim().toLowerCase()
  const busy = new Set(scheduleOf(board).map(({ userID }) => userID))
  return board.people
    .filter(({ name }) => term === '' || name.toLowerCase().includes(term))
    .toSorted((a, b) => Number(busy.has(a.userID)) - Number(busy.has(b.userID)))
    .map(({ userID }) => userID)
}

/** The same hours a day or a week on, where they may be: what is in the way, or nobody's shift, is left out. */
export function copied(
  board: AllocationBoard,
  next: AllocationBoard,
  move: (at: number) => number,
  now: number,
): { readonly strokes: Stroke[]; readonly left: number } {
  const strokes: Stroke[] = []
  let left = 0
  let plan = next
  for (const block of plannedRows(board).map(blockOf)) {
    const stroke = {
      ...{ userID: block.userID, projectID: block.projectID, start: move(block.start), end: move(block.end) },
    }
    if (stroke.end <= now || againstOf(plan, stroke, now).length > 0 || !personOf(plan, block.userID))
      left += 1
    else {
      strokes.push(stroke)
      plan = painted(plan, [stroke], now, '')
    }
  }
  return { strokes, left }
}
