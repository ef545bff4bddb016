import { londonField } from '#shared/domain/london-time.ts'
import { SKILL_EXPIRING_DAYS } from '#shared/records/admin/skill.ts'
import type { Database } from '../db/database.ts'

const DAY_MS = 86_400_000

/** Projects that are still to be worked on. */
const ASKING = ['PLANNED', 'LIVE', 'PAUSED'] as const

/** The London day of a moment, YYYY-MM-DD. */
const dayOf = (at: number) => londonField(at).slice(0, 10)

/** All skills, with how many people have each, and of how many it soon expires (spec 5 §4.6). */
export function skillSource(db: Database, now: number) {
  return db.selectFrom('skills as s').select((eb) => [
    's.id',
    's.version',
    's.name',
    's.category',
    's.needsCertificate',
    's.expiresAfterMonths',
    's.isActive',
    eb
      .selectFrom('personSkills as p')
      .whereRef('p.skillID', '=', 's.id')
      .select((count) => count.fn.countAll<number>().as('n'))
      .as('people'),
    eb
      .selectFrom('personSkills as p')
      .whereRef('p.skillID', '=', 's.id')
      .where('p.expires', '>=', dayOf(now))
      .where('p.expires', '<=', dayOf(now + SKILL_EXPIRING_DAYS * DAY_MS))
      .select((count) => count.fn.countAll<number>().as('n'))
      .as('expiring'),
    eb
      .selectFrom('projectSkills as asked')
      .innerJoin('projects', 'projects.id', 'asked.projectID')
      .whereRef('asked.skillID', '=', 's.id')
      .where('projects.status', 'in', ASKING)
      .select((count) => count.fn.countAll<number>().as('n'))
      .as('projects'),
    eb
      .selectFrom('trainingTypes as t')
      .whereRef('t.skillID', '=', 's.id')
      .select((all) => all.fn.min('t.name').as('name'))
      .as('grantedBy'),
  ])
}
