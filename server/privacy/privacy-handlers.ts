import type { DataExport, Erasure, ErasurePreview } from '#shared/contract/privacy.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'
import { ERASURE_WAITS_MS, PRIVACY_TEXT } from '#shared/domain/person-data.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { FileStore } from '../files/file-store.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { standingHolds } from '../retention/holds.ts'
import { anyRows } from '../retention/rules.ts'
import { requireNoWayUp } from '../roles/grantors.ts'
import type { PersonExports } from './exports.ts'
import { personalTables } from './personal-tables.ts'

const PAGE = 'admin.active-users'

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
  /** @throws Refusal 404 */
  async function requirePerson(id: number) {
    const person = await db
      .selectFrom('users')
      .where('id', '=', id)
      .select(['id', 'userName', 'displayName', 'status', 'erasedAt'])
      .executeTakeFirst()
    if (!person) throw new Refusal(404, 'record.gone', { one: 'person' })
    return person
  }

  const told = (caller: Caller, action: string, personID: number, label: string, reason = '') =>
    audit(db, caller, clock(), {
      ...{ action, page: PAGE, recordType: 'person', recordID: personID, label, reason },
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
    const person = await requirePerson(personID)
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
    ...{ requestedBy: row.requestedBy ?? '', approvedBy: row.approvedBy },
    requestedAt: new Date(row.requestedAt).toISOString(),
    effectiveAt: iso(row.effectiveAt),
    endedAt: iso(row.endedAt),
    mayApprove:
      row.state === 'WAITING' && row.requesterID !== caller.userID && row.personID !== caller.userID,
  })

  /** Why somebody can't be erased now; null where they can. */
  async function refusalOf(personID: number) {
    const { status, erasedAt } = await requirePerson(personID)
    if (erasedAt !== null) return 'privacy.erased' as const
    if (status !== 'LEAVER') return 'privacy.notALeaver' as const
    if ((await standingHolds(db)).people.includes(personID)) return 'privacy.held' as const
    return null
  }

  const REFUSALS = {
    'privacy.erased': 'The data of this person are erased.',
    'privacy.notALeaver': PRIVACY_TEXT.notALeaver,
    'privacy.held': 'There is a legal hold on this person.',
  } as const

  async function preview(personID: number, caller: Caller): Promise<ErasurePreview> {
    await requirePerson(personID)
    const lists = { DELETE: [], BLANK: [], KEEP: [] } as Record<
      'DELETE' | 'BLANK' | 'KEEP',
      { what: string; count: number; why: string }[]
    >
    for (const [table, { person, what, onErase, why = '' }] of personalTables()) {
      const { n } = await anyRows(db)
        .selectFrom(table)
        .where(person, '=', personID)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      if (Number(n) > 0) lists[onErase].push({ what, count: Number(n), why: onErase === 'DELETE' ? '' : why })
    }
    const refusal = await refusalOf(personID)
    const erasures = await erasureRows().where('r.personID', '=', personID).execute()
    return {
      deleted: lists.DELETE,
      anonymised: lists.BLANK,
      kept: lists.KEEP,
      refusal: refusal && REFUSALS[refusal],
      erasures: erasures.map((row) => erasureOf(row, caller)),
    }
  }

  /** Whoever may approve it is told. */
  async function tellApprovers(caller: Caller, personID: number, label: string): Promise<void> {
    const now = clock()
    const holders = await db
      .selectFrom('userPermissions as p')
      .innerJoin('users as u', 'u.id', 'p.userID')
      .where('p.permission', '=', PERMISSIONS.ADMIN_CAN_ERASE_PERSONAL_DATA)
      .where('u.isActive', '=', 1)
      .where('u.id', 'not in', [caller.userID, personID])
      .where((eb) => eb.or([eb('p.endsAt', 'is', null), eb('p.endsAt', '>', now)]))
      .select('u.id')
      .execute()
    const kept = await keepNotifications(
      db,
      now,
      holders.map(({ id }) => ({
        userID: id,
        type: 'NEW_UPDATE' as const,
        subject: `An erasure of ${label} waits for your approval`,
        body: 'Open the person in Admin › Active users, tab ‘Personal data’.',
        source: 'PRIVACY',
        cssClass: 'warning' as const,
      })),
    )
    await afterCommit(() => publisher.notified(kept))
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
      const person = await requirePerson(userID)
      const refusal = await refusalOf(userID)
      if (refusal) throw new Refusal(400, refusal)
      await requireNoWayUp(db, caller, userID)
      if (userName.trim() !== person.userName) throw new Refusal(400, 'privacy.wrongName')
      const open = await db
        .selectFrom('privacyRequests')
        .where('kind', '=', 'ERASURE')
        .where('personID', '=', userID)
        .where('state', 'in', ['WAITING', 'APPROVED'])
        .select('id')
        .executeTakeFirst()
      if (open) throw new Refusal(409, 'privacy.asked')
      await db
        .insertInto('privacyRequests')
        .values({
          ...{ kind: 'ERASURE', personID: userID, state: 'WAITING', reason, withTexts: withTexts ? 1 : 0 },
          ...{ size: 0, requestedBy: caller.userID, requestedAt: clock() },
        })
        .execute()
      await told(caller, 'ERASURE_REQUESTED', userID, person.displayName, reason)
      await tellApprovers(caller, userID, person.displayName)
      return preview(userID, caller)
    },

    approveErasure: async ({ id }, { caller }) => {
      const row = await erasureRows().where('r.id', '=', id).executeTakeFirst()
      if (!row) throw new Refusal(404, 'record.gone', { one: 'erasure' })
      if (row.requesterID === caller.userID || row.personID === caller.userID)
        throw new Refusal(403, 'privacy.secondPerson')
      const refusal = await refusalOf(row.personID)
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
