import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  addVaultEntry,
  changeVaultEntry,
  deleteVaultEntry,
  myVaultKeys,
  noteVaultUse,
  saveVaultKeys,
  startVaultAgain,
  type VaultEntry,
  type VaultKeys,
  viewVault,
} from '#shared/contract/vault.ts'
import { VAULT_IDLE_MS } from '#shared/domain/vault.ts'
import type { SecretClipboard } from '../../services/page/secret-clipboard.ts'
import type { Services } from '../../services/services.ts'
import { type EntryFacts, openEntry, requireSigned, sealEntry, type VaultSecret } from './crypto/entries.ts'
import { VaultFault, type VaultFaultKind } from './crypto/fault.ts'
import { type Identity, makeKeys, openKeys, resealKeys, type StretchPassphrase } from './crypto/identity.ts'
import { createKnownVault } from './crypto/known.ts'
import { newRecoveryKey } from './crypto/recovery-key.ts'

/** An entry of the list; one with a fault isn't what it says it is, and isn't opened. */
export interface ListedEntry {
  readonly entry: VaultEntry
  readonly fault: VaultFaultKind | null
}

export interface VaultState {
  /** `changed`: the server's keys aren't those that this device knows. */
  readonly phase: 'loading' | 'failed' | 'changed' | 'new' | 'locked' | 'open'
  readonly failure: unknown
  readonly entries: readonly ListedEntry[]
  /** Entries that this device has seen and that the server doesn't have any more. */
  readonly missing: readonly string[]
  /** The new printed key, as long as it shows. */
  readonly recoveryKey: string | null
}

const CLOSED = { failure: null, entries: [], missing: [], recoveryKey: null } as const
const QUIET = { quiet: true } as const

interface VaultParts extends Pick<Services, 'api' | 'storage' | 'timers' | 'newID'> {
  readonly userID: number
  readonly stretch: StretchPassphrase
  readonly clipboard: SecretClipboard
}

export type OpensKeys = { readonly passphrase: string } | { readonly recoveryKey: string }
export type Vault = ReturnType<typeof createVault>

/**
 * A person's own vault in this window. While it is open their keys are in memory, where nothing can read
 * them out; secrets are opened one at a time, for who asks.
 */
