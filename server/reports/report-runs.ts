import type { ReportRun } from '#shared/contract/reports.ts'
import {
  nextReport,
  REPORT_KEPT_MS,
  REPORT_ROWS_MAX,
  type ReportDefinition,
  type ReportFormat,
  type ReportRecord,
} from '#shared/domain/reports.ts'
import { findPerson } from '../auth/people.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import type { HubLog } from '../hubs/log.ts'
import { reportLetter } from '../mail/letters.ts'
import type { Mail } from '../mail/outbox.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import type { Viewer } from '../people/scope.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import { lacking, narrowed, readRecords, stillSeen } from './report-data.ts'
import { withNames } from './report-view.ts'
import { definitionIn, REPORT_PAGE } from './reports.ts'

/** While a server makes a result; what one that ended left goes to the next. */
const LEASE_MS = 2 * 60_000
/** Records of one row of the database. */
const PART = 5000

export interface RunServices {
  readonly db: Database
  readonly clock: Clock
  readonly background: Pick<Background, 'run'>
  readonly log: HubLog
  readonly outbox: { post(mail: Mail): Promise<number> }
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

interface NewRun {
  readonly reportID: number
  readonly ranBy: number
  readonly isScheduled: boolean
  readonly name: string
  readonly definition: ReportDefinition
  readonly format: ReportFormat
}

/** Runs of reports, made after the answer or by the clock, and ended after 7 days (spec 5 §5.6). */
export class ReportRuns {
  readonly #services: RunServices

  constructor(services: RunServices) {
    this.#services = services
  }

  /** Notes a run and begins it once the running unit is committed. Gives its id. */
  async begin(run: NewRun): Promise<number> {
    const id = await this.#add(run)
    this.#services.background.run(() => this.make(id))
    return id
  }

