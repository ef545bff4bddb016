import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate as turn } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { newExport } from '#shared/contract/exports.ts'
import { EXPORT_LINK_MS } from '#shared/domain/records.ts'
import type { Column } from '#shared/records/record.ts'
import { findPerson } from '../auth/people.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { inOneUnit } from '../db/unit-of-work.ts'
import type { FileStore } from '../files/file-store.ts'
import { freshName } from '../files/keeping.ts'
import type { HubLog } from '../hubs/log.ts'
import { type KeptNotification, keepNotifications } from '../notifications/notification-store.ts'
import type { Viewer } from '../people/scope.ts'
import { writeZip } from '../privacy/zip.ts'
import { audit } from '../records/audit.ts'
import { columnsFor, matching, usable } from '../records/list.ts'
import { csvLines, type SheetRow } from '../records/sheet.ts'
import { sheetFileName } from '../records/sheet-file.ts'
import { listOptions } from '../records/sources.ts'
import { Refusal } from '../refusal.ts'
import { companyName } from '../setup/company-name.ts'
import { xlsxEntries } from './xlsx.ts'

/** While a server makes a file; one that ended leaves it to the next. */
const LEASE_MS = 2 * 60_000
/** Rows that are read at once; between two portions others have their turn. */
const PORTION = 5000

export type ExportRequest = Pick<
  z.output<typeof newExport.request>,
  'page' | 'filters' | 'sort' | 'group' | 'searchTerm' | 'columns' | 'type'
>

/** What of a page somebody asks for, by their rights. @throws Refusal 404 for no page, 403 and 400 for what they may not */
export async function askedRows(db: Database, request: ExportRequest, viewer: Viewer, now: number) {
  const { page, filters, sort, group, searchTerm, columns: asked } = request
  const options = await listOptions(db, page, viewer, now, filters)
  const { record } = options
  const own = [...columnsFor(record, viewer.permissions)].filter(([, { isExtra }]) => !isExtra)
  const columns: readonly (readonly [string, Column])[] =
    asked.length === 0 ? own : asked.map((field) => [field, usable(options, field)])
  return {
    ...{ record, columns, ...matching(db, { filters, sort, group, searchTerm }, options) },
    title: `${record.words.many[0]?.toUpperCase() ?? ''}${record.words.many.slice(1)}`,
  }
}

/** What the audit says of an export (spec 4 §1.6). */
export const exportEntry = (
  { page, filters }: Pick<ExportRequest, 'page' | 'filters'>,
  { record, columns, title }: Pick<Awaited<ReturnType<typeof askedRows>>, 'record' | 'columns' | 'title'>,
  rows: number,
) => ({
  ...{ action: 'EXPORTED', page, recordType: record.name, recordID: null, label: title },
  changes: [
    { field: 'filters', before: null, after: filters },
    { field: 'columns', before: null, after: columns.map(([field]) => field) },
    { field: 'rows', before: null, after: rows },
  ],
})

export interface ExportServices {
  readonly db: Database
  readonly clock: Clock
  readonly background: Pick<Background, 'run'>
  readonly log: HubLog
  readonly files: Pick<FileStore, 'incoming' | 'read' | 'remove' | 'take'>
  readonly publisher: { notified(kept: readonly KeptNotification[]): void }
}

/** It was taken back while it was made. */
class Stopped extends Error {}

/** Files of many rows, made after the answer, told by a notification and ended after 24 hours (spec 4 §1.6). */
export class PageExports {
  readonly #services: ExportServices

  constructor(services: ExportServices) {
    this.#services = services
  }

