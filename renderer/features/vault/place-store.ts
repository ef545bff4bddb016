import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  addVaultEntry,
  changeVaultEntry,
  deleteVaultEntry,
  noteVaultUse,
  rekeyVaultEntries,
  type VaultEntry,
  type VaultPlace,
  viewVault,
  viewVaultPlace,
} from '#shared/contract/vault.ts'
import { VAULT_LIMITS, type VaultSource } from '#shared/domain/vault.ts'
import { ApiError } from '../../services/http/api-client.ts'
import type { Services } from '../../services/services.ts'
import {
  type EntryFacts,
  openEntry,
  requireDeletion,
  requireSigned,
  sealEntry,
  signDeletion,
  type VaultSecret,
} from './crypto/entries.ts'
import { VaultFault, type VaultFaultKind } from './crypto/fault.ts'
import { fingerprintOf } from './crypto/identity.ts'
import type { KnownPerson } from './crypto/known.ts'
import {
  isToRekey,
  leftOf,
  type Manifest,
  manifestOf,
  readManifest,
  requireReaderIn,
  type Target,
} from './crypto/manifest.ts'
import type { Keyring } from './keyring.ts'

/** Whose vault: a person's own, a project's or a task's. */
export interface PlaceName {
  readonly source: VaultSource
  readonly sourceID: number
}

/** An entry of the list; one with a fault isn't what it says it is, and isn't opened. */
export interface ListedEntry {
  readonly entry: VaultEntry
  readonly fault: VaultFaultKind | null
  readonly manifest: Manifest
}

/** Somebody of the place, and how this device knows their keys. */
export interface PlacePerson {
  readonly userID: number
  readonly userName: string
  /** `none`: they haven't set their vault up. `changed`: the server gives other keys than before. */
  readonly keys: 'none' | 'known' | 'changed'
  readonly fingerprint: string | null
  /** The fingerprint before, where it changed. */
  readonly before: string | null
}

export interface PlaceState {
  /** `gone`: it isn't the person's, or not any more. */
  readonly phase: 'loading' | 'failed' | 'gone' | 'ready'
  readonly failure: unknown
  readonly name: string
  readonly entries: readonly ListedEntry[]
  /** Entries that this device has seen, that the server doesn't have any more and that nobody deleted. */
  readonly missing: readonly string[]
  readonly people: readonly PlacePerson[]
  /** Entries that wait for a reader, who writes them for this person. */
  readonly waiting: number
  /** How many entries are being written for other readers now. */
  readonly rekeying: number
}

const EMPTY: PlaceState = {
  phase: 'loading',
  failure: null,
  name: '',
  entries: [],
  missing: [],
  people: [],
  waiting: 0,
  rekeying: 0,
}
const QUIET = { quiet: true } as const
const NOBODY: Manifest = { readers: [], left: [] }
/** Of a call, in characters: well below what a server takes. */
const CALL_MAX = 600_000

/** How many entries are worked on at once: the browser has a few threads for it. */
const AT_ONCE = 16

/** Does the work for each, some at once; the answers in their order. */
async function inTurns<Item, Answer>(
  items: readonly Item[],
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    answers.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(work))))
  return answers
}

export type PlaceVault = ReturnType<typeof createPlaceVault>

const codeOf = (error: unknown): string => (error instanceof ApiError ? error.code : '')

interface PlaceParts extends Pick<Services, 'api' | 'newID'> {
  readonly keyring: Keyring
  readonly place: PlaceName
}

