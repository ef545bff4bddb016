import { getSkill, listSkills, saveSkill } from '#shared/contract/skills.ts'
import { SKILL_FIELDS, type SkillCategory, skillRecord, skillValues } from '#shared/records/admin/skill.ts'
import type { RecordsKind } from '../index.ts'

/** A kind of record to try pages of records with. */
export const SKILLS: RecordsKind = {
  record: skillRecord,
  title: 'Skills',
  fields: SKILL_FIELDS,
  nameOf: ({ name }) => String(name),
  list: (api, request) => api.call(listSkills, request, { quiet: true }),
  read: (api, id) => api.call(getSkill, { id }, { quiet: true }),
  save: (api, values) => api.call(saveSkill, skillValues.parse(values), { quiet: true }),
  bulk: [],
}

/** A skill as the list has it. */
export const skill = (
  id: number,
  name: string,
  more: { people?: number; category?: SkillCategory } = {},
) => ({
  ...{ id, version: 1, name, category: 'TOOL' as SkillCategory, needsCertificate: false },
  ...{ expiresAfterMonths: null, isActive: true, people: 0, expiring: 0, ...more },
})
