import type { ColumnType, Generated } from 'kysely'
import type { ContactDetail } from '#shared/contract/profile.ts'
import type { Presence } from '#shared/domain/presence.ts'
import type { AskedField, ChangeState } from '#shared/domain/profile.ts'
import type { PictureType } from '#shared/domain/profile-picture.ts'
import type { Time } from './time.ts'

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
  isActive: number
  createdAt: Time
  /** Whom somebody works through. */
  agencyID: ColumnType<number | null, number | null | undefined>
  contractTypeID: ColumnType<number | null, number | null | undefined>
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
