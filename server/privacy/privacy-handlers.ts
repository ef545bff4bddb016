import type { DataExport, Erasure, ErasurePreview } from '#shared/contract/privacy.ts'
import { ERASURE_WAITS_MS } from '#shared/domain/person-data.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { FileStore } from '../files/file-store.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import type { KeptNotification } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { requireNoWayUp } from '../roles/grantors.ts'
import {
  askErasure,
  ERASURE_REFUSALS,
  erasureRefusal,
  OPERATOR,
  PRIVACY_PAGE,
  requirePerson,
  whatErasureTakes,
} from './erasure-requests.ts'
import type { PersonExports } from './exports.ts'

export interface PrivacyServices {
  readonly db: Database
  readonly clock: Clock
  readonly exports: PersonExports
  readonly files: Pick<FileStore, 'read'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

/** Exports and erasures of people's data (spec 5 §6.9). */
export function privacyHandlers({
  db,
  clock,
  exports,
  files,
  publisher,
}: PrivacyServices): AreaHandlers<'privacy'> {
  const told = (caller: Caller, action: string, personID: number, label: string, reason = '') =>
    audit(db, caller, clock(), {
      ...{ action, page: PRIVACY_PAGE, recordType: 'person', recordID: personID, label, reason },
    })

  async function exportOf(id: number): Promise<DataExport> {
    const row = await db
      .selectFrom('privacyRequests')
      .where('id', '=', id)
      .select(['id', 'state', 'requestedAt', 'size', 'expiresAt'])
      .executeTakeFirstOrThrow()
    return { ...row, requestedAt: new Date(row.requestedAt).toISOString(), expiresAt: iso(row.expiresAt) }
  }

  async function newExport(personID: number, caller: Caller, reason: string): Promise<DataExport> {
    const person = await requirePerson(db, personID)
    if (person.erasedAt !== null) throw new Refusal(400, 'privacy.erased')
    const { id, isNew } = await db.transaction().execute(async (trx) => {
      // One that is being made is the one they asked for, also at another server.
      const waiting = await trx
        .selectFrom('privacyRequests')
        .where('kind', '=', 'EXPORT')
        .where('state', '=', 'QUEUED')
        .where('personID', '=', personID)
        .where('requestedBy', '=', caller.userID)
        .select('id')
        .executeTakeFirst()
      if (waiting) return { ...waiting, isNew: false }
      const made = await trx
        .insertInto('privacyRequests')
        .values({
          ...{ kind: 'EXPORT', personID, state: 'QUEUED', reason, withTexts: 0, size: 0 },
          ...{ requestedBy: caller.userID, requestedAt: clock() },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { ...made, isNew: true }
    })
    if (!isNew) return exportOf(id)
    await told(caller, 'PERSON_EXPORTED', personID, person.displayName, reason)
    exports.begin(id)
    return exportOf(id)
  }

  const erasureRows = () =>
    db
      .selectFrom('privacyRequests as r')
      .leftJoin('users as by', 'by.id', 'r.requestedBy')
      .leftJoin('users as ok', 'ok.id', 'r.approvedBy')
      .leftJoin('users as p', 'p.id', 'r.personID')
      .where('r.kind', '=', 'ERASURE')
      .orderBy('r.id', 'desc')
      .select(['r.id', 'r.state', 'r.withTexts', 'r.reason', 'r.requestedAt', 'r.effectiveAt', 'r.endedAt'])
      .select(['r.personID', 'r.requestedBy as requesterID', 'p.displayName as person'])
      .select(['by.displayName as requestedBy', 'ok.displayName as approvedBy'])

  type ErasureRow = Awaited<ReturnType<ReturnType<typeof erasureRows>['execute']>>[number]

  const erasureOf = (row: ErasureRow, caller: Caller): Erasure => ({
    ...{ id: row.id, state: row.state, withTexts: row.withTexts === 1, reason: row.reason },
    requestedBy: row.requesterID === OPERATOR ? 'fieldwork-admin' : (row.requestedBy ?? ''),
    ...{ approvedBy: row.approvedBy },
    requestedAt: new Date(row.requestedAt).toISOString(),
    effectiveAt: iso(row.effectiveAt),
    endedAt: iso(row.endedAt),
    mayApprove:
      row.state === 'WAITING' && row.requesterID !== caller.userID && row.personID !== caller.userID,
  })

  async function preview(personID: number, caller: Caller): Promise<ErasurePreview> {
    await requirePerson(db, personID)
    const refusal = await erasureRefusal(db, personID)
    const erasures = await erasureRows().where('r.personID', '=', personID).execute()
    return {
      ...(await whatErasureTakes(db, personID)),
      refusal: refusal && ERASURE_REFUSALS[refusal],
      erasures: erasures.map((row) => erasureOf(row, caller)),
    }
  }

  return {
    requestExport: ({ userID, reason }, { caller }) => newExport(userID, caller, reason),
    exportMine: (_input, { caller }) => newExport(caller.userID, caller, ''),

    myExports: async ({ userID }, { caller }) => {
      const rows = await db
        .selectFrom('privacyRequests')
        .where('kind', '=', 'EXPORT')
        .where('personID', '=', userID ?? caller.userID)
        .where('requestedBy', '=', caller.userID)
        .orderBy('id', 'desc')
        .limit(20)
        .select('id')
        .execute()
      return { exports: await Promise.all(rows.map(({ id }) => exportOf(id))) }
    },

    downloadExport: async ({ id }, { caller }) => {
      const row = await db
        .selectFrom('privacyRequests as r')
        .innerJoin('users as u', 'u.id', 'r.personID')
        .where('r.id', '=', id)
        .where('r.kind', '=', 'EXPORT')
        .where('r.requestedBy', '=', caller.userID)
        .select(['r.personID', 'r.state', 'r.storedAs', 'r.size', 'r.expiresAt', 'u.displayName'])
        .executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: 'export' })
      const isOther = row.personID !== caller.userID
      if (isOther && !caller.permissions.can('ADMIN_CAN_ERASE_PERSONAL_DATA'))
        throw new Refusal(403, 'accessDenied')
      if (row.state !== 'READY' || row.storedAs === null || (row.expiresAt ?? 0) <= clock())
        throw new Refusal(410, 'privacy.linkEnded')
      const { storedAs } = row
      await told(caller, 'PERSON_EXPORT_FETCHED', row.personID, row.displayName)
      return {
        fileName: `Data about ${row.displayName}.zip`,
        contentType: 'application/zip',
        content: { size: row.size, read: (span) => files.read(storedAs, span) },
      }
    },

    previewErasure: ({ userID }, { caller }) => preview(userID, caller),

    requestErasure: async ({ userID, userName, withTexts, reason }, { caller }) => {
      const person = await requirePerson(db, userID)
      const refusal = await erasureRefusal(db, userID)
      if (refusal) throw new Refusal(400, refusal)
      await requireNoWayUp(db, caller, userID)
      if (userName.trim() !== person.userName) throw new Refusal(400, 'privacy.wrongName')
      const asked = { personID: userID, withTexts, reason, by: caller, at: clock() }
      const kept = await db.transaction().execute((trx) => askErasure(trx, asked))
      await afterCommit(() => publisher.notified(kept))
      return preview(userID, caller)
    },

    approveErasure: async ({ id }, { caller }) => {
      const row = await erasureRows().where('r.id', '=', id).executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: 'erasure' })
      if (row.requesterID === caller.userID || row.personID === caller.userID)
        throw new Refusal(403, 'privacy.secondPerson')
      const refusal = await erasureRefusal(db, row.personID)
      if (refusal) throw new Refusal(400, refusal)
      const now = clock()
      const approved = await db
        .updateTable('privacyRequests')
        .set({
          state: 'APPROVED',
          approvedBy: caller.userID,
          approvedAt: now,
          effectiveAt: now + ERASURE_WAITS_MS,
        })
        .where('id', '=', id)
        .where('state', '=', 'WAITING')
        .returning('id')
        .executeTakeFirst()
      if (!approved) throw new Refusal(409, 'privacy.decided')
      await told(caller, 'ERASURE_APPROVED', row.personID, row.person ?? '')
      return preview(row.personID, caller)
    },

    cancelErasure: async ({ id }, { caller }) => {
      const row = await erasureRows().where('r.id', '=', id).executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: 'erasure' })
      const cancelled = await db
        .updateTable('privacyRequests')
        .set({ state: 'CANCELLED', endedBy: caller.userID, endedAt: clock() })
        .where('id', '=', id)
        .where('state', 'in', ['WAITING', 'APPROVED'])
        .returning('id')
        .executeTakeFirst()
      if (!cancelled) throw new Refusal(409, 'privacy.decided')
      await told(caller, 'ERASURE_CANCELLED', row.personID, row.person ?? '')
      return preview(row.personID, caller)
    },

    openErasures: async (_input, { caller }) => {
      const rows = await erasureRows().where('r.state', 'in', ['WAITING', 'APPROVED']).execute()
      return {
        erasures: rows.map((row) => ({
          ...erasureOf(row, caller),
          ...{ personID: row.personID, person: row.person ?? '' },
        })),
      }
    },
  }
}
