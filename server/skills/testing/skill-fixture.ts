import { searchable } from '#shared/domain/locale.ts'
import type { SkillCategory } from '#shared/records/admin/skill.ts'
import type { Database } from '../../db/database.ts'
import { NOON } from '../../http/testing/test-server.ts'

export interface TestSkill {
  readonly name: string
  readonly category?: SkillCategory
  readonly needsCertificate?: boolean
  readonly expiresAfterMonths?: number | null
  readonly isActive?: boolean
}

/** Adds skills, in order; gives their ids. */
export async function addSkills(db: Database, skills: readonly TestSkill[]): Promise<number[]> {
  const ids: number[] = []
  for (const { name, category = 'TOOL', expiresAfterMonths = null, ...skill } of skills) {
    const { id } = await db
      .insertInto('skills')
      .values({
        version: 1,
        name,
        nameKey: searchable(name),
        category,
        needsCertificate: skill.needsCertificate ? 1 : 0,
        expiresAfterMonths,
        isActive: skill.isActive === false ? 0 : 1,
        changedBy: null,
        changedAt: NOON,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  return ids
}

const VIEW_STATE = { columns: ['name'], widths: {}, sort: [], filters: [], pageSize: 25 }

/** Two skills, of which the person has the second, and a view of theirs. */
export async function addRecords(db: Database, userID: number): Promise<void> {
  await addSkills(db, [
    { name: 'Welsh', category: 'LANGUAGE' },
    { name: 'Polish', category: 'LANGUAGE' },
  ])
  await db
    .insertInto('personSkills')
    .values({
      ...{ userID, skillID: 2, level: 'GOOD', since: '2026-01-01', expires: null, evidence: '' },
      givenBy: null,
    })
    .execute()
  const view = { userID, page: 'admin.configuration.skills', name: 'Mine', isDefault: 0, isShared: 0 }
  await db
    .insertInto('savedViews')
    .values({ ...view, state: JSON.stringify(VIEW_STATE) })
    .execute()
}

const VALUES = { name: 'Urdu', category: 'LANGUAGE', needsCertificate: false, expiresAfterMonths: null }
const PAGE = 'admin.configuration.skills'

/** Good requests of who has what `addRecords` made. */
export const RECORD_REQUESTS: Record<string, unknown> = {
  'exports.newExport': { page: PAGE },
  'skills.listSkills': {},
  'skills.getSkill': { id: 1 },
  'skills.saveSkill': { id: 1, version: 1, ...VALUES },
  'skills.deactivateSkill': { id: 1, version: 1 },
  'skills.mergeSkills': { id: 1, version: 1, into: 2 },
  'views.findNamed': { page: 'admin.active-users', field: 'displayName', searchTerm: 'ann' },
  'views.getViews': { page: PAGE },
  'views.saveView': { page: PAGE, view: { id: 1, name: 'Mine', state: VIEW_STATE } },
  'views.deleteView': { id: 1 },
}
