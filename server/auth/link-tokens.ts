import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A fresh token of a mailed link: 256 random bits. */
export function newLinkToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** As it is stored. A token is no password: nobody guesses 256 bits, so that a plain hash does. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
