import type { StorageValue } from '#shared/storage-keys.ts'
import type { AppStorage } from '../../../services/storage/storage.ts'
import { VaultFault } from './fault.ts'
import { fingerprintOf, type PublicKeys, type SealedKeys } from './identity.ts'

/**
 * What this device has seen of a vault, and holds the server to: whose keys are which, and the highest
 * version of each entry. A device that has seen nothing believes the first answer.
 */
export interface KnownVault {
  /** Whether nothing of the person's keys was ever seen here. */
  isNew(): boolean
  /** @throws VaultFault `keysChanged`, `keysOld` */
  requireOwnKeys(keys: SealedKeys): Promise<void>
  /** Notes keys that were opened here. */
  noteOwnKeys(keys: SealedKeys): Promise<void>
  /** Notes somebody's keys at the first time. @throws VaultFault `readerChanged` */
  requirePerson(person: PublicKeys & { readonly userID: number }): Promise<void>
  /** @throws VaultFault `entryOld` */
  requireNewest(entry: { readonly entryID: string; readonly version: number }): void
  /** Notes a version that was opened or written here. */
  noteEntry(place: string, entry: { readonly entryID: string; readonly version: number }): void
  /** Entries of the place that were seen here and that aren't among these. */
  missing(place: string, entryIDs: readonly string[]): readonly string[]
  /** Takes note that they are gone. */
  forgetEntries(entryIDs: readonly string[]): void
  /** Takes the server's word again, for keys that the person replaced elsewhere. */
  forget(): void
}

type Known = StorageValue<'vaultKnown'>[string]
const NOTHING: Known = { keys: null, people: {}, entries: {} }

export function createKnownVault(storage: AppStorage, userID: number): KnownVault {
  const all = () => storage.get('vaultKnown') ?? {}
  const mine = (): Known => all()[userID] ?? NOTHING
  const set = (changes: Partial<Known>) =>
    void storage.set('vaultKnown', { ...all(), [userID]: { ...mine(), ...changes } })

  return {
    isNew: () => mine().keys === null,
    async requireOwnKeys(keys) {
      const known = mine().keys
      if (known === null) return
      if (known.fingerprint !== (await fingerprintOf(keys))) throw new VaultFault('keysChanged')
      if (keys.version < known.version) throw new VaultFault('keysOld')
    },
    async noteOwnKeys(keys) {
      set({ keys: { fingerprint: await fingerprintOf(keys), version: keys.version } })
    },
    async requirePerson(person) {
      const fingerprint = await fingerprintOf(person)
      const { people } = mine()
      const known = people[person.userID]
      if (known !== undefined && known !== fingerprint) throw new VaultFault('readerChanged')
      if (known === undefined) set({ people: { ...people, [person.userID]: fingerprint } })
    },
    requireNewest({ entryID, version }) {
      const known = mine().entries[entryID]
      if (known !== undefined && version < known.version) throw new VaultFault('entryOld')
    },
    noteEntry(place, { entryID, version }) {
      const { entries } = mine()
      if (entries[entryID]?.version === version) return
      set({ entries: { ...entries, [entryID]: { place, version } } })
    },
    missing(place, entryIDs) {
      const there = new Set(entryIDs)
      return Object.entries(mine().entries).flatMap(([id, entry]) =>
        entry.place === place && !there.has(id) ? [id] : [],
      )
    },
    forgetEntries(entryIDs) {
      const gone = new Set(entryIDs)
      const kept = Object.entries(mine().entries).filter(([id]) => !gone.has(id))
      set({ entries: Object.fromEntries(kept) })
    },
    forget: () => set(NOTHING),
  }
}
