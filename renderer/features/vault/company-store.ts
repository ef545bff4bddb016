import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import {
  agreeVaultCompanyKey,
  openVaultForPerson,
  saveVaultKeysForPerson,
  setVaultCompanyKey,
  vaultCompanyKey,
  vaultCompanyPeople,
} from '#shared/contract/vault.ts'
import type { Services } from '../../services/services.ts'
import { companyFingerprint, newCompanyKey, resealByCompany } from './crypto/company.ts'
import { VaultFault } from './crypto/fault.ts'
import type { StretchPassphrase } from './crypto/identity.ts'
import type { Keyring } from './keyring.ts'

type Answer = ResponseOf<typeof vaultCompanyKey>

export interface CompanyState {
  readonly phase: 'loading' | 'failed' | 'ready'
  readonly failure: unknown
  readonly key: (NonNullable<Answer['key']> & { readonly fingerprint: string }) | null
  /** Whether the person agreed to this key. */
  readonly isAgreed: boolean
  /** The person agreed to another key on this device: its fingerprint. */
  readonly before: string | null
}

const QUIET = { quiet: true } as const

export type CompanyKey = ReturnType<typeof createCompanyKey>

/** The company's own key for vaults, as this person and this device see it. */
export function createCompanyKey({
  api,
  keyring,
  stretch,
}: Pick<Services, 'api'> & { readonly keyring: Keyring; readonly stretch: StretchPassphrase }) {
  const store: StoreApi<CompanyState> = createStore<CompanyState>(() => ({
    phase: 'loading',
    failure: null,
    key: null,
    isAgreed: false,
    before: null,
  }))
  const { known } = keyring

  async function read(): Promise<void> {
    try {
      const { key, agreed } = await api.call(vaultCompanyKey, undefined, QUIET)
      const fingerprint = key ? await companyFingerprint(key.publicKey) : ''
      const pinned = known.companyKey()
      store.setState({
        phase: 'ready',
        failure: null,
        key: key && { ...key, fingerprint },
        isAgreed: key !== null && agreed === key.publicKey,
        before: key !== null && pinned !== '' && pinned !== fingerprint ? pinned : null,
      })
    } catch (error) {
      store.setState({ phase: 'failed', failure: error })
    }
  }

  return {
    store,
    read,
    /**
     * Lets the company open the person's vault. What was shown is what is agreed to, and not a key that the
     * server gives now. @throws VaultFault `passphrase`
     */
    async agree(passphrase: string): Promise<void> {
      const { key } = store.getState()
      if (key === null) return
      const seal = await keyring.sealForCompany(passphrase, key.publicKey)
      await api.call(agreeVaultCompanyKey, { seal }, QUIET)
      known.noteCompanyKey(key.fingerprint)
      await read()
    },
    async takeBack(): Promise<void> {
      await api.call(agreeVaultCompanyKey, { seal: null }, QUIET)
      known.noteCompanyKey('')
      await read()
    },
    /** Makes a key in place of the one that shows. @returns what is to be printed */
    async make(): Promise<string> {
      const { publicKey, sealed, printed } = await newCompanyKey()
      const replaces = store.getState().key?.publicKey ?? null
      await api.call(setVaultCompanyKey, { replaces, key: { publicKey, sealed } }, QUIET)
      await read()
      return printed
    },
    async end(): Promise<void> {
      const replaces = store.getState().key?.publicKey ?? null
      await api.call(setVaultCompanyKey, { replaces, key: null }, QUIET)
      await read()
    },
    people: () => api.call(vaultCompanyPeople, undefined, QUIET),
    /**
     * Gives somebody a new printed key. @returns it
     * @throws VaultFault `companyKey`, `companySeal`
     */
    async help(userID: number, reason: string, printed: string): Promise<string> {
      const opened = await api.call(openVaultForPerson, { userID, reason }, QUIET)
      // Of what the server gives only what was sealed for the key that shows here is opened.
      if (opened.seal.companyKey !== store.getState().key?.publicKey) throw new VaultFault('companySeal')
      const { keys, recoveryKey } = await resealByCompany(userID, opened, printed, stretch)
      await api.call(saveVaultKeysForPerson, { userID, keys }, QUIET)
      return recoveryKey
    },
  }
}
