import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { withFile } from './database.ts'

const DATABASE_FILE = 'fieldwork.db'
export const LOCK_FILE = 'fieldwork.lock'
/** There while a restore puts another installation in the folder's place. */
export const RESTORE_MARK = 'restore-under-way'
const AUDIT_ROOTS_FILE = 'audit-roots.jsonl'
const WIDGET_FOLDER = 'widgets'
const FILES_FOLDER = 'files'
/** SQLite's result code where somebody else holds the lock. */
const SQLITE_BUSY = 5

/** Where a folder's database is, or will be. */
export const databaseFileOf = (folder: string): string => join(folder, DATABASE_FILE)

/** Another process is using the folder. */
export class FolderInUseError extends Error {
  constructor(folder: string, cause: unknown) {
    super(`Another server is using ${folder}. Stop it, or start with another folder.`, { cause })
    this.name = 'FolderInUseError'
  }
}

/** A restore didn't come to its end: the folder holds parts of two installations. */
export class RestoreUnderWayError extends Error {
  constructor(folder: string) {
    super(`A restore of ${folder} was interrupted. Run fieldwork-admin restore with --replace again.`)
    this.name = 'RestoreUnderWayError'
  }
}

/** The signed roots of the audit's days, in a folder of data. */
export const auditRootsFileOf = (folder: string): string => join(folder, AUDIT_ROOTS_FILE)

/** Where everything of a data folder is, whether it is there or not. */
export const foldersOf = (folder: string) => ({
  databaseFile: databaseFileOf(folder),
  widgetFolder: join(folder, WIDGET_FOLDER),
  filesFolder: join(folder, FILES_FOLDER),
  auditRootsFile: auditRootsFileOf(folder),
})

/** The folder of one server's data. Only this process can use it until it is released. */
export interface DataFolder {
  readonly databaseFile: string
  /** Folder of the deployment's own widgets; it may be missing. */
  readonly widgetFolder: string
  /** Folder of the messages' files. */
  readonly filesFolder: string
  /** The signed roots of the audit's days. */
  readonly auditRootsFile: string
  /** Removes the database and its files, so that it is made anew when it is next opened. */
  reset(): void
  release(): void
}

const OTHERS = 0o077

/** The secrets file is left as it is: that others could read it has to be told, not mended. */
const LEFT = 'secrets.json'

/** Takes away what others may do, where it is this user's. */
function close(path: string): void {
  const { mode, uid } = statSync(path)
  if ((mode & OTHERS) !== 0 && uid === process.getuid?.()) chmodSync(path, mode & 0o700)
}

/**
 * Makes the folder and what is in it the service's own (spec 5 §6.10). New files are so by the process's umask; this
 * is for those of before. Windows has no such modes: there the folder's permissions are the installer's.
 */
function closeToOthers(folder: string): void {
  if (process.platform === 'win32') return
  const wasOpen = (statSync(folder).mode & OTHERS) !== 0
  if (wasOpen) close(folder)
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: wasOpen })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isSymbolicLink() && entry.name !== LEFT) close(path)
  }
}

function takeLock(folder: string): DatabaseSync {
  const file = join(folder, LOCK_FILE)
  let lock: DatabaseSync | null = null
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    closeToOthers(folder)
    lock = new DatabaseSync(file)
    lock.exec('pragma busy_timeout = 0; begin exclusive')
    return lock
  } catch (error) {
    lock?.close()
    const isHeld = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    throw isHeld ? new FolderInUseError(folder, error) : withFile(file, error)
  }
}

/**
 * Takes the folder, and makes it where there is none. The lock is SQLite's, on a file beside the database:
 * the system removes it when the process ends, however that happens. @throws FolderInUseError;
 * UnusableDatabaseError where the folder can't be written to
 */
export function takeDataFolder(folder: string, { isRestoring = false } = {}): DataFolder {
  const lock = takeLock(folder)
  if (!isRestoring && existsSync(join(folder, RESTORE_MARK))) {
    lock.close()
    throw new RestoreUnderWayError(folder)
  }
  const folders = foldersOf(folder)
  const { databaseFile, filesFolder } = folders
  return {
    ...folders,
    reset: () => {
      for (const suffix of ['', '-new', '-wal', '-shm']) rmSync(`${databaseFile}${suffix}`, { force: true })
      rmSync(filesFolder, { recursive: true, force: true })
      rmSync(auditRootsFileOf(folder), { force: true })
    },
    release: () => lock.close(),
  }
}
