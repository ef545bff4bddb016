import { randomBytes } from './bytes.ts'

/** Without those that are taken for each other; 64 of them, so that each byte's last six bits name one. */
const LETTERS = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789-_+=!.?'
const LENGTH = 20

/** A password that nobody guesses: 20 letters, about 120 bits. */
export const newPassword = (): string =>
  [...randomBytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length] ?? '').join('')
