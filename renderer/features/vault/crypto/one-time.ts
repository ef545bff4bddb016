import type { Bytes } from './bytes.ts'

const ALGORITHMS = { SHA1: 'SHA-1', SHA256: 'SHA-256', SHA512: 'SHA-512' } as const

/** What makes one-time codes by the time (RFC 6238). */
export interface OneTime {
  readonly secret: Bytes
  readonly algorithm: (typeof ALGORITHMS)[keyof typeof ALGORITHMS]
  /** 6 to 8. */
  readonly digits: number
  /** How long a code holds, in seconds. */
  readonly period: number
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Below it, in bytes, no service makes secrets, and above it neither. */
const SECRET_BYTES = { min: 10, max: 128 } as const
const DEFAULTS = { digits: 6, period: 30 } as const

/** The bytes of a text in base32, spaces and small letters as people copy them; null where it is none. */
function fromBase32(text: string): Bytes | null {
  const letters = text.toUpperCase().replace(/[\s-]/g, '').replace(/=+$/, '')
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const letter of letters) {
    const value = LETTERS.indexOf(letter)
    if (value === -1) return null
    bits = (bits << 5) | value
    held += 5
    if (held >= 8) {
      held -= 8
      bytes.push((bits >> held) & 255)
      bits &= (1 << held) - 1
    }
  }
  const { min, max } = SECRET_BYTES
  return bytes.length < min || bytes.length > max ? null : Uint8Array.from(bytes)
}

function wholeNumber(text: string | null, otherwise: number, min: number, max: number): number | null {
  if (text === null) return otherwise
  const value = Number(text)
  return Number.isInteger(value) && value >= min && value <= max ? value : null
}

/**
 * Reads what a service shows for an authenticator app: the address behind its QR code (`otpauth://totp/…`), or
 * the key in letters. @returns null for anything else, also for codes that count instead of going by the time
 */
export function readOneTime(text: string): OneTime | null {
  const typed = text.trim()
  if (!/^otpauth:/i.test(typed)) {
    const secret = fromBase32(typed)
    return secret && { secret, algorithm: 'SHA-1', ...DEFAULTS }
  }
  if (!/^otpauth:\/\/totp\//i.test(typed) || !URL.canParse(typed)) return null
  const { searchParams } = new URL(typed)
  const secret = fromBase32(searchParams.get('secret') ?? '')
  const name = (searchParams.get('algorithm') ?? 'SHA1').toUpperCase().replace('-', '')
  const algorithm = Object.entries(ALGORITHMS).find(([key]) => key === name)?.[1]
  const digits = wholeNumber(searchParams.get('digits'), DEFAULTS.digits, 6, 8)
  const period = wholeNumber(searchParams.get('period'), DEFAULTS.period, 5, 300)
  if (!secret || !algorithm || digits === null || period === null) return null
  return { secret, algorithm, digits, period }
}

/** The code of that moment. @param now in milliseconds since 1970 */
export async function oneTimeCode(
  { secret, algorithm, digits, period }: OneTime,
  now: number,
): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(Math.floor(now / 1000 / period)))
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: algorithm }, false, ['sign'])
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, counter))
  const at = mac.getUint8(mac.byteLength - 1) & 15
  const number = mac.getUint32(at) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** For how many seconds yet that code holds: from `period` down to 1. */
export const secondsLeft = ({ period }: OneTime, now: number): number =>
  period - (Math.floor(now / 1000) % period)
