import type { ColumnType, Generated } from 'kysely'
import type { ContactDetail } from '#shared/contract/profile.ts'
import type { ImportOutcome, ImportState } from '#shared/domain/people-import.ts'
import type { LeaveReason, PersonStatus, SignInMethod, WorkLocation } from '#shared/domain/person.ts'
import type { Presence } from '#shared/domain/presence.ts'
import type { AskedField, ChangeState } from '#shared/domain/profile.ts'
import type { PictureType } from '#shared/domain/profile-picture.ts'
import type { Time } from './time.ts'

/** Has a value of its own where an insert gives none. */
type Kept<T> = ColumnType<T, T | undefined>
type Empty<T> = ColumnType<T | null, T | null | undefined>

export interface UserTable {
  id: Generated<number>
  userName: string
  displayName: string
  role: string
  /** INTERVIEWER, SUPERVISOR, AGENCY, ADMIN … as the token's userType. */
  userType: string
  areaID: number | null
  managerID: number | null
  /** A hash that names its own method; see server/auth/passwords.ts. */
  passwordHash: string
  /** Null: they get no mails, and so no links. */
  email: ColumnType<string | null, string | null | undefined>
  /** The address, in small letters, that a mail last came back from: not reached while it is `email`. */
  unreachedEmail: Empty<string>
  unreachedAt: Empty<Time>
  /** 1 exactly while `status` is ACTIVE; both are written together. */
  isActive: number
  createdAt: Time
  /** Whom somebody works through. */
  agencyID: ColumnType<number | null, number | null | undefined>
  contractTypeID: ColumnType<number | null, number | null | undefined>
  /** SUSPENDED refuses sign-in for a time, LEAVER for good; nothing is deleted by either. */
  status: Kept<PersonStatus>
  suspendReason: Kept<string>
  /** When a suspension lifts itself; null for never. */
  suspendedUntil: Empty<Time>
  legalName: Kept<string>
  knownAs: Kept<string>
  mobile: Kept<string>
  /** Unique among everybody who has one. */
  payrollNumber: Empty<string>
  weeklyHours: Empty<number>
  /** JSON: names of languages. */
  languages: Kept<string>
  workLocation: Kept<WorkLocation>
  coreHours: Kept<string>
  availability: Kept<string>
  /** 1 where they opted out of the 48-hour week. */
  isOptedOut48: Kept<number>
  /** JSON: ids of the areas that a planner is limited to; none for all. */
  limitedToAreas: Kept<string>
  /** Days are YYYY-MM-DD. */
  startDate: Empty<string>
  leaveDate: Empty<string>
  leaveReason: Empty<LeaveReason>
  leftAt: Empty<Time>
  deactivatedBy: Empty<number>
  /** When a leaver's data is to be erased, YYYY-MM-DD. */
  erasureDue: Empty<string>
  /** When their personal data was erased. */
  erasedAt: Empty<Time>
  /** Until when too many failed sign-ins keep them out (spec 5 §6.4); null where they don't. */
  lockedOutUntil: Empty<Time>
  lockedAt: Empty<Time>
  lockedBy: Empty<number>
  lockReason: Kept<string>
  /** 1 until they have set a password of their own. */
  mustChangePassword: Kept<number>
  /** Until when a temporary password is good; null where the password is their own. */
  temporaryUntil: Empty<Time>
  signInMethod: Kept<SignInMethod>
  lastSignInAt: Empty<Time>
  version: Kept<number>
  changedBy: Empty<number>
  changedAt: Empty<Time>
}

/**
 * What each person may do: what comes of roles, personal grants and refusals (server/roles/settle.ts), rewritten
 * with them.
 */
export interface UserPermissionTable {
  userID: number
  permission: number
  /** Where it comes from a grant alone that ends; null for no end. */
  endsAt: ColumnType<Time | null, Time | null | undefined>
}

/** The status that people chose; no row where they never did. */
export interface ChatStatusTable {
  userID: number
  status: Presence
  at: Time
}

/** People's pictures, one a person at most. */
export interface ProfilePictureTable {
  userID: number
  /** Found by its first bytes, not by what the sender says. */
  contentType: PictureType
  content: ColumnType<Uint8Array>
  updatedAt: Time
}

/** How people can be reached, by their own account. */
export interface ContactDetailTable {
  id: Generated<number>
  userID: number
  type: ContactDetail['type']
  label: string
  value: string
}

/** Changes that people asked for; one open request for each field. */
export interface ProfileChangeTable {
  id: Generated<number>
  userID: number
  field: AskedField
  before: string
  value: string
  state: ChangeState
  askedAt: Time
  decidedBy: number | null
  reason: ColumnType<string, string | undefined>
}

/** The screens and tools that people last opened: 10 for each (spec 1 §9). */
export interface AppHistoryTable {
  id: Generated<number>
  userID: number
  app: string
  entryTime: Time
}

/** People's own settings, as JSON. */
export interface PersonSettingTable {
  userID: number
  name: string
  value: string
}

/** A person's accounts with other workforce services, one for each. */
export interface ExternalAccountTable {
  id: Generated<number>
  userID: number
  serviceName: string
  userName: string
  updatedAt: Time
}

/** Links by which new people set their first password; one a person at most (spec 5 §3.2). */
export interface InvitationTable {
  tokenHash: string
  userID: number
  expiresAt: Time
  createdAt: Time
}

/**
 * Who accepted which agreement, by the moment at which that was last changed (ISO 8601). `round` counts from 0: the
 * company may ask for the same version again.
 */
export interface AgreementAcceptanceTable {
  id: Generated<number>
  userID: number
  lastUpdated: string
  round: Generated<number>
  acceptedAt: Time
}

/** Imports of people (spec 5 §3.3). */
export interface PeopleImportTable {
  id: Generated<number>
  fileName: string
  createdBy: number | null
  createdByName: string
  createdAt: Time
  state: ImportState
  /** JSON: the headings, in the file's order. */
  headings: string
  /** JSON of shared/contract/people-import.ts; '{}' before the first dry run. */
  options: string
  /** Of the dry run's outcomes. */
  digest: string
  total: number
  done: number
  isStopAsked: number
  /** The server that runs it has it until then. */
  leaseUntil: Time | null
  startedAt: Time | null
  endedAt: Time | null
  /** Why it failed, or what wasn't taken back. */
  message: string
}

/** A row of a file, and what became of it. */
export interface PeopleImportRowTable {
  importID: number
  /** As a spreadsheet numbers it: the headings are 1. */
  number: number
  /** JSON: texts, in the order of the headings. */
  cells: string
  outcome: ImportOutcome | null
  /** JSON: what is to be said of it. */
  problems: string
  /** How many managers above are rows of the file, too. */
  depth: number
  result: 'ADDED' | 'UPDATED' | 'FAILED' | 'UNDONE' | 'KEPT' | null
  userID: number | null
  /** JSON of a person's values, before and after an update. */
  before: string | null
  after: string | null
}

/** Which field a heading was matched to. */
export interface ImportHeadingTable {
  heading: string
  field: string
}

/** A skill that somebody proposed for somebody (spec 4 §4.4.7). PENDING at most once for a person and skill. */
export interface SkillProposalTable {
  id: Generated<number>
  userID: number
  skillID: number
  note: string
  byID: number | null
  at: Time
  state: 'PENDING' | 'GRANTED' | 'DECLINED'
  decidedBy: Empty<number>
  decidedAt: Empty<Time>
}

/** Who may be planned for a project (spec 4 §4.5.18). */
export interface ProjectEligibleTable {
  projectID: number
  userID: number
  at: Time
  byID: number | null
}
