import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import { type Database, databaseFile } from '../db/database.ts'
import { scrub } from '../db/durability.ts'
import { readSetting, settingOrFirst, writeSetting } from '../db/settings.ts'
import { SecretsError, type SecretsSource, secretsSource } from './secrets-source.ts'

const KEY_BYTES = 32
const key = z.string().check(z.refine((text) => Buffer.from(text, 'base64').length >= KEY_BYTES))

const generation = z.object({ id: z.string(), seal: key, token: key, stream: key })
/** Keys that belong together, in base64. Rotating makes new ones. */
export type Generation = z.output<typeof generation>

const content = z.object({
  version: z.literal(1),
  /** The key of keyed hashes. It stays: what was hashed (recovery codes) can't be hashed anew. */
  hash: key,
  /** The newest last. There are two only while they are rotated. */
  generations: z.array(generation).check(z.minLength(1)),
})
export type SecretsContent = z.output<typeof content>

/** The installation's keys (spec 5 §6.10). */
export interface Keyring {
  readonly hash: Uint8Array
  readonly seal: Uint8Array
  readonly token: Uint8Array
  readonly stream: Uint8Array
}

/** The setting that says with which keys this database's values are sealed. */
export const GENERATION_SETTING = 'secretsGeneration'

/** Where keys were kept until they got a file of their own. */
const OLD_SETTINGS = { seal: 'vaultKey', token: 'tokenSecret', stream: 'chat.streamSecret' } as const

const freshKey = () => randomBytes(KEY_BYTES).toString('base64')

export const freshGeneration = (): Generation => ({
  id: randomBytes(12).toString('base64url'),
  seal: freshKey(),
  token: freshKey(),
  stream: freshKey(),
})

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))

export const ringOf = ({ hash }: SecretsContent, { seal, token, stream }: Generation): Keyring => ({
  hash: bytes(hash),
  seal: bytes(seal),
  token: bytes(token),
  stream: bytes(stream),
})

/** @throws SecretsError where there are none, or they can't be read */
export function readSecrets(source: SecretsSource): SecretsContent | null {
  const text = source.read()
  if (text === null) return null
  try {
    return content.parse(JSON.parse(text))
  } catch {
    // Never the cause: it could quote the keys.
    throw new SecretsError(`${source.name} is damaged. Put a copy of it back.`)
  }
}

export const secretsFileOf = (databaseFile: string): string => join(dirname(databaseFile), 'secrets.json')

/** The keys that an older version kept in the database; null where it holds none. */
async function oldKeys(db: Database): Promise<Omit<Generation, 'id'> | null> {
  const seal = await readSetting(db, OLD_SETTINGS.seal)
  if (seal === null) return null
  const token = (await readSetting(db, OLD_SETTINGS.token)) ?? freshKey()
  const stream = await readSetting(db, OLD_SETTINGS.stream)
  return {
    seal,
    token,
    stream: stream === null ? freshKey() : Buffer.from(stream, 'base64url').toString('base64'),
  }
}

/**
 * Moves keys out of the database: first they are on the disk in their file, then they leave the database, and what
 * is left of them in its unused pages is written over. Interrupted anywhere, the next start does the rest.
 */
async function moveOut(db: Database, source: SecretsSource, old: Omit<Generation, 'id'>): Promise<void> {
  const there = readSecrets(source)
  const known = there?.generations.find(({ seal }) => seal === old.seal)
  if (source.create === null && !known)
    throw new SecretsError(
      `The database still holds its keys. Start once without ${source.name}: they move to a file, whose content ${source.name} then has to be.`,
    )
  const moved = known ?? { ...old, id: freshGeneration().id }
  if (!known) source.create?.(JSON.stringify({ version: 1, hash: old.seal, generations: [moved] }))
  await db.transaction().execute(async (trx) => {
    await writeSetting(trx, GENERATION_SETTING, moved.id)
    await trx.deleteFrom('settings').where('name', 'in', Object.values(OLD_SETTINGS)).execute()
  })
  await scrub(db)
}

/**
 * Why what this database sealed can't be opened with the keys that are here, as a sentence; null where it can, and
 * where nothing was sealed or an older version's keys are still in it. Changes nothing.
 */
export async function keysFault(db: Database, env: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  const current = await readSetting(db, GENERATION_SETTING)
  if (current === null) return null
  const source = secretsSource(secretsFileOf(databaseFile(db)), env)
  try {
    const secrets = readSecrets(source)
    if (secrets?.generations.some(({ id }) => id === current)) return null
    const what = secrets === null ? 'is missing' : 'holds other keys than these data were sealed with'
    return `${source.name} ${what}. Put the keys of their time there: without them nothing sealed can be opened, and no server starts.`
  } catch (error) {
    if (error instanceof SecretsError) return error.message
    throw error
  }
}

async function load(db: Database, env: NodeJS.ProcessEnv): Promise<Keyring> {
  const file = databaseFile(db)
  if (file === ':memory:') return ringOf({ version: 1, hash: freshKey(), generations: [] }, freshGeneration())
  const source = secretsSource(secretsFileOf(file), env)
  const old = await oldKeys(db)
  if (old) await moveOut(db, source, old)
  const current = await readSetting(db, GENERATION_SETTING)
  if (current === null) {
    // Nothing was sealed yet.
    if (source.create !== null && source.read() === null)
      source.create(JSON.stringify({ version: 1, hash: freshKey(), generations: [freshGeneration()] }))
  }
  const secrets = readSecrets(source)
  if (secrets === null)
    throw new SecretsError(
      `${source.name} is missing. Put it back: without it nothing that was sealed can be read.`,
    )
  // Of two servers that start at once with keys of their own, the first one's are the installation's.
  const [first] = secrets.generations
  const wanted = current ?? (first ? await settingOrFirst(db, GENERATION_SETTING, first.id) : null)
  const chosen = secrets.generations.find(({ id }) => id === wanted)
  if (!chosen) throw new SecretsError(`${source.name} holds the keys of another installation.`)
  return ringOf(secrets, chosen)
}

const known = new WeakMap<Database, Promise<Keyring>>()

/**
 * The keys of a database: from the environment, the service manager, or the file beside it, which is made where
 * nothing was sealed yet. A database in memory has keys of its own.
 * @throws SecretsError where they are missing, damaged, another installation's, or can be read by others
 */
export function keyringOf(db: Database, env: NodeJS.ProcessEnv = process.env): Promise<Keyring> {
  const ring = known.get(db) ?? load(db, env)
  known.set(db, ring)
  return ring
}
