import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import {
  FLAG_SEVERITIES,
  FLAG_SOURCES,
  type FlagSeverity,
  type FlagSource,
} from '../../domain/system-flags.ts'
import { recordType } from '../record.ts'

const severities = Object.keys(FLAG_SEVERITIES) as FlagSeverity[]
const sources = Object.keys(FLAG_SOURCES) as FlagSource[]

/** What the system, or somebody, says is the matter (spec 5 §5.12). */
export const systemFlagRecord = recordType({
  name: 'systemFlag',
  page: 'support.system-flags',
  path: '/api/support/flags',
  spec: '5 §5.12',
  words: { one: 'system flag', many: 'system flags', none: 'Nothing is flagged.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    /** What stands is known by its key; what a person raised has one of its own. */
    key: z.string(),
    title: z.string(),
    severity: z.enum(severities),
    source: z.enum(sources),
    message: z.string(),
    whatToDo: z.string(),
    isStanding: z.boolean(),
    raisedAt: timestamp,
    /** Null where nobody did but the system. */
    raisedBy: z.nullable(z.string()),
    /** When it clears itself; null for never. */
    endsAt: z.nullable(timestamp),
    acknowledgedBy: z.nullable(z.string()),
    acknowledgedAt: z.nullable(timestamp),
    note: z.string(),
    clearedAt: z.nullable(timestamp),
    clearedBy: z.nullable(z.string()),
    /** Null for everywhere. */
    areaID: z.nullable(recordID),
    area: z.nullable(z.string()),
    /** What it is about instead of an area; null for none. */
    projectID: z.nullable(recordID),
    project: z.nullable(z.string()),
  }),
  columns: {
    title: { kind: 'text', label: 'Flag', isSearched: true, width: 15 },
    severity: { kind: 'choice', label: 'Severity', choices: FLAG_SEVERITIES, width: 7 },
    message: { kind: 'text', label: 'What is the matter', isSearched: true, width: 20 },
    isStanding: { kind: 'yesNo', label: 'Standing', width: 7 },
    raisedAt: { kind: 'moment', label: 'Raised', width: 12 },
    acknowledgedBy: {
      kind: 'text',
      picks: { of: 'person', by: 'acknowledgedByID' },
      label: 'Acknowledged by',
      width: 11,
    },
    clearedAt: { kind: 'moment', label: 'Cleared', width: 12 },
    source: { kind: 'choice', label: 'Source', choices: FLAG_SOURCES, isExtra: true, width: 7 },
    raisedBy: { kind: 'text', picks: { of: 'person', by: 'raisedByID' }, label: 'Raised by', isExtra: true },
    area: { kind: 'text', isGroupable: true, label: 'Area', isExtra: true },
    project: { kind: 'text', picks: { of: 'project', by: 'projectID' }, label: 'Project', isExtra: true },
    key: { kind: 'text', label: 'Key', isSearched: true, isExtra: true, width: 14 },
  },
  order: [
    { field: 'isStanding', direction: 'DESC' },
    { field: 'raisedAt', direction: 'DESC' },
  ],
  permission: 'SUPPORT_CAN_SEE_SYSTEM_FLAGS',
})
