import type { StorageValue } from '#shared/storage-keys.ts'
import type { AppStorage } from '../../../services/storage/storage.ts'
import { VaultFault } from './fault.ts'
import { fingerprintOf, type PublicKeys, type SealedKeys } from './identity.ts'

/** An entry's version, with its signature: two of a version aren't the same. */
export interface SeenEntry {
  readonly entryID: string
  readonly version: number
  readonly signature: string
}

/** Somebody else with the keys that the server gives for them. */
export type KnownPerson = PublicKeys & { readonly userID: number }

/**
 * What this device has seen of vaults, and holds the server to: whose keys are which, and the highest
 * version of each entry. A device that has seen nothing believes the first answer.
 */
export interface KnownVault {
  /** Whether nothing of the person's keys was ever seen here. */
  isNew(): boolean
  /** @throws VaultFault `keysChanged`, `keysOld` */
  requireOwnKeys(keys: SealedKeys): Promise<void>
  /** Notes keys that were opened here. */
  noteOwnKeys(keys: SealedKeys): Promise<void>
  /**
   * Notes somebody's keys at the first time.
   * @returns null where these are the keys that are known, else the fingerprint of those that were
   */
  comparePerson(person: KnownPerson): Promise<string | null>
  /** The person compared the words: these are somebody's keys from now on, beside those from before. */
  acceptPerson(person: KnownPerson): Promise<void>
  /** For what somebody signed, maybe with keys that they have replaced since. @throws VaultFault `readerChanged` */
  requireSigner(person: KnownPerson): Promise<void>
  /**
   * What throws for an entry that is older than, or another than, what was seen here: of one reading of what
   * is kept, for all entries of a list. @throws VaultFault `entryOld`, `entryForked`
   */
  newestSeen(): (entry: SeenEntry) => void
  /** Notes a version that was checked or written here. */
  noteEntry(place: string, entry: SeenEntry): void
  /** The same for all entries of a place, in one write. */
  noteEntries(place: string, entries: readonly SeenEntry[]): void
  /** Entries of the place that were seen here and that aren't among these, with their versions. */
  missing(place: string, entryIDs: readonly string[]): ReadonlyMap<string, number>
  /** Takes note that they are gone. */
  forgetEntries(entryIDs: readonly string[]): void
  /** Takes note that the person reads the place no more. */
  forgetPlace(place: string): void
  /** The fingerprint of the company's key that the person agreed to on this device; '' for none. */
  companyKey(): string
  noteCompanyKey(fingerprint: string): void
  /** Takes the server's word again, for keys that the person replaced elsewhere. */
  forget(): void
  /** Whether the browser keeps what is noted: with a full storage it doesn't. */
  isKept(): boolean
}

type Known = StorageValue<'vaultKnown'>[string]
const NOTHING: Known = { keys: null, people: {}, company: '', entries: {} }
const MARK_LENGTH = 16
const markOf = ({ signature }: SeenEntry): string => signature.slice(0, MARK_LENGTH)

export function createKnownVault(storage: AppStorage, userID: number): KnownVault {
  let kept = true
  const all = () => storage.get('vaultKnown') ?? {}
  const mine = (): Known => all()[userID] ?? NOTHING
  const set = (changes: Partial<Known>) => {
    kept = storage.set('vaultKnown', { ...all(), [userID]: { ...mine(), ...changes } })
  }
  const fingerprintsOf = (id: number): readonly string[] => {
    const known = mine().people[id] ?? []
    return typeof known === 'string' ? [known] : known
  }
  const pin = (id: number, fingerprints: readonly string[]) =>
    set({ people: { ...mine().people, [id]: [...fingerprints] } })

  return {
    isNew: () => mine().keys === null,
    isKept: () => kept,
    async requireOwnKeys(keys) {
      const known = mine().keys
      if (known === null) return
      if (known.fingerprint !== (await fingerprintOf(keys))) throw new VaultFault('keysChanged')
      if (keys.version < known.version) throw new VaultFault('keysOld')
    },
    async noteOwnKeys(keys) {
      set({ keys: { fingerprint: await fingerprintOf(keys), version: keys.version } })
    },
    async comparePerson(person) {
      const fingerprint = await fingerprintOf(person)
      const last = fingerprintsOf(person.userID).at(-1)
      if (last === undefined) pin(person.userID, [fingerprint])
      return last === undefined || last === fingerprint ? null : last
    },
    async acceptPerson(person) {
      const fingerprint = await fingerprintOf(person)
      const before = fingerprintsOf(person.userID).filter((one) => one !== fingerprint)
      pin(person.userID, [...before, fingerprint])
    },
    async requireSigner(person) {
      const fingerprint = await fingerprintOf(person)
      const known = fingerprintsOf(person.userID)
      if (known.length === 0) pin(person.userID, [fingerprint])
      else if (!known.includes(fingerprint)) throw new VaultFault('readerChanged')
    },
    newestSeen() {
      const { entries } = mine()
      return (entry) => {
        const known = entries[entry.entryID]
        if (known === undefined) return
        if (entry.version < known.version) throw new VaultFault('entryOld')
        if (entry.version === known.version && known.mark !== undefined && known.mark !== markOf(entry))
          throw new VaultFault('entryForked')
      }
    },
    noteEntry(place, entry) {
      this.noteEntries(place, [entry])
    },
    noteEntries(place, seen) {
      const { entries } = mine()
      const next = seen.filter(
        (entry) =>
          entries[entry.entryID]?.version !== entry.version || entries[entry.entryID]?.mark !== markOf(entry),
      )
      if (next.length === 0) return
      const noted = next.map((entry) => [
        entry.entryID,
        { place, version: entry.version, mark: markOf(entry) },
      ])
      set({ entries: { ...entries, ...Object.fromEntries(noted) } })
    },
    missing(place, entryIDs) {
      const there = new Set(entryIDs)
      const gone = Object.entries(mine().entries).filter(
        ([id, entry]) => entry.place === place && !there.has(id),
      )
      return new Map(gone.map(([id, { version }]) => [id, version]))
    },
    forgetEntries(entryIDs) {
      const gone = new Set(entryIDs)
      const rest = Object.entries(mine().entries).filter(([id]) => !gone.has(id))
      set({ entries: Object.fromEntries(rest) })
    },
    forgetPlace(place) {
      const rest = Object.entries(mine().entries).filter(([, entry]) => entry.place !== place)
      set({ entries: Object.fromEntries(rest) })
    },
    companyKey: () => mine().company ?? '',
    noteCompanyKey: (company) => set({ company }),
    forget: () => set(NOTHING),
  }
}
