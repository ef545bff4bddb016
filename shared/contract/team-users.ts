import * as z from 'zod/mini'
import { listCall } from '../records/record.ts'
import { teamColumns, teamPersonRecord } from '../records/supervisor/team-person.ts'
import { personDetails } from './admin-users.ts'
import { call } from './http-call.ts'
import { done, recordID } from './primitives.ts'
import { recordVersion } from './records.ts'

const { path, spec, permission } = teamPersonRecord

export const listTeamPeople = listCall(teamPersonRecord)

const { skills: _names, ...figures } = teamColumns

/** Somebody in a supervisor's panel: what HR and Admin alone may see of employment is empty. */
export const teamPerson = z.extend(personDetails, figures)
export type TeamPerson = z.output<typeof teamPerson>

export const getTeamPerson = call({
  path: `${path}/get`,
  request: z.object({ id: recordID }),
  response: teamPerson,
  summary:
    'One person of the supervisor’s scope. Reading somebody else is an audit entry, one a person, viewer and hour.',
  spec,
  permission,
  extension: true,
})

export const PROPOSAL_NOTE_MAX = 500

export const teamOptions = call({
  path: `${path}/options`,
  request: z.object({ id: recordID }),
  response: z.object({
    areas: z.array(z.object({ id: recordID, name: z.string() })),
    /** Those that the person hasn't got. */
    skills: z.array(z.object({ id: recordID, name: z.string(), isProposed: z.boolean() })),
  }),
  summary: 'The areas that somebody can be in, and the skills that they can be proposed for.',
  spec,
  permission: { anyOf: ['ISUPERVISOR_CAN_SEE_INTERVIEWERS', 'IRESOURCE_CAN_ASSIGN'] },
  extension: true,
})

export const proposeSkill = call({
  path: `${path}/propose-skill`,
  request: z.object({
    id: recordID,
    skillID: recordID,
    note: z.string().check(z.trim(), z.minLength(3), z.maxLength(PROPOSAL_NOTE_MAX)),
  }),
  response: done,
  summary: 'Proposes a skill for somebody of the scope. Who edits people grants or declines it.',
  spec,
  permission: { anyOf: ['ISUPERVISOR_CAN_SEE_INTERVIEWERS', 'IRESOURCE_CAN_ASSIGN'] },
  extension: true,
})

export const moveTeamPerson = call({
  path: `${path}/area`,
  request: z.object({ id: recordID, version: recordVersion, areaID: recordID }),
  response: done,
  summary: 'Puts somebody of the scope into another area: they change the room, and their manager is told.',
  spec,
  permission: { allOf: ['ISUPERVISOR_CAN_SEE_INTERVIEWERS', 'CAN_CHANGE_USER_AREA'] },
  extension: true,
})
