import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import * as z from 'zod/mini'

export const PASSPHRASE_MIN = 12

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
/** 128 MB and about half a second for each guess. */
export const SCRYPT_COST = { N: 2 ** 17, r: 8, p: 1 }
const MEMORY = 256 * 1024 * 1024

const base64 = z.string()
const sealed = z.object({
  version: z.literal(1),
  cost: z.object({ N: z.int(), r: z.int(), p: z.int() }),
  salt: base64,
  nonce: base64,
  tag: base64,
  content: base64,
})

/** The passphrase isn't the one with which the keys were sealed. */
export class WrongPassphraseError extends Error {
  constructor() {
    super('The passphrase is not right.')
  }
}

/** The key that a passphrase comes to. */
export const keyOf = (passphrase: string, salt: Uint8Array, cost: typeof SCRYPT_COST) =>
  new Promise<Buffer>((resolve, reject) => {
    const bytes = passphrase.normalize('NFKC')
    scrypt(bytes, salt, KEY_BYTES, { ...cost, maxmem: MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })

/** Seals the installation's keys for a backup (spec 5 §6.6): scrypt, then AES-256-GCM. */
export async function sealSecrets(text: string, passphrase: string): Promise<string> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt, SCRYPT_COST), nonce)
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const parts = { salt, nonce, tag: cipher.getAuthTag(), content }
  const written = Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64')])
  return JSON.stringify({ version: 1, cost: SCRYPT_COST, ...Object.fromEntries(written) })
}

/** @throws WrongPassphraseError */
export async function openSecrets(text: string, passphrase: string): Promise<string> {
  const { cost, ...parts } = sealed.parse(JSON.parse(text))
  const bytes = (part: string) => Buffer.from(part, 'base64')
  // What a backup says may not cost more than what we write.
  if (cost.N > SCRYPT_COST.N || cost.r > SCRYPT_COST.r || cost.p > SCRYPT_COST.p)
    throw new WrongPassphraseError()
  try {
    const key = await keyOf(passphrase, bytes(parts.salt), cost)
    const cipher = createDecipheriv(CIPHER, key, bytes(parts.nonce), { authTagLength: 16 }).setAuthTag(
      bytes(parts.tag),
    )
    return Buffer.concat([cipher.update(bytes(parts.content)), cipher.final()]).toString('utf8')
  } catch {
    throw new WrongPassphraseError()
  }
}
