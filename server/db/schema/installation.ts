import type { ColumnType, Generated } from 'kysely'
import type { LegalKind, LegalState } from '#shared/domain/legal.ts'
import type { CompanyPicture, LogoType, PictureType } from '#shared/domain/logo.ts'
import type { FlagSeverity, FlagSource } from '#shared/domain/system-flags.ts'
import type { Time } from './time.ts'

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
  /** Of a setting: the newest entry of its history; 0 before the first. */
  version: ColumnType<number, number | undefined>
  changedBy: ColumnType<number | null, number | null | undefined>
  changedAt: ColumnType<Time | null, Time | null | undefined>
}

/** What a setting was and became (spec 5 §5.1). JSON; null where the default held. */
export interface SettingHistoryTable {
  id: Generated<number>
  key: string
  before: string | null
  after: string | null
  changedBy: number | null
  changedAt: Time
}

/** One row: whether a company lives here (spec 5 §2.1). */
export interface InstallationTable {
  id: number
  /** When set-up was finished or demo data was loaded; null while neither was. It never goes back. */
  claimedAt: Time | null
  codeHash: string | null
  codeEndsAt: Time | null
  /** Where the server listens that waits for its set-up. */
  address: string | null
}

/** One row: the company (spec 5 §5.7). */
export interface TenantTable {
  id: number
  version: number
  companyName: string
  legalName: string
  companyNumber: Generated<string>
  registeredAddress: string
  dataProtectionEmail: string
  supportContact: string
  /** What stands below letters, '' for nothing. */
  mailFooter: Generated<string>
  country: string
  timeZone: string
  /** Of before the company had several pictures; null since. */
  logoType: LogoType | null
  logo: ColumnType<Uint8Array | null>
  publicOrigin: string
  /** JSON: a list of Host headers. */
  trustedHosts: string
  /** JSON: a list of addresses and ranges. */
  trustedProxies: string
  /** JSON: public origins of before, each with when it ends. */
  formerOrigins: Generated<string>
  /** JSON: domains of staff's e-mail addresses. */
  staffDomains: Generated<string>
  /** Chat channels. */
  isWhatsappEnabled: Generated<number>
  isEmailEnabled: Generated<number>
  changedAt: Time
}

/** Pictures that the company shows of itself, one of a kind (spec 5 §5.7). */
export interface CompanyPictureTable {
  kind: CompanyPicture
  contentType: PictureType
  content: Uint8Array
  /** SHA-256 of the content, its beginning. */
  hash: string
  /** Null for one of set-up. */
  changedBy: number | null
  changedAt: Time
}

/** What the system says about its own state (spec 5 §5.12). One of a key stands at a time. */
export interface SystemFlagTable {
  id: Generated<number>
  key: string
  title: ColumnType<string, string | undefined>
  severity: FlagSeverity
  source: FlagSource
  message: string
  whatToDo: string
  raisedAt: Time
  clearedAt: Time | null
  acknowledgedBy: number | null
  acknowledgedAt: ColumnType<Time | null, Time | null | undefined>
  note: ColumnType<string, string | undefined>
  /** Null where no person did. */
  raisedBy: ColumnType<number | null, number | null | undefined>
  clearedBy: ColumnType<number | null, number | null | undefined>
  /** Where it holds; null for everywhere. */
  areaID: ColumnType<number | null, number | null | undefined>
  /** The project that it is about instead of an area; null for none. */
  projectID: ColumnType<number | null, number | null | undefined>
  /** When it clears itself; null for never. */
  endsAt: ColumnType<Time | null, Time | null | undefined>
  version: ColumnType<number, number | undefined>
  changedBy: ColumnType<number | null, number | null | undefined>
  changedAt: ColumnType<Time, Time | undefined>
}

/** A version of a legal text (spec 5 §5.7). Of a kind one is published, and one a draft. */
export interface LegalTextTable {
  id: Generated<number>
  kind: LegalKind
  state: LegalState
  title: string
  /** JSON: headings with their texts. */
  sections: string
  version: number
  changedBy: number | null
  changedAt: Time
  publishedBy: number | null
  publishedAt: Time | null
}
