import * as z from 'zod/mini'
import { TRANSCRIPT_MAX, transcriptProblem } from '../domain/ticket-transcript.ts'
import {
  DEFAULT_PAGE_SIZE,
  DEFAULT_TICKET_FILTER,
  escalationProblem,
  PAGE_SIZES,
  REOPEN_PERMISSION,
  resolutionProblem,
  TICKET_FILTERS,
  TICKET_SUBJECT_MAX,
  TICKET_TEXT,
  TICKET_TEXT_MAX,
} from '../domain/tickets.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, userID } from './primitives.ts'
import {
  effort,
  feedback,
  helpTicket,
  internalNote,
  priority,
  seenVersion,
  ticket,
  ticketChanged,
  ticketQuestions,
  ticketSettings,
  ticketStatus,
  ticketType,
  timelineEntry,
} from './ticket-entities.ts'

const longText = z.string().check(z.maxLength(TICKET_TEXT_MAX))
const byTicketID = z.object({ ticketID: recordID })
const byID = z.object({ id: recordID })
/** `id` and, as an extension, the version that the person saw. */
const changeByID = z.object({ id: recordID, version: seenVersion })

/** A text that must not be blank; `error` says so. */
const said = (error: string) => longText.check(z.refine((text) => text.trim() !== '', { error }))

// Reading.

export const getAllUserHelpMessages = call({
  method: 'GET',
  path: '/api/communication/notification/get-all-user-help-messages',
  request: noPayload,
  response: z.array(helpTicket),
  summary: "The person's own tickets, newest first; 500 at most.",
  spec: '3 §7',
  scope: 'tickets:read',
})

export const ticketSort = z.enum([
  'id',
  'raisedTime',
  'updatedTime',
  'ticketType',
  'message',
  'interviewerName',
  'assign',
  'status',
  'priority',
  'deadline',
])
export type TicketSort = z.output<typeof ticketSort>

/**
 * Whose tickets: the person's own; assigned to them; assigned to nobody; the latter two together; all that
 * they may see.
 */
export const ticketScope = z.enum(['MINE', 'ASSIGNED_TO_ME', 'UNASSIGNED', 'TO_HANDLE', 'ALL'])

export const searchTickets = call({
  path: '/api/help/tickets/search',
  request: z.object({
    scope: z._default(ticketScope, 'MINE'),
    filter: z._default(z.enum(TICKET_FILTERS), DEFAULT_TICKET_FILTER),
    /** Looked for in number, message and names. */
    searchTerm: z._default(z.string().check(z.maxLength(200)), ''),
    ticketTypes: z.optional(z.array(ticketType).check(z.maxLength(50))),
    priorities: z.optional(z.array(priority).check(z.maxLength(10))),
    /** Only open tickets that are late now. */
    lateOnly: z._default(z.boolean(), false),
    /** Only open tickets whose next deadline is within the hour, and that aren't late. */
    dueOnly: z._default(z.boolean(), false),
    sort: z._default(ticketSort, 'raisedTime'),
    order: z._default(z.enum(['asc', 'desc']), 'desc'),
    /** From 1. */
    page: z._default(z.int().check(z.positive(), z.maximum(1_000_000)), 1),
    pageSize: z._default(z.literal(PAGE_SIZES), DEFAULT_PAGE_SIZE),
  }),
  response: z.object({ total: z.int(), tickets: z.array(helpTicket) }),
  summary: 'A page of the tickets that the person may see, filtered, searched and sorted.',
  spec: '3 §4',
  extension: true,
  scope: 'tickets:read',
})

export const ticketIssueData = call({
  path: '/api/supervisor/live-panel/ticket-issue-data',
  request: byTicketID,
  response: ticket,
  summary: 'A ticket for who handles it.',
  spec: '3 §7',
  permission: 'ISUPERVISOR_CAN_SEE_MODULE',
})

export const getUserHelpMessageData = call({
  path: '/api/communication/notification/get-user-help-message-data',
  request: byTicketID,
  response: ticket,
  summary: 'A ticket for who raised it.',
  spec: '3 §7',
  scope: 'tickets:read',
})

export const getAgencyHelpMessageData = call({
  path: '/api/agency/irecruitment/get-user-help-message-data',
  request: byTicketID,
  response: ticket,
  summary: "A ticket of the agency user's own or of somebody they manage.",
  spec: '3 §7',
  permission: 'IAGENCY_CAN_SEE_MODULE',
})

export const isIssueResolved = call({
  path: '/api/communication/notification/help/is-issue-resolved',
  request: z.object({ issueID: recordID }),
  response: z.object({ resolved: z.boolean() }),
  summary: 'Whether the ticket is resolved.',
  spec: '3 §7',
  scope: 'tickets:read',
})

