import { HostFailure } from '../host-failure.ts'

/** A screen or window that can be pictured. */
export interface CaptureSource {
  readonly id: string
  readonly name: string
  /** A small picture of it, as a data address. */
  readonly thumbnail: string
}

export interface CaptureParts {
  /** Screens first, then windows. Throws where the system doesn't allow it. */
  readonly sources: () => Promise<readonly CaptureSource[]>
  /** Lets the person pick, in a window of the host's own; null where they don't. */
  readonly pick: (sources: readonly CaptureSource[], windowId: number) => Promise<CaptureSource | null>
  /** Shows that a picture is taken, and returns what ends that. */
  readonly showSign: (name: string) => () => void
  /** The picture in full, as a data address; null where the source has gone. */
  readonly picture: (id: string) => Promise<string | null>
}

/** Screens and windows that are offered at most. */
const SOURCES_MAX = 24

/**
 * Pictures a screen or window (spec 1 §3). The page gets nothing but what the person picked in a
 * window that the page can't reach, one at a time, and a sign tells them as it is taken.
 */
export class ScreenCapture {
  readonly #parts: CaptureParts
  #busy = false

  constructor(parts: CaptureParts) {
    this.#parts = parts
  }

  /** Null where the person picked nothing. Throws `HostFailure`. */
  async capture(windowId: number): Promise<{ name: string; picture: string } | null> {
    if (this.#busy) throw new HostFailure('failed', 'A screen is being picked already.')
    this.#busy = true
    try {
      return await this.#capture(windowId)
    } finally {
      this.#busy = false
    }
  }

  async #capture(windowId: number): Promise<{ name: string; picture: string } | null> {
    const { sources, pick, showSign, picture } = this.#parts
    const offered = await sources().catch(() => {
      throw new HostFailure('denied', 'This computer does not let the screen be captured.')
    })
    if (offered.length === 0) throw new HostFailure('failed', 'There is no screen to capture.')
    const picked = await pick(offered.slice(0, SOURCES_MAX), windowId)
    if (!picked) return null
    const endSign = showSign(picked.name)
    try {
      const taken = await picture(picked.id)
      if (taken === null) throw new HostFailure('failed', 'That window has been closed.')
      return { name: picked.name, picture: taken }
    } finally {
      endSign()
    }
  }
}
