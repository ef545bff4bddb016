import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { SignedPoint } from './audit-key.ts'

/**
 * The signed roots of the audit's days, a line of JSON each, in a file that the database isn't in: who can
 * change the database alone can't make the chain end earlier, or begin anew.
 */
export class RootsFile {
  readonly #file: string | null

  /** @param file null for none */
  constructor(file: string | null) {
    this.#file = file
  }

  keep(root: SignedPoint): void {
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(root)}\n`, { mode: 0o600, flush: true })
  }

  /** What is there; a line that can't be read counts as none. */
  read(): SignedPoint[] {
    if (!this.#file || !existsSync(this.#file)) return []
    return readFileSync(this.#file, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return [JSON.parse(line) as SignedPoint]
        } catch {
          return []
        }
      })
  }
}
