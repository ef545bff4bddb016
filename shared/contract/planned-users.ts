import * as z from 'zod/mini'
import { PROJECT_STATUSES } from '../domain/projects.ts'
import { listCall } from '../records/record.ts'
import { plannedColumns, plannedPersonRecord } from '../records/resource/planned-person.ts'
import { personDetails } from './admin-users.ts'
import { call } from './http-call.ts'
import { recordID } from './primitives.ts'
import { recordVersion } from './records.ts'

const { path, spec, permission } = plannedPersonRecord

export const CORE_HOURS_MAX = 200

const { skills: _names, isOptedOut48: _same, ...figures } = plannedColumns

/** Somebody in a planner's panel. */
export const plannedPerson = z.extend(personDetails, figures)
export type PlannedPerson = z.output<typeof plannedPerson>

export const listPlannedPeople = listCall(plannedPersonRecord)

export const getPlannedPerson = call({
  path: `${path}/get`,
  request: z.object({ id: recordID }),
  response: plannedPerson,
  summary:
    'One person whom the caller plans. Reading somebody else is an audit entry, one a person, viewer and hour.',
  spec,
  permission,
  extension: true,
})

export const saveCoreHours = call({
  path: `${path}/core-hours`,
  request: z.object({
    id: recordID,
    version: recordVersion,
    coreHours: z.string().check(z.trim(), z.maxLength(CORE_HOURS_MAX)),
    availability: z.string().check(z.trim(), z.maxLength(CORE_HOURS_MAX)),
  }),
  response: plannedPerson,
  summary: 'Says when somebody works usually, and when they can. Empty core hours are none.',
  spec,
  permission: 'IRESOURCE_CAN_EDIT_CORE_HOURS',
  extension: true,
})

const projectOfPerson = z.object({
  id: recordID,
  name: z.string(),
  status: z.enum(PROJECT_STATUSES),
  needs: z.array(z.object({ id: recordID, name: z.string(), isHeld: z.boolean() })),
  isEligible: z.boolean(),
})

export const plannedProjects = call({
  path: `${path}/projects`,
  request: z.object({ id: recordID }),
  response: z.object({ projects: z.array(projectOfPerson) }),
  summary:
    'Projects that are planned, live or paused, with the skills that each needs and whether the person has them.',
  spec,
  permission,
  extension: true,
})
export type PlannedProjects = z.output<typeof plannedProjects.response>

export const setEligible = call({
  path: `${path}/eligible`,
  request: z.object({ id: recordID, projectID: recordID, isEligible: z.boolean() }),
  response: plannedProjects.response,
  summary: 'Assigns somebody to a project as eligible, or no more. Who lacks a skill of it can’t be.',
  spec,
  permission: 'IRESOURCE_CAN_ASSIGN',
  extension: true,
})