export function createVault({ api, storage, timers, newID, userID, stretch, clipboard }: VaultParts) {
  const store: StoreApi<VaultState> = createStore<VaultState>(() => ({ phase: 'loading', ...CLOSED }))
  const known = createKnownVault(storage, userID)
  const place = { source: 'USER', sourceID: userID } as const
  const placeName = `${place.source} ${place.sourceID}`
  let keys: VaultKeys | null = null
  let identity: Identity | null = null
  let endIdle = () => {}

  /** @throws Error where the vault was locked meanwhile */
  const mine = (): Identity => {
    if (identity === null) throw new Error('The vault is locked.')
    return identity
  }
  const factsOf = ({ entryID, version, label }: VaultEntry): EntryFacts => ({
    ...place,
    entryID,
    version,
    label,
  })

  /** Which fault an entry has. Its own person wrote it: what another's keys signed is foreign. */
  async function faultOf(entry: VaultEntry): Promise<VaultFaultKind | null> {
    try {
      known.requireNewest(entry)
      await requireSigned(factsOf(entry), entry, mine())
      known.noteEntry(placeName, entry)
      return null
    } catch (error) {
      if (error instanceof VaultFault) return error.kind
      throw error
    }
  }

  async function readEntries(): Promise<void> {
    const all = await api.call(viewVault, place, QUIET)
    const entries: ListedEntry[] = []
    for (const entry of all) entries.push({ entry, fault: await faultOf(entry) })
    const missing = known.missing(
      placeName,
      all.map(({ entryID }) => entryID),
    )
    // It may have been locked while the answer was on its way.
    if (identity) store.setState({ phase: 'open', failure: null, entries, missing })
  }

  const lock = () => {
    endIdle()
    identity = null
    void clipboard.clear()
    const { phase } = store.getState()
    if (phase === 'open') store.setState({ phase: 'locked', ...CLOSED })
  }
  const touch = () => {
    if (identity === null) return
    endIdle()
    endIdle = timers.after(VAULT_IDLE_MS, lock)
  }

  async function opened(next: VaultKeys, by: OpensKeys): Promise<void> {
    const own = await openKeys(userID, next, by, stretch)
    await known.noteOwnKeys(next)
    keys = next
    identity = own
    touch()
    await readEntries()
  }

  async function load(): Promise<void> {
    store.setState({ phase: 'loading', ...CLOSED })
    try {
      keys = (await api.call(myVaultKeys, undefined, QUIET)).keys
      if (keys) await known.requireOwnKeys(keys)
      store.setState({ phase: keys ? 'locked' : known.isNew() ? 'new' : 'changed' })
    } catch (error) {
      store.setState({ phase: error instanceof VaultFault ? 'changed' : 'failed', failure: error })
    }
  }

  /** Seals the keys anew for a passphrase and a new printed key, which shows then. */
  async function renew(by: OpensKeys, passphrase: string): Promise<void> {
    if (keys === null) throw new Error('There are no keys yet.')
    const recoveryKey = newRecoveryKey()
    const next = await resealKeys(userID, keys, by, { passphrase, recoveryKey }, stretch)
    await api.call(saveVaultKeys, { keys: next }, QUIET)
    await opened(next, { recoveryKey })
    store.setState({ recoveryKey })
  }

  return {
    store,
    load,
    lock,
    /** Somebody is there: the vault stays open. */
    touch,
    renew,
    readEntries,
    async setUp(passphrase: string) {
      const recoveryKey = newRecoveryKey()
      const made = await makeKeys(userID, 1, { passphrase, recoveryKey }, stretch)
      await api.call(saveVaultKeys, { keys: made }, QUIET)
      await opened(made, { recoveryKey })
      store.setState({ recoveryKey })
    },
    /** @throws VaultFault `passphrase` */
    async unlock(passphrase: string) {
      if (keys === null) throw new Error('There are no keys yet.')
      await opened(keys, { passphrase })
    },
    /** The printed key is kept. */
    putAway: () => store.setState({ recoveryKey: null }),
    /** Takes the server's word for who the person is: their keys were replaced elsewhere. */
    async acceptKeys() {
      known.forget()
      await load()
    },
    async startAgain() {
      await api.call(startVaultAgain, undefined, QUIET)
      known.forget()
      await load()
    },
    /** Takes note that the missing entries are gone. */
    acceptMissing() {
      known.forgetEntries(store.getState().missing)
      store.setState({ missing: [] })
    },
    /** What is in an entry; its owner sees that somebody looked. @throws VaultFault */
    async secretOf({ entry, fault }: ListedEntry, use: 'VIEWED' | 'COPIED'): Promise<VaultSecret> {
      if (fault) throw new VaultFault(fault)
      const secret = await openEntry(mine(), factsOf(entry), entry, mine())
      await api.call(noteVaultUse, { entryID: entry.entryID, use }, QUIET)
      // Locked meanwhile: it isn't to show any more.
      mine()
      return secret
    },
    /** Copies it for 20 seconds; false where the browser refused. */
    copy: (text: string) => clipboard.copy(text),
    /** A new entry, or the next version of one. @throws ApiError 409 where it was changed meanwhile */
    async save(before: VaultEntry | null, label: string, secret: VaultSecret) {
      const own = mine()
      const entryID = before?.entryID ?? newID()
      const facts = { ...place, entryID, version: (before?.version ?? 0) + 1, label: label.trim() }
      const sealed = await sealEntry(own, facts, secret, [own])
      const { source, sourceID, ...rest } = facts
      if (before) await api.call(changeVaultEntry, { ...rest, ...sealed }, QUIET)
      else await api.call(addVaultEntry, { ...facts, ...sealed }, QUIET)
      known.noteEntry(placeName, facts)
      await readEntries()
    },
    async remove({ entryID }: VaultEntry) {
      await api.call(deleteVaultEntry, { entryID }, QUIET)
      known.forgetEntries([entryID])
      await readEntries()
    },
  }
}
