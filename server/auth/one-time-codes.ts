import { Secret, TOTP } from 'otpauth'
import { ONE_TIME_CODE_LENGTH } from '#shared/domain/sign-in.ts'

/** A code's time step, in seconds, and how many steps a phone's clock may be off (RFC 6238 §5.2). */
const CODE_STEP_SECONDS = 30
const STEPS_AROUND = 1
/** RFC 4226 §4 recommends 160 bits. */
const SECRET_BYTES = 20

function totpOf(secret: string, userName: string): TOTP {
  return new TOTP({
    issuer: 'Fieldwork',
    label: userName,
    secret: Secret.fromBase32(secret),
    // What authenticator apps assume, whatever the URI says.
    algorithm: 'SHA1',
    digits: ONE_TIME_CODE_LENGTH,
    period: CODE_STEP_SECONDS,
  })
}

/** A fresh secret, in base32. */
export function newCodeSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The otpauth:// address in the QR code. */
export function codeURI(secret: string, userName: string): string {
  return totpOf(secret, userName).toString()
}

/** The time step of a moment, in milliseconds since 1970. */
export const stepAt = (now: number): number => Math.floor(now / 1000 / CODE_STEP_SECONDS)

/** The time step of the code, within one step of `now`; null where it matches none. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const totp = totpOf(secret, '')
  const offset = totp.validate({ token: code, timestamp: now, window: STEPS_AROUND })
  return offset === null ? null : totp.counter({ timestamp: now }) + offset
}