  /** Makes a result that waits; of two servers one does. */
  async make(id: number, signal?: AbortSignal): Promise<void> {
    const { db, clock, log } = this.#services
    const run = await db
      .updateTable('reportRuns')
      .set({ leaseUntil: clock() + LEASE_MS, done: 0 })
      .where('id', '=', id)
      .where('state', '=', 'RUNNING')
      .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', clock())]))
      .returning(['id', 'ranBy', 'definition'])
      .executeTakeFirst()
    if (!run) return
    try {
      const records = await this.#read(id, run.ranBy, definitionIn(run), signal)
      await inOneUnit(() => this.#keep(id, records))
    } catch (error) {
      // Another server makes it again.
      if (signal?.aborted) return
      const fault = error instanceof Refusal ? error.message : 'It could not be made. Run it again.'
      if (!(error instanceof Refusal)) log('error', 'a report failed', { err: error })
      await db
        .updateTable('reportRuns')
        .set({ state: 'FAILED', fault, endedAt: clock(), leaseUntil: null })
        .where('id', '=', id)
        .where('state', '=', 'RUNNING')
        .execute()
    }
  }

  /** What the clock asks for: pauses, due runs, what a server left, and links that end. Gives what it did, in words. */
  async tend(signal: AbortSignal): Promise<string[]> {
    const { db, clock } = this.#services
    const paused = await this.#pauseLost()
    const due = await this.#startDue()
    const waiting = await db
      .selectFrom('reportRuns')
      .where('state', '=', 'RUNNING')
      .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', clock())]))
      .orderBy('id')
      .select('id')
      .execute()
    for (const { id } of waiting) {
      if (signal.aborted) break
      await this.make(id, signal)
    }
    const over = await db
      .updateTable('reportRuns')
      .set({ state: 'EXPIRED' })
      .where('state', '=', 'READY')
      .where('expiresAt', '<=', clock())
      .returning('id')
      .execute()
    for (const { id } of over) await db.deleteFrom('reportRunParts').where('runID', '=', id).execute()
    return [
      ...(paused > 0 ? [`${paused} paused`] : []),
      ...(due > 0 ? [`${due} begun`] : []),
      ...(over.length > 0 ? [`${over.length} ended`] : []),
    ]
  }

  /** The records that a run was made of, as far as the viewer sees them now. */
  async recordsFor(
    runID: number,
    mine: ReturnType<typeof narrowed>,
    viewer: Viewer,
  ): Promise<readonly ReportRecord[]> {
    const { db, clock } = this.#services
    const parts = await db
      .selectFrom('reportRunParts')
      .where('runID', '=', runID)
      .orderBy('part')
      .select('records')
      .execute()
    const records = parts.flatMap(({ records }) => JSON.parse(records) as ReportRecord[])
    return stillSeen(db, mine.source, records, { viewer, now: clock() })
  }

  async #add({ definition, isScheduled, ...run }: NewRun): Promise<number> {
    const { id } = await this.#services.db
      .insertInto('reportRuns')
      .values({
        ...run,
        ...{ definition: JSON.stringify(definition), isScheduled: isScheduled ? 1 : 0 },
        ...{ state: 'RUNNING', startedAt: this.#services.clock() },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** @throws Refusal where its runner may not see it, or there is too much of it */
  async #read(
    id: number,
    ranBy: number,
    definition: ReportDefinition,
    signal?: AbortSignal,
  ): Promise<ReportRecord[]> {
    const { db, clock } = this.#services
    const person = await findPerson(db, ranBy, clock())
    if (!person) throw new Refusal(403, 'accessDenied')
    const mine = narrowed(definition, person)
    const { records, isMore } = await readRecords(
      db,
      { source: mine.source, definition: withNames(mine) },
      {
        ...{ viewer: person, now: clock(), max: REPORT_ROWS_MAX },
        onRead: async (done) => {
          signal?.throwIfAborted()
          await db
            .updateTable('reportRuns')
            .set({ done, leaseUntil: clock() + LEASE_MS })
            .where('id', '=', id)
            .execute()
        },
      },
    )
    if (isMore) throw new Refusal(400, 'export.tooMany')
    return records
  }

  /** Keeps what was read, and tells those who get the results, in one unit. */
  async #keep(id: number, records: readonly ReportRecord[]): Promise<void> {
    const { db, clock, publisher, outbox } = this.#services
    const now = clock()
    const run = await db
      .updateTable('reportRuns')
      .set({
        ...{ state: 'READY', endedAt: now, expiresAt: now + REPORT_KEPT_MS, leaseUntil: null },
        ...{ done: records.length, total: records.length },
      })
      .where('id', '=', id)
      .where('state', '=', 'RUNNING')
      .returning(['reportID', 'ranBy', 'isScheduled', 'name', 'format'])
      .executeTakeFirst()
    if (!run) return
    for (let part = 0; part * PART < records.length; part++)
      await db
        .insertInto('reportRunParts')
        .values({ runID: id, part, records: JSON.stringify(records.slice(part * PART, (part + 1) * PART)) })
        .execute()
    if (run.isScheduled !== 1) return
    const told = await db
      .selectFrom('users as u')
      .where('u.isActive', '=', 1)
      .where((eb) =>
        eb.or([
          eb('u.id', '=', run.ranBy),
          eb('u.id', 'in', (r) =>
            r.selectFrom('reportRecipients').where('reportID', '=', run.reportID).select('userID'),
          ),
        ]),
      )
      .orderBy('u.id')
      .select(['u.id as userID', 'u.displayName', 'u.email'])
      .execute()
    const tenant = await db.selectFrom('tenant').select('publicOrigin').executeTakeFirst()
    const kept = await keepNotifications(
      db,
      now,
      told.map(({ userID }) => ({
        ...{ userID, type: 'NEW_UPDATE' as const, source: 'REPORT', sourceID: id },
        subject: `Report ‘${run.name}’ is ready`,
        body: 'Open it in Admin › Report builder, ‘Results’, within 7 days.',
      })),
    )
    for (const { userID, displayName, email } of told)
      if (email)
        await outbox.post(
          reportLetter({ userID, displayName, email }, run.name, {
            href: `${tenant?.publicOrigin ?? ''}/admin/report-builder?result=${id}`,
            endsAt: now + REPORT_KEPT_MS,
          }),
        )
    publisher.notified(kept)
  }

  /** Pauses what runs as somebody who may not see it any more, and tells them. */
  async #pauseLost(): Promise<number> {
    const { db, clock } = this.#services
    const running = await db
      .selectFrom('reportSchedules as s')
      .innerJoin('reportDefinitions as d', 'd.id', 's.reportID')
      .innerJoin('users as u', 'u.id', 'd.ownerID')
      .where('s.pausedAt', 'is', null)
      .where('d.page', 'is', null)
      .select(['d.id', 'd.name', 'd.ownerID', 'd.definition', 'u.isActive', 'u.displayName'])
      .execute()
    let paused = 0
    for (const row of running) {
      const reason = await this.#reasonToPause(row)
      if (reason !== null && (await inOneUnit(() => this.pause(row, reason, clock())))) paused++
    }
    return paused
  }

  async #reasonToPause(row: {
    readonly ownerID: number
    readonly isActive: number
    readonly displayName: string
    readonly definition: string
  }): Promise<string | null> {
    const { db, clock } = this.#services
    if (row.isActive !== 1) return `${row.displayName} can’t sign in any more.`
    const person = await findPerson(db, row.ownerID, clock())
    // Whoever has to choose a password first has lost nothing; it waits for them.
    if (!person) return null
    if (!person.permissions.can('ADMIN_CAN_BUILD_REPORTS')) return 'You may not build reports any more.'
    const missing = lacking(definitionIn(row), person)
    return missing === null ? null : `You may not see ‘${missing}’ any more.`
  }

