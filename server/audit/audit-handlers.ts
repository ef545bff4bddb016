import { londonField } from '#shared/domain/london-time.ts'
import { EXPORT_AT_ONCE_MAX } from '#shared/domain/records.ts'
import { auditRecord } from '#shared/records/admin/audit-entry.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit, auditRead } from '../records/audit.ts'
import { listRecords, matching, recordSource } from '../records/list.ts'
import { Refusal } from '../refusal.ts'
import { type AuditChain, auditRedactions, signedPoints } from './audit-chain.ts'
import type { AuditKey, SignedPoint } from './audit-key.ts'
import { auditSource } from './audit-source.ts'
import { proofOf } from './proof.ts'

const { page, words } = auditRecord

const when = (at: number | null) => (at === null ? null : new Date(at).toISOString())

export interface AuditServices {
  readonly db: Database
  readonly clock: Clock
  readonly auditChain: AuditChain
  readonly auditKey: AuditKey
  /** Signed roots that are kept where the database isn't. */
  readonly keptRoots: () => readonly SignedPoint[]
}

/** The audit log (spec 5 §5.6): read, checked and exported; no call changes or deletes an entry. */
export function auditHandlers({
  db,
  clock,
  auditChain,
  auditKey,
  keptRoots,
}: AuditServices): AreaHandlers<'audit'> {
  const options = (caller: Caller) => ({
    record: auditRecord,
    source: recordSource(auditSource(db)),
    viewer: caller,
    now: clock(),
  })
  /** Looking into what was written about somebody is written down, too. */
  async function noteReading(caller: Caller, personIDs: Iterable<number | null>): Promise<void> {
    for (const personID of new Set(personIDs)) {
      if (personID === null || personID === caller.userID) continue
      const person = await db
        .selectFrom('users')
        .select('displayName')
        .where('id', '=', personID)
        .executeTakeFirst()
      await auditRead(db, caller, clock(), {
        action: 'AUDIT_READ',
        page,
        recordType: 'person',
        recordID: personID,
        label: person?.displayName ?? '',
      })
    }
  }
  return {
    searchAudit: async (request, { caller }) => {
      const listed = await listRecords(db, request, options(caller))
      if (request.filters.some(({ field }) => field === 'personName')) {
        const about = await db
          .selectFrom('audit')
          .select('personID')
          .distinct()
          .where('id', 'in', [0, ...listed.rows.map(({ id }) => id)])
          .execute()
        await noteReading(
          caller,
          about.map(({ personID }) => personID),
        )
      }
      return listed
    },

    getAuditEntry: async ({ id }, { caller }) => {
      const row = await db
        .selectFrom('audit as a')
        .leftJoin('users as u', 'u.id', 'a.personID')
        .selectAll('a')
        .select('u.displayName as personName')
        .where('a.id', '=', id)
        .executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: words.one })
      await noteReading(caller, [row.personID])
      return { ...row, version: 1, at: new Date(row.at).toISOString(), changes: JSON.parse(row.changes) }
    },

    verifyAudit: async () => {
      const { verdict, unchained } = await auditChain.verify(keptRoots())
      return {
        verdict: verdict.isWhole ? { ...verdict, from: when(verdict.from), to: when(verdict.to) } : verdict,
        unchained,
      }
    },

    exportAudit: async ({ filters, searchTerm }, { caller }) => {
      const now = clock()
      // Read before the entries: what is chained meanwhile isn't among them.
      const { end, roots, checkpoint } = await signedPoints(db)
      const { inOrder } = matching(db, { filters, searchTerm, sort: [] }, options(caller))
      const matches = await inOrder
        .select('r.id')
        .limit(EXPORT_AT_ONCE_MAX + 1)
        .execute()
      if (matches.length > EXPORT_AT_ONCE_MAX) throw new Refusal(400, 'export.tooMany')
      const ids = matches.map(({ id }) => id)
      const rows = []
      for (let from = 0; from < ids.length; from += 500)
        rows.push(
          ...(await db
            .selectFrom('audit')
            .selectAll()
            .where('id', 'in', ids.slice(from, from + 500))
            .where('sequence', '<=', end?.sequence ?? 0)
            .execute()),
        )
      rows.sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0))
      const isWhole = filters.length === 0 && searchTerm.trim() === ''
      await audit(db, caller, now, {
        action: 'EXPORTED',
        page,
        recordType: auditRecord.name,
        recordID: null,
        label: 'Audit entries with their proof',
        changes: [
          { field: 'filters', before: null, after: filters },
          { field: 'rows', before: null, after: rows.length },
        ],
      })
      const redactions = await auditRedactions(db)
      const time = londonField(now).replace('T', ' ').replace(':', '')
      return {
        fileName: `Audit entries ${time}.jsonl`,
        contentType: 'application/x-ndjson',
        content: new TextEncoder().encode(
          proofOf({ key: auditKey, rows, isWhole, end, roots, checkpoint, redactions }),
        ),
      }
    },
  }
}
