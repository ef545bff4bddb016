import { appendFileSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import * as z from 'zod/mini'
import type { Database } from '../db/database.ts'
import { erasePerson } from './erase.ts'

/** Beside the database, and beside the backups. */
export const ERASURES_FILE = 'erasures.jsonl'

const line = z.object({
  personID: z.int(),
  withTexts: z.boolean(),
  /** In milliseconds since 1970. */
  at: z.int(),
})
export type KeptErasure = z.output<typeof line>

/**
 * Erasures that took effect, kept where no backup is put back over them: a database from before is erased anew
 * when a server starts on it (spec 5 §6.9). It says who by their number only.
 */
export class ErasuresFile {
  readonly #files: readonly string[]

  /** @param folders where it is kept; more than one, so that each may be lost */
  constructor(folders: readonly string[]) {
    this.#files = folders.map((folder) => join(folder, ERASURES_FILE))
  }

  keep(erasure: KeptErasure): void {
    for (const file of this.#files) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      const descriptor = openSync(file, 'a', 0o600)
      appendFileSync(descriptor, `${JSON.stringify(erasure)}\n`)
      fsyncSync(descriptor)
      closeSync(descriptor)
    }
  }

  /** All that any of the files has, the last of each person. A line that was cut off is left out. */
  read(): KeptErasure[] {
    const known = new Map<number, KeptErasure>()
    for (const file of this.#files) {
      if (!existsSync(file)) continue
      for (const text of readFileSync(file, 'utf8').split('\n')) {
        try {
          const read = line.safeParse(JSON.parse(text))
          if (read.success && (known.get(read.data.personID)?.at ?? 0) <= read.data.at)
            known.set(read.data.personID, read.data)
        } catch {
          // The last line of a machine that lost its power.
        }
      }
    }
    return [...known.values()]
  }
}

/** Erases anew whoever is in this database again: it is from before their erasure. Gives how many. */
export async function eraseAgain(
  db: Database,
  kept: readonly KeptErasure[],
  now: number,
  removeFile: (storedAs: string) => Promise<void>,
): Promise<number> {
  let again = 0
  for (const { personID, withTexts } of kept) {
    const person = await db
      .selectFrom('users')
      .where('id', '=', personID)
      .where('erasedAt', 'is', null)
      .select('id')
      .executeTakeFirst()
    if (!person) continue
    const { files } = await db
      .transaction()
      .execute((trx) => erasePerson(trx, personID, { withTexts, at: now }))
    for (const file of files) await removeFile(file)
    again++
  }
  return again
}
