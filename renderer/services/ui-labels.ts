import { createStore, type StoreApi } from 'zustand/vanilla'
import { uiLabels } from '#shared/contract/ui-labels.ts'
import { NAVIGATION } from '#shared/domain/navigation-menu.ts'
import { type PageRoute, routesOf } from '#shared/domain/navigation-routes.ts'
import { type LabelProblem, type LabelSet, resolveLabels } from '#shared/domain/ui-labels.ts'
import type { ApiClient } from './api-client.ts'
import type { AppStorage } from './storage.ts'

export interface UiLabelsState {
  /** `failed`: the server didn't tell, and the last labels known show, or the standard ones. */
  readonly status: 'pending' | 'ready' | 'failed'
  readonly labels: LabelSet
  /** What the server's set lacked. */
  readonly problems: readonly LabelProblem[]
  /** Every page with its route under these labels. */
  readonly routes: readonly PageRoute[]
}

/** The installation's names of modules and pages, and the routes made of them (spec 1 §2.1, §7). */
export interface UiLabels {
  readonly store: StoreApi<UiLabelsState>
  /** Asks the server. Never rejects: without an answer the labels stay as they are. */
  load(): Promise<void>
}

type Sources = { readonly api: ApiClient; readonly storage: AppStorage }

export function createUiLabels({ api, storage }: Sources): UiLabels {
  const known = storage.get('uiLabels') ?? {}
  const store = createStore<UiLabelsState>(() => ({ ...stateOf(known), status: 'pending', problems: [] }))
  return {
    store,
    async load() {
      store.setState({ status: 'pending' })
      try {
        const sent = await api.call(uiLabels, undefined, { quiet: true })
        storage.set('uiLabels', sent)
        store.setState({ ...stateOf(sent), status: 'ready' })
      } catch {
        store.setState({ status: 'failed' })
      }
    },
  }
}

function stateOf(sent: Readonly<Record<string, unknown>>): Omit<UiLabelsState, 'status'> {
  const { labels, problems } = resolveLabels(sent)
  return {
    labels,
    problems,
    routes: routesOf(NAVIGATION, (item) => labels[item.labelKey] ?? item.defaultLabel),
  }
}
