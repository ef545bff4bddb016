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
const TRIES = 10
const BETWEEN_TRIES_MS = 4

/** Writes a file so that a crash leaves either the old or the new text. May block for 40 ms. */
export function writeTextFile(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true })
  const draft = `${file}.new`
  writeFileSync(draft, text)
  for (let tries = 1; ; tries += 1) {
    try {
      renameSync(draft, file)
      return
    } catch (error) {
      if (tries === TRIES || !HELD.has((error as NodeJS.ErrnoException).code ?? '')) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BETWEEN_TRIES_MS)
    }
  }
}
