import type { Generated } from 'kysely'
import type { Time } from './time.ts'

/** Mail. Its text may carry a link that signs somebody in, and so is emptied once it was handed over. */
export interface OutboxTable {
  id: Generated<number>
  to: string
  subject: string
  text: string
  createdAt: Time
  sentAt: Time | null
}

/** What people's clients report, such as when they went offline. */
export interface EventLogTable {
  id: Generated<number>
  userID: number
  actionName: string
  description: string
  at: Time
}

/** Answers of calls that carried an Idempotency-Key, so that a retry answers as the first did. */
export interface IdempotencyTable {
  userID: number
  key: string
  path: string
  /** SHA-256 of the request, so that a key used for something else is refused. */
  requestHash: string
  status: number
  answer: string
  createdAt: Time
}

/** Facts about this installation, such as the seed's version and the token-signing secret. */
export interface SettingTable {
  name: string
  value: string
}