/** The entries of one place in this window. Secrets are opened one at a time, for who asks. */
export function createPlaceVault({ api, newID, keyring, place }: PlaceParts) {
  const store: StoreApi<PlaceState> = createStore<PlaceState>(() => EMPTY)
  const { known, mine } = keyring
  const { source, sourceID } = place
  const isShared = source !== 'USER'
  const placeName = `${source} ${sourceID}`
  /** People of the place for whom this device writes entries. */
  let targets: readonly Target[] = []
  /** The last answer wins: an older one that comes later is passed over. */
  let asked = 0
  /** Entries that were checked, with what they were checked as: they aren't checked again before they change. */
  const checked = new Map<string, { readonly as: string; readonly listed: ListedEntry }>()

  const isOpen = () => keyring.store.getState().phase === 'open'
  const factsOf = ({ entryID, version, label, manifest }: VaultEntry): EntryFacts => {
    return { source, sourceID, entryID, version, label, manifest }
  }

  /**
   * The same once for each writer of a list. @throws VaultFault as `requireWriter`
   */
  function writersOnce(): (writer: VaultEntry['writer']) => Promise<void> {
    const asked = new Map<string, Promise<void>>()
    return (writer) => {
      const who = `${writer.userID} ${writer.signingKey} ${writer.encryptionKey}`
      const answer = asked.get(who) ?? requireWriter(writer)
      asked.set(who, answer)
      return answer
    }
  }

  /** @throws VaultFault where the writer isn't who this device takes them for */
  async function requireWriter(writer: VaultEntry['writer'] | KnownPerson): Promise<void> {
    const own = mine()
    if (writer.userID !== own.userID) {
      if (!isShared) throw new VaultFault('entryForeign')
      await known.requireSigner(writer)
    } else if (writer.signingKey !== own.signingKey || writer.encryptionKey !== own.encryptionKey)
      throw new VaultFault('entryForeign')
  }

  /** Checks all of an entry but what is in it. */
  async function listed(
    entry: VaultEntry,
    requireNewest: (entry: VaultEntry) => void,
    requireKnown: (writer: VaultEntry['writer']) => Promise<void>,
  ): Promise<ListedEntry> {
    try {
      requireNewest(entry)
      await requireKnown(entry.writer)
      const as = JSON.stringify(entry)
      const before = checked.get(entry.entryID)
      if (before?.as === as) return before.listed
      await requireSigned(factsOf(entry), entry, entry.writer)
      const manifest = await readManifest(entry.manifest)
      if (isShared) {
        await requireReaderIn(manifest, entry.writer)
        await requireReaderIn(manifest, mine())
      }
      const sound = { entry, fault: null, manifest }
      checked.set(entry.entryID, { as, listed: sound })
      return sound
    } catch (error) {
      if (error instanceof VaultFault) return { entry, fault: error.kind, manifest: NOBODY }
      throw error
    }
  }

  /** How this device knows the people's keys; whom it trusts it writes for. @throws VaultFault for one's own */
  async function readPeople(people: VaultPlace['people']): Promise<PlacePerson[]> {
    const own = mine()
    const trusted: Target[] = []
    const all: PlacePerson[] = []
    for (const { userID, userName, encryptionKey, signingKey } of people) {
      if (encryptionKey === null || signingKey === null) {
        all.push({ userID, userName, keys: 'none', fingerprint: null, before: null })
        continue
      }
      const person = { userID, encryptionKey, signingKey }
      const fingerprint = await fingerprintOf(person)
      const isOwn = userID === own.userID
      if (isOwn && fingerprint !== (await fingerprintOf(own))) throw new VaultFault('keysChanged')
      const before = isOwn ? null : await known.comparePerson(person)
      if (before === null) trusted.push({ ...person, fingerprint })
      all.push({ userID, userName, fingerprint, before, keys: before === null ? 'known' : 'changed' })
    }
    targets = trusted
    return all
  }

  /** Entries that were seen here and are gone, but for those that one of the people says they deleted. */
  async function missingOf(all: readonly VaultEntry[], deleted: VaultPlace['deleted']): Promise<string[]> {
    const missing = known.missing(
      placeName,
      all.map(({ entryID }) => entryID),
    )
    const gone = new Set<string>()
    for (const { entryID, version, signature, signer } of deleted) {
      const seen = missing.get(entryID)
      if (seen === undefined || version <= seen) continue
      try {
        await requireWriter(signer)
        await requireDeletion({ entryID, source, sourceID, version }, signature, signer)
        gone.add(entryID)
      } catch (error) {
        if (!(error instanceof VaultFault)) throw error
      }
    }
    known.forgetEntries([...gone])
    return [...missing.keys()].filter((id) => !gone.has(id))
  }

  async function readOnce(): Promise<void> {
    asked += 1
    const turn = asked
    const [all, about] = await Promise.all([
      api.call(viewVault, place, QUIET),
      api.call(viewVaultPlace, place, QUIET),
    ])
    const people = await readPeople(about.people)
    const [requireNewest, requireKnown] = [known.newestSeen(), writersOnce()]
    const entries = await inTurns(all, (entry) => listed(entry, requireNewest, requireKnown))
    const sound = entries.flatMap(({ entry, fault }) => (fault === null ? [entry] : []))
    known.noteEntries(placeName, sound)
    // While somebody waits for a reader, they can't know what is missing.
    const missing = about.waiting > 0 ? [] : await missingOf(all, about.deleted)
    // It may have been locked while the answer was on its way.
    if (!isOpen() || turn !== asked) return
    const { name, waiting } = about
    store.setState({ phase: 'ready', failure: null, name, entries, missing, people, waiting })
  }

  /** What is to be sent of an entry, for the people whom this device trusts. */
  async function sealedFor(
    facts: Omit<EntryFacts, 'manifest'>,
    secret: VaultSecret,
    left: readonly number[],
  ) {
    const own = mine()
    const readers = isShared ? targets : [own]
    const manifest = isShared ? await manifestOf(readers, left) : ''
    const sealed = await sealEntry(own, { ...facts, manifest }, secret, readers)
    const { entryID, version, label } = facts
    return { entryID, version, label, manifest, ...sealed }
  }

  /** Writes entries for the people of today, where they are for others. */
  async function rekey(): Promise<void> {
    const { people, entries } = store.getState()
    const due = entries.filter(
      ({ fault, manifest }) => fault === null && isToRekey(manifest, people, targets),
    )
    if (!isShared || due.length === 0) return
    store.setState({ rekeying: due.length })
    try {
      const own = mine()
      const written = await inTurns(due, async ({ entry, manifest }) => {
        const secret = await openEntry(own, factsOf(entry), entry, entry.writer)
        const facts = { ...factsOf(entry), version: entry.version + 1 }
        return sealedFor(facts, secret, leftOf(manifest, people))
      })
      let batch: typeof written = []
      let size = 0
      const send = async () => {
        if (batch.length > 0) await api.call(rekeyVaultEntries, { entries: batch }, QUIET)
        batch = []
        size = 0
      }
      for (const next of written) {
        const length = JSON.stringify(next).length
        if (batch.length === VAULT_LIMITS.rekeyed || size + length > CALL_MAX) await send()
        batch.push(next)
        size += length
      }
      await send()
    } finally {
      store.setState({ rekeying: 0 })
    }
    await readOnce()
  }

  /** Where the person is of the place no more nothing of it stays, here or in what the device knows. */
  function takeFailure(error: unknown): void {
    if (error instanceof ApiError && error.status === 403) {
      known.forgetPlace(placeName)
      targets = []
      store.setState({ ...EMPTY, phase: 'gone' }, true)
    } else if (isOpen())
      store.setState(({ phase }) => ({ failure: error, phase: phase === 'ready' ? 'ready' : 'failed' }))
  }

  /** Reads it, and writes for the people of today what is for others. Failures are in the state. */
  async function read(): Promise<void> {
    if (!isOpen()) return
    try {
      await readOnce()
    } catch (error) {
      takeFailure(error)
      return
    }
    // What fails here is done by the next reader who comes, or with the next change.
    await rekey().catch((error: unknown) => {
      if (codeOf(error) === '' && !(error instanceof ApiError)) takeFailure(error)
    })
  }

  /** Once more where the people changed while it was written. */
  async function forPeopleOfToday(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (codeOf(error) !== 'vault.readersChanged') throw error
      await readOnce()
      await work()
    }
  }

  return {
    store,
    place,
    isShared,
    keyring,
    read,
    /** Forgets what is in memory: the vault was locked. */
    clear() {
      checked.clear()
      store.setState(EMPTY, true)
    },
    /** Takes note that the missing entries are gone. */
    acceptMissing() {
      known.forgetEntries(store.getState().missing)
      store.setState({ missing: [] })
    },
    /** The words were compared: the server's keys of somebody are theirs. */
    async acceptPerson(userID: number) {
      const { people } = await api.call(viewVaultPlace, place, QUIET)
      const person = people.find((one) => one.userID === userID)
      const shown = store.getState().people.find((one) => one.userID === userID)
      if (!person?.encryptionKey || !person.signingKey) return
      const next = { userID, encryptionKey: person.encryptionKey, signingKey: person.signingKey }
      // What was compared is what is taken, and not a third pair.
      if ((await fingerprintOf(next)) !== shown?.fingerprint) throw new VaultFault('readerChanged')
      await known.acceptPerson(next)
      await read()
    },
    /** What is in an entry; its owner sees that somebody looked. @throws VaultFault */
    async secretOf({ entry, fault }: ListedEntry, use: 'VIEWED' | 'COPIED'): Promise<VaultSecret> {
      if (fault) throw new VaultFault(fault)
      const secret = await openEntry(mine(), factsOf(entry), entry, entry.writer)
      await api.call(noteVaultUse, { entryID: entry.entryID, use }, QUIET)
      // Locked meanwhile: it isn't to show any more.
      mine()
      return secret
    },
    /**
     * A new entry, or the next version of one.
     * @param before the entry that was read, with who has left its readers where its password stays
     * @throws ApiError 409 where it was changed meanwhile
     */
    async save(
      before: { readonly entry: VaultEntry; readonly left: readonly number[] } | null,
      label: string,
      secret: VaultSecret,
    ) {
      const entryID = before?.entry.entryID ?? newID()
      const version = (before?.entry.version ?? 0) + 1
      const facts = { source, sourceID, entryID, version, label: label.trim() }
      await forPeopleOfToday(async () => {
        const sealed = await sealedFor(facts, secret, before?.left ?? [])
        if (before) await api.call(changeVaultEntry, sealed, QUIET)
        else await api.call(addVaultEntry, { ...place, ...sealed }, QUIET)
        known.noteEntry(placeName, sealed)
      })
      await read()
    },
    async remove({ entryID, version: last }: VaultEntry) {
      const version = last + 1
      const signature = await signDeletion(mine(), { entryID, source, sourceID, version })
      await api.call(deleteVaultEntry, { entryID, version, signature }, QUIET)
      known.forgetEntries([entryID])
      await read()
    },
  }
}
