import * as z from 'zod/mini'
import { skillRecord, skillValues } from '../records/admin/skill.ts'
import { getCall, listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { recordID } from './primitives.ts'
import { recordVersion, seenRecord } from './records.ts'

const about = { spec: skillRecord.spec, permission: skillRecord.permission } as const

export const listSkills = listCall(skillRecord)
export const getSkill = getCall(skillRecord)

export const saveSkill = call({
  path: '/api/admin/skills/save',
  request: z.extend(skillValues, {
    /** Both absent for a new one. */
    id: z.optional(recordID),
    version: z.optional(recordVersion),
  }),
  response: skillRecord.row,
  summary: 'Makes a skill, or changes the one that is named as it was seen.',
  ...about,
})

export const deactivateSkill = call({
  path: '/api/admin/skills/deactivate',
  request: z.extend(seenRecord, {
    /** True takes it back. */
    isActive: z._default(z.boolean(), false),
  }),
  response: skillRecord.row,
  summary: 'Projects can ask for it no more; who has it keeps it.',
  ...about,
})

export const mergeSkills = call({
  path: '/api/admin/skills/merge',
  request: z.extend(seenRecord, {
    /** The skill that stays. */
    into: recordID,
  }),
  response: skillRecord.row,
  summary: 'Who has the one has the other from now on, at the better level; the first is inactive.',
  ...about,
})
