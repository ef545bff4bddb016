import * as z from 'zod/mini'
import { recordID } from './primitives.ts'

/** What a conversation belongs to (spec 2 §3). */
export const chatSource = z.enum([
  'PROJECT',
  'PROJECT_MEMBER',
  'TASK_CHAT',
  'TICKET_CHAT',
  'WURKROOM_CLAIM',
  'JOB_ORDER',
  'MEETING',
  'TOPIC',
  'MANUAL',
  'SUBTASK',
  'MESSAGE',
])
export type ChatSource = z.output<typeof chatSource>

/** Names a conversation: the pair that every chat call carries (spec 2 §7). */
export const chatAddress = z.object({ source: chatSource, sourceID: recordID })
export type ChatAddress = z.output<typeof chatAddress>
