import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EXPORT_KEPT_MS } from '#shared/domain/person-data.ts'
import type { Background } from '../background.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { FileStore } from '../files/file-store.ts'
import { freshName } from '../files/keeping.ts'
import type { HubLog } from '../hubs/log.ts'
import { dataAddress, pictureOf } from '../legal/company-pictures.ts'
import { jsonOf, pageOf, personData } from './person-data.ts'
import { writeZip, type ZipEntry } from './zip.ts'

/** While a server makes a file; one that ended leaves it to the next. */
const LEASE_MS = 10 * 60_000

type Files = Pick<FileStore, 'read' | 'sizeOf'>

interface Options {
  readonly db: Database
  readonly clock: Clock
  readonly background: Background
  readonly log: HubLog
  readonly files: Pick<FileStore, 'incoming' | 'read' | 'remove' | 'sizeOf' | 'take'>
}

/** Files with everything about a person (spec 5 §6.9), made after the answer, and ended after 7 days. */
export class PersonExports {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Begins it once the running unit is committed. */
  begin(id: number): void {
    this.#options.background.run(() => this.make(id))
  }

  /** Makes a file that waits; of two servers one does. */
  async make(id: number): Promise<void> {
    const { db, clock, log, files } = this.#options
    const claimed = await db
      .updateTable('privacyRequests')
      .set({ leaseUntil: clock() + LEASE_MS })
      .where('id', '=', id)
      .where('state', '=', 'QUEUED')
      .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', clock())]))
      .returning('personID')
      .executeTakeFirst()
    if (!claimed) return
    const storedAs = freshName()
    const path = join(files.incoming, randomUUID())
    try {
      await mkdir(files.incoming, { recursive: true, mode: 0o700 })
      const { size, digest } = await writePersonExport(path, claimed.personID, { db, files, at: clock() })
      await files.take(storedAs, { path, digest })
      const now = clock()
      const kept = await db
        .updateTable('privacyRequests')
        .set({
          state: 'READY',
          storedAs,
          size,
          endedAt: now,
          expiresAt: now + EXPORT_KEPT_MS,
          leaseUntil: null,
        })
        .where('id', '=', id)
        .where('state', '=', 'QUEUED')
        .returning('id')
        .executeTakeFirst()
      if (!kept) await files.remove(storedAs)
    } catch (error) {
      await rm(path, { force: true })
      await files.remove(storedAs).catch(() => {})
      await db
        .updateTable('privacyRequests')
        .set({ state: 'FAILED', endedAt: clock(), leaseUntil: null })
        .where('id', '=', id)
        .where('state', '=', 'QUEUED')
        .execute()
      log('error', 'an export of personal data failed', { err: error })
    }
  }

  /** Makes what a server that ended left, and ends links. Gives what it did, in words. */
  async tend(): Promise<string[]> {
    const { db, clock, files } = this.#options
    const waiting = await db
      .selectFrom('privacyRequests')
      .where('kind', '=', 'EXPORT')
      .where('state', '=', 'QUEUED')
      .where((eb) => eb.or([eb('leaseUntil', 'is', null), eb('leaseUntil', '<=', clock())]))
      .select('id')
      .execute()
    for (const { id } of waiting) await this.make(id)
    const over = await db
      .updateTable('privacyRequests')
      .set({ state: 'EXPIRED' })
      .where('state', '=', 'READY')
      .where('expiresAt', '<=', clock())
      .returning(['id', 'storedAs'])
      .execute()
    for (const { id, storedAs } of over) {
      if (storedAs !== null) await files.remove(storedAs)
      await db.updateTable('privacyRequests').set({ storedAs: null }).where('id', '=', id).execute()
    }
    return [
      ...(waiting.length > 0 ? [`${waiting.length} made`] : []),
      ...(over.length > 0 ? [`${over.length} ended`] : []),
    ]
  }
}

/** Writes the file with everything about a person. @param path where nothing is yet; a file of the server's user alone */
export async function writePersonExport(
  path: string,
  personID: number,
  { db, files, at }: { readonly db: Database; readonly files: Files; readonly at: number },
): Promise<{ size: number; digest: string }> {
  const person = await db
    .selectFrom('users')
    .where('id', '=', personID)
    .select('displayName')
    .executeTakeFirstOrThrow()
  const tenant = await db.selectFrom('tenant').select('companyName').executeTakeFirst()
  const logo = await pictureOf(db, 'LOGO')
  const data = await personData(db, personID, (storedAs) => files.read(storedAs))
  const about = {
    name: person.displayName,
    company: tenant?.companyName ?? '',
    logo: logo && dataAddress(logo),
    at,
  }
  const found: ZipEntry[] = []
  for (const file of data.files) {
    const { content } = file
    const isStored = typeof content === 'object' && 'storedAs' in content
    // What is gone from the store isn't theirs any more.
    if (!isStored || (await files.sizeOf(content.storedAs)) !== null) found.push(file)
  }
  const entries = [
    { name: 'index.html', content: pageOf(data, about) },
    { name: 'data.json', content: jsonOf(data, about) },
    ...found,
  ]
  return writeZip(path, entries, new Date(at))
}
