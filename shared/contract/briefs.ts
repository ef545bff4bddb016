import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { recordID, timestamp } from './primitives.ts'

export const BRIEF_MAX = 10_000

const brief = z.object({
  projectID: recordID,
  project: z.string(),
  /** Counts its texts; 0 before the first. */
  version: z.int(),
  text: z.string(),
  /** Whether it has to be opened before the first AVAILABLE on the project. */
  isRequired: z.boolean(),
  changedAt: z.nullable(timestamp),
  changedBy: z.nullable(z.string()),
  /** How many people opened this text. */
  readers: z.int(),
})
export type ProjectBrief = z.output<typeof brief>

export const openBrief = call({
  path: '/api/itracker/brief/open',
  request: z.object({ projectID: recordID }),
  response: z.pick(brief, { projectID: true, project: true, version: true, text: true, changedAt: true }),
  summary: 'A project’s brief; that the caller opened this text of it is written down.',
  spec: '4 §4.2.1',
  permission: 'ITRACKER_CAN_SEE_ACTIVITY_DASHBOARD',
  extension: true,
})

export const projectBrief = call({
  path: '/api/project/brief/get',
  request: z.object({ projectID: recordID }),
  response: brief,
  summary: 'A project’s brief as who writes it sees it; an empty one where there is none.',
  spec: '4 §4.2.1',
  permission: 'PROJECTS_CAN_EDIT_ALL',
  extension: true,
})

export const saveProjectBrief = call({
  path: '/api/project/brief/save',
  request: z.object({
    projectID: recordID,
    /** Empty: there is no brief any more. */
    text: z.string().check(z.trim(), z.maxLength(BRIEF_MAX)),
    isRequired: z.boolean(),
    /** The version that was seen. */
    version: z.int(),
  }),
  response: brief,
  summary:
    'Another text of a project’s brief, which everybody opens anew. 409 where somebody saved one since.',
  spec: '4 §4.2.1',
  permission: 'PROJECTS_CAN_EDIT_ALL',
  extension: true,
})
