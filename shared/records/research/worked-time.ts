import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { ACTIVITY_NAMES, type ActivityName, isWorked } from '../../domain/activity.ts'
import { recordType } from '../record.ts'

const WORKED = ACTIVITY_NAMES.filter(isWorked)
/** Activities that count as work; they are called as on the wire. */
export const WORKED_ACTIVITIES = Object.fromEntries(WORKED.map((name) => [name, name])) as Readonly<
  Record<ActivityName, string>
>

/** Time that people worked, an activity session each (spec 4 §2.2, §2.5); reports are made of it. */
export const workedTimeRecord = recordType({
  name: 'workedTime',
  page: 'research.project-hours',
  path: '/api/research/project-hours',
  spec: '4 §2.2',
  words: { one: 'session of work', many: 'hours worked', none: 'Nobody has worked yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    displayName: z.string(),
    areaName: z.nullable(z.string()),
    contractTypeName: z.nullable(z.string()),
    agencyName: z.nullable(z.string()),
    project: z.nullable(z.string()),
    activity: z.enum(WORKED),
    startedAt: timestamp,
    endedAt: z.nullable(timestamp),
    hours: z.number(),
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
    contractTypeName: { kind: 'text', isGroupable: true, label: 'Contract type', isExtra: true },
    agencyName: { kind: 'text', isGroupable: true, label: 'Agency', isExtra: true },
    project: {
      kind: 'text',
      picks: { of: 'project', by: 'projectID' },
      label: 'Project',
      isSearched: true,
      width: 12,
    },
    activity: { kind: 'choice', label: 'Activity', choices: WORKED_ACTIVITIES, width: 10 },
    startedAt: { kind: 'moment', label: 'Started', width: 12 },
    endedAt: { kind: 'moment', label: 'Ended', width: 12 },
    hours: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Hours', width: 7 },
  },
  order: [{ field: 'startedAt', direction: 'DESC' }],
  permission: 'IRESEARCH_CAN_SEE_PROJECT_HOURS',
})
