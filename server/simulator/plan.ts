import type { ActivityName } from '#shared/domain/activity.ts'
import { callableUntil } from '#shared/domain/calling-hours.ts'
import type { DemoScene } from '#shared/domain/demo-clock.ts'
import type { DiallerStatus } from '#shared/domain/dialler.ts'
import {
  callAt,
  minutesLate,
  officeWork,
  type PlannedCall,
  type Promised,
  pauseBetween,
} from '../demo/days.ts'
import { mannerOf } from '../demo/manners.ts'
import { demoProject, INBOUND, openAt } from '../demo/projects.ts'
import type { Worker } from '../demo/rota.ts'
import { createRandom, type Random } from '../seed/random.ts'

/** Plans what the demo's people do next (spec 4 §3.2), without a database and without a clock of its own. */

const SECOND = 1000
const MINUTE = 60 * SECOND
/** So long before a shift somebody may come; so much of it must be left for them to come at all. */
const EARLY_MS = 10 * MINUTE
const TOO_LATE_MS = 20 * MINUTE
/** Seconds after a call in which its answers are written down. */
const WRAP_UP_MS = 25 * SECOND
/** Between two messages of the demo's people, whatever the speed. */
const CHAT_GAP_MS = 90 * SECOND
const ANSWER_MS = { least: 20 * SECOND, most: 90 * SECOND } as const
const TICKET_EVERY_MS = 25 * MINUTE
/** A dialler outage stops at least so many, and so many more with each step. */
const OUTAGE_LEAST = 5
const OUTAGE_AT_ONCE = 3
/** So many look for hours with each step of a busy evening. */
const BOOKING_AT_ONCE = 4
/** Appointments that somebody remembers. */
const PROMISED_MAX = 20
/** Weeks into the demo's history: manners have become what they are. */
const WEEK = 8

/** What the simulator remembers of somebody between two steps. */
export interface Actor {
  /** The shift for which it is known when they come. */
  shiftID: number | null
  arriveAt: number
  isAway: boolean
  /** When what they do now is over. */
  until: number
  hadLunch: boolean
  /** The call that they are on. */
  call: PlannedCall | null
  nextCallAt: number
  promised: Promised[]
}

export interface OpenTicket {
  readonly id: number
  readonly userID: number
  readonly takenAt: number | null
  takeAt: number
  resolveAt: number
  /** What helped. */
  readonly resolution: string
}

/** What the simulator remembers between two steps; it is kept in the database. */
export interface Memory {
  /** Steps so far: what is drawn follows from it. */
  steps: number
  actors: Record<number, Actor>
  tickets: OpenTicket[]
  nextTicketAt: number
  nextChatAt: number
  lastChatAt: number
  nextRequestAt: number
  nextReviewAt: number
  /** Conversations in which somebody real waits for a word. */
  answers: { threadID: number; userID: number; dueAt: number }[]
  reviews: { id: number; userID: number; submitAt: number }[]
  /** The scene that was begun, and what it has done: its tickets, whom it delayed, the calls that it moved. */
  scene: { name: DemoScene; at: number; tickets: number[]; late: number[]; calls: number[] } | null
  /** London's day of which the rota is kept. */
  keptDay: string
  /** When each person who is really there was seen last. */
  seen: Record<number, number>
}

export const freshMemory = (now: number): Memory => ({
  ...{
    steps: 0,
    actors: {},
    tickets: [],
    answers: [],
    reviews: [],
    seen: {},
    lastChatAt: now,
    keptDay: '',
    scene: null,
  },
  nextTicketAt: now + 4 * MINUTE,
  nextChatAt: now + 40 * SECOND,
  nextRequestAt: now + 9 * MINUTE,
  nextReviewAt: now + 12 * MINUTE,
})

/** How somebody stands now. */
export interface Standing {
  readonly worker: Worker
  /** What they do; null where they have never done anything. */
  readonly activity: ActivityName | null
  readonly projectID: number | null
  readonly since: number
  readonly shift: { readonly id: number; readonly start: number; readonly end: number } | null
  readonly dialler: DiallerStatus | null
}

