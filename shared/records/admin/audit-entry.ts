import * as z from 'zod/mini'
import { recordID, timestamp } from '../../contract/primitives.ts'
import { recordVersion } from '../../contract/records.ts'
import { recordType } from '../record.ts'

/** Who acts (spec 5 §5.6). */
export const ACTOR_KINDS = {
  PERSON: 'Person',
  API_KEY: 'API key',
  JOB: 'Job',
  ADAPTOR: 'Adaptor',
  ADMIN_TOOL: 'fieldwork-admin',
} as const
export type ActorKind = keyof typeof ACTOR_KINDS
const kinds = Object.keys(ACTOR_KINDS) as ActorKind[]

/** Who did what, when and from where (spec 5 §5.6). */
export const auditRecord = recordType({
  name: 'auditEntry',
  page: 'admin.audit-logs',
  path: '/api/admin/audit',
  spec: '5 §5.6',
  words: { one: 'audit entry', many: 'audit entries', none: 'Nothing was written down yet.' },
  row: z.object({
    id: recordID,
    version: recordVersion,
    at: timestamp,
    /** The name that the actor had then. */
    actorName: z.string(),
    actorKind: z.enum(kinds),
    onBehalfOf: z.string(),
    action: z.string(),
    recordType: z.string(),
    recordID: z.nullable(z.int()),
    /** The record's name then. */
    label: z.string(),
    /** The name, as it is now, of whom it is about; null where it is about nobody. */
    personName: z.nullable(z.string()),
    page: z.string(),
    reason: z.string(),
    address: z.string(),
    requestID: z.string(),
    /** Its place in the chain; null until it is chained. */
    sequence: z.nullable(z.int()),
  }),
  columns: {
    at: { kind: 'moment', label: 'Time', width: 11 },
    actorName: {
      kind: 'text',
      picks: { of: 'person', by: 'actorID' },
      label: 'Actor',
      isSearched: true,
      width: 12,
    },
    action: { kind: 'text', isGroupable: true, label: 'Action', isSearched: true, width: 15 },
    recordType: { kind: 'text', isGroupable: true, label: 'Record type', isSearched: true, width: 9 },
    label: { kind: 'text', label: 'Record', isSearched: true, width: 14 },
    personName: {
      kind: 'text',
      picks: { of: 'person', by: 'personID' },
      label: 'Person concerned',
      isSearched: true,
      width: 12,
    },
    reason: { kind: 'text', label: 'Reason', isSearched: true, width: 14 },
    actorKind: { kind: 'choice', label: 'Kind of actor', choices: ACTOR_KINDS, isExtra: true },
    onBehalfOf: { kind: 'text', label: 'On behalf of', isExtra: true },
    recordID: { kind: 'number', label: 'Record id', isExtra: true, width: 7 },
    page: { kind: 'text', label: 'Page', isExtra: true },
    address: { kind: 'text', label: 'Address', isExtra: true },
    requestID: { kind: 'text', label: 'Request', isExtra: true },
    sequence: { kind: 'number', label: 'Sequence', isExtra: true, width: 7 },
  },
  order: [{ field: 'at', direction: 'DESC' }],
  permission: 'ADMIN_CAN_SEE_AUDIT_LOG',
})
