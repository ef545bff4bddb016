import * as z from 'zod/mini'
import { FAQ_STATES, type FaqState, MISSED_TERM_MAX } from '../domain/help-center.ts'
import type { PermissionRule } from '../domain/permission-rule.ts'
import { TICKET_TYPES_MAX } from '../domain/ticket-guide.ts'
import { getCall, listCall } from '../records/record.ts'
import { faqRecord, faqValues } from '../records/support/faq.ts'
import { tourRecord, tourValues } from '../records/support/tour.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp, userID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'
import { ticketQuestions, ticketType } from './ticket-entities.ts'

/** Who keeps the help centre; who may only see it reads. */
export const HELP_CENTER_EDITORS: PermissionRule = {
  allOf: ['SUPPORT_HELP_CENTER', 'SUPPORT_CAN_EDIT_USER_SETTINGS'],
}
const { spec } = faqRecord

/** Both absent for a new one. */
const seen = { id: z.optional(recordID), version: z.optional(recordVersion) }

export const listFaq = listCall(faqRecord)
export const getFaq = getCall(faqRecord)

export const saveFaq = call({
  path: '/api/support/faq/save',
  request: z.extend(faqValues, seen),
  response: faqRecord.row,
  summary: 'Writes a draft of a question, or changes the one that is named as it was seen.',
  spec,
  permission: HELP_CENTER_EDITORS,
})

export const publishFaq = call({
  path: '/api/support/faq/publish',
  request: z.extend(seenRecord, {
    /** DRAFT withdraws it. */
    state: z._default(z.enum(Object.keys(FAQ_STATES) as FaqState[]), 'PUBLISHED'),
  }),
  response: faqRecord.row,
  summary: 'Its audience sees it from now on, or no longer.',
  spec,
  permission: HELP_CENTER_EDITORS,
})

/** What people looked for and did not find. */
const missedSearch = z.object({
  searchTerm: z.string(),
  /** Once a person and day. */
  times: z.int(),
  people: z.int(),
  lastAt: timestamp,
})

export const missedFaq = call({
  path: '/api/support/faq/misses',
  request: noPayload,
  response: z.object({ misses: z.array(missedSearch) }),
  summary: 'Searches of the last 90 days without a result, most people first; at most 200.',
  spec,
  permission: faqRecord.permission,
  extension: true,
})

export const settleMiss = call({
  path: '/api/support/faq/misses/settle',
  request: z.object({ searchTerm: z.string().check(z.minLength(1), z.maxLength(MISSED_TERM_MAX)) }),
  response: done,
  summary: 'Takes a search off the list: it was answered, or needs no answer.',
  spec,
  permission: HELP_CENTER_EDITORS,
  extension: true,
})

export const listTours = { ...listCall(tourRecord), extension: true as const }
export const getTour = getCall(tourRecord)

export const saveTour = call({
  path: '/api/support/tours/save',
  request: z.extend(tourValues, seen),
  response: tourRecord.row,
  summary: 'Makes a tour, or changes the one that is named as it was seen.',
  spec,
  permission: HELP_CENTER_EDITORS,
})

export const tourFinishers = call({
  path: '/api/support/tours/finished',
  request: z.object({ id: recordID }),
  response: z.object({
    people: z.array(z.object({ userID: recordID, displayName: z.string(), finishedAt: timestamp })),
  }),
  summary: 'Who went to the end of a tour, the last first; at most 500.',
  spec,
  permission: tourRecord.permission,
  extension: true,
})

const teamName = z.string().check(z.maxLength(100))
const minutes = z.object({ response: z.int(), resolution: z.int() })
const ticketTypeRow = z.object({
  name: ticketType,
  team: teamName,
  isRetired: z.boolean(),
  questions: ticketQuestions,
})
/** Their limits are those of the settings that keep them ('help.clocks', 'help.ticketTypes', 'help.teams'). */
const deskValues = {
  /** By priority, in minutes. */
  clocks: z.object({ EMERGENCY: minutes, HIGH: minutes, MEDIUM: minutes, LOW: minutes }),
  /** In the order in which they are offered. `team` takes them; '' for none. */
  types: z.array(ticketTypeRow).check(z.minLength(1), z.maxLength(TICKET_TYPES_MAX)),
  teams: z.array(teamName).check(z.maxLength(100)),
}
const version = z.int().check(z.nonnegative())
/** The version of each part; 0 for what nobody has changed. */
const versions = z.object({ clocks: version, types: version, teams: version })
const ticketDesk = z.object({
  ...deskValues,
  /** Who is told of tickets that come to a team, by name; teams without anybody aren't there. */
  members: z.array(
    z.object({ team: teamName, people: z.array(z.object({ userID, displayName: z.string() })) }),
  ),
  versions,
})
export type TicketDesk = z.output<typeof ticketDesk>

export const getTicketDesk = call({
  path: '/api/support/tickets/desk',
  request: noPayload,
  response: ticketDesk,
  summary:
    'Types of tickets with the team that takes each and what is asked, the teams with their members, and the clocks by priority.',
  spec,
  permission: { anyOf: ['SUPPORT_HELP_CENTER', 'ISUPERVISOR_CAN_SEE_MODULE'] },
  extension: true,
})

export const saveTicketDesk = call({
  path: '/api/support/tickets/desk/save',
  request: z.object({
    ...deskValues,
    types: z
      .array(
        z.extend(ticketTypeRow, {
          /** What it was called before, where it gets another name: its tickets get it, too. */
          was: z.optional(ticketType),
        }),
      )
      .check(z.minLength(1), z.maxLength(TICKET_TYPES_MAX)),
    versions,
  }),
  response: ticketDesk,
  summary: 'Changes them as they were seen, all or none. A type is renamed or retired and never taken away.',
  spec,
  permission: HELP_CENTER_EDITORS,
  extension: true,
})

export const saveTeamMember = call({
  path: '/api/support/tickets/desk/member',
  request: z.object({
    team: teamName,
    userID,
    /** False takes them out. */
    isMember: z.boolean(),
  }),
  response: ticketDesk,
  summary: 'Puts somebody who handles tickets into a team, or takes them out. Repeating it changes nothing.',
  spec,
  permission: HELP_CENTER_EDITORS,
  extension: true,
})
