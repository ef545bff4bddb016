import { createStore, type StoreApi } from 'zustand/vanilla'

/** What is looked at over everything else: a picture, or a message (spec 1 §2.8). */
export type Preview =
  | { readonly kind: 'image'; readonly src: string; readonly name: string }
  | { readonly kind: 'message'; readonly from: string; readonly text: string; readonly time?: string }

export interface Previews {
  readonly store: StoreApi<Preview | null>
  /** Shows it in the place of what is shown. */
  open(preview: Preview): void
  close(): void
}

export function createPreviews(): Previews {
  const store = createStore<Preview | null>(() => null)
  return { store, open: (preview) => store.setState(preview, true), close: () => store.setState(null, true) }
}