export const timeline = call({
  path: '/api/help/tickets/timeline',
  request: z.object({
    id: recordID,
    /** Only entries older than that one; an extension. */
    before: z.optional(recordID),
    /** Without it all entries; an extension. */
    limit: z.optional(z.int().check(z.positive(), z.maximum(1000))),
  }),
  response: z.array(timelineEntry),
  summary: 'What happened to a ticket, newest first. Needs ISUPERVISOR_CAN_SEE_MODULE.',
  spec: '3 §7',
  scope: 'tickets:read',
})

export const relatedTickets = call({
  path: '/api/help/tickets/related',
  request: byTicketID,
  response: z.object({
    /** Other tickets of the same person, newest first; 20 at most. */
    ofPerson: z.array(helpTicket),
    /** Open tickets of the same type, raised within a day of this one; 20 at most. */
    duplicates: z.array(helpTicket),
  }),
  summary: 'What belongs with a ticket: the history of who raised it, and what may be the same trouble.',
  spec: '3 §1',
  extension: true,
  scope: 'tickets:read',
})

// Raising.

export const raiseTicket = call({
  path: '/api/help/tickets/raise',
  request: z.object({
    ticketType,
    message: said(TICKET_TEXT.enterMessage),
    /** JSON with `renderedSteps`; see domain/ticket-transcript.ts. */
    transcript: z._default(
      z.string().check(
        z.maxLength(TRANSCRIPT_MAX),
        z.refine((text) => transcriptProblem(text) === null, {
          error: (issue) => transcriptProblem(String(issue.input)) ?? '',
        }),
      ),
      '',
    ),
    priority: z._default(priority, 'MEDIUM'),
  }),
  response: z.object({ id: recordID }),
  summary: 'Raises a ticket.',
  spec: '3 §1',
  extension: true,
  scope: 'tickets:write',
})

export const raiseTicketFor = call({
  path: '/api/help/tickets/raise-for',
  request: z.object({
    userID,
    ticketType,
    message: said(TICKET_TEXT.enterMessage),
    priority: z._default(priority, 'MEDIUM'),
  }),
  response: z.object({ id: recordID }),
  summary:
    'Raises a ticket of somebody whom the caller’s live panel shows; it is theirs, and they are told who raised it.',
  spec: '4 §4.4.1',
  permission: 'SUPPORT_HELP_CENTER',
  extension: true,
})

// Handling.

export const assignTicketToMe = call({
  path: '/api/communication/notification/help/assign-ticket-to-me',
  request: changeByID,
  response: ticketChanged,
  summary:
    'Takes a ticket in hand. One that somebody else has in hand is taken over only by who sends its version. Needs ISUPERVISOR_CAN_SEE_MODULE.',
  spec: '3 §7',
  scope: 'tickets:write',
})

export const unassignTicket = call({
  path: '/api/communication/notification/help/unassign-ticket',
  request: changeByID,
  response: ticketChanged,
  summary: 'Gives a ticket back. Needs ISUPERVISOR_CAN_SEE_MODULE.',
  spec: '3 §7',
  scope: 'tickets:write',
})

export const ticketEscalationTypes = call({
  method: 'GET',
  path: '/api/help-centre/ticket-escalation-types',
  request: noPayload,
  response: z.array(z.string()),
  summary: 'The teams that a ticket can be escalated to.',
  spec: '3 §7',
  scope: 'tickets:read',
})

export const escalateTicket = call({
  path: '/api/communication/notification/help/escalate',
  request: z.object({
    ticketID: recordID,
    team: z.string().check(z.minLength(1), z.maxLength(100)),
    reason: longText.check(
      z.refine((reason) => escalationProblem(reason) === null, { error: TICKET_TEXT.shortReason }),
    ),
    version: seenVersion,
  }),
  response: ticketChanged,
  summary:
    'Hands a ticket to a team. The same escalation again changes nothing. Needs ISUPERVISOR_CAN_SEE_MODULE.',
  spec: '3 §7',
  scope: 'tickets:write',
})

export const viewSetting = call({
  path: '/api/help/tickets/view-setting',
  request: byID,
  response: z.object({ ...ticketSettings.shape, version: ticket.shape.version }),
  summary: "A ticket's settings. Needs ISUPERVISOR_CAN_SEE_MODULE.",
  spec: '3 §7',
  scope: 'tickets:read',
})

const choice = z.object({ value: z.string(), label: z.string() })

export const supportSettings = call({
  path: '/api/help/tickets/support/settings',
  request: noPayload,
  response: z.object({
    status: z.array(z.object({ value: ticketStatus, label: z.string() })),
    effort: z.array(z.object({ value: effort, label: z.string() })),
    priority: z.array(z.object({ value: priority, label: z.string() })),
    /** `questions` are asked when it is raised; an extension. */
    ticketTypes: z.array(z.extend(choice, { questions: z.optional(ticketQuestions) })),
    /** Those that only old tickets have; an extension. */
    retiredTypes: z.optional(z.array(ticketType)),
    /** Templates for whoever resolves tickets; an extension. */
    answers: z.optional(z.array(z.object({ name: z.string(), text: z.string() }))),
  }),
  summary:
    "What the settings of a ticket can be set to, with how it is called. 'status' has what may be chosen.",
  spec: '3 §7',
  scope: 'tickets:read',
})

