import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { noPayload } from './primitives.ts'

/** The step of the sign-in that the server asks for next (spec 1 §2.3). */
export const nextStage = z.enum(['PASSWORD', '2FA', 'CONFIRM_MAGIC_LINK', 'LOGIN'])
export type NextStage = z.output<typeof nextStage>

/** Longest user name, password, key or device id that is read; longer ones are a bad request. */
export const CREDENTIAL_MAX = 512
const credential = z.string().check(z.maxLength(CREDENTIAL_MAX))
/** Names this sign-in attempt on the server; opaque to the client. */
const clientKey = z.string().check(z.maxLength(CREDENTIAL_MAX))

const stageAnswer = z.object({ nextStage, clientKey })
const passwordAnswer = z.extend(stageAnswer, {
  /** The password was a temporary one: `login` wants a new one with it (spec 5 §3.2). */
  mustChangePassword: z.optional(z.boolean()),
})
const tokenAnswer = z.object({ token: z.string() })

export const confirmUsername = call({
  path: '/api/auth/confirm-username',
  auth: 'none',
  request: z.object({ userName: credential }),
  response: stageAnswer,
  summary: 'Starts a sign-in. Answers the same way for a user name that nobody has.',
  spec: '1 §7',
})

export const confirmPassword = call({
  path: '/api/auth/confirm-password',
  auth: 'none',
  request: z.object({ userName: credential, password: credential, deviceID: z.optional(credential) }),
  response: passwordAnswer,
  summary: 'Checks the password and says whether a second factor is wanted.',
  spec: '1 §7',
})

export const login = call({
  path: '/api/auth/login',
  auth: 'none',
  request: z.object({
    userName: credential,
    password: credential,
    clientKey,
    magicKey: z.optional(credential),
    deviceID: z.optional(credential),
    /** Instead of a temporary password, which nobody goes on with. */
    newPassword: z.optional(credential),
  }),
  response: tokenAnswer,
  summary: 'Ends a sign-in: answers a signed token that expires. A temporary password is replaced by it.',
  spec: '1 §7',
})

export const requestHubToken = call({
  path: '/api/auth/request-hub-token',
  answers: 'text',
  request: noPayload,
  response: z.string(),
  summary: 'A short-lived token that opens hub connections and nothing else.',
  spec: '1 §7',
})

export const logout = call({
  path: '/api/auth/logout',
  request: noPayload,
  response: z.object({ done: z.literal(true) }),
  summary: 'Revokes the session of the token and drops its hub connections.',
  spec: '1 §7',
})

export const renewToken = call({
  path: '/api/auth/renew-token',
  answers: 'text',
  request: noPayload,
  response: z.string(),
  summary: 'Answers a fresh token with the permissions as they are now; the old one ends.',
  spec: '1 §7',
})

export const privacyPolicyName = call({
  method: 'GET',
  path: '/api/auth/privacy-policy-name',
  auth: 'none',
  answers: 'text',
  request: noPayload,
  response: z.string(),
  summary: "The privacy policy's name.",
  spec: '1 §7',
})

export const privacyNoticeName = call({
  method: 'GET',
  path: '/api/auth/privacy-notice-name',
  auth: 'none',
  answers: 'text',
  request: noPayload,
  response: z.string(),
  summary: "The privacy notice's name.",
  spec: '1 §7',
})
