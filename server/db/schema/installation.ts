import type { Generated } from 'kysely'
import type { Time } from './time.ts'

/** Mails. A text may have a link that signs somebody in, so it is emptied once the mail was handed over. */
export interface OutboxTable {
  id: Generated<number>
  to: string
  subject: string
  text: string
  createdAt: Time
  sentAt: Time | null
}

/** What people's clients report, such as that they went offline. */
export interface EventLogTable {
  id: Generated<number>
  userID: number
  actionName: string
  description: string
  at: Time
}

/** Answers of calls with an Idempotency-Key, so that a repetition gets the same answer. */
export interface IdempotencyTable {
  userID: number
  key: string
  path: string
  /** SHA-256 of the request. A key that is used for another request is refused. */
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
