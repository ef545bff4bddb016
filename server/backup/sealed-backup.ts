import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { keyOf, SCRYPT_COST } from './sealed-secrets.ts'

const MAGIC = 'fieldwork-sealed-backup 1\n'
/** Of what is sealed at a time. */
const CHUNK = 1024 * 1024
const TAG = 16
const NONCE_PREFIX = 7
const HEADER_MAX = 4096
const CIPHER = 'aes-256-gcm'

/** Shortest key of backups. */
export const BACKUP_KEY_MIN = 20
const VARIABLE = 'FIELDWORK_BACKUP_KEY'
const CREDENTIAL = 'fieldwork-backup-key'

const header = z.object({
  cost: z.object({ N: z.int(), r: z.int(), p: z.int() }),
  salt: z.string(),
  nonce: z.string(),
})

/** A backup can't be sealed or opened; the message says why, and never what the key is. */
export class BackupKeyError extends Error {
  override readonly name = 'BackupKeyError'
}

/**
 * By which backups are sealed: from the environment (`FIELDWORK_BACKUP_KEY`), or systemd's credentials
 * (`LoadCredential=fieldwork-backup-key:…`); null where there is none.
 * @throws BackupKeyError for one that is too short
 */
export function backupKey(env: NodeJS.ProcessEnv): string | null {
  const credential = env.CREDENTIALS_DIRECTORY && join(env.CREDENTIALS_DIRECTORY, CREDENTIAL)
  const given =
    env[VARIABLE] || (credential && existsSync(credential) ? readFileSync(credential, 'utf8') : '')
  const key = given.trim()
  if (key === '') return null
  if (key.length < BACKUP_KEY_MIN)
    throw new BackupKeyError(`The key of backups has at least ${BACKUP_KEY_MIN} characters.`)
  return key
}

