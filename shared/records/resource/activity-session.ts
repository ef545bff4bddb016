import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { ACTIVITY_NAMES } from '../../domain/activity.ts'
import { SESSION_SOURCES } from '../../domain/activity-report.ts'
import { SOURCE_LABELS } from '../../domain/activity-report-words.ts'
import { ACTIVITY_LABELS } from '../../domain/activity-words.ts'
import { recordType } from '../record.ts'

/** Resource › Activity report › Sessions: what people did, a session each (spec 4 §4.5.11). */
export const activitySessionRecord = recordType({
  name: 'activitySession',
  page: 'resource.activity-report',
  path: '/api/resource/activity-report/sessions',
  spec: '4 §4.5.11',
  words: { one: 'session', many: 'activity sessions', none: 'No activity yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    userID: recordID,
    displayName: z.string(),
    areaName: z.nullable(z.string()),
    activity: z.enum(ACTIVITY_NAMES),
    project: z.nullable(z.string()),
    category: z.nullable(z.string()),
    startedAt: timestamp,
    endedAt: z.nullable(timestamp),
    /** Up to now where it lasts. */
    hours: z.number(),
    idleMinutes: z.number(),
    source: z.enum(SESSION_SOURCES),
    isOverride: z.boolean(),
    isCorrected: z.boolean(),
    reason: z.string(),
  }),
  columns: {
    displayName: {
      kind: 'text',
      picks: { of: 'person', by: 'userID' },
      label: 'Name',
      isSearched: true,
      width: 12,
    },
    activity: { kind: 'choice', label: 'Activity', choices: ACTIVITY_LABELS, width: 11 },
    project: {
      kind: 'text',
      picks: { of: 'project', by: 'projectID' },
      label: 'Project',
      isSearched: true,
      width: 12,
    },
    category: { kind: 'text', isGroupable: true, label: 'Category', width: 9 },
    startedAt: { kind: 'moment', label: 'Started', width: 11 },
    endedAt: { kind: 'moment', label: 'Ended', width: 11 },
    hours: { kind: 'number', unit: 'HOURS', isSummed: true, label: 'Hours', width: 6 },
    source: { kind: 'choice', label: 'Source', choices: SOURCE_LABELS, width: 9 },
    isOverride: { kind: 'yesNo', label: 'Override', width: 7 },
    isCorrected: { kind: 'yesNo', label: 'Corrected', width: 8 },
    areaName: { kind: 'text', isGroupable: true, label: 'Area', isExtra: true },
    idleMinutes: { kind: 'number', unit: 'MINUTES', isSummed: true, label: 'Idle minutes', isExtra: true },
    reason: { kind: 'text', label: 'Reason', isExtra: true },
  },
  order: [{ field: 'startedAt', direction: 'DESC' }],
  permission: 'IRESOURCE_CAN_SEE_REPORTS',
})
