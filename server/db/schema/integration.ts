import type { Generated } from 'kysely'
import type { DeliveryState } from '#shared/domain/webhooks.ts'
import type { Time } from './time.ts'

/** A key by which a program calls for its owner (spec 5 §5.3). */
export interface ApiKeyTable {
  id: Generated<number>
  name: string
  /** SHA-256 of the key, which is kept nowhere. */
  hash: string
  ownerID: number
  scope: 'SCIM' | null
  /** JSON: names of permissions, a part of the owner's. */
  permissions: string
  /** JSON: addresses and ranges that it may come from; none for any. */
  addresses: string
  createdAt: Time
  createdBy: string
  expiresAt: Time
  lastUsedAt: Time | null
  lastUsedFrom: string
  revokedAt: Time | null
}

/** What a webhook is told (spec 5 §5.3); its id and body never change. */
export interface WebhookDeliveryTable {
  id: Generated<number>
  deliveryID: string
  adaptorID: number
  event: string
  recordID: number | null
  /** JSON as it is sent. */
  body: string
  state: DeliveryState
  createdAt: Time
  nextAt: Time
  leaseID: string | null
  leaseUntil: Time | null
  /** Since it was last put into the queue. */
  tries: number
  endedAt: Time | null
  lastAnswer: string
}

/** One try to deliver. */
export interface WebhookAttemptTable {
  id: Generated<number>
  deliveryID: number
  leaseID: string
  startedAt: Time
  endedAt: Time | null
  /** Of the answer; null where there was none. */
  status: number | null
  answer: string
}

/** What a provider sent in, with a right signature. */
export interface InboundDeliveryTable {
  id: Generated<number>
  adaptorID: number
  /** SHA-256 of the body, so that each is kept once. */
  hash: string
  /** The body, sealed (`inbound/{hash}`), in base64. */
  sealed: string
  receivedAt: Time
}
