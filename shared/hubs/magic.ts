import * as z from 'zod/mini'
import { hub } from './hub.ts'

/** The channel on which a sign-in waits for its magic link (spec 1 §7). Nobody is signed in on it yet. */
export const magicHub = hub({
  path: '/api/hubs/authentication/magic',
  auth: 'none',
  spec: '1 §7',
  methods: {
    /** Waits for the link of the sign-in with that client key. Refused for a key that isn't known. */
    onJoinQueue: { args: z.tuple([z.string().check(z.maxLength(512))]), result: z.void() },
  },
  events: {
    /** The link was opened; the key goes with the login call. */
    magicKeyConfirmed: z.tuple([z.string()]),
  },
})
