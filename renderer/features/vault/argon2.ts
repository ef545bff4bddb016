import { argon2id } from 'hash-wasm'
import type { Bytes } from './crypto/bytes.ts'

/** 64 MiB and 3 passes: about a third of a second on the desktops that the product runs on. */
export const ARGON2_COST = { memorySize: 64 * 1024, iterations: 3, parallelism: 1 } as const

/** 32 bytes out of a passphrase (Argon2id). The same text typed with other code points is the same passphrase. */
export async function stretched(passphrase: string, salt: Bytes): Promise<Bytes> {
  const password = passphrase.normalize('NFKC')
  const key = await argon2id({ password, salt, ...ARGON2_COST, hashLength: 32, outputType: 'binary' })
  return new Uint8Array(key)
}
