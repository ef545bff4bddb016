import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** A fresh token of a mailed link: 256 random bits. */
export function newLinkToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** The stored form of a token. 256 random bits can't be guessed, so a plain hash is enough. */
export function hashLinkToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