export const updateTicket = call({
  path: '/api/help/tickets/update',
  request: z.object({ ...ticketSettings.shape, version: seenVersion }),
  response: ticketChanged,
  summary: "Sets a ticket's settings. Needs ISUPERVISOR_CAN_SEE_MODULE.",
  spec: '3 §7',
  scope: 'tickets:write',
})

export const addInternalNote = call({
  path: '/api/help/tickets/notes/add',
  request: z.object({ ticketID: recordID, note: said('Please write a note.') }),
  response: ticketChanged,
  summary: 'Adds a note for those who handle the ticket. Needs ISUPERVISOR_CAN_SEE_MODULE.',
  spec: '3 §6',
  extension: true,
  scope: 'tickets:write',
})

export const internalNotes = call({
  path: '/api/help/tickets/notes',
  request: byTicketID,
  response: z.array(internalNote),
  summary: "A ticket's internal notes, newest first. Needs ISUPERVISOR_CAN_SEE_MODULE.",
  spec: '3 §6',
  extension: true,
  scope: 'tickets:read',
})

export const mergeTickets = call({
  path: '/api/help/tickets/merge',
  request: z.object({
    /** The ticket that stays. */
    ticketID: recordID,
    duplicateIDs: z.array(recordID).check(z.minLength(1), z.maxLength(50)),
    version: seenVersion,
  }),
  response: ticketChanged,
  summary:
    'Closes duplicates in favour of one ticket; whoever raised them is told, now and when that one is resolved. Needs ISUPERVISOR_CAN_SEE_MODULE.',
  spec: '3 §4',
  extension: true,
})

// Closing and reopening.

export const resolveHelpRequest = call({
  path: '/api/communication/notification/resolve-help-request',
  request: z
    .object({
      id: recordID,
      subject: z.string().check(z.maxLength(TICKET_SUBJECT_MAX)),
      body: longText,
      sendEmail: z.boolean(),
      internalComment: longText,
      interviewerNameID: z.string(),
      userLoginID: userID,
      version: seenVersion,
    })
    .check(
      z.superRefine((resolution, context) => {
        const message = resolutionProblem(resolution)
        if (message !== null) context.addIssue({ code: 'custom', message, input: resolution })
      }),
    ),
  response: ticketChanged,
  summary: 'Resolves a ticket and tells whoever raised it. Needs ISUPERVISOR_CAN_SEE_MODULE.',
  spec: '3 §7',
  scope: 'tickets:write',
})

export const selfResolveTicket = call({
  path: '/api/communication/notification/help/self-resolve-ticket',
  request: z.object({ id: recordID, resolveMessage: said(TICKET_TEXT.enterComment), version: seenVersion }),
  response: ticketChanged,
  summary: "Resolves a ticket of the person's own, who isn't asked for feedback then.",
  spec: '3 §7',
  scope: 'tickets:write',
})

export const closeTicket = call({
  path: '/api/agency/irecruitment/recruit/close-ticket',
  request: z.object({ id: recordID, resolveMessage: said(TICKET_TEXT.enterComment), version: seenVersion }),
  response: ticketChanged,
  summary:
    "Closes a ticket of the agency user's own or of somebody they manage. Needs IAGENCY_CAN_SEE_MODULE.",
  spec: '3 §7',
  scope: 'tickets:write',
})

export const reopenTicket = call({
  path: '/api/communication/notification/help/reopen-ticket',
  request: changeByID,
  response: ticketChanged,
  summary: 'Opens a resolved ticket again.',
  spec: '3 §7',
  permission: REOPEN_PERMISSION,
  scope: 'tickets:write',
})

export const submitFeedback = call({
  path: '/api/communication/notification/help/submit-feedback',
  request: z.object({ ticketID: recordID, ...feedback.shape }),
  response: ticketChanged,
  summary:
    'What the person thinks of how their ticket was resolved. The first one counts; the same again changes nothing.',
  spec: '3 §7',
  scope: 'tickets:write',
})

// Conversation.

export const getChatThread = call({
  path: '/api/help-centre/get-chat-thread',
  request: byID,
  response: z.object({ sourceID: z.int() }),
  summary: "The source id of the ticket's chat (source TICKET_CHAT); -1 where the person is in none.",
  spec: '3 §7',
})

export const startTicketChat = call({
  path: '/api/help-centre/start-chat-thread',
  request: byID,
  response: z.object({ sourceID: recordID }),
  summary:
    "Makes the ticket's chat of whoever raised it, has it in hand and asks for it, or joins it. Needs ISUPERVISOR_CAN_SEE_MODULE.",
  spec: '3 §2',
  extension: true,
})
