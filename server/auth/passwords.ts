import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** What a hash costs: N blocks of 128·r bytes, p times over (RFC 7914). */
export interface PasswordCost {
  readonly N: number
  readonly r: number
  readonly p: number
}

/**
 * OWASP's advice for scrypt with the least memory, 16 MiB for each hash, so that many can sign in at once.
 */
export const PASSWORD_COST: PasswordCost = { N: 2 ** 14, r: 8, p: 5 }

const SALT_BYTES = 16
const HASH_BYTES = 32
/** Most memory of one check; a stored string that asks for more is refused. */
const MEMORY_MAX = 128 * 1024 * 1024

interface StoredPassword {
  readonly cost: PasswordCost
  readonly salt: Buffer
  readonly hash: Buffer
}

/** Runs on libuv's threads, so it doesn't block the event loop. */
function derive(password: string, salt: Buffer, cost: PasswordCost, length: number): Promise<Buffer> {
  const options: ScryptOptions = { ...cost, maxmem: MEMORY_MAX }
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

function format({ cost, salt, hash }: StoredPassword): string {
  return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

function parse(stored: string): StoredPassword | null {
  const match = /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d{1,2})\$([\w-]+)\$([\w-]+)$/.exec(stored)
  if (!match) return null
  const [, N, r, p, salt = '', hash = ''] = match
  const parsed = {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  }
  return parsed.hash.length >= 16 ? parsed : null
}

/** Hashes a password with a fresh salt into a string that says how it was made: `scrypt$N$r$p$salt$hash`. */
export async function hashPassword(password: string, cost: PasswordCost = PASSWORD_COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return format({ cost, salt, hash: await derive(password, salt, cost, HASH_BYTES) })
}

/**
 * Whether the password matches the stored one, compared in constant time. An invalid hash matches nothing.
 */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const parsed = parse(stored)
  if (!parsed) return false
  try {
    const hash = await derive(password, parsed.salt, parsed.cost, parsed.hash.length)
    return timingSafeEqual(hash, parsed.hash)
  } catch {
    // Parameters that scrypt refuses, such as an N that is no power of two.
    return false
  }
}

/** A hash that no password matches. Checking against it takes as long as against a real one. */
export function unmatchableHash(cost: PasswordCost = PASSWORD_COST): string {
  return format({ cost, salt: randomBytes(SALT_BYTES), hash: randomBytes(HASH_BYTES) })
}
