import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload } from './primitives.ts'

const count = z.int().check(z.nonnegative())

/** What waits for a person, as the shell's badges show it (spec 1 §3). */
export const counters = z.object({
  pendingRequestsCount: count,
  availableOpportunities: count,
  pendingTasksCount: count,
  toDoCount: count,
  unreadNotificationCount: count,
  outstandingTickets: count,
  openMeetingCount: count,
  unreadChat: count,
  newsfeed: count,
  suggestions: count,
  whatsapp: count,
})
export type CounterValues = z.output<typeof counters>
export type CounterName = keyof CounterValues

export const myCounters = call({
  path: '/api/passport-validation/counters',
  request: noPayload,
  response: counters,
  summary: "What waits for the person; 0 for what this installation doesn't have.",
  spec: '1 §3',
  extension: true,
})
