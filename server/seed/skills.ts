import { searchable } from '#shared/domain/locale.ts'
import { londonField } from '#shared/domain/london-time.ts'
import type { SkillCategory } from '#shared/records/admin/skill.ts'
import type { Database } from '../db/database.ts'
import type { SkillLevel } from '../db/schema/records.ts'
import { insertRows } from './insert.ts'
import { PEOPLE } from './people.ts'
import type { Random } from './random.ts'
import { DAY } from './timeline.ts'

interface SeedSkill {
  readonly name: string
  readonly category: SkillCategory
  /** How many in a hundred of those who interview have it. */
  readonly share: number
  readonly months?: number
  readonly needsCertificate?: true
}

const SKILLS: readonly SeedSkill[] = [
  { name: 'Welsh', category: 'LANGUAGE', share: 14 },
  { name: 'Polish', category: 'LANGUAGE', share: 9 },
  { name: 'Urdu', category: 'LANGUAGE', share: 8 },
  { name: 'Scottish Gaelic', category: 'LANGUAGE', share: 3 },
  { name: 'Telephone interviewing', category: 'METHOD', share: 96 },
  { name: 'Business interviews', category: 'METHOD', share: 34, months: 24 },
  { name: 'In-depth interviews', category: 'METHOD', share: 12, months: 24 },
  { name: 'Coding open answers', category: 'METHOD', share: 18 },
  { name: 'Health', category: 'SECTOR', share: 30, months: 12, needsCertificate: true },
  { name: 'Financial services', category: 'SECTOR', share: 22, months: 12, needsCertificate: true },
  { name: 'Travel', category: 'SECTOR', share: 45 },
  { name: 'Survey tool', category: 'TOOL', share: 90 },
  { name: 'Predictive dialler', category: 'TOOL', share: 62 },
  { name: 'First aid', category: 'DUTY', share: 7, months: 36, needsCertificate: true },
  { name: 'Fire marshal', category: 'DUTY', share: 5, months: 12, needsCertificate: true },
]

const LEVELS: readonly SkillLevel[] = ['BASIC', 'GOOD', 'GOOD', 'EXPERT']
const MONTH = 30.4 * DAY
const dayOf = (at: number) => londonField(at).slice(0, 10)

/** What the people of the demo company can do, some of it about to expire. */
export async function seedSkills(trx: Database, random: Random, now: number): Promise<void> {
  await insertRows(
    trx,
    'skills',
    [
      'id',
      'version',
      'name',
      'nameKey',
      'category',
      'needsCertificate',
      'expiresAfterMonths',
      'isActive',
      'changedBy',
      'changedAt',
    ],
    SKILLS.map(({ name, category, months = null, needsCertificate }, place) => [
      place + 1,
      1,
      name,
      searchable(name),
      category,
      needsCertificate ? 1 : 0,
      months,
      1,
      null,
      now - 300 * DAY,
    ]),
  )
  const interviewers = PEOPLE.filter(({ type }) => type === 'INTERVIEWER' || type === 'SUPERVISOR')
  const held = interviewers.flatMap(({ id, managerID }) =>
    SKILLS.flatMap(({ share, months }, place) => {
      if (!random.chance(share / 100)) return []
      const since = now - random.int(20, 700) * DAY
      const given =
        months === undefined ? since : now - random.int(1, Math.round((months * MONTH) / DAY) - 5) * DAY
      const expires = months === undefined ? null : dayOf(given + months * MONTH)
      return [[id, place + 1, random.pick(LEVELS), dayOf(given), expires, '', managerID]]
    }),
  )
  await insertRows(
    trx,
    'personSkills',
    ['userID', 'skillID', 'level', 'since', 'expires', 'evidence', 'givenBy'],
    held,
  )
}
