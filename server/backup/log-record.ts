import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import * as z from 'zod/mini'
import { openBytes, SEAL_BYTES, sealBytes } from './sealed-log.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

const HASH = 32
const LENGTHS = 8
const HEADER_MAX = 4096
/** No second of work is larger; what says so is damaged. */
const BODY_MAX = 2 ** 31 - 1
const PAGE_NUMBER = 4

const pair = z.tuple([z.int(), z.int()])

const recordHeader = z.object({
  generation: z.string(),
  /** From 0, without gaps. */
  index: z.int(),
  /** When it was read from the log, in milliseconds since 1970: what is in it was written before. */
  at: z.int(),
  /** The hash of the record before it, in hex; '' for the first. */
  previous: z.string(),
  pageSize: z.int(),
  /** How many pages the database has afterwards. */
  databasePages: z.int(),
  /** Where in SQLite's log it ends, and the checksum there: how a later start knows where to go on. */
  salts: pair,
  end: z.int(),
  sums: pair,
})
export type RecordHeader = z.output<typeof recordHeader>

/**
 * One record: two lengths, the header, the compressed pages, and the hash of all that.
 * @param key seals header and pages, with the lengths authenticated; null for none. As the header names the hash of the
 * record before it, no record can be exchanged, moved or left out.
 */
export async function encodeRecord(
  header: RecordHeader,
  pages: ReadonlyMap<number, Buffer>,
  key: Buffer | null = null,
): Promise<{ readonly bytes: Buffer; readonly hash: string }> {
  const number = (page: number) => {
    const bytes = Buffer.alloc(PAGE_NUMBER)
    bytes.writeUInt32BE(page)
    return bytes
  }
  const body = await compress(Buffer.concat([...pages].flatMap(([page, content]) => [number(page), content])))
  const head = Buffer.from(JSON.stringify(header))
  const lengths = Buffer.alloc(LENGTHS)
  lengths.writeUInt32BE(head.length, 0)
  lengths.writeUInt32BE(body.length, 4)
  const content = key === null ? [head, body] : sealBytes(key, [head, body], lengths)
  const hash = createHash('sha256').update(lengths)
  for (const part of content) hash.update(part)
  const sum = hash.digest()
  return { bytes: Buffer.concat([lengths, ...content, sum]), hash: sum.toString('hex') }
}

/** What a record is without its pages, and where the next one begins; null where it isn't whole. */
export function readRecord(
  bytes: Buffer,
  at: number,
  key: Buffer | null = null,
): {
  readonly header: RecordHeader
  readonly body: Buffer
  readonly hash: string
  readonly next: number
} | null {
  if (at + LENGTHS > bytes.length) return null
  const [head, body] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
  const end = at + LENGTHS + head + body + (key === null ? 0 : SEAL_BYTES)
  if (head > HEADER_MAX || body > BODY_MAX || end + HASH > bytes.length) return null
  const hash = createHash('sha256').update(bytes.subarray(at, end)).digest()
  if (!hash.equals(bytes.subarray(end, end + HASH))) return null
  const stored = bytes.subarray(at + LENGTHS, end)
  const content = key === null ? stored : openBytes(key, stored, bytes.subarray(at, at + LENGTHS))
  if (content === null) return null
  return {
    header: recordHeader.parse(JSON.parse(content.toString('utf8', 0, head))),
    body: content.subarray(head),
    hash: hash.toString('hex'),
    next: end + HASH,
  }
}

/** The pages of a record's body. */
export async function pagesOf(body: Buffer, pageSize: number): Promise<Map<number, Buffer>> {
  const bytes = await decompress(body)
  const pages = new Map<number, Buffer>()
  for (let at = 0; at < bytes.length; at += PAGE_NUMBER + pageSize)
    pages.set(bytes.readUInt32BE(at), bytes.subarray(at + PAGE_NUMBER, at + PAGE_NUMBER + pageSize))
  return pages
}
