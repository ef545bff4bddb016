import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A file's text; null where there is none. Throws where it can't be read. */
export function readTextFile(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Windows doesn't replace a file that a scanner or a reader has open, which is over in a moment. */
const HELD = new Set(['EPERM', 'EACCES', 'EBUSY'])
/** How long is waited after a refusal, and how often. A file that is opened again and again is free for moments alone: many tries find one. */
const WAIT_MS = 4
const WAITS = 63

const block = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/**
 * Does what Windows refuses while somebody has the file open, and tries again for 252 ms.
 *
 * @param wait blocks for that many milliseconds
 * @throws the last refusal, and any other error at once
 */
export function whenFree(replace: () => void, wait: (ms: number) => void = block): void {
  for (let waits = 0; waits < WAITS; waits++) {
    try {
      replace()
      return
    } catch (error) {
      if (!HELD.has((error as NodeJS.ErrnoException).code ?? '')) throw error
      wait(WAIT_MS)
    }
  }
  replace()
}

/** Writes a file so that a crash leaves either the old or the new text. May block for 252 ms. */
export function writeTextFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.new`
  writeFileSync(draft, text)
  whenFree(() => renameSync(draft, file))
}
