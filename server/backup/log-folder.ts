import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'
import { syncFolder } from '../secrets/secrets-source.ts'
import { DamagedBackupError } from './backup-file.ts'
import { pagesOf, type RecordHeader, readRecord } from './log-record.ts'
import {
  checkOf,
  type Lock,
  LogKeys,
  type LogSealing,
  lockShape,
  openBytes,
  openFile,
  sealBytes,
} from './sealed-log.ts'

/**
 * The folder of what is shipped all the time (server/backup/log-shipper.ts), `continuous` in the folder of backups:
 *
 *     files/            uploaded files, as the data folder has them
 *     GENERATION/base   the database's file, compressed; with base.json it is whole
 *     GENERATION/N.log  records of what was written since, N is the index of the first
 *
 * Where a key of backups is given all of it is sealed (sealed-log.ts), and files are in a folder of that key, `sealed-…`.
 */
export const CONTINUOUS = 'continuous'
export const AUDIT_ROOTS = 'audit-roots.jsonl'
const BASE = 'base'
const BASE_FACTS = 'base.json'
const GENERATION = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-\d{3}Z$/
const LOG = /^(\d{10})\.log$/
/** A file of records isn't continued beyond this, so that no damage reaches further. In bytes. */
const LOG_MAX = 32 * 1024 * 1024

const baseFacts = z.object({
  generation: z.string(),
  build: z.string(),
  /** When copying began and ended, in milliseconds since 1970. */
  at: z.int(),
  endedAt: z.int(),
  bytes: z.int(),
  sha256: z.string(),
  /** The base is whole only with the records up to this one; -1 where it needs none. */
  minimum: z.int(),
})
export type BaseFacts = z.output<typeof baseFacts>

export const generationName = (at: number): string => new Date(at).toISOString().replaceAll(/[:.]/g, '-')
/** When a generation began, by its name, in milliseconds since 1970. */
export function beganAt(folder: string): number {
  const [day = '', time = ''] = basename(folder).split('T')
  return Date.parse(`${day}T${time.replace('-', ':').replace('-', ':').replace('-', '.')}`)
}
export const baseOf = (folder: string): string => join(folder, BASE)

const sealedFacts = z.object({ lock: lockShape, sealed: z.string(), check: z.string() })
type SealedFacts = z.output<typeof sealedFacts>

/** What is known of a generation, and what opens it; null where it isn't sealed. */
export interface Base {
  readonly facts: BaseFacts
  readonly sealing: LogSealing | null
}

