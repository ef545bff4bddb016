import { reasonOf } from '../../services/http/api-client.ts'
import { VaultFault } from './crypto/fault.ts'
import { FAULT_TEXT } from './text.ts'

/** Says in its message what a person has to do differently. */
export class Said extends Error {}

/** Why something failed, in words for a person. */
export function wordsOf(error: unknown): string {
  if (error instanceof VaultFault) return FAULT_TEXT[error.kind]
  return error instanceof Said ? error.message : reasonOf(error)
}
