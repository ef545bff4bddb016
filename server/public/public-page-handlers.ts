import * as z from 'zod/mini'
import type { LinkPurpose } from '#shared/contract/public-links.ts'
import * as subjects from '#shared/contract/public-subjects.ts'
import { Applications } from '../applicants/applications.ts'
import { Hiring, type HiringParts } from '../applicants/hiring.ts'
import type { AttemptCounts } from '../auth/attempt-counts.ts'
import type { LinkLimiter } from '../auth/sign-in-limiter.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { withinUnit } from '../db/unit-of-work.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { answerAsGuest } from '../meetings/meeting-records.ts'
import type { Meetings } from '../meetings/meetings.ts'
import { Refusal } from '../refusal.ts'
import { documentsOf, keepDocument } from './expense-documents.ts'
import type { TellIssuer } from './issuer-mail.ts'
import type { OpenLink, PublicLinks } from './link-store.ts'
import { readPrivacyDocument } from './privacy-documents.ts'
import { readSurveyAnswers } from './survey-answers.ts'

export interface PublicPageServices {
  readonly db: Database
  readonly publicLinks: PublicLinks
  /** Counts bad links. */
  readonly linkLimiter: LinkLimiter
  readonly tellIssuer: TellIssuer
  readonly meetings: Pick<Meetings, 'tellChanged'>
  readonly clock: Clock
  readonly counts: AttemptCounts
  readonly outbox: HiringParts['outbox']
  readonly originOf: HiringParts['originOf']
}

const REPLIES_MAX = 50
const REPLY = 'REPLY'
const replyAnswer = z.object({ message: z.string() })

type TicketLink = OpenLink<z.output<typeof subjects.ticketSubject>>

