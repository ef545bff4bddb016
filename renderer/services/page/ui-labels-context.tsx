import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { NavigationItem } from '#shared/domain/navigation.ts'
import type { UiLabels, UiLabelsState } from './ui-labels.ts'

const UiLabelsContext = createContext<UiLabels | null>(null)
export const UiLabelsProvider = UiLabelsContext.Provider

/** The installation's labels. @throws outside a UiLabelsProvider */
export function useUiLabels(): UiLabels {
  const labels = useContext(UiLabelsContext)
  if (!labels) throw new Error('useUiLabels needs a UiLabelsProvider above it')
  return labels
}

/** A part of the labels' state; the component renders again when that part changes. */
export function useUiLabelsState<T>(select: (state: UiLabelsState) => T): T {
  return useStore(useUiLabels().store, select)
}

/** What an item is called here. */
export function useLabelOf(): (item: NavigationItem) => string {
  const labels = useUiLabelsState((state) => state.labels)
  return (item) => labels[item.labelKey] ?? item.defaultLabel
}

/** The route of a page by its id, such as 'connect.chat'; /dashboard for an id that no page has. */
export function usePagePath(id: string): string {
  return useUiLabelsState(({ routes }) => routes.find(({ item }) => item.id === id)?.path ?? '/dashboard')
}
