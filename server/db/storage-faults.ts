/**
 * What keeps the server's data from being read or written, as far as SQLite or the system tells it:
 * no room left, a file that is damaged or no database, or one that can't be opened or written to.
 */
export type StorageFault = 'full' | 'damaged' | 'notADatabase' | 'readOnly' | 'unreachable'

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

/** The fault that an error tells of, also one that was thrown on with it as its cause; null for any other. */
export function storageFault(error: unknown): StorageFault | null {
  if (!(error instanceof Error)) return null
  const code = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null
  if (code !== null) return SQLITE_FAULTS[code & PRIMARY_CODE] ?? null
  const known = 'code' in error && typeof error.code === 'string' ? SYSTEM_FAULTS[error.code] : undefined
  return known ?? storageFault(error.cause)
}

/** What follows a file's name in a sentence for whoever starts the server. */
export const FAULT_WORDS: Readonly<Record<StorageFault, string>> = {
  full: 'cannot be written: the disk is full. Make room and start again.',
  damaged: 'is damaged or was cut short. Put a backup in its place, or begin afresh with --reset.',
  notADatabase: 'is not a database.',
  readOnly: 'cannot be written to. Allow this user to change the file and its folder.',
  unreachable: 'cannot be opened. Allow this user to change the file and its folder.',
}
