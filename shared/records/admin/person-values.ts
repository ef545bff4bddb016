import * as z from 'zod/mini'
import { recordID } from '../../contract/primitives.ts'
import { WORK_LOCATIONS } from '../../domain/person.ts'
import { USER_TYPES } from '../../domain/user-types.ts'

export type UserType = keyof typeof USER_TYPES
const userTypes = Object.keys(USER_TYPES) as UserType[]

/** Longest texts of a person. Ours. */
export const NAME_MAX = 100
export const EMAIL_MAX = 200
export const SHORT_MAX = 40
export const TEXT_MAX = 500
/** Most hours a week that a contract can name. */
export const WEEKLY_HOURS_MAX = 60
const LIST_MAX = 100

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))
const orNull = (max: number) => z._default(z.nullable(text(max)), null)
const ids = z._default(z.array(recordID).check(z.maxLength(LIST_MAX)), [])
const id = z._default(z.nullable(recordID), null)

/** What the form of a person holds (spec 5 §3.1, §3.2). What is wrong with it is said by server/people/person-rules.ts. */
export const personValues = z.object({
  userName: text(NAME_MAX),
  displayName: text(NAME_MAX),
  legalName: z._default(text(NAME_MAX), ''),
  knownAs: z._default(text(NAME_MAX), ''),
  email: orNull(EMAIL_MAX),
  mobile: z._default(text(SHORT_MAX), ''),
  userType: z.enum(userTypes),
  /** Roles that are given by hand; those of a directory are beside them. */
  roleIDs: ids,
  areaID: id,
  managerID: id,
  agencyID: id,
  contractTypeID: id,
  weeklyHours: z._default(z.nullable(z.number()), null),
  skillIDs: ids,
  languages: z._default(z.array(text(NAME_MAX)).check(z.maxLength(LIST_MAX)), []),
  workLocation: z._default(z.enum(WORK_LOCATIONS), 'OFFICE'),
  coreHours: z._default(text(NAME_MAX), ''),
  availability: z._default(text(TEXT_MAX), ''),
  isOptedOut48: z._default(z.boolean(), false),
  /** Areas that a planner is limited to; none for all. */
  limitedToAreas: ids,
  payrollNumber: orNull(SHORT_MAX),
  /** YYYY-MM-DD */
  startDate: z._default(z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/))), null),
})
export type PersonValues = z.output<typeof personValues>

/** How a new person gets in (spec 5 §3.2). */
export const FIRST_ACCESS = {
  INVITATION: 'Send an invitation',
  TEMPORARY_PASSWORD: 'Temporary password',
  SINGLE_SIGN_ON: 'Single sign-on only',
} as const
export type FirstAccess = keyof typeof FIRST_ACCESS
