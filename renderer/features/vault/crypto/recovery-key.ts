import { type Bytes, randomBytes } from './bytes.ts'
import { VaultFault } from './fault.ts'

/** Crockford's alphabet: nothing in it is taken for another when it is read off paper. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUP = 4
/** 160 bits: beyond guessing, however fast the guesses are tried. */
const KEY_BYTES = 20
const KEY_LETTERS = (KEY_BYTES * 8) / 5

/** A new key as it is printed: eight groups of four letters. */
export function newRecoveryKey(): string {
  // 256 is a whole number of 32s: every letter is as likely.
  const letters = [...randomBytes(KEY_LETTERS)].map((byte) => LETTERS[byte % LETTERS.length] ?? '').join('')
  return letters.match(new RegExp(`.{${GROUP}}`, 'g'))?.join('-') ?? letters
}

/**
 * The key's bytes, however it was typed: spaces, dashes and small letters don't matter, O is 0, I and L are 1.
 * @throws VaultFault `recoveryKey` where it can't be one
 */
export function recoveryBytes(typed: string): Bytes {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1')
  const values = [...letters].map((letter) => LETTERS.indexOf(letter))
  if (values.length !== KEY_LETTERS || values.includes(-1)) throw new VaultFault('recoveryKey')
  return Uint8Array.from(values)
}
