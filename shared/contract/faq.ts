import * as z from 'zod/mini'
import { FAQ_SEARCH_MAX, FAQ_SEARCH_MIN } from '../domain/faq.ts'
import { call } from './http-call.ts'
import { done, noPayload, recordID, timestamp } from './primitives.ts'

const about = { spec: '5 §5.13', permission: 'CAN_USE_FAQ', extension: true } as const

/** A question that is answered for everybody whom it is meant for (spec 5 §5.13). */
export const faqArticle = z.object({
  id: recordID,
  question: z.string(),
  /** Plain text; an empty line begins a paragraph. */
  answer: z.string(),
  category: z.string(),
  updatedAt: timestamp,
  /** Whether the person found it helpful; null while they didn't say. */
  helpful: z.nullable(z.boolean()),
})
export type FaqArticle = z.output<typeof faqArticle>

export const publishedFaq = call({
  path: '/api/support/faq/published',
  request: noPayload,
  response: z.array(faqArticle),
  summary: 'What is published for the person, by category and its order in it.',
  ...about,
})

export const viewFaq = call({
  path: '/api/support/faq/viewed',
  request: z.object({ id: recordID }),
  response: done,
  summary: 'The person opened a question that is published for them.',
  ...about,
})

export const rateFaq = call({
  path: '/api/support/faq/helpful',
  request: z.object({ id: recordID, helpful: z.boolean() }),
  response: done,
  summary: 'Whether an answer was helpful; the last word of each person counts.',
  ...about,
})

export const missFaq = call({
  path: '/api/support/faq/not-found',
  request: z.object({
    searchTerm: z.string().check(z.trim(), z.minLength(FAQ_SEARCH_MIN), z.maxLength(FAQ_SEARCH_MAX)),
  }),
  response: done,
  summary:
    'The person searched and found nothing. It counts once a person and day, and only where nothing is published for them that has these words.',
  ...about,
})

export const toursForMe = call({
  path: '/api/support/tours/mine',
  request: noPayload,
  response: z.array(z.object({ id: recordID, name: z.string() })),
  summary: 'Guided tours that the person can take, by name.',
  ...about,
})
