import type { ColumnType, Generated } from 'kysely'
import type { LinkPurpose } from '#shared/contract/public-links.ts'
import type { DocumentType } from '#shared/domain/expense-document.ts'
import type { Time } from './time.ts'

export interface SessionTable {
  id: string
  /** The sign-in that it came from; a renewed session keeps it, and hub connections live under it. */
  signInID: string
  userID: number
  tokenType: string
  deviceID: string | null
  createdAt: Time
  expiresAt: Time
  revokedAt: Time | null
  /** Set with `revokedAt` where a renewal ended it: for a moment it still answers (server/auth/sessions.ts). */
  renewedAt: ColumnType<Time | null, Time | null | undefined>
  /** When its sign-in began; null in rows from before this was kept, which began with `createdAt`. */
  startedAt: ColumnType<Time | null, Time | null | undefined>
  /** The session whose successor it is, until it is used for the first time. */
  replaces: ColumnType<string | null, string | null | undefined>
}

/** What was counted under a key; no more once `endsAt` has come (server/auth/attempt-counts.ts). */
export interface AttemptCountTable {
  key: string
  count: number
  endsAt: Time
}

/** A device or an address at which a person has signed in (server/auth/known-places.ts). */
export interface KnownPlaceTable {
  /** A hash of the user name with the device or the address. */
  key: string
  userID: number
  signedInAt: Time
}

/** A sign-in under way. `userID` is null for a user name that nobody has: it goes on like any other. */
export interface SignInTable {
  clientKey: string
  userName: string
  userID: number | null
  stage: string
  /** 1 where its link stands in for the password. */
  isPasswordless: number
  /** Of the mailed link that it waits for; null where it waits for none, or the link was used. */
  linkHash: string | null
  /** When its link was confirmed. */
  confirmedAt: Time | null
  /** One-time codes tried so far. */
  wrongCodes: number
  createdAt: Time
  expiresAt: Time
}

/** Somebody's authenticator app. Secrets are sealed (server/auth/sealer.ts). */
export interface TwoFactorTable {
  userID: number
  /** Null until the first enrolment is confirmed. */
  secret: string | null
  /** The time step of the last code that was taken: this one and those before are used up. */
  lastStep: number
  /** An enrolment that waits for its first code. */
  pendingSecret: string | null
  pendingSince: Time | null
}

/** Recovery codes that are still good. */
export interface RecoveryCodeTable {
  userID: number
  codeHash: string
}

export interface PasswordResetTable {
  tokenHash: string
  userID: number
  expiresAt: Time
}

/** Companion devices: one a person. */
export interface DeviceTable {
  deviceID: string
  userID: number
  pairedBy: number | null
  pairedAt: Time
}

/** Links for people without an account. Their tokens are kept as hashes. */
export interface PublicLinkTable {
  id: Generated<number>
  purpose: LinkPurpose
  tokenHash: string
  /** What the visitor is shown (shared/contract/public-subjects.ts), as JSON. */
  subject: string
  /** Whom answers are mailed to. */
  createdBy: number | null
  createdAt: Time
  expiresAt: Time
  /** When a link that is good once was used. */
  usedAt: Time | null
}

/** What visitors sent through a public link. */
export interface PublicAnswerTable {
  id: Generated<number>
  linkID: number
  /** The request's Idempotency-Key: the same one again adds nothing. */
  key: string | null
  kind: string
  /** JSON. */
  answer: string
  at: Time
}

export interface PublicFileTable {
  answerID: number
  fileName: string
  contentType: DocumentType
  content: ColumnType<Uint8Array>
}

/** What has to be done for somebody new. */
export interface OnboardingTaskTable {
  id: Generated<number>
  task: string
  responsible: 'ANYONE' | 'EMPLOYER' | 'AGENCY' | 'USER'
  actionNeeded: 'NONE' | 'UPLOAD_PDF'
  requiredApproval: number
  /** A user type; empty for all. */
  applyTo: string
  createdBy: number | null
  createdAt: Time
  /** Nobody is asked for it any more; who did it before still has it among what they did. */
  deletedAt: ColumnType<Time | null, Time | null | undefined>
}

/** What somebody did of the tasks of new people; put back to what is to do, `completedAt` is null. */
export interface ChecklistItemTable {
  userID: number
  taskID: number
  completedAt: Time | null
  actionedBy: number | null
  /** The PDF: its name, '' for none. It outlives being put back, so that a slip costs nothing. */
  fileName: string
  content: ColumnType<Uint8Array | null>
}

/** By which the push-messaging service reaches a device; whoever registered it last has it. */
export interface PushTokenTable {
  fcm: string
  userID: number
  at: Time
}

/** Others' apps that people may give access to. */
export interface OAuthClientTable {
  id: string
  name: string
  /** Where it may be answered: a JSON list. */
  redirectURIs: string
  /** What it may ask for, separated by blanks. */
  scopes: string
  /** Of its secret, which isn't kept; null for an app that can't keep one. */
  secretHash: string | null
  secretAt: Time | null
  createdBy: number | null
  createdAt: Time
  /** Since when it is switched off: its access waits until it is switched on again. */
  disabledAt: Time | null
  endedAt: Time | null
  /** One more with each change, so that two who change it don't lose each other's. */
  version: number
}

/** What a person allowed an app. */
export interface OAuthGrantTable {
  id: Generated<number>
  userID: number
  clientID: string
  /** Separated by blanks. */
  scopes: string
  grantedAt: Time
  lastUsedAt: Time | null
  revokedAt: Time | null
}

export interface OAuthCodeTable {
  /** Of the code, which isn't kept. */
  hash: string
  grantID: number
  redirectURI: string
  /** What the app's verifier must hash to. */
  challenge: string
  expiresAt: Time
  usedAt: Time | null
}

export interface OAuthTokenTable {
  hash: string
  grantID: number
  kind: 'ACCESS' | 'REFRESH'
  expiresAt: Time
  /** When a refresh token was changed for the next. */
  usedAt: Time | null
}

/** The code that a person shows to a device of theirs. */
export interface MobileCodeTable {
  userID: number
  /** Of the code, which isn't kept. */
  hash: string
  expiresAt: Time
}
