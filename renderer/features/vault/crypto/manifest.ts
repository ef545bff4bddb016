import * as z from 'zod/mini'
import type { Reader } from './entries.ts'
import { orFault, VaultFault } from './fault.ts'
import { fingerprintOf } from './identity.ts'

const manifest = z.object({
  readers: z.array(z.object({ userID: z.int(), fingerprint: z.string() })),
  /** Who could read the password and is no reader any more: it is to be changed at its source. */
  left: z.array(z.int()),
})

/** Who reads a shared entry, as its writer signed it. */
export type Manifest = z.output<typeof manifest>

const NOBODY: Manifest = { readers: [], left: [] }

/** The manifest as it is signed. */
export async function manifestOf(readers: readonly Reader[], left: readonly number[]): Promise<string> {
  const named = readers.map(async (reader) => ({
    userID: reader.userID,
    fingerprint: await fingerprintOf(reader),
  }))
  return JSON.stringify({ readers: await Promise.all(named), left: [...left] } satisfies Manifest)
}

/** @throws VaultFault `entryForeign` where it is none; an own entry has nobody else */
export const readManifest = (text: string): Promise<Manifest> =>
  text === ''
    ? Promise.resolve(NOBODY)
    : orFault('entryForeign', async () => z.parse(manifest, JSON.parse(text)))

/** @throws VaultFault `entryForeign` where the person isn't among its readers with these keys */
export async function requireReaderIn({ readers }: Manifest, reader: Reader): Promise<void> {
  const fingerprint = await fingerprintOf(reader)
  if (!readers.some((one) => one.userID === reader.userID && one.fingerprint === fingerprint))
    throw new VaultFault('entryForeign')
}

/** Somebody of the place, as far as this device trusts their keys. */
export interface Target extends Reader {
  readonly fingerprint: string
}

/**
 * Whether the entry is to be written anew: somebody reads it who isn't of the place's people any more, or one
 * of them doesn't read it yet. Whose keys changed without anybody here having compared them is left alone, so
 * that two devices that see them differently don't undo each other's work for ever.
 */
export function isToRekey(
  { readers }: Manifest,
  people: readonly { readonly userID: number }[],
  targets: readonly Target[],
): boolean {
  const here = new Set(people.map(({ userID }) => userID))
  const known = new Map(readers.map(({ userID, fingerprint }) => [userID, fingerprint]))
  return (
    readers.some(({ userID }) => !here.has(userID)) ||
    targets.some(({ userID, fingerprint }) => known.get(userID) !== fingerprint)
  )
}

/** Who has left the entry's readers, when it is written for these people. */
export function leftOf(
  { readers, left }: Manifest,
  people: readonly { readonly userID: number }[],
): number[] {
  const here = new Set(people.map(({ userID }) => userID))
  const gone = readers.flatMap(({ userID }) => (here.has(userID) ? [] : [userID]))
  return [...new Set([...left, ...gone])].filter((userID) => !here.has(userID))
}