  /** Notes a file that is to be made, and begins it once the running unit is committed. Gives its id. */
  async begin(request: ExportRequest, userID: number, total: number): Promise<number> {
    const { db, clock, background } = this.#services
    const { page, type } = request
    const { id } = await db
      .insertInto('pageExports')
      .values({
        ...{
          userID,
          page,
          type,
          request: JSON.stringify(request),
          state: 'RUNNING',
          askedAt: clock(),
          total,
        },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    background.run(() => this.make(id))
    return id
  }

  /** Makes a file that waits; of two servers one does. */
  async make(id: number): Promise<void> {
    const { db, clock, log, files } = this.#services
    const row = await db
      .updateTable('pageExports')
      .set({ leaseUntil: clock() + LEASE_MS, done: 0 })
      .where('id', '=', id)
      .where('state', '=', 'RUNNING')
      .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', clock())]))
      .returning(['userID', 'request'])
      .executeTakeFirst()
    if (!row) return
    const storedAs = freshName()
    const path = join(files.incoming, randomUUID())
    try {
      await mkdir(files.incoming, { recursive: true, mode: 0o700 })
      const person = await findPerson(db, row.userID, clock())
      if (!person) throw new Refusal(403, 'accessDenied')
      const request = JSON.parse(row.request) as ExportRequest
      const asked = await askedRows(db, request, person, clock())
      const counted = { rows: 0 }
      const portions = this.#portions(id, asked, counted)
      const columns = asked.columns.map(([, column]) => column)
      const { size, digest } =
        request.type === 'CSV'
          ? await writeCsv(path, columns, portions)
          : await writeZip(
              path,
              xlsxEntries({ name: asked.title, company: await companyName(db), columns }, portions),
              new Date(clock()),
            )
      await files.take(storedAs, { path, digest })
      const isKept = await inOneUnit(async () => {
        const now = clock()
        const fileName = sheetFileName(asked.title, request.type, now)
        const ready = await db
          .updateTable('pageExports')
          .set({
            ...{ state: 'READY', storedAs, size, fileName, done: counted.rows, total: counted.rows },
            ...{ endedAt: now, expiresAt: now + EXPORT_LINK_MS, leaseUntil: null },
          })
          .where('id', '=', id)
          .where('state', '=', 'RUNNING')
          .returning('id')
          .executeTakeFirst()
        if (!ready) return false
        await audit(db, person, now, exportEntry(request, asked, counted.rows))
        await this.#tell(row.userID, {
          subject: `Export: ${id} of ${asked.record.words.many} is ready`,
          body: `<p>The file has ${counted.rows} rows. It can be fetched for 24 hours, by you alone.</p>`,
          sourceID: id,
        })
        return true
      })
      if (!isKept) await files.remove(storedAs)
    } catch (error) {
      await rm(path, { force: true })
      await files.remove(storedAs).catch(() => {})
      if (error instanceof Stopped) return
      if (!(error instanceof Refusal)) log('error', 'an export failed', { err: error })
      await inOneUnit(async () => {
        const failed = await db
          .updateTable('pageExports')
          .set({ state: 'FAILED', endedAt: clock(), leaseUntil: null })
          .where('id', '=', id)
          .where('state', '=', 'RUNNING')
          .returning('userID')
          .executeTakeFirst()
        if (failed)
          await this.#tell(failed.userID, {
            subject: 'A file of many rows could not be prepared',
            body: '<p>Export it again, or narrow the filter.</p>',
            sourceID: id,
          })
      })
    }
  }

  /** Makes what a server that ended left, and ends links. Gives what it did, in words. */
  async tend(): Promise<string[]> {
    const { db, clock, files } = this.#services
    const waiting = await db
      .selectFrom('pageExports')
      .where('state', '=', 'RUNNING')
      .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', clock())]))
      .orderBy('id')
      .select('id')
      .execute()
    for (const { id } of waiting) await this.make(id)
    const over = await db
      .updateTable('pageExports')
      .set({ state: 'EXPIRED' })
      .where('state', '=', 'READY')
      .where('expiresAt', '<=', clock())
      .returning(['id', 'storedAs'])
      .execute()
    for (const { id, storedAs } of over) {
      if (storedAs !== null) await files.remove(storedAs)
      await db.updateTable('pageExports').set({ storedAs: null }).where('id', '=', id).execute()
    }
    return [
      ...(waiting.length > 0 ? [`${waiting.length} exports made`] : []),
      ...(over.length > 0 ? [`${over.length} exports ended`] : []),
    ]
  }

  /** The rows in their order, some at a time; each goes by what it is when it is read. */
  async *#portions(
    id: number,
    { all, inOrder, columns }: Pick<Awaited<ReturnType<typeof askedRows>>, 'all' | 'inOrder' | 'columns'>,
    counted: { rows: number },
  ): AsyncGenerator<readonly SheetRow[]> {
    const { db, clock } = this.#services
    const ids = (await inOrder.select('r.id').execute()).map((row) => row.id)
    for (let from = 0; from < ids.length; from += PORTION) {
      const part = ids.slice(from, from + PORTION)
      const rows = await all.where('r.id', 'in', part).selectAll('r').execute()
      const known = new Map(rows.map((row) => [row.id, row]))
      const found = part.map((one) => known.get(one)).filter((row) => row !== undefined)
      counted.rows += found.length
      yield found.map((row) => columns.map(([field]) => row[field] ?? null))
      const goesOn = await db
        .updateTable('pageExports')
        .set({ done: counted.rows, leaseUntil: clock() + LEASE_MS })
        .where('id', '=', id)
        .where('state', '=', 'RUNNING')
        .returning('id')
        .executeTakeFirst()
      if (!goesOn) throw new Stopped()
      await turn()
    }
  }

  async #tell(
    userID: number,
    {
      subject,
      body,
      sourceID,
    }: { readonly subject: string; readonly body: string; readonly sourceID: number },
  ): Promise<void> {
    const { db, clock, publisher } = this.#services
    const kept = await keepNotifications(db, clock(), [
      { userID, type: 'NEW_UPDATE', source: 'EXPORT', sourceID, subject, body },
    ])
    publisher.notified(kept)
  }
}

/** @returns its size in bytes, and its SHA-256 in hex */
async function writeCsv(
  to: string,
  columns: readonly Column[],
  portions: AsyncIterable<readonly SheetRow[]>,
) {
  const hash = createHash('sha256')
  let size = 0
  const encoder = new TextEncoder()
  await pipeline(
    async function* () {
      const parts = async function* () {
        yield `\uFEFF${csvLines(
          columns.map((): Column => ({ kind: 'text', label: '' })),
          [columns.map(({ label }) => label)],
        )}`
        for await (const rows of portions) yield csvLines(columns, rows)
      }
      for await (const text of parts()) {
        const bytes = encoder.encode(text)
        hash.update(bytes)
        size += bytes.length
        yield bytes
      }
    },
    createWriteStream(to, { mode: 0o600 }),
  )
  return { size, digest: hash.digest('hex') }
}
