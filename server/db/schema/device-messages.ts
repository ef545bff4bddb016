import type { Generated } from 'kysely'
import type { MailState } from '#shared/domain/mail.ts'
import type { MessageChannel, MessageKind } from '#shared/domain/quiet-limits.ts'
import type { Time } from './time.ts'

/** A message to somebody's device, from its first moment until 90 days after. States are those of mails. */
export interface DeviceMessageTable {
  id: Generated<number>
  channel: MessageChannel
  kind: MessageKind
  userID: number
  /** A number in E.164, or a device's push address. */
  to: string
  /** Null once it is handed over or given up. */
  text: string | null
  about: string
  shiftDay: string | null
  state: MailState
  createdAt: Time
  expiresAt: Time
  nextAt: Time
  /** Until when the quiet limits hold it; null where they don't. */
  heldUntil: Time | null
  leaseID: string | null
  leaseUntil: Time | null
  tries: Generated<number>
  firstTriedAt: Time | null
  endedAt: Time | null
  lastAnswer: Generated<string>
}

/** Numbers that answered STOP: no SMS goes there until they answer START (spec 5 §5.3). */
export interface StoppedNumberTable {
  /** E.164. */
  number: string
  at: Time
}

/** A number that wrote by WhatsApp: for a day it gets free text, unless it answered STOP (spec 5 §5.3). */
export interface WhatsAppNumberTable {
  /** E.164. */
  number: string
  wroteAt: Time
  /** Null where they want messages. */
  stoppedAt: Time | null
}
