import { createStore, type StoreApi } from 'zustand/vanilla'
import { uiLabels } from '#shared/contract/ui-labels.ts'
import type { PageRoute } from '#shared/domain/navigation-routes.ts'
import { type ResolvedLabels, resolveLabels } from '#shared/domain/ui-labels.ts'
import type { ApiClient } from '../http/api-client.ts'
import { reasonOf } from '../http/api-client.ts'
import type { AppStorage } from '../storage/storage.ts'

/** The labels, what the server's set lacked, and every page with its route under these labels. */
export interface UiLabelsState extends ResolvedLabels {
  /** `failed`: the server didn't tell, and the last labels known show, or the standard ones. */
  readonly status: 'pending' | 'ready' | 'failed'
  /** The routes that held in this window before: an address of then leads to its page of now. */
  readonly former: readonly PageRoute[]
  /** Why it didn't; null otherwise. */
  readonly reason: string | null
}

/** The installation's names of modules and pages, and the routes made of them (spec 1 §2.1, §7). */
export interface UiLabels {
  readonly store: StoreApi<UiLabelsState>
  /** Asks the server. Never rejects: without an answer the labels stay as they are. */
  load(): Promise<void>
}

/** As many as several changes of every page's name make. */
const FORMER_MAX = 1000

type Sources = { readonly api: ApiClient; readonly storage: AppStorage }

export function createUiLabels({ api, storage }: Sources): UiLabels {
  const known = storage.get('uiLabels') ?? {}
  const store = createStore<UiLabelsState>(() => ({
    ...resolveLabels(known),
    status: 'pending',
    reason: null,
    problems: [],
    former: [],
  }))
  return {
    store,
    async load() {
      store.setState({ status: 'pending', reason: null })
      try {
        const sent = await api.call(uiLabels, undefined, { quiet: true })
        storage.set('uiLabels', sent)
        const { routes, former } = store.getState()
        store.setState({
          ...resolveLabels(sent),
          status: 'ready',
          former: [...routes, ...former].slice(0, FORMER_MAX),
        })
      } catch (error) {
        store.setState({ status: 'failed', reason: reasonOf(error) })
      }
    },
  }
}
