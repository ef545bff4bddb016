import type { Readable } from 'node:stream'
import type { Spooled } from '../http/spooled-files.ts'

/** A part of a file. */
export interface Span {
  readonly start: number
  /** The last byte, included. */
  readonly end: number
}

export interface StoredFile {
  readonly storedAs: string
  /** When it was last written, in milliseconds since 1970 by the store's own clock. */
  readonly changedAt: number
}

/** A file that a store keeps whole or not at all: it lies on this machine's disk, and its hash is known. */
export type WholeFile = Spooled

const STORED_AS = /^[\da-f]{2}\/[\da-f-]{36}$/

/** Whether a name in a store is a kept file's; whatever else lies there isn't ours to touch. */
export const isStoredName = (name: string): boolean => STORED_AS.test(name)

/** @throws TypeError for a name that no file was kept under */
export function requireStoredName(name: string): string {
  if (!isStoredName(name)) throw new TypeError('a name that is no stored file')
  return name
}

/** A file that was there, or should have been, and isn't. */
export class FileGoneError extends Error {
  override readonly name = 'FileGoneError'
}

/**
 * Where files of messages, tasks and exports lie, under random names; their real names are in the database. Several
 * servers may use one store. Whatever can't be reached throws `FilesAwayError` (server/db/storage-faults.ts).
 */
export interface FileStore {
  /** The store as an operator knows it, without secrets: a folder, or `s3://bucket/prefix`. */
  readonly place: string
  /** All servers reach the same one over the network: where it is away, it is for all of them. */
  readonly isElsewhere: boolean
  /** The folder of this machine where files are written as they arrive. */
  readonly incoming: string
  /** Keeps a file that lies in `incoming`, and takes it away there. One of that name is replaced. */
  take(storedAs: string, file: WholeFile): Promise<void>
  /** Its bytes. Opened when somebody reads; @throws into the stream FileGoneError */
  read(storedAs: string, span?: Span): Readable
  /** In bytes; null where the file is gone. */
  sizeOf(storedAs: string): Promise<number | null>
  /** Does nothing where it is gone already. */
  remove(storedAs: string): Promise<void>
  /** All kept files, some at a time. */
  list(): AsyncIterable<readonly StoredFile[]>
  /** Whose files these are; null where nobody said so yet. */
  readOwner(): Promise<string | null>
  writeOwner(owner: string): Promise<void>
  /** Tries whether files can be kept. @throws FilesAwayError, UnusableFilesError */
  check(): Promise<void>
  /** Removes what is kept for as long as the process only. */
  close(): void
}

/** What somebody who starts a server has to put right first, in one sentence. */
export class UnusableFilesError extends Error {
  override readonly name = 'UnusableFilesError'
}
