import type { ActivityName } from '#shared/domain/activity.ts'
import { isCallable } from '#shared/domain/calling-hours.ts'
import type { Outcome } from '#shared/domain/interviews.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { zoneClock } from '#shared/domain/zone-time.ts'
import type { Random } from '../seed/random.ts'
import { mannerOf, paceIn, randomOf } from './manners.ts'
import { awakeCells, type DemoProject, demoProject, INBOUND, openAt, ROUND_THE_CLOCK } from './projects.ts'
import { isLooker, shiftsOn, type Worker, workerOf } from './rota.ts'

const MINUTE = 60_000
const { wallClock } = zoneClock(LONDON)
/** So many of a block come that one of them may be missing. */
const SPARED_FROM = 9

/** What somebody did from one moment to another, in milliseconds since 1970. */
export interface PlannedSession {
  readonly userID: number
  readonly activity: ActivityName
  readonly category: string | null
  readonly projectID: number | null
  readonly start: number
  readonly end: number
}

/** A call as it ended. */
export interface PlannedCall {
  readonly projectID: number
  /** Null where nobody was free. */
  readonly userID: number | null
  readonly start: number
  readonly end: number
  readonly outcome: Outcome
  /** Its place among the project's cells; null where it isn't complete. */
  readonly cell: number | null
  readonly attempt: number
  readonly appointmentTime: number | null
  readonly respondentRef: string
}

interface Shift {
  readonly start: number
  readonly end: number
}

/**
 * Who doesn't come at all on a day: one in sixty, one of a block at most, and never where nobody could do without
 * them.
 */
export function awayOn(day: string): ReadonlySet<number> {
  const come = shiftsOn(day)
  const away = new Set<number>()
  for (const block of ['EARLY', 'LATE'] as const) {
    const own = come.filter(({ userID }) => workerOf(userID)?.block === block)
    if (own.length < SPARED_FROM) continue
    const drawn = own.find(({ userID }) => !isLooker(userID) && randomOf(userID, day, 1).chance(1 / 40))
    if (drawn) away.add(drawn.userID)
  }
  return away
}

/** So many minutes after the start somebody comes: −10 to 8, one in twelve later (spec 4 §3.2). */
export function minutesLate(random: Random, usual: number): number {
  if (random.chance(1 / 12)) return random.int(9, 35)
  return Math.max(-10, Math.min(8, usual + random.int(-4, 4)))
}

/** What is expected in a shift without more ado (spec 4 §2.4): meetings would need an event. */
const WORK_OF_OFFICE: Readonly<Record<string, readonly (readonly [ActivityName, string | null])[]>> = {
  SUPERVISOR: [
    ['HELP LINE', 'Interviewers'],
    ['HELP LINE', 'Respondents'],
  ],
  RESEARCHER: [
    ['CODING', null],
    ['HELP LINE', 'Respondents'],
  ],
  SUPPORT: [
    ['HELP LINE', 'Interviewers'],
    ['RECEPTION', null],
  ],
}
const OFFICE_USUAL: readonly (readonly [ActivityName, string | null])[] = [
  ['HELP LINE', 'Respondents'],
  ['RECEPTION', null],
]

/** What somebody of the office does next on their day, and its category. */
export function officeWork(type: string, place: number): readonly [ActivityName, string | null] {
  const work = WORK_OF_OFFICE[type] ?? OFFICE_USUAL
  return work[place % work.length] ?? ['HELP LINE', 'Interviewers']
}

