import { createStore, type StoreApi } from 'zustand/vanilla'
import { DEFAULT_ZOOM, initialZoom, nextZoom, shownZoom, textFloor } from '#shared/domain/zoom.ts'
import type { AppStorage } from '../storage/storage.ts'

/** How large the page is shown (spec 1 §4.8); kept in the browser. */
export interface Zoom {
  /** As it was chosen; on small screens the page is shown with a scaled one. */
  readonly store: StoreApi<number>
  step(direction: 1 | -1): void
  reset(): void
}

/**
 * Zooms with the CSS property on the page's root: fixed overlays, virtual lists and measured sizes go by
 * the zoomed pixels throughout. Menus and tooltips do too as long as the body is positioned (tokens.css).
 */
export function createZoom(page: Window, storage: AppStorage): Zoom {
  const saved = () => initialZoom(storage.get('zoom'))
  const store = createStore<number>(saved)
  const apply = () => {
    const zoom = shownZoom(store.getState(), page.screen.width)
    const { style } = page.document.documentElement
    style.setProperty('zoom', String(zoom))
    style.setProperty('--type-floor', `${textFloor(page.screen.width)}px`)
    // Viewport units don't know of the zoom (tokens.css).
    style.setProperty('--fw-screen-height', `${100 / zoom}dvh`)
  }
  const set = (zoom: number) => {
    storage.set('zoom', zoom)
    store.setState(zoom, true)
  }
  store.subscribe(apply)
  storage.onChangeElsewhere('zoom', () => store.setState(saved(), true))
  // A screen that was turned, or a window that went to another one.
  page.addEventListener('resize', apply)
  apply()
  return {
    store,
    step: (direction) => set(nextZoom(store.getState(), direction)),
    reset: () => set(DEFAULT_ZOOM),
  }
}
