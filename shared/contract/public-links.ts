import * as z from 'zod/mini'
import type { PermissionRule } from '../domain/permission-rule.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'
import * as subjects from './public-subjects.ts'

/** What a public link is for; each opens one kind of public screen. */
export const linkPurpose = z.enum([
  'WURKSAFE',
  'SURVEY',
  'TICKET',
  'CONTACT_DETAILS',
  'RESEARCH_EMAIL',
  'JOB_ORDER',
  'EXPENSE',
  'MEETING',
  'WIDGET',
  'APPLICATION',
  'OFFER',
])
export type LinkPurpose = z.output<typeof linkPurpose>

/** The token of a link; opaque. */
export const publicToken = z.string().check(z.minLength(1), z.maxLength(200))

const issued = z.object({
  /** The whole address, for the mail or message that carries it. */
  url: z.string(),
  token: z.string(),
  expiresAt: timestamp,
})

/** How many days a link is good; 14 where nothing is said. */
export const LINK_DAYS = 14
export const LINK_DAYS_MAX = 366

/* @__NO_SIDE_EFFECTS__ */
function issuing<S extends z.ZodMiniType>(
  path: string,
  subject: S,
  permission: PermissionRule,
  summary: string,
) {
  return call({
    path: `/api/public-links/issue/${path}`,
    request: z.object({
      subject,
      days: z.optional(z.int().check(z.minimum(1), z.maximum(LINK_DAYS_MAX))),
    }),
    response: issued,
    summary: `Issues a link ${summary}. The token is told this once and kept as a hash.`,
    spec: '1 §2.1',
    extension: true,
    permission,
  })
}

export const issueWurksafe = /* @__PURE__ */ issuing(
  'wurksafe',
  subjects.safetySubject,
  'ISUPERVISOR_CAN_SEE_LIVE_PANEL',
  'for safety check-ins and reports about a place, good until it expires',
)
export const issueSurvey = /* @__PURE__ */ issuing(
  'survey',
  subjects.surveySubject,
  'PROJECTS_CAN_USE_SHAREABLES',
  'for answering a survey, once',
)
export const issueTicket = /* @__PURE__ */ issuing(
  'ticket',
  subjects.ticketSubject,
  'CAN_USE_WHATSAPP',
  'for reading a ticket and replying to it, good until it expires',
)
export const issueContactDetails = /* @__PURE__ */ issuing(
  'contact-details',
  subjects.contactSubject,
  { anyOf: ['IRECRUITMENT_CAN_PROCESS_NEW_PERSON', 'SUPPORT_CAN_EDIT_USER_SETTINGS'] },
  'for confirming contact details, once',
)
export const issueResearchEmail = /* @__PURE__ */ issuing(
  'research-email',
  subjects.researchEmailSubject,
  'IRESEARCH_CAN_VERIFY_EMAIL',
  'for confirming a mail address, once',
)
export const issueJobOrder = /* @__PURE__ */ issuing(
  'job-order',
  subjects.jobOrderSubject,
  'IJOBORDER_CAN_SEE_JOBORDERS',
  'for reading a job order, good until it expires',
)
export const issueExpense = /* @__PURE__ */ issuing(
  'expense',
  subjects.expenseSubject,
  'IFINANCE_CAN_MANAGE_EXPENSES',
  'for handing in documents of an expense, good until it expires',
)
export const issueMeeting = /* @__PURE__ */ issuing(
  'meeting',
  subjects.meetingSubject,
  'CAN_CREATE_ONE_TO_ONE_MEETINGS',
  'for answering an invitation to a meeting, good until it expires',
)
export const issueWidget = /* @__PURE__ */ issuing(
  'widget',
  subjects.widgetSubject,
  'PROJECTS_CAN_SHARE_WIDGETS',
  'that shows a widget with its data, good until it expires',
)

export const issueApplication = /* @__PURE__ */ issuing(
  'application',
  subjects.applicationSubject,
  'IRECRUITMENT_CAN_PROCESS_NEW_PERSON',
  'by which anybody applies for work, good until it expires',
)

export const listPublicLinks = call({
  path: '/api/public-links/list',
  request: noPayload,
  response: z.array(
    z.object({
      id: recordID,
      purpose: linkPurpose,
      /** What it is about, in a few words. */
      about: z.string(),
      /** Display name; '' where nobody issued it. */
      issuedBy: z.string(),
      createdAt: timestamp,
      expiresAt: timestamp,
      usedAt: z.nullable(timestamp),
      answers: z.int(),
    }),
  ),
  summary: 'The newest 500 public links, without their tokens, and how often each was answered.',
  spec: '1 §2.1',
  extension: true,
  permission: 'ADMIN_CAN_SEE_CONFIGURATION',
})

export const readPublicAnswers = call({
  path: '/api/public-links/answers',
  request: z.object({ id: recordID }),
  response: z.array(z.object({ kind: z.string(), answer: z.unknown(), at: timestamp })),
  summary: 'What visitors sent through a public link, oldest first; files by name and size.',
  spec: '1 §2.1',
  extension: true,
  permission: 'ADMIN_CAN_SEE_CONFIGURATION',
})

export const endPublicLink = call({
  path: '/api/public-links/end',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Ends a public link: from now on it answers as expired.',
  spec: '1 §2.1',
  extension: true,
  permission: 'ADMIN_CAN_SEE_CONFIGURATION',
})
