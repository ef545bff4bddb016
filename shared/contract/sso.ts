import * as z from 'zod/mini'
import { nextStage } from './auth.ts'
import { call } from './http-call.ts'
import { idText, noPayload, recordID } from './primitives.ts'

/** 256 random bits, as the page makes them and keeps them for itself. */
const random = z.string().check(z.regex(/^[\w-]{43}$/))

export const ssoProviders = call({
  method: 'GET',
  path: '/api/auth/sso/providers',
  auth: 'none',
  request: noPayload,
  response: z.object({ providers: z.array(z.object({ id: recordID, name: z.string() })) }),
  summary: 'Where people can sign in besides here.',
  spec: '5 §5.4',
})

export const startSso = call({
  method: 'GET',
  path: '/api/auth/sso/start',
  auth: 'none',
  request: z.object({
    provider: idText,
    /** SHA-256 of the page's secret: only the page that began a sign-in can end it. */
    challenge: random,
    /** The desktop client begins it: the browser opens the client when it is back. */
    client: z.optional(z.literal('desktop')),
  }),
  response: z.object({ address: z.string() }),
  summary: 'Begins a sign-in at a provider: the address that the browser goes to.',
  spec: '5 §5.4',
})

export const finishSso = call({
  path: '/api/auth/sso/finish',
  auth: 'none',
  request: z.object({ ticket: random, verifier: random }),
  response: z.object({
    userName: z.string(),
    /** What is left: the second factor, unless the provider asked for one. */
    nextStage,
    clientKey: z.string(),
  }),
  summary: 'Takes the result of a sign-in at a provider, for the page that began it alone; login ends it.',
  spec: '5 §5.4',
  extension: true,
})
