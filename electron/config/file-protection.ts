import { closeSync, openSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'

const OTHERS_MAY_WRITE = 0o022

/**
 * Whether people could change an administrator's file. On Windows: whether it opens for writing, since its
 * access list decides. Elsewhere: whether anybody but root owns or may write the file or its folder.
 */
export function isOpenToPeople(file: string, platform: string = process.platform): boolean {
  return platform === 'win32'
    ? opensForWriting(file)
    : [file, path.dirname(file)].some((one) => isLoose(statSync(one)))
}

/** @param stats of a file or folder on a system with owners and modes */
export function isLoose({ uid, mode }: Pick<Stats, 'uid' | 'mode'>): boolean {
  return uid !== 0 || (mode & OTHERS_MAY_WRITE) !== 0
}

function opensForWriting(file: string): boolean {
  try {
    closeSync(openSync(file, 'r+'))
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPERM' || code === 'EACCES') return false
    throw error
  }
}