export interface World {
  readonly now: number
  /** 1, 5 or 20: how much shorter everything takes. */
  readonly speed: number
  readonly people: readonly Standing[]
  /** Who is really there, or was within the last ten minutes: nobody moves them. */
  readonly isReal: (userID: number) => boolean
  readonly isWanted: (projectID: number, cell: number) => boolean
  /** What really signed-in people wrote to the demo's since the last step. */
  readonly asked: readonly { readonly threadID: number; readonly userID: number; readonly at: number }[]
  /** Rooms in which each person may write. */
  readonly roomsOf: (userID: number) => readonly number[]
  readonly problems: number
  /** Which of them are the dialler's. */
  readonly diallerProblems: readonly number[]
  /** What was set off, and since when; null where nothing goes on. */
  readonly scene: { readonly name: DemoScene; readonly at: number } | null
  /** So many of those on shift have to have system issues that it is excessive (spec 5 §5.12). */
  readonly excessiveShare: number
}

/** What is to be done now, in this order. */
export type Act =
  | {
      readonly kind: 'START'
      readonly userID: number
      readonly activity: ActivityName
      readonly projectID: number | null
      readonly category: string | null
    }
  | {
      readonly kind: 'SWITCH'
      readonly userID: number
      readonly activity: ActivityName
      readonly projectID: number | null
      readonly category: string | null
    }
  | { readonly kind: 'END'; readonly userID: number }
  | { readonly kind: 'CALL'; readonly userID: number; readonly call: PlannedCall }
  | {
      readonly kind: 'DIALLER'
      readonly userID: number
      readonly status: DiallerStatus
      readonly since: number
      readonly projectID: number | null
    }
  | { readonly kind: 'TICKET'; readonly userID: number; readonly problem: number; readonly stops: boolean }
  | { readonly kind: 'TAKE' | 'RESOLVE'; readonly userID: number; readonly ticket: OpenTicket }
  | { readonly kind: 'CHAT'; readonly userID: number; readonly threadID: number; readonly line: number }
  | { readonly kind: 'ANSWER'; readonly userID: number; readonly threadID: number; readonly line: number }
  | {
      readonly kind: 'REQUEST'
      readonly userID: number
      readonly type: 'HOLIDAY' | 'OVERTIME'
      readonly days: number
    }
  | { readonly kind: 'STOP'; readonly userID: number; readonly ticket: number }
  | { readonly kind: 'FILL' | 'RISK' | 'BOOK'; readonly userID: number }
  | { readonly kind: 'CALM'; readonly userID: number; readonly calls: readonly number[] }
  | { readonly kind: 'REVIEW'; readonly userID: number; readonly of: number }
  | { readonly kind: 'SUBMIT'; readonly userID: number; readonly reviewID: number; readonly quality: number }

const freshActor = (): Actor => ({
  ...{ shiftID: null, arriveAt: 0, isAway: false, until: 0, hadLunch: false, call: null, nextCallAt: 0 },
  promised: [],
})

const isIn = ({ activity }: Standing): boolean => activity !== null && activity !== 'INACTIVE'

/** The next step: what is to be done, and what is remembered afterwards. The memory that is given is left alone. */
export function planStep(world: World, before: Memory): { readonly acts: Act[]; readonly memory: Memory } {
  const memory = structuredClone(before)
  memory.steps += 1
  const random = createRandom(Math.imul(memory.steps, 2_654_435_761) | 0)
  const acts: Act[] = []
  const step: Step = { world, memory, random, acts, scaled: (ms) => ms / world.speed }
  for (const standing of world.people) {
    const id = standing.worker.person.id
    memory.actors[id] ??= freshActor()
    const actor = memory.actors[id]
    // Whoever is really there decides for themselves.
    if (world.isReal(id)) Object.assign(actor, { call: null, until: 0, shiftID: null })
    else if (isIn(standing)) stepAtWork(step, standing, actor)
    else arrive(step, standing, actor)
  }
  stepScene(step)
  stepTickets(step)
  stepChat(step)
  stepRequests(step)
  stepReviews(step)
  return { acts, memory }
}

interface Step {
  readonly world: World
  readonly memory: Memory
  readonly random: Random
  readonly acts: Act[]
  readonly scaled: (ms: number) => number
}

