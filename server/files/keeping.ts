import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Database } from '../db/database.ts'
import { FilesAwayError } from '../db/storage-faults.ts'
import { afterCommit, afterRollback } from '../db/unit-of-work.ts'
import type { FileAnswer } from '../http/handlers.ts'
import { discardSpooled, spooledOf, spoolFile } from '../http/spooled-files.ts'
import { Refusal } from '../refusal.ts'
import type { FileStore } from './file-store.ts'

/** A name that no file has. */
export function freshName(): string {
  const name = randomUUID()
  return `${name.slice(0, 2)}/${name}`
}

interface Placed {
  readonly storedAs: string
  readonly digest: string
}

/** Files that lie in the store and that no row names yet. */
const placed = new WeakMap<File, Placed>()

/** The sweep takes what stays because the store can't be reached. */
async function removeIfThere(store: FileStore, storedAs: string): Promise<void> {
  await store.remove(storedAs).catch((error: unknown) => {
    if (!(error instanceof FilesAwayError)) throw error
  })
}

/** Removes a file that no row names any more, once that is committed. */
export const removeAfterCommit = (store: FileStore, storedAs: string): void | Promise<void> =>
  afterCommit(() => removeIfThere(store, storedAs))

async function place(store: FileStore, file: File): Promise<Placed> {
  const isSpooled = spooledOf(file) !== undefined
  const onDisk = isSpooled
    ? file
    : await spoolFile(store.incoming, Readable.fromWeb(file.stream() as ReadableStream<Uint8Array>), file)
  const spooled = spooledOf(onDisk)
  if (!spooled) throw new TypeError('a file that is not on the disk')
  const storedAs = freshName()
  // Also where the store's answer is lost: it may have the file.
  afterRollback(() => removeIfThere(store, storedAs))
  try {
    await store.take(storedAs, spooled)
  } catch (error) {
    if (!isSpooled) await discardSpooled({ onDisk })
    throw error
  }
  return { storedAs, digest: spooled.digest }
}

/**
 * Brings a file to its store before a transaction begins, as that may take long: nobody else could write meanwhile. A
 * failed unit removes it again.
 * @throws FilesAwayError where the store can't be reached
 */
export async function placeFile(store: FileStore, file: File): Promise<void> {
  placed.set(file, await place(store, file))
}

/** A kept file as an answer. @throws Refusal 400 where there is none */
export async function storedFile(
  store: FileStore,
  file:
    | { readonly fileName: string; readonly contentType: string; readonly storedAs: string | null }
    | undefined,
): Promise<FileAnswer> {
  const storedAs = file?.storedAs ?? null
  const size = storedAs === null ? null : await store.sizeOf(storedAs)
  if (!file || storedAs === null || size === null) throw new Refusal(400, 'file.notAvailable')
  const { fileName, contentType } = file
  return { fileName, contentType, content: { size, read: (span) => store.read(storedAs, span) } }
}

/**
 * Keeps a file and answers its name in the store. One that wasn't placed before is placed now. A failed unit removes
 * it again.
 * @param db the transaction of what names the file: its hash is kept there
 */
export async function keepFile(store: FileStore, file: File, db: Database): Promise<string> {
  const { storedAs, digest: sha256 } = placed.get(file) ?? (await place(store, file))
  placed.delete(file)
  await db.insertInto('fileHashes').values({ storedAs, sha256 }).execute()
  return storedAs
}
