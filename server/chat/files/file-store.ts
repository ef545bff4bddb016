import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../db/database.ts'
import { afterRollback } from '../../db/unit-of-work.ts'
import { spooledOf } from '../../http/spooled-files.ts'

const hashOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

const STORED_AS = /^[\da-f]{2}\/[\da-f-]{36}$/

/** Files of messages in one folder, under random names; their real names are in the database. */
export class FileStore {
  #folder: string | null
  readonly #isTemporary: boolean

  /** @param folder null for a temporary one, made when first needed */
  constructor(folder: string | null) {
    this.#folder = folder
    this.#isTemporary = folder === null
  }

  /** Where files are written as they arrive: on the same disk, so that keeping one is a rename. */
  get incoming(): string {
    return join(this.#root, 'incoming')
  }

  /**
   * Keeps a file and answers its name here. A file that a form left on disk is moved. A failed unit removes
   * it again.
   * @param db the transaction of what names the file: its hash is kept there
   */
  async keep(file: File, db: Database): Promise<string> {
    const name = randomUUID()
    const storedAs = `${name.slice(0, 2)}/${name}`
    const path = this.pathOf(storedAs)
    await mkdir(join(path, '..'), { recursive: true })
    afterRollback(() => this.remove(storedAs))
    const onDisk = spooledOf(file)
    if (onDisk) await rename(onDisk.path, path)
    else await writeFile(path, file.stream(), { flag: 'wx' })
    const sha256 = onDisk?.digest ?? hashOf(await file.bytes())
    await db.insertInto('fileHashes').values({ storedAs, sha256 }).execute()
    return storedAs
  }

  pathOf(storedAs: string): string {
    if (!STORED_AS.test(storedAs)) throw new TypeError('a name that is no stored file')
    return join(this.#root, ...storedAs.split('/'))
  }

  async remove(storedAs: string): Promise<void> {
    await rm(this.pathOf(storedAs), { force: true })
  }

  /** Its size in bytes; null where the file is gone. */
  async sizeOf(storedAs: string): Promise<number | null> {
    const found = await stat(this.pathOf(storedAs)).catch(() => null)
    return found?.isFile() ? found.size : null
  }

  /**
   * Removes what a killed server left behind: partly arrived files, and files without a message. Call it
   * before anything is kept. @param isKnown whether a message has the file
   */
  async sweep(isKnown: (storedAs: string) => boolean): Promise<void> {
    if (this.#folder === null) return
    await rm(this.incoming, { recursive: true, force: true })
    const folders = await readdir(this.#folder).catch(() => [])
    for (const folder of folders.filter((name) => /^[\da-f]{2}$/.test(name))) {
      for (const name of await readdir(join(this.#folder, folder))) {
        const storedAs = `${folder}/${name}`
        if (STORED_AS.test(storedAs) && !isKnown(storedAs)) await this.remove(storedAs)
      }
    }
  }

  /** Removes a temporary folder. */
  close(): void {
    if (this.#isTemporary && this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true })
  }

  get #root(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'fieldwork-files-'))
    return this.#folder
  }
}
