import type { TimelineEvent } from '#shared/contract/ticket-version.ts'
import type { TicketType } from '#shared/domain/ticket-guide.ts'
import { guideFor } from '#shared/domain/ticket-guide.ts'
import { writeTranscript } from '#shared/domain/ticket-transcript.ts'
import {
  defaultReplySubject,
  EFFORTS,
  mergedInto,
  type Priority,
  type TicketStatus,
} from '#shared/domain/tickets.ts'
import { PEOPLE, type Person, personCalled } from '../people.ts'
import type { Random } from '../random.ts'
import { createTimeline, DAY, HOUR, MINUTE } from '../timeline.ts'
import { AGENCY_CLOSED, ESCALATIONS, FEEDBACK, PROBLEMS, type Problem, SELF_RESOLVED } from './problems.ts'

/** How many tickets there are, the number of the first, and over how many days they were raised. */
const TICKETS = 300
const FIRST_ID = 1001
const DAYS = 115
/** The newest ones are mostly open, the older ones mostly not. */
const RECENT = 90

/** How a ticket has gone so far. */
const FATES = [
  'open',
  'in progress',
  'waiting',
  'escalated',
  'reopened',
  'wants feedback',
  'with feedback',
  'self-resolved',
  'merged',
] as const
type Fate = (typeof FATES)[number] | 'closed by agency'

/** Out of a hundred, in the order of FATES. */
const RECENT_SHARES = [22, 24, 10, 9, 5, 10, 10, 6, 4]
const OLDER_SHARES = [0, 1, 1, 1, 3, 9, 62, 15, 8]

/** An entry of a ticket's timeline. */
export interface SeedEvent {
  readonly event: TimelineEvent
  readonly by: number
  readonly text: string
  readonly changes: readonly { field: string; from: string; to: string }[]
  at: number
}

export interface SeedTicket {
  readonly id: number
  readonly raiser: Person
  readonly raisedAt: number
  readonly type: TicketType
  readonly message: string
  readonly transcript: string
  readonly priority: Priority
  readonly effort: string | null
  readonly spec: string
  readonly dueBy: number | null
  readonly fate: Fate
  readonly events: readonly SeedEvent[]
  readonly handler: Person | null
  readonly mergedInto: number | null
  readonly team: string
  readonly comment: string
  readonly rating: number | null
  readonly feedbackComment: string
}

/** Tickets that the chat talks about, and what the demo interviewer and supervisor are sure to find. */
interface Fixed {
  readonly raiser: string
  readonly message?: string
  readonly type?: TicketType
  readonly fate: Fate
  readonly handler?: string
  readonly priority?: Priority
  readonly transcript?: string
}
const FIXED: Readonly<Record<number, Fixed>> = {
  1209: {
    raiser: 'Jamie Whitfield',
    message: 'My headset crackles on every call. Respondents ask me to repeat the question.',
    fate: 'in progress',
    handler: 'Priya Nair',
    priority: 'MEDIUM',
  },
  1214: {
    raiser: 'Beth Ramsden',
    message: 'My VPN drops every {minutes} minutes and the dialler logs me out with it.',
    fate: 'waiting',
    handler: 'Dwayne Campbell',
    priority: 'HIGH',
  },
  1221: {
    raiser: 'Jamie Whitfield',
    message: 'The dialler on the {project} floor takes {minutes} seconds between calls.',
    fate: 'escalated',
    handler: 'Priya Nair',
    priority: 'EMERGENCY',
  },
  1240: {
    raiser: 'Jamie Whitfield',
    message: 'My second screen stays black since I moved desks.',
    fate: 'with feedback',
    // From before transcripts had a form.
    transcript:
      'Says: second screen black since the move. Asked to restart. Still black. Asked for a picture.',
  },
  1286: { raiser: 'Jamie Whitfield', fate: 'wants feedback', handler: 'Priya Nair' },
  1293: { raiser: 'Gemma Stacey', fate: 'open', type: 'Sign-in and access' },
  1296: { raiser: 'Jamie Whitfield', fate: 'open' },
  1298: { raiser: 'Ellie Thornton', fate: 'in progress', handler: 'Priya Nair', priority: 'HIGH' },
}

const STUDIES = ['Household Travel', 'Consumer Pulse', 'Bank Satisfaction', 'Patient Experience'] as const
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] as const

const HANDLERS = PEOPLE.filter(({ type }) => type === 'SUPERVISOR')
const AGENTS = PEOPLE.filter(({ type }) => type === 'INTERVIEWER')
const AGENCY = PEOPLE.filter(({ type }) => type === 'AGENCY')
const OFFICE = PEOPLE.filter(({ type }) => type === 'RESEARCHER' || type === 'RESOURCE' || type === 'TRAINER')

function raiserOf(random: Random): Person {
  if (random.chance(0.04)) return random.pick(AGENCY)
  if (random.chance(0.06)) return random.pick(OFFICE)
  return random.chance(0.05) ? personCalled('Jamie Whitfield') : random.pick(AGENTS)
}

