import * as z from 'zod/mini'
import { ADJUSTMENTS } from '../domain/adjustments.ts'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'
import { planShift } from './shifts.ts'

const day = z.iso.date()
const span = { start: timestamp, end: timestamp } as const

/** What else is in people's time. */
const PLAN_EVENTS = ['HOLIDAY', 'ABSENCE', 'TRAINING', 'MEETING', 'UNAVAILABLE'] as const

/** Somebody who can be planned, with what the checks of hours know of them (shared/domain/working-hours.ts). */
const planPerson = z.object({
  userID: recordID,
  name: z.string(),
  areaID: z.nullable(recordID),
  contractTypeID: z.nullable(recordID),
  managerID: z.nullable(recordID),
  isActive: z.boolean(),
  startDate: z.nullable(day),
  leaveDate: z.nullable(day),
  agency: z.nullable(z.object({ name: z.string(), state: z.nullable(z.enum(['SUSPENDED', 'ENDED'])) })),
  openTask: z.nullable(z.string()),
  isOptedOut48: z.boolean(),
  weeklyHours: z.nullable(z.number()),
  skills: z.array(z.object({ skillID: recordID, expires: z.nullable(day) })),
  /** Hours of the weeks around, by their Mondays; none where they have none. */
  otherWeeks: z.array(z.object({ monday: timestamp, hours: z.number() })),
  coreTimes: z.array(z.object({ weekdays: z.array(z.int()), from: z.int(), to: z.int() })),
  /** What an hour costs by their contract, in £: for holders of IRESOURCE_CAN_SEE_METRICS, where there is a rate. */
  rate: z.optional(z.number()),
  /** What was agreed on when they came back from an illness, without the reason; none where nothing was (spec 6 §5.3). */
  adjusted: z.optional(z.object({ adjustments: z.array(z.enum(ADJUSTMENTS)), until: day })),
})
export type PlanPerson = z.output<typeof planPerson>

const named = z.object({ id: recordID, name: z.string() })

export const plannerWeek = call({
  path: '/api/resource/planner/week',
  request: z.object({
    /** The first day, and the day after the last, by London's calendar. */
    from: day,
    to: day,
    filters: z._default(z.object({ areaIDs: z.optional(z.array(recordID)) }), {}),
  }),
  response: z.object({
    people: z.array(planPerson),
    /** Those of the time and of a week to either side, which the checks need. */
    shifts: z.array(planShift),
    events: z.array(
      z.object({
        userID: recordID,
        kind: z.enum(PLAN_EVENTS),
        text: z.string(),
        isWaiting: z.boolean(),
        ...span,
      }),
    ),
    /** People that projects need, by day and London's hour: hours of work, as fractions. */
    needed: z.array(z.object({ projectID: recordID, day, hours: z.array(z.number()) })),
    /** Public holidays of the time. */
    holidays: z.array(z.object({ day, name: z.string() })),
    projects: z.array(z.extend(named, { isLive: z.boolean(), skills: z.array(named) })),
    areas: z.array(
      z.extend(named, {
        seats: z.nullable(z.int()),
        closedDays: z.array(day),
        openWeekdays: z.nullable(z.array(z.int())),
      }),
    ),
    contractTypes: z.array(named),
    managers: z.array(named),
    limits: z.object({
      restHours: z.number(),
      dayOffWithinDays: z.number(),
      weekHours: z.number(),
      meanOfWeeks: z.number(),
      shortestShiftHours: z.number(),
      longestShiftHours: z.number(),
      breakMinutes: z.number(),
      breakAfterHours: z.number(),
      /** Days of notice of a change. */
      noticeDays: z.number(),
    }),
    /** Whether too little rest only warns, and whether the past can be booked. */
    mayShortenRest: z.boolean(),
    mayBookPast: z.boolean(),
  }),
  summary: 'What planners plan by: people, their shifts, what else is in their time, and whom projects need.',
  spec: '4 §4.5.5, §5.5',
  permission: 'IRESOURCE_CAN_SEE_PLANNER',
})
export type PlannerWeek = z.output<typeof plannerWeek.response>
