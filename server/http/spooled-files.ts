import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Facts about a file that was written to disk as it arrived. */
export interface Spooled {
  readonly path: string
  /** SHA-256 of its content, in hex. */
  readonly digest: string
}

const spooled = new WeakMap<File, Spooled>()

/** Where a form's file is on disk; undefined for one in memory. */
export const spooledOf = (file: File): Spooled | undefined => spooled.get(file)

/**
 * Writes a file to the folder as it arrives, however large; answers a `File` that reads from there. A failure
 * leaves nothing behind. @throws the file's error for a full disk, the stream's where its sender broke off
 */
export async function spoolFile(
  folder: string,
  content: Readable,
  { name, type }: { readonly name: string; readonly type: string },
): Promise<File> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  const hash = createHash('sha256')
  try {
    await pipeline(
      content,
      async function* (parts: AsyncIterable<Buffer>) {
        for await (const part of parts) {
          hash.update(part)
          yield part
        }
      },
      createWriteStream(path, { flags: 'wx' }),
    )
    const file = new File([await openAsBlob(path)], name, { type })
    spooled.set(file, { path, digest: hash.digest('hex') })
    return file
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** Removes a form's files that nobody kept. */
export async function discardSpooled(form: unknown): Promise<void> {
  if (typeof form !== 'object' || form === null) return
  for (const value of Object.values(form).flat()) {
    const path = value instanceof File ? spooledOf(value)?.path : undefined
    if (path !== undefined) await rm(path, { force: true })
  }
}
