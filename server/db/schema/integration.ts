import type { ColumnType, Generated } from 'kysely'
import type { EmailJobState, EmailResult } from '#shared/domain/email-checks.ts'
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

/** Who somebody is at a provider: one identity a person, one person an identity. */
export interface ExternalIdentityTable {
  userID: number
  adaptorID: number
  issuer: string
  subject: string
  linkedAt: Time
  lastSignInAt: Time
}

/** A sign-in at a provider, from its beginning until login (spec 5 §5.4). */
export interface SsoFlowTable {
  /** Hash of the state that the provider sends back. */
  stateHash: string
  adaptorID: number
  /** SHA-256 of what only the page knows that began it. */
  challenge: string
  nonce: string
  /** The PKCE verifier, sealed (`ssoFlow/{stateHash}`); good for minutes. */
  sealedVerifier: string
  redirectURI: string
  expiresAt: Time
  /** When the provider sent the browser back: a state is good once. */
  usedAt: ColumnType<Time | null, Time | null | undefined>
  /** Hash of what the page fetches the result with; null before and afterwards. */
  ticketHash: string | null
  userID: number | null
  subject: string | null
  /** The session at the provider. */
  sid: string | null
  isTwoFactorDone: ColumnType<number, number | undefined>
  /** Begun by the desktop client: the browser hands the ticket to it. */
  isInClient: ColumnType<number, number | undefined>
}

/** The sessions that came from a sign-in at a provider, which can end them. */
export interface SsoSessionTable {
  signInID: string
  adaptorID: number
  userID: number
  subject: string
  sid: string | null
  startedAt: Time
}

/** Roles whose people sign in at the provider alone. */
export interface SsoOnlyRoleTable {
  roleID: number
  adaptorID: number
}

/** What somebody looked up; they alone see it (spec 6 §9.7). */
export interface AddressLookupTable {
  id: Generated<number>
  userID: number
  at: Time
  query: string
  found: number
}

/** A list of addresses that is or was checked (spec 6 §9.6). */
export interface EmailVerificationTable {
  id: Generated<number>
  byID: number | null
  byName: string
  at: Time
  projectID: number | null
  purpose: string
  state: EmailJobState
  isStopAsked: number
  /** Until when the server that checks it has it; null once it is over. */
  leaseUntil: Time | null
  /** How often the provider was asked. */
  paidChecks: number
}

export interface VerifiedAddressTable {
  id: Generated<number>
  version: number
  verificationID: number
  address: string
  /** By which two spellings are one. */
  addressKey: string
  /** 1 where the same address stands in the list before it. */
  isTwice: number
  /** Null while it waits. */
  result: EmailResult | null
  /** A JSON list of codes. */
  findings: string
  /** The same in words, to be searched. */
  reasons: string
  /** The link by which its owner was asked to confirm it. */
  linkID: number | null
  askedAt: Time | null
}

/** What nobody writes to: an address, or a domain that begins with @; in small letters. */
export interface StoppedAddressTable {
  id: Generated<number>
  address: string
  byID: number | null
  byName: string
  at: Time
}

/** What a directory that provisions people knows of one. */
export interface ScimUserTable {
  userID: number
  /** What the directory calls them. */
  externalID: string | null
  /** When the directory took them away: to it they aren't there any more. */
  deletedAt: Time | null
}

export interface ScimGroupTable {
  roleID: number
  externalID: string | null
}