/** What somebody does on a shift: 6 to 14 sessions without a gap. */
export function sessionsOf(worker: Worker, shift: Shift, day: string, doneAt: number): PlannedSession[] {
  const { person, isInterviewer } = worker
  const random = randomOf(person.id, day, 2)
  const manner = mannerOf(person.id)
  const rows: PlannedSession[] = []
  let at = shift.start + minutesLate(random, manner.late) * MINUTE + random.int(0, 59) * 1000
  const end = shift.end + random.int(-2, 3) * MINUTE
  const add = (
    activity: ActivityName,
    category: string | null,
    minutes: number,
    { projectID = null, until = end }: { projectID?: number | null; until?: number } = {},
  ) => {
    const wanted = Math.min(at + Math.round(minutes * 60) * 1000, until, end)
    // What would be left over belongs to it.
    const to = end - wanted < 6 * MINUTE && until >= end ? end : wanted
    if (to <= at) return
    rows.push({ userID: person.id, activity, category, projectID, start: at, end: to })
    at = to
  }
  const lunchAt = shift.start + (shift.end - shift.start) * 0.5
  let hadLunch = false
  const rest = () => {
    const isLunch = !hadLunch && at > lunchAt - 40 * MINUTE
    if (isLunch) hadLunch = true
    const minutes = isLunch ? random.int(11, 15) : random.int(3, 4)
    add('BREAK', isLunch ? 'Lunch' : random.pick(['Tea', 'Tea', 'Screen']), minutes * manner.breaks)
  }
  if (!isInterviewer) {
    for (let place = 0; at < end; place++) {
      const [activity, category] = officeWork(person.type, place)
      const projectID = activity === 'CODING' ? (worker.projects[0] ?? null) : null
      add(activity, category, random.int(65, 105), { projectID })
      if (at < end) rest()
    }
    return rows
  }
  const brief = openAt(worker.projects, at, doneAt)
  add('PROJECT BRIEF', null, random.int(8, 16), { projectID: brief.id })
  while (at < end) {
    const order = random.chance(0.9) ? worker.projects : worker.projects.toReversed()
    const open = openAt(order, at, doneAt)
    add('AVAILABLE', open.id === INBOUND ? 'Inbound' : 'Outbound', random.int(48, 82), {
      projectID: open.id,
      until: open.until,
    })
    if (at >= end) break
    if (random.chance(manner.trouble)) add('SYSTEM ISSUES', null, random.int(4, 18), { projectID: open.id })
    rest()
    if (random.chance(0.09))
      add('FEEDBACK SESSION', random.pick(['QC', 'QC', 'Coaching']), random.int(12, 25))
    else if (random.chance(0.05)) add('TRAINING', random.pick(['Course', 'Self-study']), random.int(20, 40))
    else if (random.chance(0.04)) add('MEETING', 'Team', random.int(15, 25))
  }
  return rows
}

/** How likely somebody answers: weekday evenings and Saturday mornings best (spec 4 §3.1). */
export function contactAt(at: number, { id, contact }: DemoProject): number {
  if (id === ROUND_THE_CLOCK) return 0.31 * contact
  const wall = new Date(wallClock(at))
  const hour = wall.getUTCHours()
  const weekday = wall.getUTCDay() || 7
  const usual = 0.25 + (hour >= 17 ? 0.13 : hour >= 12 ? 0.04 : 0)
  const extra = weekday === 6 && hour < 13 ? 0.13 : weekday === 7 ? 0.02 : 0
  return Math.min(0.92, (weekday >= 6 ? 0.25 + extra : usual) * contact)
}

/** Calls of an hour, about. */
const CALLS_AN_HOUR = 9.6
/** A call so near its appointment is that appointment's. */
const KEPT_MS = 9 * MINUTE

/** An appointment that was made and isn't called yet. */
export interface Promised {
  readonly projectID: number
  readonly ref: string
  readonly time: number
}

export interface Calling {
  readonly random: Random
  readonly userID: number
  /** Weeks since the beginning of the demo's history. */
  readonly week: number
  /** Those that are called go from it; new ones come to it. */
  readonly promised: Promised[]
  /** Whether a project's cell still wants interviews. */
  isWanted(projectID: number, cell: number): boolean
}

const ENDINGS: Readonly<Record<'contact' | 'none', readonly Outcome[]>> = {
  contact: ['APPOINTMENT', 'APPOINTMENT', 'INELIGIBLE', 'INELIGIBLE', 'ABANDONED'],
  none: ['NO_ANSWER', 'NO_ANSWER', 'NO_ANSWER', 'ANSWER_MACHINE', 'ANSWER_MACHINE', 'BUSY'],
}