/** Somebody comes to their shift: 10 minutes before to 8 after, some later, one in sixty not at all. */
function arrive(
  { world: { now }, random, acts, scaled }: Step,
  { worker, shift }: Standing,
  actor: Actor,
): void {
  actor.call = null
  if (!shift || now < shift.start - EARLY_MS || now > shift.end - TOO_LATE_MS) return
  const { person, isInterviewer, projects } = worker
  if (actor.shiftID !== shift.id) {
    const isSpared = isInterviewer && (worker.block === 'EARLY' || worker.block === 'LATE')
    Object.assign(actor, {
      ...{ shiftID: shift.id, hadLunch: false },
      isAway: now < shift.start && isSpared && random.chance(1 / 60),
      arriveAt: shift.start + minutesLate(random, mannerOf(person.id).late) * MINUTE,
    })
  }
  if (actor.isAway || now < actor.arriveAt) return
  const projectID = isInterviewer ? openAt(projects, now, 0).id : null
  const [activity, category] = isInterviewer ? (['PROJECT BRIEF', null] as const) : officeWork(person.type, 0)
  acts.push({
    ...{ kind: 'START', userID: person.id, activity, category },
    projectID: activity === 'CODING' ? (projects[0] ?? null) : projectID,
  })
  actor.until = now + scaled(random.int(8, 16) * MINUTE)
}

function stepAtWork(step: Step, standing: Standing, actor: Actor): void {
  const { world, acts } = step
  const { worker, shift, activity } = standing
  const userID = worker.person.id
  const isOver = shift === null || world.now >= shift.end
  if (activity === 'AVAILABLE' && worker.isInterviewer) stepCalls(step, standing, actor, isOver)
  // A call goes on to its end.
  if (actor.call !== null) return
  if (isOver) {
    acts.push({ kind: 'END', userID })
    tellDialler(step, standing, { status: 'LOGGED_OUT', since: world.now })
    Object.assign(actor, { until: 0, shiftID: null })
    return
  }
  if (actor.until === 0) actor.until = world.now + step.scaled(step.random.int(3, 40) * MINUTE)
  // Whose work stands still waits for the ticket, but not for ever.
  if (activity === 'SYSTEM ISSUES' && step.memory.tickets.some((ticket) => ticket.userID === userID)) return
  if (world.now >= actor.until) goOn(step, standing, actor)
}

interface Next {
  readonly activity: ActivityName
  readonly category: string | null
  readonly minutes: number
  readonly projectID?: number
}

/** What somebody does after what they did. */
function goOn(step: Step, standing: Standing, actor: Actor): void {
  const { world, acts, scaled } = step
  const { worker, activity: before } = standing
  const next = worker.isInterviewer ? afterCalls(step, standing, actor) : afterOffice(step, standing, actor)
  const { activity, category, minutes, projectID = null } = next
  actor.until = world.now + scaled(minutes * MINUTE)
  if (activity === before) return
  acts.push({ kind: 'SWITCH', userID: worker.person.id, activity, category, projectID })
  if (activity === 'AVAILABLE') actor.nextCallAt = world.now + scaled(step.random.int(10, 60) * SECOND)
  else tellDialler(step, standing, { status: 'PAUSED', since: world.now })
}

function breakOf({ world, random }: Step, { shift, worker }: Standing, actor: Actor): Next {
  const half = shift === null ? 0 : (shift.start + shift.end) / 2
  const isLunch = !actor.hadLunch && world.now > half - 40 * MINUTE
  if (isLunch) actor.hadLunch = true
  const minutes = (isLunch ? random.int(11, 15) : random.int(3, 4)) * mannerOf(worker.person.id).breaks
  return { activity: 'BREAK', category: isLunch ? 'Lunch' : random.pick(['Tea', 'Tea', 'Screen']), minutes }
}

function afterOffice(step: Step, standing: Standing, actor: Actor): Next {
  const { random } = step
  const { worker, activity: before } = standing
  if (before !== 'BREAK' && random.chance(0.5)) return breakOf(step, standing, actor)
  const [activity, category] = officeWork(worker.person.type, random.int(0, 3))
  const [projectID] = activity === 'CODING' ? worker.projects : []
  return { activity, category, minutes: random.int(45, 105), ...(projectID !== undefined && { projectID }) }
}

