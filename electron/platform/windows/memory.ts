import type { WindowsApi } from './windows-api.ts'

/** The longest text that is read from an address that Windows gave, in UTF-16 units. */
const TEXT_MAX = 32_768
const PIECE_BYTES = 512
const PAGE_BYTES = 4096n

/**
 * The memory that a call lends to Windows. It stays where it is until the call has ended, is wiped then, and
 * isn't shared with anything else.
 */
export class Memory {
  readonly #api: Pick<WindowsApi, 'addressOf'>
  readonly #lent: Buffer[] = []

  constructor(api: Pick<WindowsApi, 'addressOf'>) {
    this.#api = api
  }

  bytes(length: number): Buffer {
    // A buffer of its own: small ones would otherwise lie in the engine's heap and move.
    const buffer = Buffer.from(new ArrayBuffer(Math.max(length, 8)))
    this.#lent.push(buffer)
    return buffer
  }

  /** A text as Windows takes it. Throws for one with a NUL, which would end it early. */
  text(text: string): Buffer {
    if (text.includes('\0')) throw new RangeError('A text for Windows has no NUL.')
    const buffer = this.bytes(2 * text.length + 2)
    buffer.write(text, 'utf16le')
    return buffer
  }

  /** Where a buffer lies, for a structure that points to it. */
  addressOf(buffer: Buffer): bigint {
    return this.#api.addressOf(buffer)
  }

  wipe(): void {
    for (const buffer of this.#lent) buffer.fill(0)
  }
}

/** Calls with memory that is wiped afterwards, whatever happens. */
export function withMemory<Value>(
  api: Pick<WindowsApi, 'addressOf'>,
  action: (memory: Memory) => Value,
): Value {
  const memory = new Memory(api)
  try {
    return action(memory)
  } finally {
    memory.wipe()
  }
}

/** The text in a buffer, up to its NUL or `units`. */
export function textIn(buffer: Buffer, offset: number, units: number): string {
  const text = buffer.toString('utf16le', offset, Math.min(buffer.length, offset + 2 * units))
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}

/** The text at an address that Windows gave; '' for none. Never reads past the page in which it ends. */
export function textAt(api: Pick<WindowsApi, 'read'>, address: bigint): string {
  if (address === 0n) return ''
  const pieces: string[] = []
  let at = address
  for (let units = 0; units < TEXT_MAX; ) {
    const toPageEnd = Number(PAGE_BYTES - (at % PAGE_BYTES))
    const bytes = Math.min(PIECE_BYTES, toPageEnd < 2 ? 2 : toPageEnd - (toPageEnd % 2))
    const read = api.read(at, bytes)
    const piece = textIn(read, 0, bytes / 2)
    pieces.push(piece)
    if (piece.length < bytes / 2) break
    at += BigInt(bytes)
    units += bytes / 2
  }
  return pieces.join('')
}
