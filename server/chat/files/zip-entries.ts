import { inflateRawSync } from 'node:zlib'

const END_RECORD = 0x06054b50
const ENTRY_RECORD = 0x02014b50
const END_SIZE = 22
/** An archive's comment is at most this long. */
const COMMENT_MAX = 0xffff
/** Largest unpacked entry, in bytes. */
const ENTRY_MAX = 16 * 1024 * 1024

function endRecord(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_SIZE - COMMENT_MAX)
  for (let at = zip.length - END_SIZE; at >= first; at--) if (zip.readUInt32LE(at) === END_RECORD) return at
  throw new RangeError('no zip archive')
}

/** Where each entry of the archive begins, by its name. */
function* entries(zip: Buffer): Generator<{ name: string; method: number; packed: number; at: number }> {
  const end = endRecord(zip)
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== ENTRY_RECORD) throw new RangeError('a broken zip archive')
    const nameLength = zip.readUInt16LE(at + 28)
    yield {
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      at: zip.readUInt32LE(at + 42),
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
}

/**
 * The text of one entry of a zip archive, such as a Word or Excel file; null where it has no such entry.
 * @throws RangeError where it is no archive, is packed otherwise, or unpacks to more than 16 MB
 */
export function zipEntry(zip: Buffer, name: string): string | null {
  for (const entry of entries(zip)) {
    if (entry.name !== name) continue
    const start = entry.at + 30 + zip.readUInt16LE(entry.at + 26) + zip.readUInt16LE(entry.at + 28)
    const packed = zip.subarray(start, start + entry.packed)
    if (entry.method === 0) return packed.toString('utf8')
    if (entry.method !== 8) throw new RangeError('a zip archive that is packed otherwise')
    return inflateRawSync(packed, { maxOutputLength: ENTRY_MAX }).toString('utf8')
  }
  return null
}
