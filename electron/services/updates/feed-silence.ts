import * as z from 'zod/mini'
import type { Report } from '../log.ts'
import type { Release } from './release.ts'

const DAY_MS = 86_400_000
/** From so many whole days on the person is told. Ours. */
export const SILENT_DAYS = 14

/** In the client's data folder. */
export const SILENCE_FILE = 'updates.json'

const keptSchema = z.object({
  /** When a release that can be trusted was last read, in milliseconds since 1970. */
  heardAt: z.number(),
  /** The latest end of any release that was read, in milliseconds since 1970. */
  expires: z.number(),
})
type Kept = z.output<typeof keptSchema>

interface SilenceParts {
  readonly file: { read(): string | null; write(text: string): void }
  /** The wall clock, in milliseconds since 1970: it goes on while the machine is off. */
  readonly now: () => number
  readonly report: Report
}

/**
 * For how long nothing newer has been heard from the feed. An expiry alone says nothing to the person:
 * whoever keeps releases from a client, or an address that is wrong, would go unnoticed.
 */
export class FeedSilence {
  readonly #parts: SilenceParts

  constructor(parts: SilenceParts) {
    this.#parts = parts
  }

  /** A release that can be trusted was read. One that is older than what was read before is no news. */
  heard({ expires }: Pick<Release, 'expires'>): void {
    const end = Date.parse(expires)
    if (end >= this.#kept().expires) this.#keep({ heardAt: this.#parts.now(), expires: end })
  }

  /** Whole days since then, from 14 on; null before that. Counting begins with the first question. */
  days(): number | null {
    const { heardAt } = this.#kept()
    const days = Math.floor((this.#parts.now() - heardAt) / DAY_MS)
    return days >= SILENT_DAYS ? days : null
  }

  #kept(): Kept {
    const now = this.#parts.now()
    const kept = this.#read()
    // What is kept lies ahead where the clock was wrong: it would be silent about silence until then.
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
