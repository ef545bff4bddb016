import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import JSZip from 'jszip'

/** A file of an archive: its bytes, or where they are read from the store. */
export interface ZipEntry {
  readonly name: string
  readonly content:
    | Uint8Array
    | string
    | { readonly storedAs: string; readonly read: () => Readable }
    | { readonly read: () => Readable }
}

/**
 * Writes an archive as a stream, so that large files never stand in memory.
 * @returns its size in bytes, and its SHA-256 in hex
 */
export async function writeZip(to: string, entries: readonly ZipEntry[], at: Date) {
  const zip = new JSZip()
  for (const { name, content } of entries) {
    const isStored = typeof content === 'object' && 'read' in content
    zip.file(name, isStored ? content.read() : content, { date: at, createFolders: false })
  }
  const archive = zip.generateNodeStream({ streamFiles: true, compression: 'DEFLATE' })
  const hash = createHash('sha256')
  let size = 0
  await pipeline(
    archive as Readable,
    async function* (parts: AsyncIterable<Uint8Array>) {
      for await (const part of parts) {
        hash.update(part)
        size += part.length
        yield part
      }
    },
    createWriteStream(to, { mode: 0o600 }),
  )
  return { size, digest: hash.digest('hex') }
}