function afterCalls(step: Step, standing: Standing, actor: Actor): Next {
  const { world, random } = step
  if (standing.activity !== 'AVAILABLE') {
    const { id: projectID } = openAt(standing.worker.projects, world.now, 0)
    const category = projectID === INBOUND ? 'Inbound' : 'Outbound'
    return { activity: 'AVAILABLE', category, minutes: random.int(48, 82), projectID }
  }
  const draw = random.next()
  if (draw < 0.09)
    return {
      activity: 'FEEDBACK SESSION',
      category: random.pick(['QC', 'Coaching']),
      minutes: random.int(12, 25),
    }
  if (draw < 0.14)
    return {
      activity: 'TRAINING',
      category: random.pick(['Course', 'Self-study']),
      minutes: random.int(20, 40),
    }
  if (draw < 0.18) return { activity: 'MEETING', category: 'Team', minutes: random.int(15, 25) }
  return breakOf(step, standing, actor)
}

/** Ends the call that is over, and begins the next ones, up to now. */
function stepCalls(step: Step, standing: Standing, actor: Actor, isOver: boolean): void {
  const { world, random, acts, scaled } = step
  const { now, speed, isWanted } = world
  const { worker, projectID, since } = standing
  if (projectID === null) return
  const userID = worker.person.id
  const isOurs = actor.call === null || (actor.call.projectID === projectID && actor.call.start >= since)
  if (!isOurs) actor.call = null
  let lastEnd = 0
  for (;;) {
    if (actor.call !== null) {
      if (actor.call.end > now) break
      acts.push({ kind: 'CALL', userID, call: actor.call })
      lastEnd = actor.call.end
      actor.nextCallAt = lastEnd + scaled(pauseBetween(random, projectID) * SECOND)
      actor.call = null
    }
    const start = Math.max(actor.nextCallAt, since + SECOND, now - 5 * MINUTE)
    if (isOver || start > now || (actor.until > 0 && start >= actor.until)) break
    const closes = callableUntil(demoProject(projectID).hours, start)
    if (closes === null) break
    const call = callAt({ random, userID, week: WEEK, promised: actor.promised, isWanted }, projectID, start)
    actor.promised = actor.promised.slice(-PROMISED_MAX)
    const end = start + Math.max(SECOND, Math.round((call.end - start) / speed / SECOND) * SECOND)
    // Nobody begins what would go on after the project's hours.
    if (end > closes) break
    actor.call = { ...call, start, end }
  }
  const { call } = actor
  if (call !== null) {
    const isTalk = !['NO_ANSWER', 'BUSY', 'ANSWER_MACHINE'].includes(call.outcome)
    tellDialler(step, standing, { status: isTalk ? 'ON_CALL' : 'DIALLING', since: call.start })
  } else {
    const isWrapping = lastEnd > 0 && now - lastEnd < scaled(WRAP_UP_MS)
    tellDialler(step, standing, {
      status: isWrapping ? 'WRAP_UP' : 'READY',
      since: lastEnd > 0 ? lastEnd : now,
    })
  }
}

function tellDialler(
  { acts }: Step,
  { worker, dialler, projectID }: Standing,
  { status, since }: { readonly status: DiallerStatus; readonly since: number },
): void {
  if (!worker.isInterviewer || status === (dialler ?? 'LOGGED_OUT')) return
  acts.push({
    ...{ kind: 'DIALLER', userID: worker.person.id, status, since },
    projectID: status === 'ON_CALL' ? projectID : null,
  })
}

/** The demo's interviewers who work now and aren't really there. */
const working = ({ world }: Step): Standing[] =>
  world.people.filter((one) => one.worker.isInterviewer && isIn(one) && !world.isReal(one.worker.person.id))

/** Who handles what the floor can't: whoever is in, else anybody, never somebody who is really there. */
function handlers({ world }: Step, ...types: readonly string[]): number[] {
  const free = world.people.filter(
    ({ worker: { person } }) => types.includes(person.type) && !world.isReal(person.id),
  )
  const there = free.filter(isIn)
  return (there.length > 0 ? there : free).map(({ worker }) => worker.person.id)
}

