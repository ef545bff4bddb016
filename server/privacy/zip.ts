import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import JSZip from 'jszip'

/** A file of an archive: its bytes, or where they are on the disk. */
export interface ZipEntry {
  readonly name: string
  readonly content: Uint8Array | string | { readonly path: string }
}

/** Writes an archive as a stream, so that large files never stand in memory. */
export async function writeZip(to: string, entries: readonly ZipEntry[], at: Date): Promise<void> {
  const zip = new JSZip()
  for (const { name, content } of entries) {
    const isOnDisk = typeof content === 'object' && 'path' in content
    zip.file(name, isOnDisk ? createReadStream(content.path) : content, { date: at, createFolders: false })
  }
  const archive = zip.generateNodeStream({ streamFiles: true, compression: 'DEFLATE' })
  await pipeline(archive, createWriteStream(to, { mode: 0o600 }))
}
