import * as z from 'zod/mini'
import { auditRecord } from '../records/admin/audit-entry.ts'
import { listCall } from '../records/record.ts'
import { call } from './http-call.ts'
import { noPayload, recordID, timestamp } from './primitives.ts'
import { recordFilter } from './records.ts'

const { permission, spec } = auditRecord

export const searchAudit = { ...listCall(auditRecord), path: '/api/admin/audit/search' } as const

export const getAuditEntry = call({
  path: '/api/admin/audit/get',
  request: z.object({ id: recordID }),
  response: z.extend(auditRecord.row, {
    changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
    sessionID: z.string(),
    previousHash: z.nullable(z.string()),
    hash: z.nullable(z.string()),
  }),
  summary: 'One audit entry with what changed. Reading one about somebody else is an entry, too.',
  spec,
  permission,
  extension: true,
})

/** What is wrong at the first broken place of the chain. */
export const CHAIN_FAULTS = ['EDITED', 'MISSING', 'REORDERED', 'CUT_OFF'] as const

export const verifyAudit = call({
  path: '/api/admin/audit/verify',
  request: noPayload,
  response: z.object({
    verdict: z.discriminatedUnion('isWhole', [
      z.object({
        isWhole: z.literal(true),
        entries: z.int(),
        /** Null where there is no entry. */
        from: z.nullable(timestamp),
        to: z.nullable(timestamp),
      }),
      z.object({
        isWhole: z.literal(false),
        /** The first broken one. */
        sequence: z.int(),
        kind: z.enum(CHAIN_FAULTS),
      }),
    ]),
    /** Entries of the last second, which have no hash yet. */
    unchained: z.int(),
  }),
  summary: 'Checks the chain of the audit against its signed end and the signed roots of its days.',
  spec,
  permission,
})

export const exportAudit = call({
  path: '/api/admin/audit/export',
  request: z.object({
    filters: z._default(z.array(recordFilter).check(z.maxLength(50)), []),
    searchTerm: z._default(z.string().check(z.maxLength(200)), ''),
  }),
  response: z.unknown(),
  answers: 'blob',
  summary:
    'The entries that match as JSON lines, with what `fieldwork-admin verify-audit` needs to check them.',
  spec,
  permission,
})
