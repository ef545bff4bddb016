import * as z from 'zod/mini'
import { DOCUMENT_TEXT, documentProblem } from '../domain/expense-document.ts'
import { MEETING_ANSWERS } from '../domain/meetings.ts'
import { isOneLine } from '../domain/one-line.ts'
import { WORK_LOCATIONS } from '../domain/person.ts'
import { call } from './http-call.ts'
import { done, noPayload, timestamp } from './primitives.ts'
import { publicToken } from './public-links.ts'
import * as subjects from './public-subjects.ts'

/**
 * What the public screens ask (spec 1 §2.1). An unknown link is refused with 403, a used one with 409, an
 * expired one with 410; each in words.
 */

const byToken = z.object({ token: publicToken })
const line = z.string().check(z.maxLength(subjects.LINE_MAX))
const filledLine = line.check(
  z.refine((text) => text.trim() !== '', { error: 'Please fill in what is missing.' }),
)
const oneLine = z.refine<string>(isOneLine, { error: 'This is one line of text.' })
const paragraph = z.string().check(z.maxLength(subjects.PARAGRAPH_MAX))
const message = paragraph.check(z.refine((text) => text.trim() !== '', { error: 'Please write a message.' }))

/* @__NO_SIDE_EFFECTS__ */
function publicCall<Q extends z.ZodMiniType, A extends z.ZodMiniType>(
  path: string,
  request: Q,
  response: A,
  summary: string,
) {
  return call({
    path: `/api/public/${path}`,
    auth: 'none',
    request,
    response,
    summary,
    spec: '1 §2.1',
    extension: true,
  })
}

export const openWurksafe = /* @__PURE__ */ publicCall(
  'wurksafe/open',
  byToken,
  subjects.safetySubject,
  'The place that a safety key is about.',
)
export const safetyKind = z.enum(['CHECK_IN', 'REPORT'])
export const sendSafety = /* @__PURE__ */ publicCall(
  'wurksafe/send',
  z.object({ token: publicToken, name: filledLine, kind: safetyKind, message: paragraph }).check(
    z.refine(({ kind, message: text }) => kind === 'CHECK_IN' || text.trim() !== '', {
      error: 'Please say what happened.',
    }),
  ),
  done,
  'Stores a check-in or a safety report and mails it to who issued the key.',
)

export const openSurvey = /* @__PURE__ */ publicCall(
  'survey/open',
  byToken,
  subjects.surveySubject,
  'The questions of a survey.',
)
export const sendSurvey = /* @__PURE__ */ publicCall(
  'survey/send',
  z.object({
    token: publicToken,
    answers: z
      .array(z.object({ id: z.string().check(z.maxLength(40)), answer: paragraph }))
      .check(z.maxLength(30)),
  }),
  done,
  'Stores the answers of a survey, once.',
)

const ticketView = z.object({
  ...subjects.ticketSubject.shape,
  messages: z.array(subjects.ticketMessage),
})
export const openTicket = /* @__PURE__ */ publicCall(
  'whatsapp/pre-auth/ticket/open',
  byToken,
  ticketView,
  'A ticket as its customer sees it, with the replies so far.',
)
export const replyToTicket = /* @__PURE__ */ publicCall(
  'whatsapp/pre-auth/ticket/reply',
  z.object({ token: publicToken, message }),
  ticketView,
  'Adds a reply to a ticket and mails it to who issued the link.',
)

export const openContactDetails = /* @__PURE__ */ publicCall(
  'contact-details/open',
  byToken,
  subjects.contactSubject,
  'The contact details that are to be confirmed.',
)
export const validateContactDetails = /* @__PURE__ */ publicCall(
  'contact-details/validate',
  z.object({ token: publicToken, isRight: z.boolean(), correction: paragraph }).check(
    z.refine(({ isRight, correction }) => isRight || correction.trim() !== '', {
      error: 'Please say what is not right.',
    }),
  ),
  done,
  'Confirms the contact details, or says what is wrong with them, once.',
)

export const openResearchEmail = /* @__PURE__ */ publicCall(
  'research/email-verify/open',
  byToken,
  subjects.researchEmailSubject,
  'The mail address that is to be confirmed.',
)
export const validateResearchEmail = /* @__PURE__ */ publicCall(
  'research/email-verify/validate',
  byToken,
  done,
  'Confirms the mail address, once.',
)

