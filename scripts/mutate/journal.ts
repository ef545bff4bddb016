import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What became of a break: seen by a test that claims the row, by another one, or by none. */
export type Verdict = 'claim' | 'other' | 'none'

interface Entry {
  /** The row, the place and the state of the claiming tests and their code. */
  readonly key: string
  readonly verdict: Verdict
}

/** Verdicts in a file, a line each, so that a run that was killed goes on where it was. */
export class Journal {
  private readonly known = new Map<string, Verdict>()

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
    return this.known.get(key) ?? null
  }

  add(key: string, verdict: Verdict): void {
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