/** What the public screens read and send (spec 1 §2.1). Tries with bad links are limited. */
export function publicPageHandlers(services: PublicPageServices): AreaHandlers<'publicPages'> {
  const { db, publicLinks, linkLimiter, tellIssuer } = services
  const applications = new Applications(services)
  const hiring = new Hiring(services)

  function find<S extends z.ZodMiniType>(purpose: LinkPurpose, schema: S) {
    return ({ token }: { token: string }, { address }: { address: string }) =>
      linkLimiter.attempt(address, () => publicLinks.find(purpose, schema, token))
  }
  const findWurksafe = find('WURKSAFE', subjects.safetySubject)
  const findSurvey = find('SURVEY', subjects.surveySubject)
  const findTicket = find('TICKET', subjects.ticketSubject)
  const findContacts = find('CONTACT_DETAILS', subjects.contactSubject)
  const findEmail = find('RESEARCH_EMAIL', subjects.researchEmailSubject)
  const findJobOrder = find('JOB_ORDER', subjects.jobOrderSubject)
  const findExpense = find('EXPENSE', subjects.expenseSubject)
  const findApplication = find('APPLICATION', subjects.applicationSubject)
  const findOffer = find('OFFER', subjects.offerSubject)
  const findMeeting = find('MEETING', subjects.meetingSubject)

  async function ticketView({ id, subject }: TicketLink) {
    const replies = (await publicLinks.answers(id)).map(({ answer, at }) => ({
      from: subject.customer,
      text: replyAnswer.parse(answer).message,
      at: new Date(at).toISOString(),
      isOwn: true,
    }))
    const messages = [...subject.messages, ...replies].sort((a, b) => a.at.localeCompare(b.at))
    return { ...subject, messages }
  }

  async function expenseView({ id, subject }: OpenLink<z.output<typeof subjects.expenseSubject>>) {
    return { ...subject, documents: await documentsOf(db, id) }
  }

  return {
    openWurksafe: async (input, context) => (await findWurksafe(input, context)).subject,
    sendSafety: async (input, context) => {
      const { id, createdBy, subject } = await findWurksafe(input, context)
      const { kind, name, message } = input
      const answer = { name: name.trim(), message: message.trim() }
      const added = await publicLinks.add(id, { kind, answer, key: context.idempotencyKey })
      if (added === null) return { done: true }
      const what = kind === 'CHECK_IN' ? 'Safe and well' : 'Safety report'
      await tellIssuer(createdBy, `${what}: ${subject.site}`, [
        `From ${answer.name}.`,
        answer.message || what,
      ])
      return { done: true }
    },

    openSurvey: async (input, context) => (await findSurvey(input, context)).subject,
    sendSurvey: async ({ token, answers }, { address, idempotencyKey: key }) => {
      const found = await publicLinks.peek('SURVEY', subjects.surveySubject, token)
      const answer = { answers: found ? readSurveyAnswers(found.questions, answers) : [] }
      await linkLimiter.attempt(address, () =>
        publicLinks.use('SURVEY', token, { kind: 'SURVEY', answer, key }),
      )
      return { done: true }
    },

    openTicket: async (input, context) => ticketView(await findTicket(input, context)),
    replyToTicket: async (input, context) => {
      const link = await findTicket(input, context)
      if ((await publicLinks.answers(link.id)).length >= REPLIES_MAX) throw new Refusal(400, 'reply.tooMany')
      const message = input.message.trim()
      const answer = { kind: REPLY, answer: { message }, key: context.idempotencyKey }
      const { createdBy, subject } = link
      if ((await publicLinks.add(link.id, answer)) !== null)
        await tellIssuer(createdBy, `Reply to ${subject.reference}: ${subject.title}`, [
          `From ${subject.customer}:`,
          message,
        ])
      return ticketView(link)
    },

    openContactDetails: async (input, context) => (await findContacts(input, context)).subject,
    validateContactDetails: async ({ token, isRight, correction }, { address, idempotencyKey: key }) => {
      const answer = { isRight, correction: isRight ? '' : correction.trim() }
      await linkLimiter.attempt(address, () =>
        publicLinks.use('CONTACT_DETAILS', token, { kind: 'CONTACT_DETAILS', answer, key }),
      )
      return { done: true }
    },

    openResearchEmail: async (input, context) => (await findEmail(input, context)).subject,
    validateResearchEmail: async ({ token }, { address, idempotencyKey: key }) => {
      await linkLimiter.attempt(address, () =>
        publicLinks.use('RESEARCH_EMAIL', token, { kind: 'CONFIRMED', answer: {}, key }),
      )
      return { done: true }
    },

    openJobOrder: async (input, context) => (await findJobOrder(input, context)).subject,

    openExpense: async (input, context) => expenseView(await findExpense(input, context)),
    submitExpenseDocument: async ({ token, document }, context) => {
      const link = await findExpense({ token }, context)
      await keepDocument(db, publicLinks, { linkID: link.id, file: document, key: context.idempotencyKey })
      return expenseView(link)
    },

    openOffer: async (input, context) => {
      const { id, subject } = await findOffer(input, context)
      await hiring.requireOpen(id)
      return subject
    },
    answerOffer: async ({ token, isAccepted }, { address, idempotencyKey: key }) => {
      await linkLimiter.attempt(address, () => withinUnit(() => hiring.answer({ token, isAccepted, key })))
      return { done: true }
    },

    openApplication: async (input, context) => (await findApplication(input, context)).subject,
    sendApplication: async ({ token, ...application }, context) => {
      const { id, subject } = await findApplication({ token }, context)
      const { address, idempotencyKey: key } = context
      await applications.take({ linkID: id, title: subject.title, address, key }, application)
      return { done: true }
    },

    openMeeting: async (input, context) => (await findMeeting(input, context)).subject,
    answerMeeting: async (input, context) => {
      const { id, createdBy, subject } = await findMeeting(input, context)
      const said = input.answer ?? (input.isComing ? 'COMING' : 'NOT_COMING')
      const answer = { name: input.name.trim(), isComing: said === 'COMING' }
      const hosts = await answerAsGuest(db, id, { name: answer.name, answer: said }, services.clock())
      services.meetings.tellChanged(hosts)
      const added = await publicLinks.add(id, { kind: 'GUEST', answer, key: context.idempotencyKey })
      const words = { COMING: 'is coming', TENTATIVE: 'may be coming', NOT_COMING: 'is not coming' }[said]
      if (added !== null)
        await tellIssuer(createdBy, `Meeting: ${subject.subject}`, [`${answer.name} ${words}.`])
      return { done: true }
    },

    privacyPolicy: () => readPrivacyDocument(db, 'pp'),
    privacyNotice: () => readPrivacyDocument(db, 'pn'),
  }
}
