import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Writes a file into a new folder that only this person can open, and answers its path. */
export function writeTemporary(folder: string, extension: string, text: string): string {
  const own = mkdtempSync(path.join(folder, 'fieldwork-'))
  const file = path.join(own, `${randomUUID()}${extension}`)
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

/** Removes the file with its folder, if they exist. */
export function removeTemporary(file: string): void {
  rmSync(path.dirname(file), { recursive: true, force: true })
}