/** The nonce of a chunk: which one it is, and whether it is the last, so that none is moved or cut off. */
function nonceOf(prefix: Buffer, place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  prefix.copy(nonce)
  nonce.writeUInt32BE(place, NONCE_PREFIX)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Where the bytes of a backup go. */
export interface BackupSink {
  write(bytes: Uint8Array): Promise<void>
  /** Nothing more comes. */
  end(): Promise<void>
}

/** As they come. */
export const plainSink = (handle: FileHandle): BackupSink => ({
  write: (bytes) => handle.writeFile(bytes),
  end: async () => {},
})

/** By what chunks are sealed: a key of 32 bytes, what their nonces begin with, and what leads them. */
export interface ChunkSeal {
  readonly secret: Buffer
  readonly prefix: Buffer
  readonly head: Buffer
}

export const newPrefix = (): Buffer => randomBytes(NONCE_PREFIX)

/** How large chunks are, without their head, in bytes. */
export const chunksSize = (bytes: number): number => bytes + TAG * Math.max(1, Math.ceil(bytes / CHUNK))

/** Sealed by a key: scrypt, then AES-256-GCM in chunks (as STREAM has it), with what leads them authenticated. */
export async function sealingSink(handle: FileHandle, key: string): Promise<BackupSink> {
  const [salt, prefix] = [randomBytes(16), newPrefix()]
  const written = { cost: SCRYPT_COST, salt: salt.toString('base64'), nonce: prefix.toString('base64') }
  const head = Buffer.from(`${MAGIC}${JSON.stringify(written)}\n`)
  return sealChunks(handle, { secret: await keyOf(key, salt, SCRYPT_COST), prefix, head })
}

/** Writes the head, and seals what comes in chunks. */
export async function sealChunks(
  handle: FileHandle,
  { secret, prefix, head }: ChunkSeal,
): Promise<BackupSink> {
  await handle.writeFile(head)
  let waiting: Buffer[] = []
  let length = 0
  let place = 0
  const seal = async (chunk: Buffer, isLast: boolean) => {
    const cipher = createCipheriv(CIPHER, secret, nonceOf(prefix, place, isLast)).setAAD(head)
    place += 1
    const content = Buffer.concat([cipher.update(chunk), cipher.final()])
    await handle.writeFile(Buffer.concat([content, cipher.getAuthTag()]))
  }
  return {
    async write(bytes) {
      waiting.push(Buffer.from(bytes))
      length += bytes.length
      if (length <= CHUNK) return
      const all = Buffer.concat(waiting)
      let at = 0
      // The last chunk is known only at the end: one stays.
      for (; all.length - at > CHUNK; at += CHUNK) await seal(all.subarray(at, at + CHUNK), false)
      waiting = [all.subarray(at)]
      length = all.length - at
    },
    end: () => seal(Buffer.concat(waiting), true),
  }
}

/** A chunk that isn't what was sealed, or was sealed by another key. */
export class BrokenSealError extends Error {
  readonly isFirst: boolean
  constructor(isFirst: boolean, options?: ErrorOptions) {
    super('What is sealed is damaged.', options)
    this.isFirst = isFirst
  }
}

/** What a file's chunks hold, each once it is shown to be whole. @throws BrokenSealError */
export async function* openChunks(
  input: FileHandle,
  { secret, prefix, head }: ChunkSeal,
): AsyncGenerator<Buffer> {
  const { size } = await input.stat()
  let at = head.length
  for (let place = 0; ; place++) {
    const isLast = size - at <= CHUNK + TAG
    const length = Math.min(CHUNK + TAG, size - at)
    if (length < TAG) throw new BrokenSealError(false)
    const { buffer } = await input.read(Buffer.alloc(length), 0, length, at)
    const cipher = createDecipheriv(CIPHER, secret, nonceOf(prefix, place, isLast), { authTagLength: TAG })
      .setAAD(head)
      .setAuthTag(buffer.subarray(length - TAG))
    let content: Buffer
    try {
      content = Buffer.concat([cipher.update(buffer.subarray(0, length - TAG)), cipher.final()])
    } catch (error) {
      throw new BrokenSealError(place === 0, { cause: error })
    }
    yield content
    at += length
    if (isLast) return
  }
}

/** @throws BackupKeyError where none is given */
export function requireKey(key: string | null): string {
  if (key === null)
    throw new BackupKeyError(`This backup is sealed. Give the key it was taken with as ${VARIABLE}.`)
  return key
}

/** Whether a file is a sealed backup. */
export async function isSealed(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    return buffer.toString('latin1') === MAGIC
  } finally {
    await handle.close()
  }
}

/**
 * Writes what a sealed backup holds into a new file.
 * @returns false where it isn't what was sealed
 * @throws BackupKeyError without the key, and with another one
 */
export async function openSealed(file: string, to: string, key: string | null): Promise<boolean> {
  const given = requireKey(key)
  const [input, output] = [await open(file, 'r'), await open(to, 'wx', 0o600)]
  try {
    const start = (await input.read(Buffer.alloc(HEADER_MAX), 0, HEADER_MAX, 0)).buffer
    const end = start.indexOf('\n', MAGIC.length)
    if (end < 0) return false
    const head = start.subarray(0, end + 1)
    const read = header.safeParse(jsonIn(head.subarray(MAGIC.length).toString()))
    if (!read.success) return false
    const { cost, salt, nonce } = read.data
    // What a backup says may not cost more than what we write.
    if (cost.N > SCRYPT_COST.N || cost.r > SCRYPT_COST.r || cost.p > SCRYPT_COST.p) return false
    const secret = await keyOf(given, Buffer.from(salt, 'base64'), cost)
    const prefix = Buffer.from(nonce, 'base64')
    for await (const content of openChunks(input, { secret, prefix, head })) await output.writeFile(content)
    return true
  } catch (error) {
    if (!(error instanceof BrokenSealError)) throw error
    if (!error.isFirst) return false
    // The first chunk fails by another key, or by damage: which, nobody can tell.
    throw new BackupKeyError('This backup is damaged, or was sealed with another key.', { cause: error })
  } finally {
    await input.close()
    await output.close()
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