export const openJobOrder = /* @__PURE__ */ publicCall(
  'customer/job-order-details/open',
  byToken,
  subjects.jobOrderSubject,
  'A job order as its customer sees it.',
)

export const openApplication = /* @__PURE__ */ publicCall(
  'application/open',
  byToken,
  subjects.applicationSubject,
  'What somebody applies for.',
)
export const sendApplication = /* @__PURE__ */ publicCall(
  'application/send',
  z
    .object({
      token: publicToken,
      name: filledLine.check(oneLine),
      /** '' for none; one of both is needed. */
      email: z.union([z.literal(''), z.string().check(z.trim(), z.maxLength(254), z.email())]),
      mobile: z.string().check(z.trim(), z.maxLength(40), oneLine),
      /** Names with commas between. */
      languages: line.check(oneLine),
      availability: z.string().check(z.trim(), z.maxLength(500)),
      workLocation: z.enum(WORK_LOCATIONS),
      message: z.string().check(z.trim(), z.maxLength(2000)),
      /** That they agree to this being kept. */
      hasConsent: z.literal(true),
    })
    .check(
      z.refine(({ email, mobile }) => email !== '' || mobile !== '', {
        error: 'An e-mail address or a mobile number is needed.',
      }),
    ),
  done,
  'Keeps an application at NEW, once. It says the same to who is known already.',
)

export const openOffer = {
  ...publicCall('offer/open', byToken, subjects.offerSubject, 'What an applicant is offered.'),
  extension: false as const,
}
export const answerOffer = {
  ...publicCall(
    'offer/answer',
    z.object({ token: publicToken, isAccepted: z.boolean() }),
    done,
    'Accepts an offer, which makes its applicant HIRED, or declines it, once.',
  ),
  extension: false as const,
}

const handedIn = z.object({ fileName: z.string(), at: timestamp })
const expenseView = z.object({ ...subjects.expenseSubject.shape, documents: z.array(handedIn) })
export const openExpense = /* @__PURE__ */ publicCall(
  'expenses/submit-doc/open',
  byToken,
  expenseView,
  'The expense that documents are wanted for, and those handed in so far.',
)
const document = z.file().check(
  z.refine((file) => documentProblem(file) !== DOCUMENT_TEXT.type, { error: DOCUMENT_TEXT.type }),
  z.refine((file) => documentProblem(file) !== DOCUMENT_TEXT.size, { error: DOCUMENT_TEXT.size }),
)
export const submitExpenseDocument = call({
  path: '/api/public/expenses/submit-doc',
  auth: 'none',
  sends: 'multipart',
  request: z.object({ token: publicToken, document }),
  response: expenseView,
  summary: 'Stores a PDF, PNG, JPEG or WebP file of 8 MB at most with the expense; 10 files at most.',
  spec: '1 §2.1',
  extension: true,
})

export const openMeeting = /* @__PURE__ */ publicCall(
  'user-meeting/open',
  byToken,
  subjects.meetingSubject,
  'The meeting that somebody is invited to.',
)
export const answerMeeting = /* @__PURE__ */ publicCall(
  'user-meeting/answer',
  z.object({
    token: publicToken,
    name: filledLine,
    isComing: z.boolean(),
    /** Says more than `isComing`, where it is given. */
    answer: z.optional(z.enum(MEETING_ANSWERS)),
  }),
  done,
  'Stores whether a guest comes, shows it to the host, and mails it to who issued the link.',
)

const privacyDocument = z.object({
  title: z.string(),
  lastUpdated: timestamp,
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
})
export type PrivacyDocument = z.output<typeof privacyDocument>

export const privacyPolicy = call({
  method: 'GET',
  path: '/api/public/privacy-policy',
  auth: 'none',
  request: noPayload,
  response: privacyDocument,
  summary: 'The privacy policy as it stands.',
  spec: '1 §2.1',
  extension: true,
})
export const privacyNotice = call({
  method: 'GET',
  path: '/api/public/privacy-notice',
  auth: 'none',
  request: noPayload,
  response: privacyDocument,
  summary: 'The privacy notice as it stands.',
  spec: '1 §2.1',
  extension: true,
})
