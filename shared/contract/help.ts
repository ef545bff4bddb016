import * as z from 'zod/mini'
import { OVERRIDE_REASON_MAX } from '../domain/live-panel.ts'
import { call } from './http-call.ts'
import { done, recordID, userID } from './primitives.ts'
import { systemIssueRecord } from './ticket-entities.ts'

/** Most people that a search returns. Ours. */
export const PEOPLE_FOUND_MAX = 50

/** Somebody that a search found. */
export const foundUser = z.object({
  userID,
  userName: z.string(),
  displayName: z.string(),
  role: z.string(),
  areaName: z.string(),
})
export type FoundUser = z.output<typeof foundUser>

export const searchUsers = call({
  path: '/api/users/search',
  request: z.object({
    selectedIDs: z.array(userID).check(z.maxLength(500)),
    searchTerm: z.string().check(z.maxLength(200)),
  }),
  response: z.array(foundUser),
  summary:
    'Those who are selected, then up to 50 others whose name has the term, by name. Without CAN_SEARCH_ALL_USERS only people of the same area and managers.',
  spec: '3 §7',
})

export const fetchTour = call({
  path: '/api/support/faq/fetch-tour',
  request: z.object({ tourID: recordID }),
  /** `payload` is JSON; see domain/tours.ts. */
  response: z.object({ payload: z.string() }),
  summary: 'A guided tour that is for the person.',
  spec: '3 §7',
})

export const finishTour = call({
  path: '/api/support/faq/finish-tour',
  request: z.object({ tourID: recordID }),
  response: done,
  summary: 'The person went to the end of a tour. The first time counts.',
  spec: '5 §5.13',
  extension: true,
})

export const systemIssuesReport = call({
  path: '/api/help-centre/system-issues-report',
  request: z.object({ ticketID: recordID }),
  response: z.array(systemIssueRecord),
  summary: "The work that was lost to a ticket's trouble, newest first.",
  spec: '3 §7',
})

export const canUseSystemIssue = call({
  path: '/api/help-centre/can-use-system-issue',
  request: z.object({ ticketID: recordID }),
  response: z.object({ canStartSystemIssue: z.boolean() }),
  summary:
    "Whether the person may report lost work for the ticket: it is theirs and open, and they report none now. Refused with 'Shift locked' while their shift is.",
  spec: '3 §7',
})

export const startSystemIssue = call({
  path: '/api/help-centre/system-issue/start',
  request: z.object({ ticketID: recordID }),
  response: z.object({ recordID }),
  summary: "From now on the person's work is lost to the ticket's trouble.",
  spec: '3 §6',
  extension: true,
})

export const endSystemIssue = call({
  path: '/api/help-centre/system-issue/end',
  request: z.object({ ticketID: recordID }),
  response: done,
  summary: 'The person works again.',
  spec: '3 §6',
  extension: true,
})

export const revokeSystemIssue = call({
  path: '/api/help-centre/system-issue/revoke',
  request: z.object({
    reason: z.string().check(
      z.maxLength(2000),
      z.refine((reason) => reason.trim() !== '', { error: 'Please give a reason.' }),
    ),
    recordID,
    ticketID: recordID,
  }),
  response: done,
  summary: 'Revokes a record of lost work, for good. Needs ISUPERVISOR_CAN_SEE_MODULE.',
  spec: '3 §7',
})

export const lockShift = call({
  path: '/api/help-centre/shift-lock',
  request: z.object({
    userID,
    locked: z.boolean(),
    /** Why it is locked, of 3 to 200 characters. */
    reason: z._default(z.string().check(z.maxLength(OVERRIDE_REASON_MAX)), ''),
  }),
  response: done,
  summary: "Locks somebody's shift with a reason, or unlocks it. The end of the shift unlocks it, too.",
  spec: '4 §5.5',
  permission: 'CAN_FORCE_MASTER_ACTIVITY',
  extension: true,
})
