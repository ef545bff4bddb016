import type { ColumnType, Generated } from 'kysely'
import type { LinkPurpose } from '#shared/contract/public-links.ts'
import type { DocumentType } from '#shared/domain/expense-document.ts'
import type { Time } from './time.ts'

export interface SessionTable {
  id: string
  /** The sign-in that it belongs to. Renewed sessions keep it; hub connections use it. */
  signInID: string
  userID: number
  tokenType: string
  deviceID: string | null
  createdAt: Time
  expiresAt: Time
  revokedAt: Time | null
  /**
   * Set with `revokedAt` where a renewal ended it: it still answers for a moment (server/auth/sessions.ts).
   */
  renewedAt: ColumnType<Time | null, Time | null | undefined>
  /** When its sign-in began; null in old rows, whose sign-in began with `createdAt`. */
  startedAt: ColumnType<Time | null, Time | null | undefined>
  /** The session that it replaces, until it is first used. */
  replaces: ColumnType<string | null, string | null | undefined>
  /** Where it was begun or renewed from; '' where that isn't known. */
  address: ColumnType<string, string | undefined>
  /** To the minute; null before its first use. */
  lastUsedAt: ColumnType<Time | null, Time | null | undefined>
  /** 1 where it began for somebody who needs a second factor and had none (spec 5 §3.6). */
  mustEnrol: ColumnType<number, number | undefined>
}

/** Devices from which nobody signs in. */
export interface ExcludedDeviceTable {
  deviceID: string
  reason: string
  excludedBy: number | null
  excludedByName: string
  excludedAt: Time
}

/** What was counted under a key; counts until `endsAt` (server/auth/attempt-counts.ts). */
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

/** A sign-in in progress. `userID` is null for an unknown user name, which goes on like any other. */
export interface SignInTable {
  clientKey: string
  userName: string
  userID: number | null
  stage: string
  /** 1 where its link replaces the password. */
  isPasswordless: number
  /** The sign-in at a provider that replaces the password. */
  ssoFlow: string | null
  /** Hash of the mailed link that it waits for; null where there is none, or it was used. */
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
  /** The time step of the last accepted code; this one and earlier ones are used up. */
  lastStep: number
  /** The secret of an enrolment that isn't confirmed. */
  pendingSecret: string | null
  pendingSince: Time | null
}

/** Recovery codes that haven't been used. */
export interface RecoveryCodeTable {
  userID: number
  codeHash: string
}

/** A link for a new password that somebody asked for, until a server looks whether there is such a person. */
export interface AskedLinkTable {
  id: string
  /** As it was typed. */
  userName: string
  origin: string
  askedAt: Time
}

export interface PasswordResetTable {
  tokenHash: string
  userID: number
  expiresAt: Time
}

/** Companion devices: one for each person. */
export interface DeviceTable {
  deviceID: string
  userID: number
  pairedBy: number | null
  pairedAt: Time
}

/** Links for people without an account; their tokens are stored as hashes. */
export interface PublicLinkTable {
  id: Generated<number>
  purpose: LinkPurpose
  tokenHash: string
  /** What the visitor is shown (shared/contract/public-subjects.ts), as JSON. */
  subject: string
  /** Answers are mailed to this person. */
  createdBy: number | null
  createdAt: Time
  expiresAt: Time
  /** When a link that works once was used. */
  usedAt: Time | null
}

/** What visitors sent by a public link. */
export interface PublicAnswerTable {
  id: Generated<number>
  linkID: number
  /** The request's Idempotency-Key; a repetition adds nothing. */
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

/** What has to be done for a new person. */
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
  /** When it was withdrawn; those who have done it keep it in their lists. */
  deletedAt: ColumnType<Time | null, Time | null | undefined>
  /** Its order in the list. */
  place: ColumnType<number, number | undefined>
  /** 1 where it has to be done before the first shift. */
  isBeforeFirstShift: ColumnType<number, number | undefined>
  /** Days after the start date by which it is due; null for never. */
  dueDays: ColumnType<number | null, number | null | undefined>
}

/** What somebody did of their onboarding tasks. `completedAt` is null for one that was put back. */
export interface ChecklistItemTable {
  userID: number
  taskID: number
  completedAt: Time | null
  actionedBy: number | null
  /** Name of the PDF, '' for none. Putting the item back keeps it, so that a slip costs nothing. */
  fileName: string
  content: ColumnType<Uint8Array | null>
  /** When it was approved, where the task needs that; null before. */
  approvedAt: ColumnType<Time | null, Time | null | undefined>
  approvedBy: ColumnType<number | null, number | null | undefined>
  /** Why what was uploaded was rejected; '' where it wasn't. */
  rejectReason: ColumnType<string, string | undefined>
}

/** The address of a device at the push-messaging service; whoever registered it last has it. */
export interface PushTokenTable {
  fcm: string
  userID: number
  at: Time
}

/** Apps of others that people can give access to. */
export interface OAuthClientTable {
  id: string
  name: string
  /** Addresses at which it may be answered: a JSON list. */
  redirectURIs: string
  /** What it may ask for, separated by blanks. */
  scopes: string
  /** Hash of its secret; null for an app that can't keep one. */
  secretHash: string | null
  secretAt: Time | null
  createdBy: number | null
  createdAt: Time
  /** Since when it is switched off; null while it is on. Its access remains but doesn't work. */
  disabledAt: Time | null
  endedAt: Time | null
  /** Rises with each change, so that two people don't overwrite each other's. */
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
  /** Hash of the code. */
  hash: string
  grantID: number
  redirectURI: string
  /** What the app's verifier must hash to (PKCE). */
  challenge: string
  expiresAt: Time
  usedAt: Time | null
}

export interface OAuthTokenTable {
  hash: string
  grantID: number
  kind: 'ACCESS' | 'REFRESH'
  expiresAt: Time
  /** When a refresh token was exchanged for the next. */
  usedAt: Time | null
}

/** The code by which a person pairs a device of theirs. */
export interface MobileCodeTable {
  userID: number
  /** Hash of the code. */
  hash: string
  expiresAt: Time
}
