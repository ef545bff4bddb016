import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { recordType } from '../record.ts'

/** Interviewing: a session of AVAILABLE with a project, or a call's outcome, each (spec 4 §2.1, §2.5); reports are made of it. */
export const interviewingRecord = recordType({
  name: 'interviewing',
  page: 'research.projects-data',
  path: '/api/research/interviewing',
  spec: '4 §2.5',
  words: { one: 'piece of interviewing', many: 'interviewing', none: 'Nobody has interviewed yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    displayName: z.string(),
    areaName: z.nullable(z.string()),
    agencyName: z.nullable(z.string()),
    project: z.nullable(z.string()),
    at: timestamp,
    attempts: z.int(),
    completes: z.int(),
    hours: z.number(),
    completesPerHour: z.nullable(z.number()),
  }),
  columns: {
    displayName: {
      kind: 'text',
      picks: { of: 'person', by: 'userID' },
      label: 'Name',
      isSearched: true,
      width: 12,
    },
    areaName: { kind: 'text', isGroupable: true, label: 'Area', isSearched: true, width: 10 },
    agencyName: { kind: 'text', isGroupable: true, label: 'Agency', isExtra: true },
    project: {
      kind: 'text',
      picks: { of: 'project', by: 'projectID' },
      label: 'Project',
      isSearched: true,
      width: 12,
    },
    at: { kind: 'moment', label: 'When', width: 12 },
    attempts: { kind: 'number', isSummed: true, label: 'Attempts', width: 7 },
    completes: { kind: 'number', isSummed: true, label: 'Completes', width: 7 },
    hours: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Interviewing hours', width: 8 },
    completesPerHour: {
      ...{ kind: 'number', label: 'Completes per hour', width: 8 },
      ratio: { of: 'completes', per: 'hours' },
      isSummed: true,
    },
  },
  order: [{ field: 'at', direction: 'DESC' }],
  permission: 'IRESEARCH_CAN_SEE_PROJECTS_DATA',
})
