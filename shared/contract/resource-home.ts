import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp } from './primitives.ts'

const day = z.iso.date()
const count = z.int()

export const resourceHome = call({
  path: '/api/resource/home',
  request: noPayload,
  response: z.object({
    asOf: timestamp,
    /** Today and the next 7 days. */
    days: z.array(day),
    /** Hours by project and day: planned ÷ needed is the coverage. */
    coverage: z.array(
      z.object({
        projectID: recordID,
        project: z.string(),
        days: z.array(z.object({ day, planned: z.number(), needed: z.number() })),
      }),
    ),
    /** Days of projects that lack more than 10 %, the widest first. */
    gaps: z.array(z.object({ projectID: recordID, project: z.string(), day, missing: z.number() })),
    /** What waits for a decision, by age. */
    requests: z.object({ today: count, days: count, older: count }),
    shiftRequests: count,
    /** Windows that close within 48 hours. */
    windows: z.array(z.object({ id: recordID, name: z.string(), closesAt: timestamp })),
    /** Campaigns that are open and have places. */
    campaigns: z.array(z.object({ id: recordID, title: z.string(), free: count })),
    absences: z.array(z.object({ userID: recordID, name: z.string(), isNoShow: z.boolean() })),
    /** Leavers with shifts after their last day. */
    leavers: z.array(z.object({ userID: recordID, name: z.string(), leaveDate: day, shifts: count })),
    /** What warns of rest and hours in the published plan of these days. */
    warnings: z.array(z.object({ userID: recordID, name: z.string(), day, text: z.string() })),
    adaptors: z.array(z.object({ id: recordID, name: z.string(), error: z.string() })),
  }),
  summary: 'What a planner’s morning begins with: coverage, gaps, what waits, who is away, what warns.',
  spec: '4 §4.5.1',
  permission: 'IRESOURCE_CAN_SEE_MODULE',
  extension: true,
})
export type ResourceHome = z.output<typeof resourceHome.response>

export const areaFigures = call({
  path: '/api/resource/areas/figures',
  request: z.object({
    /** The first of 7 days; this week's Monday where it is absent. */
    day: z.optional(day),
  }),
  response: z.object({
    areas: z.array(
      z.object({
        areaID: recordID,
        seats: z.nullable(count),
        /** On shift now. */
        onShift: count,
        /** Hours of the 7 days, by where they are worked. */
        hours: z.object({ office: z.number(), home: z.number() }),
        days: z.array(
          z.object({
            day,
            /** The most people who are planned in the office at once. */
            peak: count,
            isOver: z.boolean(),
            isClosed: z.boolean(),
          }),
        ),
      }),
    ),
    asOf: timestamp,
  }),
  summary: 'People on shift now, and the planned peak of each day against seats, by area.',
  spec: '4 §4.5.15, §5.5',
  permission: { anyOf: ['ADMIN_CAN_MANAGE_AREAS', 'IRESOURCE_CAN_MANAGE_AREAS'] },
})
export type AreaFigures = z.output<typeof areaFigures.response>
