import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from './file-store.ts'

/** What a copy came to. */
export interface CopiedFiles {
  /** Files of the one store, all of which are in the other now. */
  readonly files: number
  readonly bytes: number
  /** Those that were there already, as large as here. */
  readonly before: number
}

async function hashOf(store: FileStore, storedAs: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of store.read(storedAs)) hash.update(part)
  return hash.digest('hex')
}

/** Fetches a file onto this machine's disk. @returns its SHA-256 */
async function fetched(store: FileStore, storedAs: string, path: string): Promise<string> {
  const hash = createHash('sha256')
  const hashed = async function* (parts: AsyncIterable<Buffer>) {
    for await (const part of parts) {
      hash.update(part)
      yield part
    }
  }
  await pipeline(store.read(storedAs), hashed, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
  return hash.digest('hex')
}

/**
 * Copies all kept files from one store into another, each read back and compared. It can be made again after a
 * failure: what is there already, whole, is left. Whose files they are goes along.
 * @param onFile told of each file once it is there
 * @throws Error where a file isn't what was sent; FilesAwayError
 */
export async function copyFiles(
  from: FileStore,
  to: FileStore,
  onFile: (storedAs: string, bytes: number) => void = () => {},
): Promise<CopiedFiles> {
  await mkdir(to.incoming, { recursive: true })
  let [files, bytes, before] = [0, 0, 0]
  for await (const some of from.list()) {
    for (const { storedAs } of some) {
      const size = await from.sizeOf(storedAs)
      // Removed meanwhile.
      if (size === null) continue
      files += 1
      bytes += size
      if ((await to.sizeOf(storedAs)) === size) {
        before += 1
        continue
      }
      const path = join(to.incoming, randomUUID())
      try {
        const digest = await fetched(from, storedAs, path)
        await to.take(storedAs, { path, digest })
        if ((await hashOf(to, storedAs)) !== digest) throw new Error(`${storedAs} is not what was sent.`)
      } finally {
        await rm(path, { force: true })
      }
      onFile(storedAs, size)
    }
  }
  const owner = await from.readOwner()
  if (owner !== null) await to.writeOwner(owner)
  return { files, bytes, before }
}
