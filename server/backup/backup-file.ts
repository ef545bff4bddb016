import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, link, mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { syncFolder } from '../secrets/secrets-source.ts'
import { backupKey, isSealed, openSealed, plainSink, sealingSink } from './sealed-backup.ts'

const MAGIC = 'fieldwork-backup 1\n'
const HEX = 64
const MANIFEST_MAX = 64 * 1024 * 1024
/** Nothing else may be written when a backup is unpacked. */
const PART_NAME =
  /^(?:database|secrets|audit-roots\.jsonl|files\/[\da-f]{2}\/[\da-f-]{36}|widgets(?:\/[\w-][\w.-]*)+)$/

const part = z.object({
  name: z.string().check(z.regex(PART_NAME)),
  bytes: z.int().check(z.minimum(0)),
  sha256: z.string(),
})
export type Part = z.output<typeof part>

const manifest = z.object({
  /** The version of the product, and its data: the names of its migrations. */
  build: z.string(),
  migrations: z.array(z.string()),
  /** ISO 8601. */
  takenAt: z.string(),
  /** Records by table. */
  counts: z.record(z.string(), z.int()),
  /** The last chained entry of the audit. */
  auditHead: z.nullable(z.object({ sequence: z.int(), hash: z.string() })),
  parts: z.array(part),
})
/** What a backup says about itself (spec 5 §6.6). */
export type Manifest = z.output<typeof manifest>

/** A backup that isn't what was written; the message names the part. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError'
  constructor(part: string) {
    super(`This backup is damaged: ${part}.`)
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** The part that a file on the disk will be. */
export async function partOf(name: string, file: string): Promise<Part> {
  return { name, bytes: (await stat(file)).size, sha256: await hashOf(file) }
}

/**
 * Writes one file: a line that says what it is, the manifest with its hash, the parts, and at the end the hash of all
 * of it. It gets its name once it is whole and on the disk, and never takes another file's.
 * @param key seals all of it (sealed-backup.ts); null for none
 */
export async function writeBackup(
  to: string,
  about: Manifest,
  fileOf: (name: string) => string,
  key: string | null = null,
): Promise<void> {
  const unfinished = `${to}.unfinished`
  const hash = createHash('sha256')
  const handle = await open(unfinished, 'w', 0o600)
  try {
    const sink = key === null ? plainSink(handle) : await sealingSink(handle, key)
    const write = async (bytes: Uint8Array) => {
      hash.update(bytes)
      await sink.write(bytes)
    }
    const text = JSON.stringify(about)
    const digest = createHash('sha256').update(text).digest('hex')
    await write(Buffer.from(`${MAGIC}${Buffer.byteLength(text)}\n${text}${digest}`))
    for (const { name, bytes, sha256 } of about.parts) {
      const own = createHash('sha256')
      let length = 0
      for await (const chunk of createReadStream(fileOf(name))) {
        own.update(chunk)
        length += chunk.length
        await write(chunk)
      }
      if (length !== bytes || own.digest('hex') !== sha256)
        throw new Error(`${name} changed while it was backed up`)
    }
    await sink.write(Buffer.from(hash.digest('hex')))
    await sink.end()
    await handle.sync()
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  try {
    await link(unfinished, to)
  } finally {
    await rm(unfinished)
  }
  syncFolder(dirname(to))
}

async function take(handle: FileHandle, at: number, length: number, name: string): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead < length) throw new DamagedBackupError(name)
  return buffer
}

/** @throws DamagedBackupError */
async function readHead(handle: FileHandle): Promise<{ manifest: Manifest; end: number }> {
  const head = (await handle.read(Buffer.alloc(MAGIC.length + 12), 0, MAGIC.length + 12, 0)).buffer.toString(
    'latin1',
  )
  const length = /^(\d{1,9})\n/.exec(head.slice(MAGIC.length))?.[1]
  if (!head.startsWith(MAGIC) || length === undefined || Number(length) > MANIFEST_MAX)
    throw new DamagedBackupError('header')
  const start = MAGIC.length + length.length + 1
  const text = (await take(handle, start, Number(length), 'manifest')).toString()
  const end = start + Number(length) + HEX
  const digest = (await take(handle, end - HEX, HEX, 'manifest')).toString('latin1')
  if (createHash('sha256').update(text).digest('hex') !== digest) throw new DamagedBackupError('manifest')
  return { manifest: manifest.parse(JSON.parse(text)), end }
}

/**
 * Unpacks a backup into a folder, each part compared with its hash, and the whole with the hash at its end.
 * @param key opens a sealed one; that of the environment by default
 * @throws DamagedBackupError, BackupKeyError
 */
export async function unpack(
  file: string,
  folder: string,
  key: () => string | null = () => backupKey(process.env),
): Promise<Manifest> {
  if (!(await isSealed(file))) return unpackPlain(file, folder)
  const opened = `${folder}.opened`
  try {
    if (!(await openSealed(file, opened, key()))) throw new DamagedBackupError('sealed content')
    return await unpackPlain(opened, folder)
  } finally {
    await rm(opened, { force: true })
  }
}

async function unpackPlain(file: string, folder: string): Promise<Manifest> {
  const handle = await open(file, 'r')
  try {
    const { manifest: about, end } = await readHead(handle)
    let at = end
    for (const { name, bytes, sha256 } of about.parts) {
      const target = join(folder, ...name.split('/'))
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      const own = createHash('sha256')
      let length = 0
      const output = await open(target, 'wx', 0o600)
      try {
        const source = bytes === 0 ? [] : createReadStream(file, { start: at, end: at + bytes - 1 })
        for await (const chunk of source) {
          own.update(chunk)
          length += chunk.length
          await output.writeFile(chunk)
        }
        await output.sync()
      } finally {
        await output.close()
      }
      if (length !== bytes || own.digest('hex') !== sha256) throw new DamagedBackupError(name)
      at += bytes
    }
    const rest = await handle.read(Buffer.alloc(HEX + 1), 0, HEX + 1, at)
    const whole = createHash('sha256')
    for await (const chunk of createReadStream(file, { end: at - 1 })) whole.update(chunk)
    if (rest.buffer.subarray(0, rest.bytesRead).toString('latin1') !== whole.digest('hex'))
      throw new DamagedBackupError('end')
    return about
  } finally {
    await handle.close()
  }
}
