import * as z from 'zod/mini'
import { hub } from './hub.ts'

/** The hub on which a sign-in waits for its mailed link (spec 1 §7), before anybody is signed in. */
export const magicHub = hub({
  path: '/api/hubs/authentication/magic',
  auth: 'none',
  spec: '1 §7',
  methods: {
    /** Waits for the link of the sign-in with that client key. Refused for an unknown key. */
    onJoinQueue: { args: z.tuple([z.string().check(z.maxLength(512))]), result: z.void() },
  },
  events: {
    /** The link was opened; the login call needs this key. */
    magicKeyConfirmed: z.tuple([z.string()]),
  },
})
