import { constants, mkdtempSync, rmSync } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { FilesAwayError, storageFault } from '../db/storage-faults.ts'
import {
  FileGoneError,
  type FileStore,
  isStoredName,
  requireStoredName,
  type Span,
  type StoredFile,
  type WholeFile,
} from './file-store.ts'

const OWNER = 'installation'

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

/** What is missing is gone; a full disk has words of its own; anything else is a disk that can't be reached. */
function faultOf(error: unknown, place: string): unknown {
  if (codeOf(error) === 'ENOENT') return new FileGoneError('a file that is gone', { cause: error })
  return storageFault(error) === 'full' ? error : new FilesAwayError(place, { cause: error })
}

const isGone = (error: unknown) => error instanceof FileGoneError

/** Files in a folder of this machine, or of a disk that several share. */
export class FolderStore implements FileStore {
  readonly isElsewhere = false
  #folder: string | null
  readonly #isTemporary: boolean

  /** @param folder null for a temporary one, made when first needed */
  constructor(folder: string | null) {
    this.#folder = folder
    this.#isTemporary = folder === null
  }

  get place(): string {
    return this.#root
  }

  /** On the same disk, so that keeping one is a rename. */
  get incoming(): string {
    return join(this.#root, 'incoming')
  }

  async take(storedAs: string, { path }: WholeFile): Promise<void> {
    const to = this.#pathOf(storedAs)
    await this.#try(async () => {
      await mkdir(dirname(to), { recursive: true })
      await rename(path, to)
    })
  }

  read(storedAs: string, span?: Span): Readable {
    const path = this.#pathOf(storedAs)
    const bytes = async function* (attempt: <T>(work: () => Promise<T>) => Promise<T>) {
      const file = await attempt(() => open(path))
      yield* file.createReadStream(span ? { start: span.start, end: span.end } : {})
    }
    return Readable.from(
      bytes((work) => this.#try(work)),
      { objectMode: false },
    )
  }

  async sizeOf(storedAs: string): Promise<number | null> {
    const path = this.#pathOf(storedAs)
    try {
      const found = await this.#try(() => stat(path))
      return found.isFile() ? found.size : null
    } catch (error) {
      if (isGone(error)) return null
      throw error
    }
  }

  async remove(storedAs: string): Promise<void> {
    const path = this.#pathOf(storedAs)
    await this.#try(() => rm(path, { force: true }))
  }

  async *list(): AsyncGenerator<readonly StoredFile[]> {
    if (this.#folder === null) return
    const root = this.#folder
    const folders = await this.#try(() => readdir(root))
    for (const folder of folders.filter((name) => /^[\da-f]{2}$/.test(name)).toSorted()) {
      const names = await this.#try(() => readdir(join(root, folder)))
      const found = names
        .map((name) => `${folder}/${name}`)
        .filter(isStoredName)
        .map(async (storedAs) => {
          // Another server may just have removed it.
          const facts = await stat(this.#pathOf(storedAs)).catch(() => null)
          return facts ? [{ storedAs, changedAt: facts.mtimeMs }] : []
        })
      yield (await Promise.all(found)).flat()
    }
  }

  async readOwner(): Promise<string | null> {
    try {
      return await this.#try(() => readFile(join(this.#root, OWNER), 'utf8'))
    } catch (error) {
      if (isGone(error)) return null
      throw error
    }
  }

  async writeOwner(owner: string): Promise<void> {
    await this.#try(() => writeFile(join(this.#root, OWNER), owner, { mode: 0o600 }))
  }

  async check(): Promise<void> {
    if (this.#folder === null) return
    try {
      await access(this.#folder, constants.R_OK | constants.W_OK)
    } catch (error) {
      throw new FilesAwayError(this.place, { cause: error })
    }
  }

  close(): void {
    if (this.#isTemporary && this.#folder !== null) rmSync(this.#folder, { recursive: true, force: true })
  }

  async #try<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw faultOf(error, this.#root)
    }
  }

  #pathOf(storedAs: string): string {
    return join(this.#root, ...requireStoredName(storedAs).split('/'))
  }

  get #root(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'fieldwork-files-'))
    return this.#folder
  }
}
