/**
 * Why the server's data can't be read or written, as SQLite or the system says: no room, a damaged file, no
 * database, or one that can't be opened or written. `away`: a database elsewhere that doesn't answer now.
 */
export type StorageFault = 'full' | 'damaged' | 'notADatabase' | 'readOnly' | 'unreachable' | 'away'

/** SQLite's primary result codes (sqlite.org/rescode.html). */
const SQLITE_FAULTS: Readonly<Record<number, StorageFault>> = {
  3: 'readOnly',
  8: 'readOnly',
  11: 'damaged',
  13: 'full',
  14: 'unreachable',
  26: 'notADatabase',
}
/** The primary code is the low byte of an extended one. */
const PRIMARY_CODE = 0xff

const SYSTEM_FAULTS: Readonly<Record<string, StorageFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'readOnly',
  EACCES: 'readOnly',
  EPERM: 'readOnly',
}

/** PostgreSQL's classes of what ends a connection (its manual, appendix A), and the network's. */
const AWAY =
  /^(?:08\w{3}|57P0\d|25P03|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
/** What its driver says without a code. */
const AWAY_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** The storage fault behind an error, also behind its cause; null for other errors. */
export function storageFault(error: unknown): StorageFault | null {
  if (!(error instanceof Error)) return null
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null
  if (code !== null) return SQLITE_FAULTS[code & PRIMARY_CODE] ?? null
  const name = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (AWAY.test(name) || AWAY_WORDS.test(error.message)) return 'away'
  return SYSTEM_FAULTS[name] ?? storageFault(error.cause)
}

/** The end of a sentence that begins with the file's name, for whoever starts the server. */
export const FAULT_WORDS: Readonly<Record<StorageFault, string>> = {
  full: 'cannot be written: the disk is full. Make room and start again.',
  damaged: 'is damaged or was cut short. Put a backup in its place, or begin afresh with --reset.',
  notADatabase: 'is not a database.',
  readOnly: 'cannot be written to. Allow this user to change the file and its folder.',
  away: 'does not answer.',
  unreachable: 'cannot be opened. Allow this user to change the file and its folder.',
}

/**
 * The store of files can't be reached, or doesn't take what it is sent; the cause says why. People are told that it
 * passes, so nothing else may be thrown as this.
 */
export class FilesAwayError extends Error {
  override readonly name = 'FilesAwayError'

  constructor(place: string, options: ErrorOptions) {
    super(`The store of files at ${place} can’t be used`, options)
  }
}
