import { useSyncExternalStore } from 'react'
import { type Layout, layoutOf } from '#shared/domain/breakpoints.ts'

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

const read = (): Layout => layoutOf({ width: window.innerWidth, height: window.innerHeight })

/** The layout for the window as it is; the component renders again when that changes, not at every pixel. */
export function useViewport(): Layout {
  return useSyncExternalStore(subscribe, read)
}
