import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rename } from 'node:fs/promises'
import * as z from 'zod/mini'
import {
  BackupKeyError,
  type BackupSink,
  BrokenSealError,
  type ChunkSeal,
  chunksSize,
  newPrefix,
  openChunks,
  requireKey,
  sealChunks,
} from './sealed-backup.ts'
import { keyOf, SCRYPT_COST } from './sealed-secrets.ts'

/**
 * What is shipped all the time, sealed by the key of backups (docs/operating/backup.md): scrypt makes one secret of it
 * for a folder `sealed-…`, and HKDF a key of it for each place (a generation's records, its base, each file), so that
 * nothing opens in another place than its own. Then AES-256-GCM.
 */

const CIPHER = 'aes-256-gcm'
const NONCE = 12
const TAG = 16
/** How much larger sealed bytes are. */
export const SEAL_BYTES = NONCE + TAG
const KEY_BYTES = 32
const PART_MAGIC = 'fieldwork-sealed-part 1\n'
const PREFIX_TEXT = 12

/** A folder of sealed files, in `continuous`. */
export const SEALED_FOLDER = /^sealed-[\da-f]{16}$/

export const lockShape = z.object({
  /** Where the files are that belong to it. */
  folder: z.string().check(z.regex(SEALED_FOLDER)),
  cost: z.object({ N: z.int(), r: z.int(), p: z.int() }),
  salt: z.string(),
  /** By which another key is told from damage. */
  proof: z.string(),
})
/** What a key has to open; no secret. */
export type Lock = z.output<typeof lockShape>

/** Keys for each place, of one secret. */
export class LogSealing {
  readonly lock: Lock
  readonly #secret: Buffer

  constructor(lock: Lock, secret: Buffer) {
    this.lock = lock
    this.#secret = secret
  }

  keyFor(place: string): Buffer {
    return keyFor(this.#secret, place)
  }
}

const keyFor = (secret: Buffer, place: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `fieldwork continuous: ${place}`, KEY_BYTES))

const proofOf = (secret: Buffer): string => keyFor(secret, 'proof').toString('base64')

/** Opens locks by the key of backups. */
export class LogKeys {
  readonly #key: () => string | null
  /** By the salt, since each costs half a second. */
  readonly #secrets = new Map<string, Promise<Buffer>>()
  #made: Promise<LogSealing> | null = null

  /** @param key asked once something sealed is met @throws BackupKeyError */
  constructor(key: () => string | null) {
    this.#key = key
  }

  /** @throws BackupKeyError without the key, and with another one */
  async open(lock: Lock): Promise<LogSealing> {
    const key = requireKey(this.#key())
    // What a backup says may not cost more than what we write.
    const { N, r, p } = lock.cost
    if (N <= SCRYPT_COST.N && r <= SCRYPT_COST.r && p <= SCRYPT_COST.p) {
      const secret = await this.#secretOf(key, lock)
      if (proofOf(secret) === lock.proof) return new LogSealing(lock, secret)
    }
    throw new BackupKeyError('This backup was sealed with another key.')
  }

  /** A new secret of the key; null where none is given. The same one each time. */
  async make(): Promise<LogSealing | null> {
    const key = this.#key()
    if (key === null) return null
    this.#made ??= (async () => {
      const salt = randomBytes(16).toString('base64')
      const secret = await this.#secretOf(key, { cost: SCRYPT_COST, salt })
      const folder = `sealed-${randomBytes(8).toString('hex')}`
      return new LogSealing({ folder, cost: SCRYPT_COST, salt, proof: proofOf(secret) }, secret)
    })()
    return this.#made
  }

  #secretOf(key: string, { cost, salt }: Pick<Lock, 'cost' | 'salt'>): Promise<Buffer> {
    const by = `${cost.N} ${cost.r} ${cost.p} ${salt}`
    const known = this.#secrets.get(by) ?? keyOf(key, Buffer.from(salt, 'base64'), cost)
    this.#secrets.set(by, known)
    return known
  }
}

/** A nonce, the sealed bytes, and their tag. */
export function sealBytes(key: Buffer, parts: readonly Uint8Array[], about: Uint8Array): Buffer[] {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(about)
  const content = parts.map((part) => cipher.update(part))
  return [nonce, ...content, cipher.final(), cipher.getAuthTag()]
}

/** Null where it isn't what was sealed. */
export function openBytes(key: Buffer, bytes: Buffer, about: Uint8Array): Buffer | null {
  if (bytes.length < SEAL_BYTES) return null
  const end = bytes.length - TAG
  const cipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE), { authTagLength: TAG })
    .setAAD(about)
    .setAuthTag(bytes.subarray(end))
  try {
    return Buffer.concat([cipher.update(bytes.subarray(NONCE, end)), cipher.final()])
  } catch {
    return null
  }
}

const headOf = (prefix: Buffer): Buffer => Buffer.from(`${PART_MAGIC}${prefix.toString('base64')}\n`)
const PART_HEAD = PART_MAGIC.length + PREFIX_TEXT + 1

/** How large a file is once it is sealed, in bytes. */
export const sealedSize = (bytes: number): number => PART_HEAD + chunksSize(bytes)

/** Where a sealed file's content goes. */
export function partSink(handle: FileHandle, secret: Buffer): Promise<BackupSink> {
  const prefix = newPrefix()
  return sealChunks(handle, { secret, prefix, head: headOf(prefix) })
}

/** Seals a file; it is whole once it has its name. */
export async function sealFile(from: string, to: string, secret: Buffer): Promise<void> {
  const handle = await open(`${to}.unfinished`, 'w', 0o600)
  try {
    const sink = await partSink(handle, secret)
    for await (const chunk of createReadStream(from, { highWaterMark: 1 << 20 })) await sink.write(chunk)
    await sink.end()
  } finally {
    await handle.close()
  }
  await rename(`${to}.unfinished`, to)
}

/** What a sealed file holds. @throws BrokenSealError, and where it can't be read */
export async function* openFile(file: string, secret: Buffer): AsyncGenerator<Buffer> {
  const input = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await input.read(Buffer.alloc(PART_HEAD), 0, PART_HEAD, 0)
    const prefix = Buffer.from(buffer.toString('latin1', PART_MAGIC.length, PART_HEAD - 1), 'base64')
    const seal: ChunkSeal = { secret, prefix, head: headOf(prefix) }
    if (bytesRead < PART_HEAD || !buffer.equals(seal.head)) throw new BrokenSealError(true)
    yield* openChunks(input, seal)
  } finally {
    await input.close()
  }
}

/** What a sealed file holds; null where it is damaged or missing. */
export async function readSealed(file: string, secret: Buffer): Promise<Buffer | null> {
  const parts: Buffer[] = []
  try {
    for await (const part of openFile(file, secret)) parts.push(part)
  } catch {
    return null
  }
  return Buffer.concat(parts)
}

/** A checksum, so that damage isn't taken for another key. */
export const checkOf = (text: string): string => createHash('sha256').update(text).digest('hex')