function stepTickets(step: Step): void {
  const { world, memory, random, acts, scaled } = step
  const { now } = world
  const desk = handlers(step, 'SUPERVISOR', 'SUPPORT')
  for (const ticket of [...memory.tickets]) {
    if (desk.length === 0) break
    if (now >= ticket.resolveAt) {
      acts.push({ kind: 'RESOLVE', userID: desk[ticket.id % desk.length] ?? 0, ticket })
      memory.tickets = memory.tickets.filter(({ id }) => id !== ticket.id)
    } else if (now >= ticket.takeAt) {
      acts.push({ kind: 'TAKE', userID: desk[ticket.id % desk.length] ?? 0, ticket })
      ticket.takeAt = Number.MAX_SAFE_INTEGER
    }
  }
  if (now < memory.nextTicketAt) return
  memory.nextTicketAt = now + scaled(TICKET_EVERY_MS * (0.6 + 0.8 * random.next()))
  const free = working(step).filter(
    ({ worker, activity }) =>
      activity === 'AVAILABLE' && !memory.tickets.some(({ userID }) => userID === worker.person.id),
  )
  if (free.length === 0) return
  const { worker } = random.pick(free)
  acts.push({
    ...{ kind: 'TICKET', userID: worker.person.id, problem: random.int(0, world.problems - 1) },
    stops: random.chance(1 / 3),
  })
}

/** What a scene has people do, and what its end takes back (spec 4 §3.2). */
function stepScene(step: Step): void {
  const { world, memory, acts } = step
  const { scene } = world
  const before = memory.scene
  if (before !== null && (scene === null || scene.at !== before.at)) {
    endScene(step, before)
    memory.scene = null
  }
  if (scene === null) return
  const isNew = memory.scene === null
  memory.scene ??= { name: scene.name, at: scene.at, tickets: [], late: [], calls: [] }
  if (scene.name === 'DIALLER_OUTAGE') breakDialler(step, working(step))
  else if (scene.name === 'RAIL_STRIKE') delay(step, memory.scene.late)
  else if (scene.name === 'BUSY_EVENING') book(step)
  else if (isNew) {
    const [first] = handlers(step, 'SUPERVISOR', 'RESOURCE')
    const kind = scene.name === 'QUOTA_FILLS' ? 'FILL' : 'RISK'
    if (first !== undefined) acts.push({ kind, userID: first })
  }
}

/** Whoever is still to come to an office is 20 to 60 minutes late. */
function delay({ world, memory, random }: Step, late: number[]): void {
  for (const standing of world.people) {
    const { worker, shift } = standing
    const { id } = worker.person
    const actor = memory.actors[id]
    if (!actor || isIn(standing) || worker.location !== 'OFFICE' || shift === null || world.isReal(id))
      continue
    if (late.includes(id) || world.now > shift.start) continue
    late.push(id)
    Object.assign(actor, { shiftID: shift.id, isAway: false, hadLunch: false })
    actor.arriveAt = shift.start + random.int(20, 60) * MINUTE
  }
}

/** Some look for hours of the coming evenings, all of them one after the other. */
function book({ world, memory, acts }: Step): void {
  const free = world.people.filter(
    ({ worker: { isInterviewer, person } }) => isInterviewer && !world.isReal(person.id),
  )
  for (let place = 0; place < Math.min(BOOKING_AT_ONCE, free.length); place++) {
    const next = free[(memory.steps * BOOKING_AT_ONCE + place) % free.length]
    if (next) acts.push({ kind: 'BOOK', userID: next.worker.person.id })
  }
}

/** So many of those on shift can't go on, within moments of each other. */
function breakDialler(step: Step, people: readonly Standing[]): void {
  const { world, memory, random, acts } = step
  const onShift = world.people.filter(isIn)
  const affected = onShift.filter(({ activity }) => activity === 'SYSTEM ISSUES').length
  const wanted = Math.max(OUTAGE_LEAST, Math.ceil(world.excessiveShare * onShift.length))
  const free = people.filter(({ activity }) => activity !== 'SYSTEM ISSUES')
  for (const { worker } of random.sample(free, Math.min(OUTAGE_AT_ONCE, wanted - affected))) {
    const { id } = worker.person
    if (memory.tickets.some(({ userID }) => userID === id)) {
      // They have one already: it is that which stops them now.
      acts.push({
        kind: 'STOP',
        userID: id,
        ticket: memory.tickets.find(({ userID }) => userID === id)?.id ?? 0,
      })
      continue
    }
    acts.push({ kind: 'TICKET', userID: id, problem: random.pick(world.diallerProblems), stops: true })
  }
}

