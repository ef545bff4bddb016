import type { PersonDetails } from '#shared/contract/admin-users.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'

/** Who sees of somebody's employment what their supervisor doesn't (spec 5 §3.1). */
const SEES_EMPLOYMENT = { anyOf: ['HR_CAN_SEE_EMPLOYMENT_HISTORY', 'ADMIN_CAN_SEE_USERS'] } as const

/** A person's details as far as they are a supervisor's or planner's: the account and employment are others'. */
export function fitDetails(details: PersonDetails, { permissions }: Viewer): PersonDetails {
  if (allows(permissions, SEES_EMPLOYMENT)) return details
  return {
    ...details,
    ...{ legalName: '', payrollNumber: null, mobile: '', leaveReason: null, suspendReason: '' },
    ...{ lockReason: '', companionDevice: null, sessions: 0, limitedToAreas: [] },
  }
}

/** Names of what each of these people can, with commas between; expired ones don't count. @param today YYYY-MM-DD */
export async function skillNames(
  db: Database,
  userIDs: readonly number[],
  today: string,
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('personSkills as held')
    .innerJoin('skills', 'skills.id', 'held.skillID')
    .where('held.userID', 'in', [0, ...userIDs])
    .where((eb) => eb.or([eb('held.expires', 'is', null), eb('held.expires', '>=', today)]))
    .orderBy('skills.nameKey')
    .select(['held.userID', 'skills.name'])
    .execute()
  const names = new Map<number, string>()
  for (const { userID, name } of rows)
    names.set(userID, names.has(userID) ? `${names.get(userID)}, ${name}` : name)
  return names
}

/** The fields of every page of people, as rows that are worked out have them. */
export const CORE_FIELDS = {
  id: 'whole',
  version: 'whole',
  displayName: 'text',
  userName: 'text',
  userType: 'text',
  roles: 'text',
  areaName: 'text',
  managerID: 'whole',
  managerName: 'text',
  agencyName: 'text',
  contractTypeName: 'text',
  status: 'text',
  lastSignInAt: 'whole',
} as const
