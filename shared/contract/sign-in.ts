import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { done, noPayload, timestamp } from './primitives.ts'

const DEVICE_ID_MAX = 200
export const deviceID = z.string().check(z.minLength(1), z.maxLength(DEVICE_ID_MAX))
/** The token of a mailed link: opaque, good once, and only for a while. */
const linkToken = z.string().check(z.minLength(1), z.maxLength(200))
/** A new password: 10 to 256 characters. The documents name no rule; this one is ours. */
export const NEW_PASSWORD_MIN = 10
export const NEW_PASSWORD_MAX = 256
export const newPassword = z.string().check(z.minLength(NEW_PASSWORD_MIN), z.maxLength(NEW_PASSWORD_MAX))

export const companionToken = call({
  path: '/api/auth/companion-token',
  auth: 'none',
  request: z.object({ deviceID }),
  response: z.object({ token: z.string() }),
  summary: 'Signs in the device that a person has paired as their companion.',
  spec: '1 §7',
})

export const userAgreement = call({
  method: 'GET',
  path: '/api/auth/user-agreement',
  auth: 'none',
  request: noPayload,
  response: z.object({
    title: z.string(),
    lastUpdated: timestamp,
    sections: z.array(z.object({ heading: z.string(), text: z.string() })),
  }),
  summary: 'The end-user agreement as it stands.',
  spec: '1 §2.3',
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
