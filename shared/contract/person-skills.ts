import * as z from 'zod/mini'
import { SKILL_CATEGORIES, type SkillCategory } from '../records/admin/skill.ts'
import { personDetails } from './admin-users.ts'
import { call } from './http-call.ts'
import { done, recordID } from './primitives.ts'
import { recordVersion } from './records.ts'

const PATH = '/api/admin/users/skills'
const spec = '5 §4.6'

/** How well somebody has a skill, with the words for it. */
export const SKILL_LEVELS = { BASIC: 'Basic', GOOD: 'Good', EXPERT: 'Expert' } as const
export type SkillLevel = keyof typeof SKILL_LEVELS
export const EVIDENCE_MAX = 500

const category = z.enum(Object.keys(SKILL_CATEGORIES) as SkillCategory[])
const personSkillValues = {
  level: z.enum(Object.keys(SKILL_LEVELS) as SkillLevel[]),
  since: z.iso.date(),
  /** The last day on which it counts; null for no end. */
  expires: z.nullable(z.iso.date()),
  /** Such as the number of a certificate. */
  evidence: z.string().check(z.trim(), z.maxLength(EVIDENCE_MAX)),
}

const personSkill = z.object({
  skillID: recordID,
  name: z.string(),
  category,
  ...personSkillValues,
  isExpired: z.boolean(),
  /** Null where it isn't known. */
  givenBy: z.nullable(z.string()),
})
export type PersonSkill = z.output<typeof personSkill>

const offeredSkill = z.object({
  id: recordID,
  name: z.string(),
  needsCertificate: z.boolean(),
  expiresAfterMonths: z.nullable(z.int()),
})
export type OfferedSkill = z.output<typeof offeredSkill>

const skillProposal = z.object({
  id: recordID,
  skillID: recordID,
  name: z.string(),
  note: z.string(),
  by: z.nullable(z.string()),
})
export type SkillProposal = z.output<typeof skillProposal>

export const listPersonSkills = call({
  path: `${PATH}/list`,
  request: z.object({ userID: recordID }),
  response: z.object({
    skills: z.array(personSkill),
    offered: z.array(offeredSkill),
    /** What supervisors and planners proposed and nobody has decided on. */
    proposed: z.array(skillProposal),
  }),
  summary: 'What somebody can, and what could be added.',
  spec,
  permission: { anyOf: ['ADMIN_CAN_SEE_USERS', 'HR_CAN_SEE_EMPLOYMENT_HISTORY'] },
  extension: true,
})

/** The person, as they were seen. */
const seenPerson = { userID: recordID, version: recordVersion, skillID: recordID }

export const savePersonSkill = call({
  path: `${PATH}/save`,
  request: z.object({ ...seenPerson, ...personSkillValues }),
  response: personDetails,
  summary:
    'Gives somebody a skill, or changes how they have it. One that needs a certificate needs evidence.',
  spec,
  permission: 'ADMIN_CAN_EDIT_USERS',
  extension: true,
})

export const removePersonSkill = call({
  path: `${PATH}/remove`,
  request: z.object(seenPerson),
  response: personDetails,
  summary: 'Takes a skill from somebody.',
  spec,
  permission: 'ADMIN_CAN_EDIT_USERS',
  extension: true,
})

export const declineSkill = call({
  path: `${PATH}/decline`,
  request: z.object({ id: recordID }),
  response: done,
  summary: 'Declines a skill that somebody was proposed for. Giving them the skill grants it.',
  spec: '4 §4.4.7',
  permission: 'ADMIN_CAN_EDIT_USERS',
  extension: true,
})
