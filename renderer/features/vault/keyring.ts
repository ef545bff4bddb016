import { createStore, type StoreApi } from 'zustand/vanilla'
import { myVaultKeys, saveVaultKeys, startVaultAgain, type VaultKeys } from '#shared/contract/vault.ts'
import { VAULT_IDLE_MS } from '#shared/domain/vault.ts'
import type { SecretClipboard } from '../../services/page/secret-clipboard.ts'
import type { Services } from '../../services/services.ts'
import { type CompanySeal, sealForCompany } from './crypto/company.ts'
import { VaultFault } from './crypto/fault.ts'
import {
  type HoldKeys,
  type Identity,
  makeKeys,
  type OpensKeys,
  openKeys,
  resealKeys,
  type StretchPassphrase,
} from './crypto/identity.ts'
import { createKnownVault, type KnownVault } from './crypto/known.ts'
import { newRecoveryKey } from './crypto/recovery-key.ts'

export interface KeyringState {
  /** `changed`: the server's keys aren't those that this device knows. */
  readonly phase: 'loading' | 'failed' | 'changed' | 'new' | 'locked' | 'open'
  readonly failure: unknown
  /** The new printed key, as long as it shows. */
  readonly recoveryKey: string | null
}

const CLOSED = { failure: null, recoveryKey: null } as const
const QUIET = { quiet: true } as const

export interface KeyringParts extends Pick<Services, 'api' | 'storage' | 'timers'> {
  readonly userID: number
  readonly stretch: StretchPassphrase
  /** Where opened keys are held. */
  readonly hold: HoldKeys
  readonly clipboard: SecretClipboard
}

/**
 * A person's keys in this window, for all vaults that they read. While they are open they are in memory,
 * where nothing can read them out.
 */
export interface Keyring {
  readonly store: StoreApi<KeyringState>
  readonly userID: number
  readonly known: KnownVault
  /** The opened keys. @throws Error where they are locked */
  mine(): Identity
  load(): Promise<void>
  lock(): void
  /** Somebody is there: they stay open. */
  touch(): void
  /** Runs before the keys go. @returns what ends that */
  onLocking(work: (identity: Identity) => Promise<void> | void): () => void
  setUp(passphrase: string): Promise<void>
  /** @throws VaultFault `passphrase` */
  unlock(passphrase: string): Promise<void>
  /** Seals the keys anew for a passphrase and a new printed key, which shows then. */
  renew(by: OpensKeys, passphrase: string): Promise<void>
  /** The private keys, sealed for the company's. @throws VaultFault `passphrase` */
  sealForCompany(passphrase: string, companyKey: string): Promise<CompanySeal>
  /** The printed key is kept. */
  putAway(): void
  /** Takes the server's word for who the person is: their keys were replaced elsewhere. */
  acceptKeys(): Promise<void>
  startAgain(): Promise<void>
  /** Copies a secret for 20 seconds; false where the browser refused. */
  copy(text: string): Promise<boolean>
}

export function createKeyring(parts: KeyringParts): Keyring {
  const { api, storage, timers, userID, stretch, hold, clipboard } = parts
  const store: StoreApi<KeyringState> = createStore<KeyringState>(() => ({ phase: 'loading', ...CLOSED }))
  const known = createKnownVault(storage, userID)
  const locking = new Set<(identity: Identity) => Promise<void> | void>()
  let keys: VaultKeys | null = null
  let identity: Identity | null = null
  let endIdle = () => {}

  const mine = (): Identity => {
    if (identity === null) throw new Error('The vault is locked.')
    return identity
  }
  const lock = () => {
    endIdle()
    void clipboard.clear()
    if (identity === null) return
    const last = identity
    // What is being written is sealed with them once more; then they go, also where that fails.
    const finishing = [...locking].map((work) => work(last))
    void Promise.allSettled(finishing).then(() => last.close())
    identity = null
    store.setState({ phase: 'locked', ...CLOSED })
  }
  const touch = () => {
    if (identity === null) return
    endIdle()
    endIdle = timers.after(VAULT_IDLE_MS, lock)
  }

  async function opened(next: VaultKeys, by: OpensKeys): Promise<void> {
    const own = await openKeys(userID, next, by, stretch, hold)
    await known.noteOwnKeys(next)
    keys = next
    identity = own
    touch()
    store.setState({ phase: 'open', failure: null })
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

  /** The keys as they stand on the server: another window may have changed the passphrase. */
  async function present(): Promise<VaultKeys> {
    keys = (await api.call(myVaultKeys, undefined, QUIET)).keys
    if (keys === null) throw new VaultFault('keysChanged')
    await known.requireOwnKeys(keys)
    return keys
  }

  return {
    store,
    userID,
    known,
    mine,
    load,
    lock,
    touch,
    onLocking(work) {
      locking.add(work)
      return () => void locking.delete(work)
    },
    async setUp(passphrase) {
      const recoveryKey = newRecoveryKey()
      const made = await makeKeys(userID, 1, { passphrase, recoveryKey }, stretch)
      await api.call(saveVaultKeys, { keys: made }, QUIET)
      await opened(made, { recoveryKey })
      store.setState({ recoveryKey })
    },
    unlock: async (passphrase) => opened(await present(), { passphrase }),
    async renew(by, passphrase) {
      const recoveryKey = newRecoveryKey()
      const next = await resealKeys(userID, await present(), by, { passphrase, recoveryKey }, stretch)
      await api.call(saveVaultKeys, { keys: next }, QUIET)
      await opened(next, { recoveryKey })
      store.setState({ recoveryKey })
    },
    sealForCompany: async (passphrase, companyKey) =>
      sealForCompany(userID, await present(), { passphrase }, companyKey, stretch),
    putAway: () => store.setState({ recoveryKey: null }),
    async acceptKeys() {
      known.forget()
      await load()
    },
    async startAgain() {
      await api.call(startVaultAgain, undefined, QUIET)
      known.forget()
      await load()
    },
    copy: (text) => clipboard.copy(text),
  }
}
