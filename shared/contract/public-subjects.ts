import * as z from 'zod/mini'
import { WIDGET_NAME } from '../domain/widget.ts'
import { recordID, timestamp } from './primitives.ts'

/**
 * What public links are about (spec 1 §2.1). A link stores what its visitor is shown, as it was when the link
 * was issued. The visitor sees nothing else of the company.
 */

/** Longest short text (names, titles) and longest paragraph. The documents name no limits; these are ours. */
export const LINE_MAX = 200
export const PARAGRAPH_MAX = 4000
const line = z.string().check(z.minLength(1), z.maxLength(LINE_MAX))
const paragraph = z.string().check(z.maxLength(PARAGRAPH_MAX))

/** A place where somebody works alone, or that safety reports are about. */
export const safetySubject = z.object({ site: line, contactName: line, contactPhone: z.string() })

const question = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(40)),
  text: line,
  /** CHOICE: one of `choices`; SCALE: 0 to 10; TEXT: free text. */
  kind: z.enum(['CHOICE', 'SCALE', 'TEXT']),
  choices: z.array(line).check(z.maxLength(20)),
  isRequired: z.boolean(),
})
export type SurveyQuestion = z.output<typeof question>
export const surveySubject = z.object({
  title: line,
  intro: paragraph,
  questions: z.array(question).check(z.minLength(1), z.maxLength(30)),
})

export const ticketMessage = z.object({
  from: line,
  text: paragraph,
  at: timestamp,
  /** Whether the visitor wrote it. */
  isOwn: z.boolean(),
})
export const ticketSubject = z.object({
  reference: line,
  title: line,
  status: line,
  customer: line,
  messages: z.array(ticketMessage).check(z.maxLength(200)),
})

/** Spec 1 §3. */
export const contactType = z.enum([
  'EMAIL',
  'TELEPHONE',
  'ADDRESS',
  'EMERGENCY_CONTACT',
  'FACEBOOK',
  'TWITTER',
  'INSTAGRAM',
  'LINKEDIN',
  'MOBILE',
])
export const contactSubject = z.object({
  name: line,
  contacts: z.array(z.object({ type: contactType, value: line })).check(z.minLength(1), z.maxLength(30)),
})

export const researchEmailSubject = z.object({ name: line, email: line, study: line })

export const jobOrderSubject = z.object({
  reference: line,
  title: line,
  customer: line,
  status: line,
  type: line,
  description: paragraph,
  startsAt: timestamp,
  dueAt: timestamp,
  contactName: line,
  contactEmail: line,
  steps: z.array(z.object({ name: line, isDone: z.boolean() })).check(z.maxLength(20)),
})

export const expenseSubject = z.object({
  reference: line,
  claimant: line,
  description: line,
  /** In pence. */
  amount: z.int().check(z.nonnegative()),
  /** ISO 4217. */
  currency: z.string().check(z.length(3)),
})

/** Spec 1 §3, meeting request. */
export const meetingSubject = z.object({
  meetingID: recordID,
  subject: line,
  agenda: paragraph,
  host: line,
  startsAt: timestamp,
  minutes: z.int().check(z.positive(), z.maximum(24 * 60)),
})

/** What somebody applies for (spec 6 §3). */
export const applicationSubject = z.object({ title: line, intro: paragraph })

/** What an applicant is offered (spec 6 §3.4). */
export const offerSubject = z.object({
  name: line,
  company: line,
  contract: line,
  area: line,
  /** YYYY-MM-DD */
  startDate: z.iso.date(),
  /** In pence an hour. */
  rate: z.int().check(z.positive()),
})

/** Spec 1 §3: a widget's name and the data that it is given. A pair may lack its key. */
export const widgetSubject = z.object({
  appName: z
    .string()
    .check(z.regex(WIDGET_NAME, { error: 'A widget is named by letters, digits, - and _.' })),
  data: z
    .array(
      z.object({
        key: z.optional(z.nullable(z.string().check(z.maxLength(LINE_MAX)))),
        value: z.string().check(z.maxLength(20_000)),
      }),
    )
    .check(z.maxLength(100)),
})
