/**
 * SQLite's write-ahead log, read as it grows (https://sqlite.org/fileformat2.html#the_write_ahead_log): a header of 32
 * bytes, then frames of 24 bytes and a page. A frame counts where its salts are the header's and its checksum goes on
 * from the one before; a transaction counts once its last frame, which says how large the database is, is there.
 */

export const WAL_HEADER = 32
const FRAME_HEADER = 24
const MAGIC = 0x377f0682

export type Sums = readonly [number, number]

export interface WalHeader {
  readonly pageSize: number
  readonly salts: Sums
  /** Of the header itself: what the first frame's goes on from. */
  readonly sums: Sums
  readonly isBigEndian: boolean
}

/** What was committed between two places of a log. */
export interface Committed {
  /** The newest content of each page, by its number from 1. */
  readonly pages: ReadonlyMap<number, Buffer>
  /** How many pages the database has afterwards. */
  readonly databasePages: number
  /** Where the last whole transaction ends, from the log's beginning, in bytes. */
  readonly end: number
  readonly sums: Sums
}

function sumOf(bytes: Buffer, isBigEndian: boolean, [first, second]: Sums): Sums {
  let [s0, s1] = [first, second]
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 0; at < bytes.length; at += 8) {
    s0 = (s0 + view.getUint32(at, !isBigEndian) + s1) >>> 0
    s1 = (s1 + view.getUint32(at + 4, !isBigEndian) + s0) >>> 0
  }
  return [s0, s1]
}

const isSame = (a: Sums, b: Sums) => a[0] === b[0] && a[1] === b[1]

/** The log's header; null where there is none that is whole. */
export function readWalHeader(bytes: Buffer): WalHeader | null {
  if (bytes.length < WAL_HEADER) return null
  const magic = bytes.readUInt32BE(0)
  if ((magic & ~1) !== MAGIC) return null
  const isBigEndian = (magic & 1) === 1
  const sums = [bytes.readUInt32BE(24), bytes.readUInt32BE(28)] as const
  if (!isSame(sumOf(bytes.subarray(0, 24), isBigEndian, [0, 0]), sums)) return null
  // 1 stands for the largest size, which two bytes don't hold.
  const size = bytes.readUInt32BE(8)
  return {
    pageSize: size === 1 ? 65_536 : size,
    salts: [bytes.readUInt32BE(16), bytes.readUInt32BE(20)],
    sums,
    isBigEndian,
  }
}

/**
 * Reads whole transactions.
 * @param bytes the log from `from` on, as far as it was written
 * @param from where the last whole transaction ended, or the end of the header
 * @returns null where no further transaction is whole
 */
export function readCommitted(
  bytes: Buffer,
  from: number,
  before: Sums,
  header: WalHeader,
): Committed | null {
  const { pageSize, salts, isBigEndian } = header
  const pages = new Map<number, Buffer>()
  let open: [number, Buffer][] = []
  let sums = before
  let whole: Omit<Committed, 'pages'> | null = null
  for (let at = 0; at + FRAME_HEADER + pageSize <= bytes.length; at += FRAME_HEADER + pageSize) {
    const frame = bytes.subarray(at, at + FRAME_HEADER)
    const page = bytes.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageSize)
    if (!isSame([frame.readUInt32BE(8), frame.readUInt32BE(12)], salts)) break
    sums = sumOf(page, isBigEndian, sumOf(frame.subarray(0, 8), isBigEndian, sums))
    if (!isSame([frame.readUInt32BE(16), frame.readUInt32BE(20)], sums)) break
    open.push([frame.readUInt32BE(0), page])
    const databasePages = frame.readUInt32BE(4)
    if (databasePages === 0) continue
    for (const [number, content] of open) pages.set(number, content)
    open = []
    whole = { databasePages, end: from + at + FRAME_HEADER + pageSize, sums }
  }
  return whole && { ...whole, pages }
}
