import type { StoreApi } from 'zustand/vanilla'
import type { Desktop } from './desktop.ts'

/**
 * Shows how many messages are unread on the desktop client's taskbar (spec 1 §3), until the returned
 * function is called, which takes the number away.
 */
export function followUnread<State>(
  desktop: Desktop,
  store: Pick<StoreApi<State>, 'getState' | 'subscribe'>,
  select: (state: State) => number,
): () => void {
  if (!desktop.available) return () => {}
  let shown = -1
  const show = (count: number) => {
    if (count === shown) return
    shown = count
    void desktop.invoke('unreadMessages', { count })
  }
  show(select(store.getState()))
  const off = store.subscribe((state) => show(select(state)))
  return () => {
    off()
    show(0)
  }
}
