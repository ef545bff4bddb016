import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'
import { OVERLAYS } from '../ui/overlays.ts'
import { makeDomQuick } from './quick-dom.ts'

// The shell fetches this once it shows; tests begin where it has.
if (typeof window !== 'undefined') await OVERLAYS.load()

// What browsers have and happy-dom hasn't.
if (typeof window !== 'undefined') {
  makeDomQuick(window)
  window.matchMedia ??= (query) => ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
    addListener: vi.fn(),
    removeListener: vi.fn(),
    dispatchEvent: () => false,
  })
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  window.HTMLElement.prototype.scrollIntoView ??= () => {}
  // Text fields that grow measure anew when the fonts are there.
  if (!('fonts' in document))
    Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
}

// What the file before has configured is its own. As patient as `vi.waitFor` (scripts/testing/patience.ts).
configure({ defaultHidden: false, asyncUtilTimeout: 30_000 })

// The size that one file gave the window isn't the next one's. And a part that a page still fetches belongs to this
// file: asked for after the worker's last file, it can't be given any more and fails the run.
afterAll(async () => {
  vi.unstubAllGlobals()
  await vi.dynamicImportSettled()
})

afterEach(() => {
  cleanup()
  // Files share a window; what one has stored is nothing to the next.
  window.localStorage.clear()
  window.sessionStorage.clear()
  document.body.replaceChildren()
})