/** Writes a file that is whole once it has its name. */
export async function writeWhole(file: string, text: string | Uint8Array): Promise<void> {
  const handle = await open(`${file}.unfinished`, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.unfinished`, file)
  syncFolder(dirname(file))
}

/** Where files are that belong to generations of this key, or to those that aren't sealed. */
export const filesRootOf = (continuous: string, sealing: LogSealing | null): string =>
  sealing === null ? continuous : join(continuous, sealing.lock.folder)

/** By which a part of a generation is sealed; null where it isn't. */
export const partKey = (
  sealing: LogSealing | null,
  part: 'base' | 'facts' | 'records',
  folder: string,
): Buffer | null => sealing?.keyFor(`${part} of ${basename(resolve(folder))}`) ?? null

const aboutOf = (lock: Lock) => Buffer.from(JSON.stringify(lock))
const checkedOf = ({ lock, sealed }: Omit<SealedFacts, 'check'>) => checkOf(JSON.stringify([lock, sealed]))

export async function writeBaseFacts(
  folder: string,
  facts: BaseFacts,
  sealing: LogSealing | null,
): Promise<void> {
  const text = JSON.stringify(facts)
  const file = join(folder, BASE_FACTS)
  const key = partKey(sealing, 'facts', folder)
  if (sealing === null || key === null) return writeWhole(file, text)
  const { lock } = sealing
  const sealed = Buffer.concat(sealBytes(key, [Buffer.from(text)], aboutOf(lock))).toString('base64')
  return writeWhole(file, JSON.stringify({ lock, sealed, check: checkedOf({ lock, sealed }) }))
}

/** What stands in a generation's facts, sealed or not; null where its base was never finished. @throws DamagedBackupError */
async function readFacts(folder: string): Promise<BaseFacts | SealedFacts | null> {
  const text = await readFile(join(folder, BASE_FACTS), 'utf8').catch(() => null)
  if (text === null) return null
  const damaged = new DamagedBackupError(BASE_FACTS)
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw damaged
  }
  const plain = baseFacts.safeParse(content)
  if (plain.success) return plain.data
  const sealed = sealedFacts.safeParse(content)
  if (!sealed.success || sealed.data.check !== checkedOf(sealed.data)) throw damaged
  return sealed.data
}

/** What opens a whole generation; null where it isn't sealed. @throws DamagedBackupError where it isn't whole */
export async function lockOf(folder: string): Promise<Lock | null> {
  const found = await readFacts(folder)
  if (found === null) throw new DamagedBackupError(BASE)
  return 'lock' in found ? found.lock : null
}

/**
 * What is known of a generation's base; null where it was never finished.
 * @throws DamagedBackupError, BackupKeyError
 */
export async function readBase(folder: string, keys: LogKeys): Promise<Base | null> {
  const found = await readFacts(folder)
  if (found === null) return null
  if (!('lock' in found)) return { facts: found, sealing: null }
  const sealing = await keys.open(found.lock)
  const key = partKey(sealing, 'facts', folder)
  const text = key && openBytes(key, Buffer.from(found.sealed, 'base64'), aboutOf(found.lock))
  if (text === null) throw new DamagedBackupError(BASE_FACTS)
  return { facts: baseFacts.parse(JSON.parse(text.toString())), sealing }
}

/** Generations that began, the newest first; whole or not. */
export async function generationsIn(continuous: string): Promise<string[]> {
  const names = await readdir(continuous).catch(() => [])
  return names
    .filter((name) => GENERATION.test(name))
    .toSorted()
    .toReversed()
    .map((name) => join(continuous, name))
}

async function logsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => LOG.test(name)).toSorted()
}

/** A record as it is read: its pages are unpacked when they are asked for. */
export interface ReadRecord {
  readonly header: RecordHeader
  readonly hash: string
  pages(): Promise<Map<number, Buffer>>
}

/**
 * Reads a generation's records in order, as far as they go on from one another. A file may end with half a record,
 * where the server was killed: then the next file goes on.
 * @param key opens them; null where they aren't sealed
 * @returns the name of the file that is damaged, or after which one is missing; null where nothing is
 */
export async function* readRecords(
  folder: string,
  key: Buffer | null = null,
): AsyncGenerator<ReadRecord, string | null> {
  let next = 0
  let previous = ''
  /** What the last record named as the one before it. */
  let before = ''
  let torn: string | null = null
  for (const name of await logsIn(folder)) {
    const bytes = await readFile(join(folder, name))
    let at = 0
    while (at < bytes.length) {
      const found = readRecord(bytes, at, key)
      if (found === null) break
      const { header, hash, body } = found
      // One whose end wasn't known to be on the disk was written again, with all that was in it.
      const isAgain = at === 0 && header.index === next - 1 && header.previous === before
      if (!isAgain && (header.index !== next || header.previous !== previous)) return torn ?? name
      yield { header, hash, pages: () => pagesOf(body, header.pageSize) }
      torn = null
      next = header.index + 1
      before = header.previous
      previous = hash
      at = found.next
    }
    if (at < bytes.length) torn ??= name
  }
  return torn
}

/** Writes records one after the other. */
export class RecordWriter {
  readonly #folder: string
  #file: FileHandle | null = null
  #bytes = 0

  constructor(folder: string) {
    this.#folder = folder
  }

  /** On the disk when it returns. After a failure the next record begins another file. */
  async append(index: number, bytes: Buffer): Promise<void> {
    try {
      if (this.#file === null || this.#bytes + bytes.length > LOG_MAX) await this.#next(index)
      await this.#file?.appendFile(bytes)
      await this.#file?.datasync()
      this.#bytes += bytes.length
    } catch (error) {
      await this.close()
      throw error
    }
  }

  async #next(index: number): Promise<void> {
    await this.close()
    const file = join(this.#folder, `${String(index).padStart(10, '0')}.log`)
    // One of that name holds half a record at most: its first one is the one that is written now.
    this.#file = await open(file, 'w', 0o600)
    this.#bytes = 0
    syncFolder(this.#folder)
  }

  async close(): Promise<void> {
    const file = this.#file
    this.#file = null
    await file?.close().catch(() => {})
  }
}

export interface BuiltDatabase extends Base {
  /** As of when the data is, in milliseconds since 1970. */
  readonly asOf: number
  /** The file that is damaged, so that what came after it isn't there; null where nothing is. */
  readonly cutAt: string | null
}

/**
 * Makes a database of a generation's base and records.
 * @param until nothing that was shipped later, in milliseconds since 1970
 * @throws DamagedBackupError where not even the base is whole, BackupKeyError
 */
export async function buildDatabase(
  folder: string,
  target: string,
  until: number,
  keys: LogKeys = new LogKeys(() => null),
): Promise<BuiltDatabase> {
  const base = await readBase(folder, keys)
  if (base === null) throw new DamagedBackupError(BASE)
  const { facts, sealing } = base
  await unpackBase(folder, target, base)
  const handle = await open(target, 'r+')
  try {
    const records = readRecords(folder, partKey(sealing, 'records', folder))
    let last: RecordHeader | null = null
    for (;;) {
      const step = await records.next()
      if (step.done) return { ...(await end(last, step.value)), sealing }
      const { header } = step.value
      // What the base needs belongs to it.
      if (header.at > until && header.index > facts.minimum) return { ...(await end(last, null)), sealing }
      for (const [number, page] of await step.value.pages())
        await handle.write(page, 0, page.length, (number - 1) * header.pageSize)
      last = header
    }
  } finally {
    await handle.close()
  }

  async function end(last: RecordHeader | null, cutAt: string | null) {
    if ((last?.index ?? -1) < facts.minimum) throw new DamagedBackupError(cutAt ?? 'records')
    if (last) await handle.truncate(last.databasePages * last.pageSize)
    await handle.sync()
    return { facts, asOf: last?.at ?? facts.endedAt, cutAt }
  }
}

async function unpackBase(folder: string, target: string, { facts, sealing }: Base): Promise<void> {
  const [from, key] = [baseOf(folder), partKey(sealing, 'base', folder)]
  const hash = createHash('sha256')
  try {
    await pipeline(
      key === null ? createReadStream(from, { highWaterMark: 1 << 20 }) : openFile(from, key),
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          hash.update(part)
          yield part
        }
      },
      createZstdDecompress(),
      createWriteStream(target, { mode: 0o600, flags: 'wx' }),
    )
  } catch {
    throw new DamagedBackupError(BASE)
  }
  if (hash.digest('hex') !== facts.sha256) throw new DamagedBackupError(BASE)
}

/** Removes a generation. */
export const removeGeneration = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true })
