/** Bytes as WebCrypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>

export const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length))

export const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
export const textOf = (bytes: Bytes): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

export function toBase64(bytes: Bytes): string {
  // In a loop: an entry may have more bytes than a call takes arguments.
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** @throws where the text isn't base64 */
export const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))

export function joined(...parts: readonly Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** What something is bound to: as JSON no two lists of parts have the same bytes. */
export const context = (...parts: readonly (string | number)[]): Bytes =>
  utf8(JSON.stringify(['fieldwork vault 1', ...parts]))

const NONCE_BYTES = 12
const AES = 'AES-GCM'

/** A key for `seal` and `open`, which nobody can read out of the browser's hands again. */
export const sealingKey = (raw: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', raw, AES, false, ['encrypt', 'decrypt'])

/** Encrypts (AES-256-GCM) with a nonce of its own before it; opens with the same `about` only. */
export async function seal(key: CryptoKey, plain: Bytes, about: Bytes): Promise<string> {
  const iv = randomBytes(NONCE_BYTES)
  const sealed = await crypto.subtle.encrypt({ name: AES, iv, additionalData: about }, key, plain)
  return toBase64(joined(iv, new Uint8Array(sealed)))
}

/** @throws where the key, `about` or a single bit is another */
export async function open(key: CryptoKey, sealed: string, about: Bytes): Promise<Bytes> {
  const bytes = fromBase64(sealed)
  const [iv, rest] = [bytes.slice(0, NONCE_BYTES), bytes.slice(NONCE_BYTES)]
  return new Uint8Array(await crypto.subtle.decrypt({ name: AES, iv, additionalData: about }, key, rest))
}

/** 32 bytes out of a shared secret of two P-256 keys, or out of other bytes that are random already. */
export async function derivedBytes(secret: Bytes, salt: Bytes, purpose: Bytes): Promise<Bytes> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt, info: purpose },
    base,
    256,
  )
  return new Uint8Array(bits)
}

/** The same as a key for `seal` and `open`. */
export const derivedKey = async (secret: Bytes, salt: Bytes, purpose: Bytes): Promise<CryptoKey> =>
  sealingKey(await derivedBytes(secret, salt, purpose))

export const sha256 = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
