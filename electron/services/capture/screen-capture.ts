import { HostFailure } from '../host-failure.ts'
import type { SourcePicker } from './source-picker.ts'

export interface CaptureParts {
  readonly picker: SourcePicker
  /** Shows a sign that a picture is taken; answers what removes it. */
  readonly showSign: (name: string) => () => void
  /** The full picture as a data address; null where the source is gone. */
  readonly picture: (id: string) => Promise<string | null>
}

/**
 * Takes pictures of a screen or window (spec 1 §3). The page gets only what the person picked, and a sign
 * shows while it is taken.
 */
export class ScreenCapture {
  readonly #parts: CaptureParts

  constructor(parts: CaptureParts) {
    this.#parts = parts
  }

  /** Null where the person picked nothing. Throws `HostFailure`. */
  async capture(windowId: number): Promise<{ name: string; picture: string } | null> {
    const { picker, showSign, picture } = this.#parts
    const picked = await picker.pick(windowId, 'picture')
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
