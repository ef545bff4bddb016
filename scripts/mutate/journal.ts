import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What became of a break: seen by a test that claims the row, by another one, or by none. */
export type Verdict = 'claim' | 'other' | 'none'

/** A verdict, or that a row's tests pass without a break, or that a break compiles. */
type Found = Verdict | 'whole'

interface Entry {
  /** The row, the place and the state of the claiming tests and their code. */
  readonly key: string
  readonly verdict: Found
}

/** Verdicts in a file, a line each, so that a run that was killed goes on where it was. */
export class Journal {
  private readonly known = new Map<string, Found>()

  private readonly path: string

  constructor(path: string) {
    this.path = path
    mkdirSync(dirname(path), { recursive: true })
    for (const line of existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []) {
      const entry = entryOf(line)
      if (entry) this.known.set(entry.key, entry.verdict)
    }
  }

  find(key: string): Verdict | null {
    const found = this.known.get(key)
    return found === undefined || found === 'whole' ? null : found
  }

  isWhole(key: string): boolean {
    return this.known.get(key) === 'whole'
  }

  add(key: string, verdict: Found): void {
    this.known.set(key, verdict)
    // A line that a kill has cut is ended first: the next one is whole again.
    appendFileSync(this.path, `\n${JSON.stringify({ key, verdict } satisfies Entry)}\n`)
  }
}

function entryOf(line: string): Entry | null {
  try {
    return JSON.parse(line) as Entry
  } catch {
    return null
  }
}
