import { HostFailure } from '../host-failure.ts'

/** A screen or window that can be captured. */
export interface CaptureSource {
  readonly id: string
  readonly name: string
  /** A small picture of it, as a data address. */
  readonly thumbnail: string
}

/** The purpose: one picture, or showing it to others until stopped. */
export type CapturePurpose = 'picture' | 'share'

export interface PickerParts {
  /** Screens first, then windows. Throws where the system refuses. */
  readonly sources: () => Promise<readonly CaptureSource[]>
  /** Lets the person pick in a window of the host's; null where they don't. */
  readonly pick: (
    sources: readonly CaptureSource[],
    windowId: number,
    purpose: CapturePurpose,
  ) => Promise<CaptureSource | null>
}

/** Most screens and windows that are offered. */
const SOURCES_MAX = 24

/** Lets the person pick a screen or window in a window that no page can reach, one at a time (spec 1 §3). */
export class SourcePicker {
  readonly #parts: PickerParts
  #busy = false

  constructor(parts: PickerParts) {
    this.#parts = parts
  }

  /** Null where the person picked nothing. Throws `HostFailure`. */
  async pick(windowId: number, purpose: CapturePurpose): Promise<CaptureSource | null> {
    if (this.#busy) throw new HostFailure('failed', 'A screen is being picked already.')
    this.#busy = true
    try {
      const offered = await this.#parts.sources().catch(() => {
        throw new HostFailure('denied', 'This computer does not let the screen be captured.')
      })
      if (offered.length === 0) throw new HostFailure('failed', 'There is no screen to capture.')
      return await this.#parts.pick(offered.slice(0, SOURCES_MAX), windowId, purpose)
    } finally {
      this.#busy = false
    }
  }
}
