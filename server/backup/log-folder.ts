import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'
import { syncFolder } from '../secrets/secrets-source.ts'
import { DamagedBackupError } from './backup-file.ts'
import { pagesOf, type RecordHeader, readRecord } from './log-record.ts'

/**
 * The folder of what is shipped all the time (server/backup/log-shipper.ts), `continuous` in the folder of backups:
 *
 *     files/            uploaded files, as the data folder has them
 *     GENERATION/base   the database's file, compressed; with base.json it is whole
 *     GENERATION/N.log  records of what was written since, N is the index of the first
 */
export const CONTINUOUS = 'continuous'
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
export const baseOf = (folder: string): string => join(folder, BASE)

/** Writes a file that is whole once it has its name. */
export async function writeWhole(file: string, text: string): Promise<void> {
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

export const writeBaseFacts = (folder: string, facts: BaseFacts): Promise<void> =>
  writeWhole(join(folder, BASE_FACTS), JSON.stringify(facts))

/** What is known of a generation's base; null where it was never finished. @throws DamagedBackupError */
export async function readBaseFacts(folder: string): Promise<BaseFacts | null> {
  const text = await readFile(join(folder, BASE_FACTS), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return baseFacts.parse(JSON.parse(text))
  } catch {
    throw new DamagedBackupError(BASE_FACTS)
  }
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
 * @returns the name of the file that is damaged, or after which one is missing; null where nothing is
 */
export async function* readRecords(folder: string): AsyncGenerator<ReadRecord, string | null> {
  let next = 0
  let previous = ''
  /** What the last record named as the one before it. */
  let before = ''
  let torn: string | null = null
  for (const name of await logsIn(folder)) {
    const bytes = await readFile(join(folder, name))
    let at = 0
    while (at < bytes.length) {
      const found = readRecord(bytes, at)
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

export interface BuiltDatabase {
  readonly facts: BaseFacts
  /** As of when the data is, in milliseconds since 1970. */
  readonly asOf: number
  /** The file that is damaged, so that what came after it isn't there; null where nothing is. */
  readonly cutAt: string | null
}

/**
 * Makes a database of a generation's base and records.
 * @param until nothing that was shipped later, in milliseconds since 1970
 * @throws DamagedBackupError where not even the base is whole
 */
export async function buildDatabase(folder: string, target: string, until: number): Promise<BuiltDatabase> {
  const facts = await readBaseFacts(folder)
  if (facts === null) throw new DamagedBackupError(BASE)
  await unpackBase(baseOf(folder), target, facts)
  const handle = await open(target, 'r+')
  try {
    const records = readRecords(folder)
    let last: RecordHeader | null = null
    for (;;) {
      const step = await records.next()
      if (step.done) return await end(last, step.value)
      const { header } = step.value
      // What the base needs belongs to it.
      if (header.at > until && header.index > facts.minimum) return await end(last, null)
      for (const [number, page] of await step.value.pages())
        await handle.write(page, 0, page.length, (number - 1) * header.pageSize)
      last = header
    }
  } finally {
    await handle.close()
  }

  async function end(last: RecordHeader | null, cutAt: string | null): Promise<BuiltDatabase> {
    if (facts === null || (last?.index ?? -1) < facts.minimum)
      throw new DamagedBackupError(cutAt ?? 'records')
    if (last) await handle.truncate(last.databasePages * last.pageSize)
    await handle.sync()
    return { facts, asOf: last?.at ?? facts.endedAt, cutAt }
  }
}

async function unpackBase(from: string, target: string, facts: BaseFacts): Promise<void> {
  const hash = createHash('sha256')
  try {
    await pipeline(
      createReadStream(from, { highWaterMark: 1 << 20 }),
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
