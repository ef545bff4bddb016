import type { AllocatedProject } from '#shared/domain/allocation.ts'
import type { CallingTime } from '#shared/domain/calling-hours.ts'
import type { Database } from '../db/database.ts'

/** What allocations to projects go by: every project, since one that isn't live is refused by name. */
export async function projectRules(db: Database): Promise<ReadonlyMap<number, AllocatedProject>> {
  const rows = await db
    .selectFrom('projects')
    .where('kind', '<>', 'INTERNAL')
    .select(['id', 'name', 'status', 'maximumPeople', 'timeZone', 'callingHours'])
    .execute()
  const skills = await db
    .selectFrom('projectSkills as needed')
    .innerJoin('skills', 'skills.id', 'needed.skillID')
    .where('skills.isActive', '=', 1)
    .orderBy('skills.nameKey')
    .select(['needed.projectID', 'skills.id', 'skills.name'])
    .execute()
  const asked = Map.groupBy(skills, ({ projectID }) => projectID)
  return new Map(
    rows.map(({ status, callingHours, ...row }) => [
      row.id,
      {
        ...row,
        isLive: status === 'LIVE',
        callingHours: JSON.parse(callingHours) as CallingTime[],
        skills: (asked.get(row.id) ?? []).map(({ id, name }) => ({ id, name })),
      },
    ]),
  )
}
