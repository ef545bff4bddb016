import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp } from './primitives.ts'

/** A question that is answered for everybody whom it is meant for (spec 5 §5.13). */
export const faqArticle = z.object({
  id: recordID,
  question: z.string(),
  /** Plain text; an empty line begins a paragraph. */
  answer: z.string(),
  category: z.string(),
  updatedAt: timestamp,
})
export type FaqArticle = z.output<typeof faqArticle>

export const faqList = call({
  path: '/api/support/faq/list',
  request: noPayload,
  response: z.array(faqArticle),
  summary: 'What is published for the person, by category and its order in it.',
  spec: '5 §5.13',
  permission: 'CAN_USE_FAQ',
  extension: true,
})
