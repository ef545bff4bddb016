import * as z from 'zod/mini'
import type { VaultEntry } from '#shared/contract/vault.ts'
import type { VaultSource } from '#shared/domain/vault.ts'
import {
  type Bytes,
  context,
  derivedKey,
  fromBase64,
  joined,
  open,
  randomBytes,
  seal,
  sealingKey,
  textOf,
  toBase64,
  utf8,
} from './bytes.ts'
import { orFault } from './fault.ts'
import { ENCRYPTION, type Identity, type PublicKeys, SIGNATURE, SIGNING } from './identity.ts'

const secret = z.object({
  username: z.string(),
  password: z.string(),
  address: z.string(),
  notes: z.string(),
  /** What makes one-time codes, as `otpauth://`; empty where the entry has none, as older ones. */
  totp: z._default(z.string(), ''),
})

/** What nobody but its readers sees of an entry. */
export type VaultSecret = z.output<typeof secret>

/** What an entry is, beside its secret: all of it is bound to the secret and signed. */
export interface EntryFacts {
  readonly entryID: string
  readonly source: VaultSource
  readonly sourceID: number
  /** From 1; each change has the next. */
  readonly version: number
  readonly label: string
  /** Who reads it (manifest.ts); empty for a person's own, which nobody else reads. */
  readonly manifest: string
}

/** Somebody who is to read an entry. */
export interface Reader extends PublicKeys {
  readonly userID: number
}

/** What of an entry is encrypted, as the server keeps it. */
export type SealedEntry = Pick<VaultEntry, 'ciphertext' | 'signature'> & {
  readonly keys: VaultEntry['key'][]
}

const DATA_KEY_BYTES = 32
/** Lengths are padded to a multiple of this, so that nobody learns how long a password is. */
const PADDING = 256

function aboutEntry(facts: EntryFacts, writerID: number): Bytes {
  const { entryID, source, sourceID, version, label, manifest } = facts
  // Entries written before there were other readers had no manifest to be bound to.
  const shared = manifest === '' ? [] : [manifest]
  return context('entry', entryID, source, sourceID, version, label, writerID, ...shared)
}

const aboutKey = (facts: EntryFacts, readerID: number): Bytes =>
  context('entry key', facts.entryID, facts.version, readerID)

function padded(text: string): Bytes {
  const bytes = utf8(text)
  const spare = PADDING - (bytes.length % PADDING)
  // JSON may end with white space.
  return joined(bytes, new Uint8Array(spare).fill(0x20))
}

const wrapLock = (secretBits: Bytes, points: readonly [Bytes, Bytes], about: Bytes) =>
  derivedKey(secretBits, joined(...points), about)

/** A pair for one version of an entry. */
interface OncePair {
  readonly key: CryptoKey
  readonly point: Bytes
}

async function oncePair(): Promise<OncePair> {
  const once = await crypto.subtle.generateKey(ENCRYPTION, true, ['deriveBits'])
  return { key: once.privateKey, point: new Uint8Array(await crypto.subtle.exportKey('raw', once.publicKey)) }
}

/** The data key for one reader: under what the pair's private half makes of the reader's key. */
async function wrapped(
  { key, point }: OncePair,
  dataKey: Bytes,
  reader: Reader,
  facts: EntryFacts,
): Promise<VaultEntry['key']> {
  const about = aboutKey(facts, reader.userID)
  const theirs = fromBase64(reader.encryptionKey)
  const publicKey = await crypto.subtle.importKey('raw', theirs, ENCRYPTION, false, [])
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, key, 256)
  const lock = await wrapLock(new Uint8Array(bits), [point, theirs], about)
  return { userID: reader.userID, point: toBase64(point), wrapped: await seal(lock, dataKey, about) }
}

/**
 * An entry for its readers, with a data key of its own: whoever isn't among them reads nothing of this
 * version, whatever keys of earlier ones they have.
 */
export async function sealEntry(
  writer: Identity,
  facts: EntryFacts,
  content: VaultSecret,
  readers: readonly Reader[],
): Promise<SealedEntry> {
  const dataKey = randomBytes(DATA_KEY_BYTES)
  const about = aboutEntry(facts, writer.userID)
  const ciphertext = await seal(await sealingKey(dataKey), padded(JSON.stringify(content)), about)
  const signature = await writer.sign(joined(about, utf8(ciphertext)))
  const pair = await oncePair()
  const keys = readers.map((reader) => wrapped(pair, dataKey, reader, facts))
  return { ciphertext, signature: toBase64(signature), keys: await Promise.all(keys) }
}

/** @throws where the bytes aren't signed by these keys */
async function requireSignature(signer: Reader, signature: string, signed: Bytes): Promise<void> {
  const key = await crypto.subtle.importKey('raw', fromBase64(signer.signingKey), SIGNING, false, ['verify'])
  if (!(await crypto.subtle.verify(SIGNATURE, key, fromBase64(signature), signed)))
    throw new Error('not signed by its writer')
}

/**
 * Checks that the entry is what its writer wrote, without opening it.
 * @param writer the keys of who wrote this version, as this device knows them
 * @throws VaultFault `entryForeign`
 */
export function requireSigned(
  facts: EntryFacts,
  { ciphertext, signature }: Pick<VaultEntry, 'ciphertext' | 'signature'>,
  writer: Reader,
): Promise<void> {
  return orFault('entryForeign', () =>
    requireSignature(writer, signature, joined(aboutEntry(facts, writer.userID), utf8(ciphertext))),
  )
}

/** An entry that is deleted: where it was, and the version after its last. */
export type DeletedFacts = Pick<EntryFacts, 'entryID' | 'source' | 'sourceID' | 'version'>

const aboutDeletion = ({ entryID, source, sourceID, version }: DeletedFacts, signerID: number): Bytes =>
  context('deletion', entryID, source, sourceID, version, signerID)

/** Says that the person deleted it, so that other devices don't miss it. */
export async function signDeletion(signer: Identity, facts: DeletedFacts): Promise<string> {
  const signed = aboutDeletion(facts, signer.userID)
  return toBase64(await signer.sign(signed))
}

/** @throws VaultFault `entryForeign` where this person deleted no such thing */
export function requireDeletion(facts: DeletedFacts, signature: string, signer: Reader): Promise<void> {
  return orFault('entryForeign', () =>
    requireSignature(signer, signature, aboutDeletion(facts, signer.userID)),
  )
}

/**
 * The secret of an entry, for one of its readers.
 * @param writer the keys of who wrote this version, as this device knows them
 * @throws VaultFault `entryForeign` where anything of it is another entry's, version's, writer's or reader's
 */
export function openEntry(
  reader: Identity,
  facts: EntryFacts,
  sealed: Pick<VaultEntry, 'ciphertext' | 'signature' | 'key'>,
  writer: Reader,
): Promise<VaultSecret> {
  return orFault('entryForeign', async () => {
    await requireSigned(facts, sealed, writer)
    const point = fromBase64(sealed.key.point)
    const bits = await reader.derive(point)
    const aboutWrap = aboutKey(facts, reader.userID)
    const lock = await wrapLock(bits, [point, fromBase64(reader.encryptionKey)], aboutWrap)
    const dataKey = await open(lock, sealed.key.wrapped, aboutWrap)
    const plain = await open(await sealingKey(dataKey), sealed.ciphertext, aboutEntry(facts, writer.userID))
    return z.parse(secret, JSON.parse(textOf(plain)))
  })
}
