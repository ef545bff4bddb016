import * as z from 'zod/mini'
import { call } from './http-call.ts'
import { done } from './primitives.ts'

export const registerFcm = call({
  path: '/api/mobile/push-notification/register-fcm',
  request: z.object({ fcm: z.string().check(z.minLength(1), z.maxLength(4096)) }),
  response: done,
  summary: "Keeps the token by which the push-messaging service reaches the person's device.",
  spec: '1 §7',
})