/** How one call goes that begins then. */
export function callAt(calling: Calling, projectID: number, at: number): PlannedCall {
  const { random, userID, week, promised } = calling
  const project = demoProject(projectID)
  const manner = mannerOf(userID)
  const contact = contactAt(at, project)
  const complete = Math.min(0.8, (project.perHour * paceIn(manner, week)) / CALLS_AN_HOUR / contact)
  const refusal = Math.min((project.id === INBOUND ? 0.1 : 0.42) * manner.refusals, 0.95 - complete)
  const kept = promised.findIndex((one) => one.projectID === projectID && Math.abs(one.time - at) < KEPT_MS)
  const [appointment] = kept < 0 ? [] : promised.splice(kept, 1)
  const isContact = appointment !== undefined || random.chance(contact)
  const draw = random.next()
  const cells = awakeCells(project, at)
  // The last cell is behind: few of its people are found.
  const cell = random.chance(0.97) ? random.pick(cells.slice(0, -1)) : (cells.at(-1) ?? 0)
  const drawn: Outcome = !isContact
    ? random.pick(ENDINGS.none)
    : draw < complete
      ? 'COMPLETE'
      : draw < complete + refusal
        ? 'REFUSAL'
        : random.pick(ENDINGS.contact)
  // Whose cell is full is thanked.
  const outcome = drawn === 'COMPLETE' && !calling.isWanted(projectID, cell) ? 'INELIGIBLE' : drawn
  const seconds = secondsOf(random, outcome, project)
  const ref = appointment?.ref ?? `${project.code}-${random.int(100_000, 999_999)}`
  const later = random.chance(0.7) ? random.int(30, 200) : random.int(1300, 2880)
  const appointmentTime = outcome === 'APPOINTMENT' ? callableFrom(project, at + later * MINUTE) : null
  if (appointmentTime !== null) promised.push({ projectID, ref, time: appointmentTime })
  return {
    ...{ projectID, userID, start: at, end: at + seconds * 1000, outcome },
    ...{ cell: outcome === 'COMPLETE' ? cell : null, attempt: random.int(1, 4), appointmentTime },
    respondentRef: ref,
  }
}

/** That time, or the first half-hour after it at which the project may call. */
function callableFrom({ hours }: DemoProject, wanted: number): number {
  let at = wanted
  for (let tries = 0; tries < 150 && !isCallable(hours, at); tries++) at += 30 * MINUTE
  return at
}

function secondsOf(random: Random, outcome: Outcome, { minutes }: DemoProject): number {
  if (outcome === 'COMPLETE') return Math.round(minutes * 60 * (0.8 + random.next() * 0.45))
  if (outcome === 'ABANDONED') return random.int(120, 420)
  if (outcome === 'REFUSAL' || outcome === 'APPOINTMENT' || outcome === 'INELIGIBLE')
    return random.int(35, 140)
  return random.int(12, 32)
}

/** Seconds until the next call begins. */
export const pauseBetween = (random: Random, projectID: number): number =>
  projectID === INBOUND ? random.int(110, 320) : random.int(135, 335)

/** The calls of one session of AVAILABLE, each within it. */
export function callsOf(calling: Calling, { projectID, start, end }: PlannedSession): PlannedCall[] {
  if (projectID === null) return []
  const { random } = calling
  const calls: PlannedCall[] = []
  for (let at = start + random.int(10, 60) * 1000; at < end; ) {
    const before = calling.promised.length
    const call = callAt(calling, projectID, at)
    if (call.end > end) {
      // It wasn't made: neither was its appointment.
      calling.promised.length = Math.min(before, calling.promised.length)
      break
    }
    calls.push(call)
    // Somebody answered while nobody was free.
    const lost = at + random.int(1, 9) * 1000
    if (projectID !== INBOUND && random.chance(0.006) && lost + 6000 < end) {
      calls.push({
        ...{
          projectID,
          userID: null,
          start: lost,
          end: lost + random.int(2, 6) * 1000,
          outcome: 'ABANDONED',
        },
        ...{ cell: null, attempt: 1, appointmentTime: null, respondentRef: '' },
      })
    }
    at = call.end + pauseBetween(random, projectID) * 1000
  }
  return calls
}