  /** Pauses a schedule and tells its owner; false where somebody did already. */
  async pause(
    { id, name, ownerID }: { readonly id: number; readonly name: string; readonly ownerID: number },
    reason: string,
    at: number,
  ): Promise<boolean> {
    const { db, publisher } = this.#services
    const row = await db
      .updateTable('reportSchedules')
      .set({ pausedAt: at, pauseReason: reason })
      .where('reportID', '=', id)
      .where('pausedAt', 'is', null)
      .returning('reportID')
      .executeTakeFirst()
    if (!row) return false
    await audit(db, { userID: null, displayName: 'Report schedules' }, at, {
      ...{
        action: 'REPORT_PAUSED',
        page: REPORT_PAGE,
        recordType: 'report',
        recordID: id,
        label: name,
        reason,
      },
    })
    const kept = await keepNotifications(db, at, [
      {
        ...{ userID: ownerID, type: 'NEW_UPDATE', source: 'REPORT', sourceID: id, cssClass: 'warning' },
        subject: `Report ‘${name}’ is paused`,
        body: `${reason} It doesn’t run by itself until you start its schedule again in Admin › Report builder.`,
      },
    ])
    publisher.notified(kept)
    return true
  }

  /** Notes a run for each schedule that is due; what was missed while no server ran is made up for once. */
  async #startDue(): Promise<number> {
    const { db, clock } = this.#services
    const now = clock()
    const due = await db
      .selectFrom('reportSchedules as s')
      .innerJoin('reportDefinitions as d', 'd.id', 's.reportID')
      .innerJoin('users as u', 'u.id', 'd.ownerID')
      .where('s.pausedAt', 'is', null)
      .where('d.page', 'is', null)
      .where('s.nextAt', '<=', now)
      .where('u.mustChangePassword', '=', 0)
      .select([
        'd.id',
        'd.name',
        'd.ownerID',
        'd.definition',
        's.every',
        's.day',
        's.at',
        's.format',
        's.nextAt',
      ])
      .execute()
    let begun = 0
    for (const { id, name, ownerID, format, nextAt, ...row } of due)
      await inOneUnit(async () => {
        const mine = await db
          .updateTable('reportSchedules')
          .set({ nextAt: nextReport(row, now) })
          .where('reportID', '=', id)
          .where('nextAt', '=', nextAt)
          .where('pausedAt', 'is', null)
          .returning('reportID')
          .executeTakeFirst()
        if (!mine) return
        const definition = definitionIn(row)
        await this.#add({ reportID: id, ranBy: ownerID, isScheduled: true, name, definition, format })
        begun++
      })
    return begun
  }
}

/** Runs of which a viewer may know, with who fetched them; that is for the owner alone. */
export async function runsOf(
  db: Database,
  runs: readonly { readonly id: number }[],
  isOwner: boolean,
): Promise<ReportRun[]> {
  if (runs.length === 0) return []
  const ids = runs.map(({ id }) => id)
  const rows = await db
    .selectFrom('reportRuns as r')
    .innerJoin('users as u', 'u.id', 'r.ranBy')
    .where('r.id', 'in', ids)
    .orderBy('r.id', 'desc')
    .select(['r.id', 'r.reportID', 'r.name', 'r.isScheduled', 'r.state', 'r.startedAt', 'r.endedAt'])
    .select(['r.expiresAt', 'r.done', 'r.total', 'r.format', 'r.fault', 'u.displayName as ranBy'])
    .execute()
  const fetches = isOwner
    ? await db
        .selectFrom('reportFetches as f')
        .innerJoin('users as u', 'u.id', 'f.userID')
        .where('f.runID', 'in', ids)
        .orderBy('f.id')
        .select(['f.runID', 'f.at', 'u.displayName'])
        .execute()
    : []
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())
  return rows.map((row) => ({
    ...row,
    isScheduled: row.isScheduled === 1,
    startedAt: new Date(row.startedAt).toISOString(),
    endedAt: iso(row.endedAt),
    expiresAt: iso(row.expiresAt),
    fetched: fetches
      .filter(({ runID }) => runID === row.id)
      .map(({ displayName, at }) => ({ displayName, at: new Date(at).toISOString() })),
  }))
}
