import * as z from 'zod/mini'
import type { Report } from '../log.ts'
import type { Release } from './release.ts'

const DAY_MS = 86_400_000
/** From this many whole days on, the person is told. Ours. */
export const SILENT_DAYS = 14

/** In the client's data folder. */
export const SILENCE_FILE = 'updates.json'

const keptSchema = z.object({
  /** When a trusted release was last read, in milliseconds since 1970. */
  heardAt: z.number(),
  /** The latest expiry of any release that was read, in milliseconds since 1970. */
  expires: z.number(),
})
type Kept = z.output<typeof keptSchema>

interface SilenceParts {
  readonly file: { read(): string | null; write(text: string): void }
  /** The system's clock, in milliseconds since 1970: it also counts while the machine is off. */
  readonly now: () => number
  readonly report: Report
}

/**
 * For how long the feed has had nothing newer. An expired release is only refused; without this nobody would
 * notice a wrong address, or somebody who keeps releases back.
 */
export class FeedSilence {
  readonly #parts: SilenceParts

  constructor(parts: SilenceParts) {
    this.#parts = parts
  }

  /** A trusted release was read. One that is older than an earlier one doesn't count. */
  heard({ expires }: Pick<Release, 'expires'>): void {
    const end = Date.parse(expires)
    if (end >= this.#kept().expires) this.#keep({ heardAt: this.#parts.now(), expires: end })
  }

  /** Whole days of silence, from 14 on; null before. Counting begins with the first question. */
  days(): number | null {
    const { heardAt } = this.#kept()
    const days = Math.floor((this.#parts.now() - heardAt) / DAY_MS)
    return days >= SILENT_DAYS ? days : null
  }

  #kept(): Kept {
    const now = this.#parts.now()
    const kept = this.#read()
    // A stored time in the future comes from a wrong clock, and would hide the silence.
    if (kept !== null && kept.heardAt <= now) return kept
    const begun = { heardAt: now, expires: kept?.expires ?? 0 }
    this.#keep(begun)
    return begun
  }

  #read(): Kept | null {
    const { file, report } = this.#parts
    try {
      const text = file.read()
      return text === null ? null : z.parse(keptSchema, JSON.parse(text))
    } catch (error) {
      report(`${SILENCE_FILE} could not be read, and begins anew`, error)
      return null
    }
  }

  #keep(kept: Kept): void {
    try {
      this.#parts.file.write(JSON.stringify(kept))
    } catch (error) {
      this.#parts.report(`${SILENCE_FILE} could not be written`, error)
    }
  }
}
