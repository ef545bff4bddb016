import type * as z from 'zod/mini'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { userAgreement } from '#shared/contract/sign-in.ts'
import { ApiError, reasonOf } from '../../services/http/api-client.ts'
import type { Services } from '../../services/services.ts'

export type Agreement = z.output<typeof userAgreement.response>

/**
 * The end-user agreement as far as it is known. ABSENT: this server has none to show (404), so there
 * is nothing to open, and the box stands for itself.
 */
export type AgreementState =
  | { readonly status: 'LOADING' | 'ABSENT' }
  | { readonly status: 'FAILED'; readonly reason: string }
  | { readonly status: 'READY'; readonly agreement: Agreement }

export interface AgreementStore {
  readonly store: StoreApi<AgreementState>
  /** Fetches the agreement; one fetch at a time. */
  load(): Promise<void>
  /** When it last changed, in milliseconds since 1970; null while that isn't known. */
  lastUpdated(): number | null
}

export function createAgreementStore({ api }: Pick<Services, 'api'>): AgreementStore {
  const store = createStore<AgreementState>(() => ({ status: 'LOADING' }))
  let fetching: Promise<void> | null = null

  const fetchIt = async () => {
    store.setState({ status: 'LOADING' }, true)
    try {
      const agreement = await api.call(userAgreement, undefined, { quiet: true })
      store.setState({ status: 'READY', agreement }, true)
    } catch (error) {
      const absent = error instanceof ApiError && error.failure === 'refused' && error.status === 404
      store.setState(absent ? { status: 'ABSENT' } : { status: 'FAILED', reason: reasonOf(error) }, true)
    }
  }
  return {
    store,
    async load() {
      if (store.getState().status === 'READY') return
      fetching ??= fetchIt().finally(() => {
        fetching = null
      })
      await fetching
    },
    lastUpdated() {
      const state = store.getState()
      return state.status === 'READY' ? Date.parse(state.agreement.lastUpdated) : null
    },
  }
}
