import * as z from 'zod/mini'
import { PERMISSION_ADMINS } from '#shared/domain/permission-admin.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import { type PersonValues, WEEKLY_HOURS_MAX } from '#shared/records/admin/person-values.ts'
import { Refusal } from '../refusal.ts'
import type { Directory } from './directory.ts'

/** What is wrong with one field of a person. */
export interface PersonFault {
  readonly field: keyof PersonValues | 'leaveDate'
  readonly refusal: Refusal
}

/** Somebody's values beside what the form holds. */
export interface PersonBefore {
  readonly id: number
  readonly values: PersonValues
  readonly leaveDate: string | null
  /** Roles that the directory gives, which nobody takes by hand. */
  readonly directoryRoleIDs: readonly number[]
}

/** Who asks, and what they may give to others; null may give any role: the machine itself, or a directory. */
export type GivenBy = Permissions | null

const USER_NAME = /^[A-Za-z0-9._@-]{3,60}$/
const LATEST_YEAR = 2200

const isEmail = (text: string) => z.safeParse(z.email(), text).success
const isDay = (text: string) =>
  !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) &&
  new Date(`${text}T00:00:00Z`).toISOString().startsWith(text) &&
  text >= '1900' &&
  Number(text.slice(0, 4)) < LATEST_YEAR

/** Whether two lists hold the same, in whatever order. */
export const sameIDs = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))

/** Whether the role may do nothing that who gives it may not do, too; the role Interviewer is everybody's to give. */
export function mayGiveRole(directory: Directory, by: GivenBy, roleID: number): boolean {
  if (by === null || by.canAll(PERMISSION_ADMINS)) return true
  const role = directory.roles.get(roleID)
  if (!role || role.builtIn === 'INTERVIEWER') return role !== undefined
  const held = new Set(by.numbers)
  return role.numbers.every((number) => held.has(number))
}

/**
 * Everything that is wrong with what somebody's record is to hold (spec 5 §3.2): the one set of rules that form,
 * import, directory, single sign-on and command line ask.
 *
 * @param before null for somebody new, whose id is `id` in the directory if they are in it already
 */
export function personFaults(
  values: PersonValues,
  before: PersonBefore | null,
  directory: Directory,
  by: GivenBy,
  id: number = before?.id ?? 0,
): PersonFault[] {
  const faults: PersonFault[] = []
  const fault = (field: PersonFault['field'], refusal: Refusal) => faults.push({ field, refusal })
  const had = before?.values

  if (!USER_NAME.test(values.userName)) fault('userName', new Refusal(400, 'person.userName'))
  else {
    const other = directory.named(values.userName)
    if (other && other.id !== id) fault('userName', new Refusal(400, 'person.nameTaken'))
  }
  if (values.displayName === '') fault('displayName', new Refusal(400, 'person.displayName'))
  if (values.email !== null && values.email !== '') {
    const other = directory.mailed(values.email)
    if (!isEmail(values.email)) fault('email', new Refusal(400, 'person.email'))
    else if (other && other.id !== id)
      fault('email', new Refusal(400, 'person.emailTaken', { name: other.displayName }))
  }
  if (values.payrollNumber !== null) {
    const other = directory.paid(values.payrollNumber)
    if (other && other.id !== id)
      fault('payrollNumber', new Refusal(400, 'person.payrollTaken', { name: other.displayName }))
  }
  if (values.managerID !== null) {
    const manager = directory.person(values.managerID)
    if (!manager || (manager.status === 'LEAVER' && values.managerID !== had?.managerID))
      fault('managerID', new Refusal(400, 'person.managerGone'))
    else if (directory.isCircle(id, values.managerID))
      fault('managerID', new Refusal(400, 'person.ownManager', { name: values.displayName }))
  }
  if (values.areaID === null) {
    if (!before || had?.areaID !== null) fault('areaID', new Refusal(400, 'person.noArea'))
  } else if (values.areaID !== had?.areaID && !directory.areas.get(values.areaID)?.isActive)
    fault('areaID', new Refusal(400, 'person.areaGone'))
  const contract = values.contractTypeID === null ? null : directory.contractTypes.get(values.contractTypeID)
  if (contract === undefined || (contract && !contract.isActive && contract.id !== had?.contractTypeID))
    fault('contractTypeID', new Refusal(400, 'person.contractGone'))
  // Whoever belongs to an agency without working through it has no contract with the company.
  const isAgencys = values.userType === 'AGENCY' && contract === null
  if (contract?.isAgency && values.agencyID === null)
    fault('agencyID', new Refusal(400, 'person.agencyNeeded'))
  else if (values.agencyID !== null && !contract?.isAgency && !isAgencys)
    fault('agencyID', new Refusal(400, 'person.agencyNotNeeded'))
  else if (values.agencyID !== null) {
    const agency = directory.agencies.get(values.agencyID)
    if (!agency || (agency.isEnded && values.agencyID !== had?.agencyID))
      fault('agencyID', new Refusal(400, 'person.agencyGone'))
  }
  const { weeklyHours, startDate } = values
  if (weeklyHours !== null && !(weeklyHours >= 0 && weeklyHours <= WEEKLY_HOURS_MAX))
    fault('weeklyHours', new Refusal(400, 'person.weeklyHours', { max: WEEKLY_HOURS_MAX }))
  if (startDate !== null && !isDay(startDate)) fault('startDate', new Refusal(400, 'person.day'))
  else if (isLeaveTooEarly(startDate, before?.leaveDate ?? null))
    fault('startDate', new Refusal(400, 'person.leaveBeforeStart'))
  roleFaults()
  if (had && by !== null && !by.canAll(PERMISSION_ADMINS) && directory.isGrantor(id)) {
    if (had.email !== values.email) fault('email', new Refusal(403, 'person.mayDoMore'))
    if (had.userName !== values.userName) fault('userName', new Refusal(403, 'person.mayDoMore'))
  }
  const hadSkills = had?.skillIDs ?? []
  if (
    values.skillIDs.some(
      (skillID) => !hadSkills.includes(skillID) && !directory.skills.get(skillID)?.isActive,
    )
  )
    fault('skillIDs', new Refusal(400, 'person.skillGone'))
  if (values.limitedToAreas.some((areaID) => !directory.areas.get(areaID)))
    fault('limitedToAreas', new Refusal(400, 'person.areaGone'))
  return faults

  function roleFaults(): void {
    const { roleIDs } = values
    if (roleIDs.length + (before?.directoryRoleIDs.length ?? 0) === 0)
      fault('roleIDs', new Refusal(400, 'role.atLeastOne'))
    if (roleIDs.some((roleID) => !directory.roles.get(roleID)))
      return void fault('roleIDs', new Refusal(400, 'role.gone'))
    if (had && sameIDs(roleIDs, had.roleIDs)) return
    // What somebody may do is decided by grantors; others only choose what a new person begins with.
    if (before && by !== null && !by.canAll(PERMISSION_ADMINS))
      fault('roleIDs', new Refusal(403, 'person.rolesByGrantor'))
    else if (roleIDs.some((roleID) => !mayGiveRole(directory, by, roleID)))
      fault('roleIDs', new Refusal(403, 'person.roleBeyond'))
  }
}

/** Whether somebody would leave before they start (spec 5 §3.2). Days are YYYY-MM-DD; null for none. */
export const isLeaveTooEarly = (startDate: string | null, leaveDate: string | null): boolean =>
  startDate !== null && leaveDate !== null && leaveDate < startDate