function endScene({ memory, world, acts }: Step, scene: NonNullable<Memory['scene']>): void {
  for (const ticket of memory.tickets)
    if (scene.tickets.includes(ticket.id))
      Object.assign(ticket, { takeAt: Number.MAX_SAFE_INTEGER, resolveAt: world.now })
  if (scene.calls.length > 0) {
    const [userID = 0] = world.people.map(({ worker }) => worker.person.id).filter((id) => !world.isReal(id))
    acts.push({ kind: 'CALM', userID, calls: scene.calls })
  }
}

/** When a ticket that was just raised is taken and resolved: most within 15 minutes. */
export function ticketTimes(
  random: Random,
  now: number,
  speed: number,
): Pick<OpenTicket, 'takeAt' | 'resolveAt'> {
  const takeAt = now + (random.int(40, 240) * SECOND) / speed
  const minutes = random.chance(0.85) ? random.int(3, 10) : random.int(20, 50)
  return { takeAt, resolveAt: takeAt + (minutes * MINUTE) / speed }
}

function stepChat(step: Step): void {
  const { world, memory, random, acts } = step
  const { now } = world
  for (const { threadID, userID, at } of world.asked) {
    if (memory.answers.some((one) => one.threadID === threadID)) continue
    const most = at + ANSWER_MS.most
    // Not before 90 seconds after whatever was written last, as far as the answer can wait.
    const least = Math.min(most, Math.max(at + ANSWER_MS.least, memory.lastChatAt + CHAT_GAP_MS))
    memory.answers.push({ threadID, userID, dueAt: least + random.next() * 0.8 * (most - least) })
  }
  for (const { threadID, userID, dueAt } of [...memory.answers]) {
    if (now < dueAt) continue
    memory.answers = memory.answers.filter((one) => one.threadID !== threadID)
    if (world.isReal(userID)) continue
    acts.push({ kind: 'ANSWER', userID, threadID, line: random.int(0, 999) })
    memory.lastChatAt = now
  }
  if (now < memory.nextChatAt || now < memory.lastChatAt + CHAT_GAP_MS || memory.answers.length > 0) return
  const writers = working(step).filter(({ worker }) => world.roomsOf(worker.person.id).length > 0)
  memory.nextChatAt = now + CHAT_GAP_MS + random.int(10, 240) * SECOND
  if (writers.length === 0) return
  const userID = random.pick(writers).worker.person.id
  acts.push({ kind: 'CHAT', userID, threadID: random.pick(world.roomsOf(userID)), line: random.int(0, 999) })
  memory.lastChatAt = now
}

/** One to three requests an hour. */
function stepRequests(step: Step): void {
  const { world, memory, random, acts, scaled } = step
  if (world.now < memory.nextRequestAt) return
  memory.nextRequestAt = world.now + scaled(random.int(20, 55) * MINUTE)
  const people = working(step)
  if (people.length === 0) return
  acts.push({
    ...{ kind: 'REQUEST', userID: random.pick(people).worker.person.id, days: random.int(9, 60) },
    type: random.chance(0.6) ? 'HOLIDAY' : 'OVERTIME',
  })
}

/** One or two reviews an hour are begun, and submitted some minutes later. */
function stepReviews(step: Step): void {
  const { world, memory, random, acts, scaled } = step
  const { now } = world
  for (const review of [...memory.reviews]) {
    if (now < review.submitAt || world.isReal(review.userID)) continue
    memory.reviews = memory.reviews.filter(({ id }) => id !== review.id)
    const quality = 0.84 + random.next() * 0.15
    acts.push({ kind: 'SUBMIT', userID: review.userID, reviewID: review.id, quality })
  }
  if (now < memory.nextReviewAt) return
  memory.nextReviewAt = now + scaled(random.int(30, 60) * MINUTE)
  const reviewers = handlers(step, 'SUPERVISOR')
  const of = working(step).filter(({ worker }) => reviewers.includes(worker.person.managerID ?? 0))
  if (of.length === 0) return
  const { person } = random.pick(of).worker
  acts.push({ kind: 'REVIEW', userID: person.managerID ?? 0, of: person.id })
}
