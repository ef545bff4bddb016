import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { WindowsFailure } from './failure.ts'

/** The file's name in the package, beside the bundles. */
export const NATIVE_MODULE = 'koffi.node'

/**
 * SHA-256 of koffi 3.3.4's module for 64-bit Windows. The archive's integrity doesn't cover what is unpacked
 * beside it, so it is compared before the module is loaded, and when the package is made.
 */
export const NATIVE_MODULE_SHA256 = 'a77b6bb6f60cdd360a41cc4e9f8a0e2a4c5b8e6dd83f43e756af285c59a7c4c2'

/**
 * The path of the module for bundles in that folder. Throws `WindowsFailure` with `missing` where it isn't
 * there, or is another.
 */
export function checkedNativeModule(file: string): string {
  if (sha256Of(file) !== NATIVE_MODULE_SHA256) throw new WindowsFailure('koffi', 'missing')
  return file
}

/** Modules lie unpacked beside the archive. */
export function unpacked(file: string): string {
  return file.replace(/\.asar(?=[\\/])/, '.asar.unpacked')
}

function sha256Of(file: string): string {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex')
  } catch {
    throw new WindowsFailure('koffi', 'missing')
  }
}
