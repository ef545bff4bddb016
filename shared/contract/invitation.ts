import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { done } from './primitives.ts'
import { userAgreement } from './sign-in.ts'

/** Hours for which an invitation is good (spec 5 §9). */
export const INVITATION_HOURS = 72

const token = z.string().check(z.minLength(1), z.maxLength(200))
const spec = '5 §3.2'

export const openInvitation = call({
  path: '/api/public/invitation/open',
  auth: 'none',
  request: z.object({ token }),
  response: z.object({
    companyName: z.string(),
    displayName: z.string(),
    userName: z.string(),
    agreement: userAgreement.response,
  }),
  summary: 'Whom an invitation is for, and the agreement that goes with it. Opening it uses nothing up.',
  spec,
})

export const acceptInvitation = call({
  path: '/api/public/invitation/accept',
  auth: 'none',
  request: z.object({
    token,
    password: z.string().check(z.minLength(1), z.maxLength(200)),
    /** The agreement’s `lastUpdated` as it was read: another one is refused. */
    agreement: z.string().check(z.maxLength(40)),
  }),
  response: done,
  summary: 'Sets the first password and accepts the agreement. An invitation is good once, for 72 hours.',
  spec,
})
