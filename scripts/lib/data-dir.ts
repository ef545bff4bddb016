import { mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Logs of this many starts are kept. */
const KEPT_LOGS = 5
/** Enough to notice a full disk before the database does. */
const PROBE_BYTES = 256 * 1024

/** Where a start keeps what outlives it. */
export interface DataDir {
  readonly path: string
  /** The server's own folder. */
  readonly server: string
  readonly logs: string
  readonly lock: string
}

/** A folder that can't be used, with a sentence for a person. */
export class DataDirError extends Error {
  override readonly name = 'DataDirError'
}

/**
 * Makes the folder and proves that it can be written.
 *
 * @throws DataDirError
 */
export function openDataDir(path: string): DataDir {
  const dir = { path, server: join(path, 'server'), logs: join(path, 'logs'), lock: join(path, 'start.lock') }
  try {
    mkdirSync(dir.server, { recursive: true })
    mkdirSync(dir.logs, { recursive: true })
    const probe = join(path, `.probe-${process.pid}`)
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES))
    unlinkSync(probe)
  } catch (error) {
    throw new DataDirError(dataDirProblem(path, (error as NodeJS.ErrnoException).code))
  }
  return dir
}

/** Words for why a folder can't be used. */
export function dataDirProblem(path: string, code: string | undefined): string {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `The disk that holds ${path} is full. Free some space and start again.`
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${path} is not writable. Give yourself the right, or set FIELDWORK_DATA to another folder.`
    case 'ENOTDIR':
    case 'EEXIST':
      return `${path} is not a folder. Move it away, or set FIELDWORK_DATA to another folder.`
    default:
      return `${path} cannot be used (${code ?? 'unknown error'}). Set FIELDWORK_DATA to another folder.`
  }
}

/** The log of this start; logs of older starts beyond the last few go. */
export function newLogFile(dir: DataDir, now: Date): string {
  const old = readdirSync(dir.logs)
    .filter((name) => name.startsWith('server-'))
    .sort()
  for (const name of old.slice(0, Math.max(0, old.length - KEPT_LOGS + 1))) rmSync(join(dir.logs, name))
  const file = join(dir.logs, `server-${now.toISOString().replaceAll(/[:.]/g, '-')}.log`)
  writeFileSync(file, '')
  return file
}

/** A small value that a start leaves for the next; null where there is none. */
export function recall<T>(dir: DataDir, name: string, read: (value: unknown) => T | null): T | null {
  try {
    return read(JSON.parse(readFileSync(join(dir.path, `${name}.json`), 'utf8')))
  } catch {
    return null
  }
}

export function remember(dir: DataDir, name: string, value: unknown): void {
  writeFileSync(join(dir.path, `${name}.json`), `${JSON.stringify(value)}\n`)
}
