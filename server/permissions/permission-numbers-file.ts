import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import {
  faultsOfPermissionNumbers,
  type PermissionTable,
  permissionTable,
} from '#shared/domain/permission-numbers.ts'
import { PERMISSIONS } from '#shared/domain/permissions.ts'

/** A file of permission numbers that this server will not start with; the message says why. */
export class UnusablePermissionNumbersError extends Error {
  constructor(file: string, why: string, cause?: unknown) {
    super(`${file} can't be used for permission numbers: ${why}.`, { cause })
    this.name = 'UnusablePermissionNumbersError'
  }
}

const content = z.record(z.string(), z.number())

function parse(file: string): Record<string, number> {
  const text = readFileSync(file, 'utf8')
  try {
    return content.parse(JSON.parse(text))
  } catch (error) {
    throw new UnusablePermissionNumbersError(file, 'it is not a JSON object of numbers by name', error)
  }
}

/**
 * The numbers of permissions in tokens (spec 1 §6): the built-in ones, replaced by those in the file, a JSON
 * object such as `{"CAN_USE_VAULT": 12}`. The database always has the built-in numbers, so the file may
 * change. @throws UnusablePermissionNumbersError; or the system's error where the file can't be read.
 */
export function readPermissionNumbers(file: string | null): PermissionTable {
  if (file === null) return PERMISSIONS
  const own = parse(file)
  const faults = faultsOfPermissionNumbers(own)
  if (faults.length > 0) throw new UnusablePermissionNumbersError(file, faults.slice(0, 5).join('; '))
  return permissionTable(own)
}