function fateOf(random: Random, raiser: Person, isRecent: boolean): Fate {
  let drawn = random.int(1, 100)
  const shares = isRecent ? RECENT_SHARES : OLDER_SHARES
  const place = shares.findIndex((share) => {
    drawn -= share
    return drawn <= 0
  })
  const fate = FATES[place] ?? 'with feedback'
  const isOver = fate === 'with feedback' || fate === 'wants feedback' || fate === 'self-resolved'
  return raiser.type === 'AGENCY' && isOver ? 'closed by agency' : fate
}

/** Fills the slots of texts, the same value for the same slot all over one ticket. */
function filler(random: Random): (text: string) => string {
  const values: Readonly<Record<string, string>> = {
    project: random.pick(STUDIES),
    question: `Q${random.int(3, 48)}`,
    day: random.pick(WEEKDAYS),
    minutes: String(random.int(11, 28)),
    count: String(random.int(3, 9)),
  }
  return (text) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

function transcriptOf({ type, answers }: Problem, fill: (text: string) => string): string {
  return writeTranscript(
    guideFor(type).map(({ message }, place) => ({ message, value: fill(answers[place] ?? '') })),
  )
}

type Step = Omit<SeedEvent, 'at'>

/** What happened, in order, and what is left of it. */
interface Story {
  readonly steps: readonly Step[]
  readonly team: string
  readonly comment: string
  readonly rating: number | null
  readonly feedbackComment: string
}

const step = (event: TimelineEvent, by: number, text = '', changes: Step['changes'] = []): Step => ({
  event,
  by,
  text,
  changes,
})

interface Telling {
  readonly random: Random
  readonly id: number
  readonly problem: Problem
  readonly fill: (text: string) => string
  readonly raiser: Person
  readonly handler: Person
  readonly fate: Fate
  readonly mergedInto: number | null
}

/** Somebody takes it in hand, sets it up, and may write a note. */
function opening({ random, problem, fill, handler, fate }: Telling): Step[] {
  const steps = [step('ASSIGNED', handler.id, '', [{ field: 'assign', from: '', to: handler.name }])]
  if (random.chance(0.6)) steps.push(step('NOTE_ADDED', handler.id, fill(problem.note)))
  if (fate === 'waiting') {
    const changes = [{ field: 'status', from: 'IN_PROGRESS', to: 'WAITING' }]
    steps.push(step('SETTINGS_CHANGED', handler.id, '', changes))
  }
  return steps
}

function tell(telling: Telling): Story {
  const { random, id, problem, fill, raiser, handler, fate } = telling
  const raised = step('RAISED', raiser.id, fill(problem.message))
  const story = { team: '', comment: '', rating: null, feedbackComment: '' }
  const resolution = fill(problem.resolution)
  const ended = (event: TimelineEvent, by: number, comment: string): Story => ({
    ...story,
    comment,
    steps: [raised, step(event, by, comment)],
  })
  switch (fate) {
    case 'open':
      return { ...story, steps: [raised] }
    case 'in progress':
    case 'waiting':
      return { ...story, steps: [raised, ...opening(telling)] }
    case 'escalated': {
      const [team, reason] = random.pick(ESCALATIONS)
      const escalated = step('ESCALATED', handler.id, reason, [{ field: 'team', from: '', to: team }])
      return { ...story, team, steps: [raised, ...opening(telling), escalated] }
    }
    case 'reopened': {
      const steps = [
        ...opening(telling),
        step('RESOLVED', handler.id, resolution),
        step('REOPENED', handler.id),
      ]
      return { ...story, steps: [raised, ...steps] }
    }
    case 'wants feedback':
      return {
        ...story,
        comment: resolution,
        steps: [raised, ...opening(telling), step('RESOLVED', handler.id, resolution)],
      }
    case 'with feedback': {
      const [rating, feedbackComment] = random.pick(FEEDBACK)
      const given = step('FEEDBACK_GIVEN', raiser.id, feedbackComment, [
        { field: 'rating', from: '', to: String(rating) },
      ])
      const resolved = step('RESOLVED', handler.id, resolution)
      return {
        ...story,
        comment: resolution,
        rating,
        feedbackComment,
        steps: [raised, ...opening(telling), resolved, given],
      }
    }
    case 'self-resolved':
      return ended('SELF_RESOLVED', raiser.id, random.pick(SELF_RESOLVED))
    case 'closed by agency':
      return ended('CLOSED_BY_AGENCY', raiser.id, random.pick(AGENCY_CLOSED))
    case 'merged':
      return ended('MERGED', handler.id, mergedInto(telling.mergedInto ?? id))
  }
}

/** Spreads what happened over the ticket's life so far. */
function timed(random: Random, steps: readonly Step[], raisedAt: number, now: number): SeedEvent[] {
  const life = Math.min(random.int(20, 60 * 40) * MINUTE, 0.9 * (now - raisedAt))
  return steps.map((one, place) => ({
    ...one,
    at: Math.floor(raisedAt + (life * place) / Math.max(1, steps.length - 1)),
  }))
}

const PRIORITY_SHARES: readonly Priority[] = [
  'LOW',
  'LOW',
  'LOW',
  'MEDIUM',
  'MEDIUM',
  'MEDIUM',
  'MEDIUM',
  'HIGH',
  'HIGH',
  'EMERGENCY',
]

/** An earlier ticket of the same type that was still open when this one came. */
function openTwin(earlier: readonly SeedTicket[], type: TicketType, at: number): SeedTicket | undefined {
  return earlier.findLast(
    (other) =>
      other.type === type &&
      other.fate !== 'merged' &&
      other.raisedAt > at - 20 * DAY &&
      (!isOver(other.fate) || lastEvent(other) > at + 2 * HOUR),
  )
}

const lastEvent = ({ events, raisedAt }: SeedTicket): number => events.at(-1)?.at ?? raisedAt

/** Whether the ticket is resolved. */
export const isOver = (fate: Fate): boolean =>
  !['open', 'in progress', 'waiting', 'escalated', 'reopened'].includes(fate)

const STATUS: Readonly<Partial<Record<Fate, TicketStatus>>> = {
  open: 'OPEN',
  'in progress': 'IN_PROGRESS',
  waiting: 'WAITING',
  escalated: 'ESCALATED',
  reopened: 'REOPENED',
}
export const statusOf = (fate: Fate): TicketStatus => STATUS[fate] ?? 'RESOLVED'

/** What somebody of an agency, who neither dials nor interviews, asks about. */
const AGENCY_TYPES: readonly TicketType[] = ['Sign-in and access', 'Pay and hours', 'Other']

function problemFor(random: Random, fixed: Fixed | undefined, raiser: Person): Problem {
  const fitting = PROBLEMS.filter(
    (one) =>
      (fixed?.message === undefined || one.message === fixed.message) &&
      (fixed?.type === undefined || one.type === fixed.type) &&
      (raiser.type !== 'AGENCY' || AGENCY_TYPES.includes(one.type)),
  )
  return random.pick(fitting)
}

interface Place {
  readonly id: number
  readonly raisedAt: number
  readonly now: number
  readonly isRecent: boolean
  readonly earlier: readonly SeedTicket[]
}

function makeTicket(random: Random, { id, raisedAt, now, isRecent, earlier }: Place): SeedTicket {
  const fixed = FIXED[id]
  const raiser = fixed ? personCalled(fixed.raiser) : raiserOf(random)
  const problem = problemFor(random, fixed, raiser)
  const fill = filler(random)
  const wanted = fixed?.fate ?? fateOf(random, raiser, isRecent)
  const twin = wanted === 'merged' ? openTwin(earlier, problem.type, raisedAt) : undefined
  const fate = wanted === 'merged' && !twin ? 'self-resolved' : wanted
  const own = HANDLERS.find((person) => person.id === raiser.managerID) ?? random.pick(HANDLERS)
  const handler = fixed?.handler
    ? personCalled(fixed.handler)
    : random.chance(0.7)
      ? own
      : random.pick(HANDLERS)
  const story = tell({ random, id, problem, fill, raiser, handler, fate, mergedInto: twin?.id ?? null })
  const isHandled = story.steps.some(({ event }) => event === 'ASSIGNED')
  const noTranscript = random.chance(0.05)
  const effort = isHandled && random.chance(0.7) ? random.pick(EFFORTS).points : null
  const hasDueDate = isHandled && random.chance(0.3)
  return {
    id,
    raiser,
    raisedAt,
    type: problem.type,
    message: fill(problem.message),
    transcript: fixed?.transcript ?? (noTranscript ? '' : transcriptOf(problem, fill)),
    priority: fixed?.priority ?? random.pick(PRIORITY_SHARES),
    effort,
    spec: effort === null ? '' : fill(problem.note),
    dueBy: hasDueDate ? Math.ceil((raisedAt + random.int(1, 6) * DAY) / HOUR) * HOUR : null,
    fate,
    events: timed(random, story.steps, raisedAt, now),
    handler: isHandled ? handler : null,
    mergedInto: twin?.id ?? null,
    team: story.team,
    comment: story.comment,
    rating: story.rating,
    feedbackComment: story.feedbackComment,
  }
}

/** The seeded company's 300 tickets, oldest first; the same `random` and `now` give the same ones. */
export function planTickets(random: Random, now: number): readonly SeedTicket[] {
  const timeOf = createTimeline(now - DAYS * DAY, now)
  const times = Array.from({ length: TICKETS }, () => Math.min(timeOf(random), now - 5 * MINUTE)).sort(
    (a, b) => a - b,
  )
  const made: SeedTicket[] = []
  for (const [place, raisedAt] of times.entries()) {
    const isRecent = place >= TICKETS - RECENT
    made.push(makeTicket(random, { id: FIRST_ID + place, raisedAt, now, isRecent, earlier: made }))
  }
  return made
}

/** How a resolution's mail is called. */
export const subjectOf = (ticket: SeedTicket): string =>
  ticket.events.some(({ event }) => event === 'RESOLVED') && isOver(ticket.fate)
    ? defaultReplySubject(ticket.id)
    : ''
