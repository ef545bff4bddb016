import * as z from 'zod/mini'
import { PASSWORD_MIN } from '../domain/password-rule.ts'
import { call } from './http-call.ts'
import { done, noPayload } from './primitives.ts'
import { deviceID } from './sign-in.ts'

/*
 * What belongs to signing in and comes later than its screen: mailed links, two-factor, phones.
 */

/** The token of a mailed link: opaque, good once, and only for a while. */
const linkToken = z.string().check(z.minLength(1), z.maxLength(200))
/** A new password: 12 to 256 characters (spec 5 §6.4). */
export const NEW_PASSWORD_MIN = PASSWORD_MIN
export const NEW_PASSWORD_MAX = 256
export const newPassword = z.string().check(z.minLength(NEW_PASSWORD_MIN), z.maxLength(NEW_PASSWORD_MAX))

const oneTimeCode = z.string().check(z.maxLength(32))

export const beginTwoFactor = call({
  path: '/api/auth/two-factor/begin',
  request: noPayload,
  response: z.object({
    /** The otpauth:// address in the QR code. */
    uri: z.string(),
    /** The same secret in base32, for typing. */
    secret: z.string(),
  }),
  summary: 'Makes a secret for one-time codes; it counts once a code of it is confirmed.',
  spec: '1 §4.1',
  permission: { anyOf: ['AUTH_USE_2FA', 'AUTH_ALWAYS_2FA'] },
  extension: true,
})

export const confirmTwoFactor = call({
  path: '/api/auth/two-factor/confirm',
  request: z.object({ code: oneTimeCode }),
  response: z.object({ recoveryCodes: z.array(z.string()) }),
  summary: 'Turns two-factor sign-in on and answers ten recovery codes, each good once.',
  spec: '1 §4.1',
  permission: { anyOf: ['AUTH_USE_2FA', 'AUTH_ALWAYS_2FA'] },
  extension: true,
})

export const disableTwoFactor = call({
  path: '/api/auth/two-factor/disable',
  request: z.object({ password: z.string().check(z.maxLength(512)) }),
  response: done,
  summary: 'Turns two-factor sign-in off; refused where the person must always use it.',
  spec: '1 §4.1',
  extension: true,
})

export const twoFactorState = call({
  path: '/api/auth/two-factor/state',
  request: noPayload,
  response: z.object({ enabled: z.boolean(), required: z.boolean(), recoveryCodesLeft: z.int() }),
  summary: 'Whether the person signs in with two factors.',
  spec: '1 §4.1',
  extension: true,
})

export const mobileRegistrationCode = call({
  path: '/api/services/mobile-registration-code',
  answers: 'text',
  request: noPayload,
  response: z.string(),
  summary:
    "A link for the QR code that the person's own device reads, with this server's address and a code: good once, for 10 minutes, and only the last one.",
  spec: '3 §7',
  permission: 'CAN_USE_MOBILE_APP',
})

export const registerMobileDevice = call({
  path: '/api/services/register-mobile-device',
  auth: 'none',
  request: z.object({ code: z.string().check(z.minLength(1), z.maxLength(200)), deviceID }),
  response: done,
  summary:
    'Pairs the device with who showed it the code, in place of their present one; it signs in as any companion.',
  spec: '3 §2',
  extension: true,
})

export const forgotPassword = call({
  path: '/api/auth/forgot-password',
  auth: 'none',
  request: z.object({ userName: z.string().check(z.maxLength(512)) }),
  response: done,
  summary: 'Mails a link for a new password to the person, if there is one; the answer never tells.',
  spec: '1 §2.3',
  extension: true,
})

export const resetPassword = call({
  path: '/api/public/auth/reset-password',
  auth: 'none',
  request: z.object({ token: linkToken, password: newPassword }),
  response: done,
  summary: 'Sets a new password with the token of a mailed link and ends every session of the person.',
  spec: '1 §2.1',
  extension: true,
})

export const validateMagicLink = call({
  path: '/api/public/magic-link/validate',
  auth: 'none',
  request: z.object({ token: linkToken }),
  response: z.object({ userName: z.string() }),
  summary: 'Confirms the sign-in that waits for this link; the waiting window goes on.',
  spec: '1 §2.1',
  extension: true,
})
