import type { ColumnType, Generated } from 'kysely'
import type { Versioned } from './records.ts'
import type { Time } from './time.ts'

/** A column that rows may leave out: the database has a value for it. */
type Given<T> = ColumnType<T, T | undefined, T>

export interface AreaTable {
  id: Generated<number>
  version: Given<number>
  name: string
  /** The name as it is compared: in small letters. Unique among siblings. */
  nameKey: Given<string | null>
  code: Given<string>
  parentID: Given<number | null>
  managerID: Given<number | null>
  kind: Given<'OFFICE' | 'HOME' | 'VIRTUAL'>
  address: Given<string>
  seats: Given<number | null>
  /** JSON of shared/records/admin/area.ts. */
  openingHours: Given<string>
  isActive: Given<number>
  /** The conversation of its people; null until somebody is in it. */
  roomID: Given<number | null>
  changedBy: Given<number | null>
  changedAt: Given<Time>
}

/** A day on which an area is closed. */
export interface AreaClosedDayTable {
  areaID: number
  /** YYYY-MM-DD */
  day: string
  reason: string
}

export interface RoleTable extends Versioned {
  name: string
  nameKey: string
  description: string
  /** JSON: a list of user types. */
  defaultUserTypes: string
  /** Which of the built-in roles it is; null for a company's own. */
  builtIn: string | null
  /** JSON: the numbers that the built-in role had when this one was last compared with it. */
  offered: string
}

export interface RolePermissionTable {
  roleID: number
  permission: number
  since: Given<Time>
}

export interface UserRoleTable {
  userID: number
  roleID: number
  /** By hand, or from the directory that people sign in with. */
  source: 'HAND' | 'DIRECTORY'
  since: Time
  givenBy: number | null
}

/** A permission that somebody has, or hasn't, whatever their roles say. */
export interface PersonalPermissionTable {
  userID: number
  permission: number
  isRefusal: number
  reason: string
  /** From then on it says nothing; null for no end. */
  endsAt: Time | null
  since: Time
  givenBy: number | null
}

/** One row, written by whatever may take away the last grantor: two at once wait for each other. */
export interface GrantorGuardTable {
  id: number
  changes: number
}

export interface AgencyTable extends Versioned {
  name: string
  nameKey: string
  code: string
  status: 'ACTIVE' | 'SUSPENDED' | 'ENDED'
  contactName: string
  email: string
  phone: string
  address: string
  companyNumber: string
  vatNumber: string
  paymentTermsDays: number
  minimumNoticeHours: number
  /** The first and last day of its contracts, YYYY-MM-DD; `contractTo` is null where one has no end. */
  contractFrom: string | null
  contractTo: string | null
  /** The conversation of its people; null until somebody comes to it. */
  roomID: Given<number | null>
}

/** A contract with an agency, as a PDF. Days are YYYY-MM-DD; `to` is the last, null for no end. */
export interface AgencyContractTable {
  id: Generated<number>
  agencyID: number
  name: string
  from: string
  to: string | null
  fileName: string
  content: ColumnType<Uint8Array>
  addedBy: number | null
  addedAt: Time
}

export interface ContractTypeTable extends Versioned {
  name: string
  nameKey: string
  kind: 'EMPLOYEE' | 'WORKER' | 'AGENCY' | 'CONTRACTOR'
  /** 0 where nobody is given it any more. */
  isActive: ColumnType<number, number | undefined>
}

/** What a contract type says from a day on. */
export interface ContractTermTable {
  contractTypeID: number
  /** YYYY-MM-DD */
  validFrom: string
  /** JSON of shared/records/admin/contract-type.ts. */
  terms: string
  /** What `terms` says, for lists. */
  baseRate: ColumnType<number | null, number | null | undefined>
}
