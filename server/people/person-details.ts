import type { PersonDetails } from '#shared/contract/admin-users.ts'
import { PERSON_STATUSES } from '#shared/domain/person.ts'
import type { Database } from '../db/database.ts'
import { tasksOfPeople } from '../onboarding/open-tasks.ts'
import { Refusal } from '../refusal.ts'
import { accountsSource } from './person-source.ts'
import type { Viewer } from './scope.ts'

const when = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/**
 * Somebody as their panel shows them, leavers too. `now` in milliseconds since 1970.
 * @throws Refusal 404 where there is nobody, or nobody whom the viewer may see
 */
export async function personDetails(
  db: Database,
  viewer: Viewer,
  id: number,
  now: number,
): Promise<PersonDetails> {
  const row = await accountsSource(db, { viewer, scope: 'ALL', statuses: PERSON_STATUSES }, now)
    .where('u.id', '=', id)
    .select(['u.legalName', 'u.knownAs', 'u.role as jobTitle', 'u.areaID', 'u.managerID', 'u.agencyID'])
    .select(['u.contractTypeID', 'u.languages', 'u.coreHours', 'u.availability', 'u.isOptedOut48'])
    .select(['u.leaveDate', 'u.leaveReason', 'u.suspendReason', 'u.suspendedUntil', 'u.lockReason'])
    .select('u.unreachedAt')
    .select(['u.mustChangePassword', 'u.signInMethod', 'u.limitedToAreas'])
    .executeTakeFirst()
  if (!row) throw new Refusal(404, 'record.gone', { one: 'person' })
  const roles = await db
    .selectFrom('userRoles')
    .innerJoin('roles', 'roles.id', 'userRoles.roleID')
    .where('userRoles.userID', '=', id)
    .orderBy('roles.nameKey')
    .select(['roles.id', 'roles.name', 'userRoles.source'])
    .execute()
  const skills = await db
    .selectFrom('personSkills')
    .innerJoin('skills', 'skills.id', 'personSkills.skillID')
    .where('personSkills.userID', '=', id)
    .orderBy('skills.nameKey')
    .select(['skills.id', 'skills.name', 'personSkills.level', 'personSkills.expires'])
    .execute()
  const leaving = await db
    .selectFrom('leavings')
    .leftJoin('users as holder', 'holder.id', 'leavings.newHolderID')
    .where('leavings.userID', '=', id)
    .where('leavings.state', '=', 'PLANNED')
    .select(['leavings.leaveDate', 'holder.displayName as newHolder'])
    .executeTakeFirst()
  const { unreachedAt, ...known } = row
  return {
    ...known,
    isUnreached: row.isUnreached === 1,
    emailUnreachedAt: row.isUnreached === 1 ? when(unreachedAt) : null,
    leaving: leaving ?? null,
    hasTwoFactor: (row.hasTwoFactor ?? 0) > 0,
    isLocked: row.isLocked === 1,
    sessions: row.sessions ?? 0,
    isOptedOut48: row.isOptedOut48 === 1,
    mustChangePassword: row.mustChangePassword === 1,
    languages: JSON.parse(row.languages) as string[],
    limitedToAreas: JSON.parse(row.limitedToAreas) as number[],
    lastSignInAt: when(row.lastSignInAt),
    suspendedUntil: when(row.suspendedUntil),
    roleList: roles.map(({ source, ...role }) => ({ ...role, isByHand: source === 'HAND' })),
    skills,
  }
}

/** Somebody's onboarding tasks, with who did what. */
export async function checklistOf(db: Database, userID: number) {
  const rows = await tasksOfPeople(db)
    .where('person.id', '=', userID)
    .leftJoin('users as actor', 'actor.id', 'item.actionedBy')
    .select(['task.id', 'task.task', 'task.responsible', 'item.completedAt', 'item.fileName'])
    .select('actor.displayName as actor')
    .orderBy('task.place')
    .orderBy('task.id')
    .execute()
  return rows.map(({ id, task, responsible, completedAt, fileName, actor }) => ({
    id,
    task,
    responsible,
    completedAt: when(completedAt),
    completedBy: completedAt === null ? null : actor,
    fileName: fileName ?? '',
  }))
}
