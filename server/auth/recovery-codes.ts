import { randomInt } from 'node:crypto'

export const RECOVERY_CODE_COUNT = 10
/** Letters and digits that can't be mistaken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** Fresh codes of 79 bits, to be written down: `abcd-efgh-jkmn-pqrs`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () =>
    Array.from({ length: GROUPS }, randomGroup).join('-'),
  )
}

/** A typed code in the form in which it is hashed: without the marks between its groups. */
export function recoveryCodeMeant(typed: string): string {
  return typed
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')
}
