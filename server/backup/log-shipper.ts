import { type BigIntStats, fstatSync, readSync } from 'node:fs'
import {
  copyFile,
  cp,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import {
  AUDIT_ROOTS,
  baseOf,
  filesRootOf,
  generationName,
  generationsIn,
  lockOf,
  partKey,
  RecordWriter,
  readBase,
  readRecords,
  removeGeneration,
  writeBaseFacts,
  writeWhole,
} from './log-folder.ts'
import { encodeRecord, type RecordHeader } from './log-record.ts'
import { BackupKeyError } from './sealed-backup.ts'
import { LogKeys, type LogSealing, SEALED_FOLDER, sealBytes, sealedSize, sealFile } from './sealed-log.ts'
import { readCommitted, readWalHeader, type Sums, WAL_HEADER, type WalHeader } from './wal.ts'

/** From this size on SQLite's log is emptied into the database, once all of it is shipped. In bytes. */
const CHECKPOINT_BYTES = 2 * 1024 * 1024
/** A log that can't be shipped grows no further than this: then a new generation begins. In bytes. */
const ABANDON_BYTES = 512 * 1024 * 1024
const GENERATION_MS = 24 * 60 * 60 * 1000
/** After a copy that failed. */
/** A start waits no longer than this for the first copy. */
const START_MS = 60_000
const RETRY_MS = 60_000
/** A copy that takes longer than this is none. */
const COPY_MS = 10 * 60 * 1000
const GENERATIONS_KEPT = 3
const CHECKPOINT_TRIES = 5
/** So that with what shipping takes no more than a second is lost. */
const TICK_MS = 400
const STORED = /^[\da-f]{2}$/

/** What lies beside the generations, where it isn't sealed. */
const SHIPPED: readonly string[] = ['files', 'widgets', AUDIT_ROOTS]

const NEWS = {
  sealed:
    'what is shipped is sealed from now on, in a new base; what was shipped before stays unsealed until three days have theirs',
  open: 'what was shipped is sealed, and no key is given: from now on it is not sealed, in a new base',
  otherKey: 'what was shipped is sealed with another key: a new base is begun with the one of now',
} as const

/** Where a server that stopped left off, beside the database. */
const MARK = 'shipped.json'
const mark = z.object({
  generation: z.string(),
  index: z.int(),
  hash: z.string(),
  size: z.string(),
  changed: z.string(),
})

export interface ShipperParts {
  /** The server's connection: while it is held, nobody of this process writes. */
  readonly db: Database
  readonly databaseFile: string
  readonly filesFolder: string | null
  readonly widgetFolder: string | null
  readonly auditRootsFile: string | null
  /** The folder `continuous`. */
  readonly to: string
  readonly build: string
  readonly clock: Clock
  /** Seals all that is shipped (sealed-log.ts); null for none. */
  readonly key?: string | null
  /** In a process of its own, sealed by a key where there is one. @returns size and SHA-256 of the copy */
  readonly copyBase: (
    from: string,
    to: string,
    key: Buffer | null,
  ) => Promise<{ readonly bytes: number; readonly sha256: string }>
}

/** Where in SQLite's log what was shipped ends. */
interface Place {
  readonly salts: Sums
  readonly end: number
  readonly sums: Sums
}

interface Generation {
  readonly folder: string
  readonly name: string
  readonly startedAt: number
  readonly writer: RecordWriter
  /** Seals its records; null for none. */
  readonly key: Buffer | null
  /** Of the next record. */
  index: number
  previous: string
  isWhole: boolean
}

/** Keeps a place of SQLite's log from being overwritten, and empties the log. */
class Hold {
  readonly #reader: DatabaseSync
  readonly #writer: DatabaseSync

  constructor(file: string) {
    this.#reader = new DatabaseSync(file)
    this.#writer = new DatabaseSync(file)
    for (const one of [this.#reader, this.#writer])
      one.exec('pragma wal_autocheckpoint = 0; pragma busy_timeout = 100; pragma synchronous = normal')
    this.#take()
  }

  /** A reader of the log: until it ends nobody begins the log anew. */
  #take(): void {
    this.#reader.exec('begin')
    this.#reader.prepare('select 1 from sqlite_schema limit 1').get()
  }

  /** Uploaded files, by the order in which they came. */
  filesAfter(row: number): { row: number; storedAs: string }[] {
    return this.#writer
      .prepare('select rowid as row, "storedAs" from "fileHashes" where rowid > ? order by rowid')
      .all(row)
      .map(({ row: found, storedAs }) => ({ row: Number(found), storedAs: String(storedAs) }))
  }

  /**
   * Empties the log into the database, unless there is more in it than is shipped. Nobody writes meanwhile.
   * @returns whether it did
   */
  checkpoint(isAllShipped: () => boolean): boolean {
    try {
      this.#writer.exec('begin immediate')
    } catch {
      // Another process writes just now.
      return false
    }
    try {
      if (!isAllShipped()) return false
      this.#reader.exec('commit')
      try {
        const { log, checkpointed } = this.#reader.prepare('pragma wal_checkpoint(passive)').get() ?? {}
        return log === checkpointed
      } finally {
        this.#take()
      }
    } finally {
      this.#writer.exec('rollback')
    }
  }

  release(): void {
    this.#reader.close()
    this.#writer.close()
  }
}

/**
 * Ships what is written to the folder of backups, every second (docs/operating/backup.md). SQLite's log is read as it
 * grows; whole transactions go, as the newest content of their pages, into records that name the one before. A
 * generation is a copy of the database's file and all records since: it is begun once a day, and wherever it can't be
 * shown that nothing was written in between.
 */
export class LogShipper {
  readonly #parts: ShipperParts
  readonly #hold: Hold
  #wal: FileHandle | null = null
  /** Null: the next log that SQLite begins, whichever it is. */
  #place: Place | null = null
  #generations: Generation[] = []
  #copying: Promise<void> | null = null
  #nextGenerationAt = 0
  #lastFile = 0
  #roots = ''
  /** Whether all that will be written is shipped. */
  #isFinished = false
  #retryAt = 0
  #fault = ''
  #running: Promise<void> = Promise.resolve()
  #shippedAt: number
  readonly #keys: LogKeys
  #sealing: LogSealing | null = null
  #news: string | null = null
  #told = ''

  private constructor(parts: ShipperParts) {
    this.#parts = parts
    this.#shippedAt = parts.clock()
    this.#keys = new LogKeys(() => parts.key ?? null)
    this.#hold = new Hold(parts.databaseFile)
  }

  /** Goes on where the last server left off, or begins anew. */
  static async begin(parts: ShipperParts): Promise<LogShipper> {
    const shipper = new LogShipper(parts)
    await shipper.ship().catch(() => {})
    // What is written until the first copy is whole could be lost.
    await Promise.race([shipper.settled(), delay(START_MS, undefined, { ref: false })])
    return shipper
  }

  /** When everything of before was shipped, in milliseconds since 1970. */
  get shippedAt(): number {
    return this.#shippedAt
  }

  /** What whoever runs the server should read, once: that sealing changed. */
  takeNews(): string | null {
    const news = this.#news
    this.#news = null
    return news
  }

  /** Ships what was written until now. @throws where the folder can't be written to */
  ship(): Promise<void> {
    const run = this.#running.then(() => this.#tick())
    this.#running = run.catch(() => {})
    return run
  }

  /** Settles when a base that is being copied is there, or failed. */
  async settled(): Promise<void> {
    await this.#copying?.catch(() => {})
    await this.#running
  }

  async #tick(): Promise<void> {
    const at = this.#parts.clock()
    if (this.#generations.length === 0) {
      if (at < this.#retryAt) throw new Error(this.#fault)
      await this.#chooseSealing()
      if (!(await this.#resume())) await this.#beginGeneration(at)
    }
    try {
      await this.#shipNew(at)
    } catch (error) {
      await this.#giveUpIfTooLarge()
      throw error
    }
    if (this.#generations.some(({ isWhole, startedAt }) => isWhole || at < startedAt + COPY_MS))
      this.#shippedAt = at
    if ((this.#place?.end ?? 0) > CHECKPOINT_BYTES && this.#copying === null) await this.#checkpoint(at)
  }

  async #shipNew(at: number): Promise<void> {
    const found = await this.#read()
    await this.#shipFiles()
    if (found === null) return
    const { header, committed } = found
    const place = { salts: header.salts, end: committed.end, sums: committed.sums }
    for (const generation of this.#generations) {
      const record: RecordHeader = {
        ...{ generation: generation.name, index: generation.index, at, previous: generation.previous },
        ...{ pageSize: header.pageSize, databasePages: committed.databasePages },
        ...{ salts: [...place.salts], end: place.end, sums: [...place.sums] },
      }
      const { bytes, hash } = await encodeRecord(record, committed.pages, generation.key)
      await generation.writer.append(generation.index, bytes)
      generation.index += 1
      generation.previous = hash
    }
    this.#place = place
  }

  async #log(): Promise<FileHandle | null> {
    this.#wal ??= await open(`${this.#parts.databaseFile}-wal`, 'r').catch(() => null)
    return this.#wal
  }

  /** Where reading goes on in the log of now. @throws where something was written that can't be found any more */
  #from({ salts, sums }: WalHeader): { readonly end: number; readonly sums: Sums } {
    const place = this.#place
    if (place === null) return { end: WAL_HEADER, sums }
    if (place.salts[0] === salts[0] && place.salts[1] === salts[1]) return place
    // SQLite counts the logs of a file up. Only one can have begun since: the hold was taken anew before it.
    if ((place.salts[0] + 1) >>> 0 === salts[0]) return { end: WAL_HEADER, sums }
    throw new LostPlaceError()
  }

  async #read() {
    const log = await this.#log()
    if (log === null) return null
    const head = Buffer.alloc(WAL_HEADER)
    const { bytesRead } = await log.read(head, 0, WAL_HEADER, 0)
    const header = readWalHeader(head.subarray(0, bytesRead))
    if (header === null) return null
    let from: { readonly end: number; readonly sums: Sums }
    try {
      from = this.#from(header)
    } catch (error) {
      if (!(error instanceof LostPlaceError)) throw error
      await this.#forget()
      throw error
    }
    const { size } = await log.stat()
    if (size <= from.end) return null
    const bytes = Buffer.alloc(size - from.end)
    const read = await log.read(bytes, 0, bytes.length, from.end)
    const committed = readCommitted(bytes.subarray(0, read.bytesRead), from.end, from.sums, header)
    if (committed === null) return null
    // What was answered is on the disk within a second, whether the folder of backups can be written to or not.
    await log.datasync()
    return { header, committed }
  }

  /** Whether the log holds nothing that isn't shipped. Nobody writes meanwhile. */
  #isAllShipped(): boolean {
    const handle = this.#wal
    const place = this.#place
    if (handle === null || place === null) return false
    const head = Buffer.alloc(WAL_HEADER)
    readSync(handle.fd, head, 0, WAL_HEADER, 0)
    const header = readWalHeader(head)
    if (header === null || header.salts[0] !== place.salts[0] || header.salts[1] !== place.salts[1])
      return false
    const bytes = Buffer.alloc(Math.max(0, fstatSync(handle.fd).size - place.end))
    readSync(handle.fd, bytes, 0, bytes.length, place.end)
    return readCommitted(bytes, place.end, place.sums, header) === null
  }

  async #checkpoint(at: number): Promise<void> {
    for (let tries = 0; tries < CHECKPOINT_TRIES; tries++) {
      const isDone = await this.#parts.db
        .connection()
        .execute(async () => this.#hold.checkpoint(() => this.#isAllShipped()))
      if (isDone) {
        // All that was shipped is in the database's file, and what comes now is in another log.
        if (at >= this.#nextGenerationAt) await this.#beginNext(at)
        return
      }
      await this.#shipNew(this.#parts.clock())
    }
  }

  /** The folder can't be written to for so long that the disk of the data would fill. */
  async #giveUpIfTooLarge(): Promise<void> {
    const size = (await this.#wal?.stat().catch(() => null))?.size ?? 0
    if (size < ABANDON_BYTES || this.#copying !== null) return
    await this.#forget()
    await this.#parts.db.connection().execute(async () => this.#hold.checkpoint(() => true))
  }

  async #forget(): Promise<void> {
    for (const { writer } of this.#generations) await writer.close()
    this.#generations = []
    this.#place = null
    await rm(this.#markFile, { force: true })
  }

  get #markFile(): string {
    return join(dirname(this.#parts.databaseFile), MARK)
  }

  /** Goes on with what the key opens of before, or begins to seal anew. */
  async #chooseSealing(): Promise<void> {
    let chosen: LogSealing | null = null
    let newest: 'PLAIN' | 'OURS' | 'OTHER' | null = null
    for (const folder of await generationsIn(this.#parts.to)) {
      const lock = await lockOf(folder).catch(() => undefined)
      if (lock === undefined) continue
      const opened = lock === null ? null : await this.#opened(lock)
      newest ??= lock === null ? 'PLAIN' : opened ? 'OURS' : 'OTHER'
      chosen ??= opened
      if (chosen !== null) break
    }
    this.#sealing = chosen ?? (await this.#keys.make())
    if (newest === 'PLAIN' && this.#sealing !== null) this.#tell(NEWS.sealed)
    if (newest === 'OTHER') this.#tell(this.#sealing === null ? NEWS.open : NEWS.otherKey)
  }

  #tell(news: string): void {
    // A folder that can't be written to is tried again and again.
    if (this.#told !== news) this.#news = news
    this.#told = news
  }

  async #opened(lock: LogSealing['lock']): Promise<LogSealing | null> {
    try {
      return await this.#keys.open(lock)
    } catch (error) {
      if (!(error instanceof BackupKeyError)) throw error
      return null
    }
  }

  /** Goes on with the newest generation, where the log of now is shown to go on from its last record. */
  async #resume(): Promise<boolean> {
    const left = await readFile(this.#markFile, 'utf8').catch(() => null)
    await rm(this.#markFile, { force: true })
    const [folder] = await generationsIn(this.#parts.to)
    if (folder === undefined) return false
    const base = await readBase(folder, this.#keys).catch(() => null)
    if (base === null || base.sealing?.lock.salt !== this.#sealing?.lock.salt) return false
    const { facts } = base
    const key = partKey(this.#sealing, 'records', folder)
    let last: { readonly header: RecordHeader; readonly hash: string } | null = null
    for await (const { header, hash } of readRecords(folder, key)) last = { header, hash }
    if (last === null || last.header.index < facts.minimum) return false
    const { salts, end, sums, index } = last.header
    if (await this.#isAfterStop(left, facts.generation, last)) this.#place = null
    else if (await this.#isInLog({ salts, end, sums })) this.#place = { salts, end, sums }
    else return false
    const writer = new RecordWriter(folder)
    const { generation: name, at: startedAt } = facts
    this.#generations = [
      { folder, name, startedAt, writer, key, index: index + 1, previous: last.hash, isWhole: true },
    ]
    this.#nextGenerationAt = startedAt + GENERATION_MS
    await this.#copyFiles()
    return true
  }

  /** Whether a server stopped after that record, and nobody changed the database since. */
  async #isAfterStop(
    text: string | null,
    generation: string,
    { header, hash }: { readonly header: RecordHeader; readonly hash: string },
  ): Promise<boolean> {
    if (text === null) return false
    const left = mark.safeParse(parseJson(text)).data
    const { size, mtimeNs } = await statOf(this.#parts.databaseFile)
    return (
      left !== undefined &&
      left.generation === generation &&
      left.index === header.index &&
      left.hash === hash &&
      left.size === String(size) &&
      left.changed === String(mtimeNs)
    )
  }

  async #isInLog({ salts, end, sums }: Place): Promise<boolean> {
    const log = await this.#log()
    if (log === null) return false
    const bytes = Buffer.alloc(end)
    const { bytesRead } = await log.read(bytes, 0, end, 0)
    const header = readWalHeader(bytes.subarray(0, bytesRead))
    if (header === null || bytesRead < end) return false
    if (header.salts[0] !== salts[0] || header.salts[1] !== salts[1]) return false
    const found = readCommitted(bytes.subarray(WAL_HEADER), WAL_HEADER, header.sums, header)
    return found !== null && found.end === end && found.sums[0] === sums[0] && found.sums[1] === sums[1]
  }

  #newGeneration(at: number): Generation {
    const name = generationName(at)
    const folder = join(this.#parts.to, name)
    const writer = new RecordWriter(folder)
    const key = partKey(this.#sealing, 'records', folder)
    return { folder, name, startedAt: at, writer, key, index: 0, previous: '', isWhole: false }
  }

  /** The first: from the beginning of the log of now, in which everything is that the copy may lack. */
  async #beginGeneration(at: number): Promise<void> {
    const generation = this.#newGeneration(at)
    await mkdir(generation.folder, { recursive: true, mode: 0o700 })
    await this.#copyFiles()
    this.#place = null
    this.#generations = [generation]
    this.#nextGenerationAt = at + GENERATION_MS
    this.#copyBase(generation, at)
  }

  /** The next, beside the one of now, until it is whole. The log is empty. */
  async #beginNext(at: number): Promise<void> {
    const generation = this.#newGeneration(at)
    await mkdir(generation.folder, { recursive: true, mode: 0o700 })
    this.#generations = [...this.#generations, generation]
    this.#nextGenerationAt = at + GENERATION_MS
    this.#copyBase(generation, at)
  }

  /** While the file is copied the log isn't emptied, so that what the copy may lack or have too early is in records. */
  #copyBase(generation: Generation, at: number): void {
    this.#copying = (async () => {
      const sealing = this.#sealing
      const { folder } = generation
      const key = partKey(sealing, 'base', folder)
      const copied = await this.#parts.copyBase(this.#parts.databaseFile, baseOf(folder), key)
      await this.ship()
      if (!this.#generations.includes(generation)) return
      const facts = {
        ...{ ...copied, generation: generation.name, build: this.#parts.build },
        ...{ at, endedAt: this.#parts.clock(), minimum: generation.index - 1 },
      }
      await writeBaseFacts(folder, facts, sealing)
      generation.isWhole = true
      for (const old of this.#generations) if (old !== generation) await old.writer.close()
      this.#generations = [generation]
      await this.#removeOld()
    })()
      .catch(async (error: unknown) => {
        this.#fault = error instanceof Error ? error.message : String(error)
        this.#retryAt = at + RETRY_MS
        this.#generations = this.#generations.filter((one) => one !== generation)
        this.#nextGenerationAt = this.#retryAt
        await generation.writer.close()
        await removeGeneration(generation.folder).catch(() => {})
      })
      .finally(() => {
        this.#copying = null
      })
  }

  async #removeOld(): Promise<void> {
    const current = this.#generations.map(({ folder }) => folder)
    const used = new Set([this.#sealing?.lock.folder ?? null])
    let whole = 0
    for (const folder of await generationsIn(this.#parts.to)) {
      const lock = await lockOf(folder).catch(() => undefined)
      if (lock !== undefined) whole += 1
      if (!current.includes(folder) && (lock === undefined || whole > GENERATIONS_KEPT))
        await removeGeneration(folder)
      else if (lock !== undefined) used.add(lock?.folder ?? null)
    }
    await this.#removeUnused(used)
  }

  /** Files whose generations are gone: those of another key, or those that aren't sealed. */
  async #removeUnused(used: ReadonlySet<string | null>): Promise<void> {
    const { to } = this.#parts
    for (const name of await readdir(to).catch(() => []))
      if (SEALED_FOLDER.test(name) ? !used.has(name) : !used.has(null) && SHIPPED.includes(name))
        await rm(join(to, name), { recursive: true, force: true })
  }

  get #filesRoot(): string {
    return filesRootOf(this.#parts.to, this.#sealing)
  }

  /** All files that aren't there yet; those that are gone here stay as long as the oldest generation. */
  async #copyFiles(): Promise<void> {
    const { filesFolder, widgetFolder } = this.#parts
    this.#lastFile = 0
    this.#roots = ''
    await mkdir(this.#filesRoot, { recursive: true, mode: 0o700 })
    if (widgetFolder !== null && (await stat(widgetFolder).catch(() => null)))
      await this.#copyWidgets(widgetFolder)
    if (filesFolder === null) return
    for (const folder of await readdir(filesFolder).catch(() => []))
      if (STORED.test(folder))
        for (const name of await readdir(join(filesFolder, folder))) await this.#copyFile(`${folder}/${name}`)
    const generations = await generationsIn(this.#parts.to)
    const oldest = generations.length === 0 ? 0 : (await stat(generations.at(-1) ?? '')).mtimeMs
    const shipped = join(this.#filesRoot, 'files')
    for (const folder of await readdir(shipped).catch(() => []))
      for (const name of await readdir(join(shipped, folder))) {
        const path = join(shipped, folder, name)
        const isHere = await stat(join(filesFolder, folder, name)).catch(() => null)
        if (isHere === null && (await stat(path)).mtimeMs < oldest) await rm(path)
      }
  }

  async #copyWidgets(widgetFolder: string): Promise<void> {
    const sealing = this.#sealing
    const to = join(this.#filesRoot, 'widgets')
    if (sealing === null) return cp(widgetFolder, to, { recursive: true })
    for (const entry of await readdir(widgetFolder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile()) continue
      const path = relative(widgetFolder, join(entry.parentPath, entry.name)).split(sep).join('/')
      await mkdir(dirname(join(to, path)), { recursive: true, mode: 0o700 })
      await sealFile(join(widgetFolder, path), join(to, path), sealing.keyFor(`widgets/${path}`))
    }
  }

  async #copyFile(storedAs: string): Promise<void> {
    const { filesFolder } = this.#parts
    if (filesFolder === null) return
    const [from, target] = [join(filesFolder, storedAs), join(this.#filesRoot, 'files', storedAs)]
    const here = await stat(from).catch(() => null)
    const there = await stat(target).catch(() => null)
    const sealing = this.#sealing
    const size = here && (sealing === null ? here.size : sealedSize(here.size))
    if (size === null || there?.size === size) return
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    if (sealing !== null) return sealFile(from, target, sealing.keyFor(`files/${storedAs}`))
    await copyFile(from, `${target}.unfinished`)
    await rename(`${target}.unfinished`, target)
  }

  /** Files go before the records that name them. */
  async #shipFiles(): Promise<void> {
    if (this.#parts.filesFolder !== null)
      for (const { row, storedAs } of this.#hold.filesAfter(this.#lastFile)) {
        await this.#copyFile(storedAs)
        this.#lastFile = row
      }
    const { auditRootsFile } = this.#parts
    const text = auditRootsFile === null ? null : await readFile(auditRootsFile, 'utf8').catch(() => null)
    if (text === null || text === this.#roots) return
    const key = this.#sealing?.keyFor(AUDIT_ROOTS)
    const content = key ? Buffer.concat(sealBytes(key, [Buffer.from(text)], Buffer.alloc(0))) : text
    await writeWhole(join(this.#filesRoot, AUDIT_ROOTS), content)
    this.#roots = text
  }

  /** Ships the rest; then the database can be closed. */
  async finish(): Promise<void> {
    await this.settled()
    await this.ship().then(
      () => {
        this.#isFinished = true
      },
      () => {},
    )
    for (const { writer } of this.#generations) await writer.close()
    this.#hold.release()
    await this.#wal?.close()
  }

  /** Notes where it left off. The database is closed, and its log is in its file. */
  async leaveMark(): Promise<void> {
    const [generation] = this.#generations
    if (!this.#isFinished || !generation?.isWhole || generation.index === 0) return
    const { size, mtimeNs } = await statOf(this.#parts.databaseFile)
    const facts = {
      ...{ generation: generation.name, index: generation.index - 1, hash: generation.previous },
      ...{ size: String(size), changed: String(mtimeNs) },
    }
    const isEmptied = (await stat(`${this.#parts.databaseFile}-wal`).catch(() => null)) === null
    if (isEmptied) await writeWhole(this.#markFile, JSON.stringify(facts))
  }
}

/** Something was written that isn't in the log any more; a new generation has it. */
class LostPlaceError extends Error {
  constructor() {
    super('SQLite’s log was emptied by somebody else; a new generation is begun')
  }
}

const statOf = (file: string): Promise<BigIntStats> => stat(file, { bigint: true })

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Ships every second, one run at a time, until the returned function is called.
 * @param tell told of a failure when it begins, and of its end
 * @param say told once where sealing changed
 */
export function keepShipping(
  shipper: LogShipper,
  tell: (fault: string | null) => void,
  say: (news: string) => void = () => {},
): () => void {
  let isBusy = false
  let fault: string | null = null
  const timer = setInterval(async () => {
    if (isBusy) return
    isBusy = true
    try {
      await shipper.ship()
      if (fault !== null) tell(null)
      fault = null
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      if (words !== fault) tell(words)
      fault = words
    } finally {
      isBusy = false
      const news = shipper.takeNews()
      if (news !== null) say(news)
    }
  }, TICK_MS).unref()
  return () => clearInterval(timer)
}
