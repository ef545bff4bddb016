import { randomUUID, webcrypto } from 'node:crypto'
import * as z from 'zod/mini'

const NONCE_BYTES = 12
const KEY_BYTES = 32
/** A window opens them again and again; each that it let go of is gone. */
const PER_WINDOW = 8

const ENCRYPTION = { name: 'ECDH', namedCurve: 'P-256' } as const
const SIGNING = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const

/** The private keys as the page sealed them (renderer/features/vault/crypto/identity.ts). */
const privateKeys = z.object({ decryption: z.string(), signing: z.string() })

type Bytes = Uint8Array<ArrayBuffer>
interface Held {
  readonly windowId: number
  readonly decryption: webcrypto.CryptoKey
  readonly signing: webcrypto.CryptoKey
}

const { subtle } = webcrypto
const bytesOf = (base64: string): Bytes => new Uint8Array(Buffer.from(base64, 'base64'))
const textOf = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('base64')

/** Opened vault keys of this client's windows, which no page can read (spec 3 §2). */
export class HeldVaultKeys {
  readonly #held = new Map<string, Held>()

  /** @returns the handle; null where `lock` doesn't open it, or no private keys are in it */
  async open(
    windowId: number,
    { lock, sealed, about }: { readonly lock: string; readonly sealed: string; readonly about: string },
  ): Promise<string | null> {
    try {
      const whole = bytesOf(sealed)
      const key = await subtle.importKey('raw', bytesOf(lock).slice(0, KEY_BYTES), 'AES-GCM', false, [
        'decrypt',
      ])
      const algorithm = { name: 'AES-GCM', iv: whole.slice(0, NONCE_BYTES), additionalData: bytesOf(about) }
      const plain = await subtle.decrypt(algorithm, key, whole.slice(NONCE_BYTES))
      const { decryption, signing } = z.parse(privateKeys, JSON.parse(Buffer.from(plain).toString('utf8')))
      const held = {
        windowId,
        decryption: await subtle.importKey('pkcs8', bytesOf(decryption), ENCRYPTION, false, ['deriveBits']),
        signing: await subtle.importKey('pkcs8', bytesOf(signing), SIGNING, false, ['sign']),
      }
      const own = [...this.#held].filter(([, one]) => one.windowId === windowId)
      for (const [handle] of own.slice(0, Math.max(0, own.length - PER_WINDOW + 1))) this.#held.delete(handle)
      const handle = randomUUID()
      this.#held.set(handle, held)
      return handle
    } catch {
      // Wrong passphrase, or bytes that are none: which of them is nobody's business.
      return null
    }
  }

  /** @returns base64; null where the window holds nothing by that handle, or the point is none of the curve */
  async derive(windowId: number, handle: string, point: string): Promise<string | null> {
    const held = this.#of(windowId, handle)
    if (!held) return null
    try {
      const theirs = await subtle.importKey('raw', bytesOf(point), ENCRYPTION, false, [])
      return textOf(await subtle.deriveBits({ name: 'ECDH', public: theirs }, held.decryption, 256))
    } catch {
      return null
    }
  }

  /** @returns base64; null where the window holds nothing by that handle */
  async sign(windowId: number, handle: string, bytes: string): Promise<string | null> {
    const held = this.#of(windowId, handle)
    return held ? textOf(await subtle.sign(SIGNATURE, held.signing, bytesOf(bytes))) : null
  }

  close(windowId: number, handle: string): void {
    if (this.#of(windowId, handle)) this.#held.delete(handle)
  }

  /** The page that opened them is gone. */
  closeAllOf(windowId: number): void {
    for (const [handle, held] of this.#held) if (held.windowId === windowId) this.#held.delete(handle)
  }

  #of(windowId: number, handle: string): Held | null {
    const held = this.#held.get(handle)
    return held?.windowId === windowId ? held : null
  }
}
