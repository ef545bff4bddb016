import * as z from 'zod/mini'
import { hub } from './hub.ts'

/** The shell's hub (spec 1 §7). The documents don't show its path; it is decided here. */
export const mainHub = hub({
  path: '/api/hubs/main',
  auth: 'token',
  spec: '1 §7',
  methods: {
    setAppVersion: { args: z.tuple([z.string().check(z.maxLength(64))]), result: z.void() },
  },
  events: {
    /** How many chat messages this person hasn't read, over all conversations. */
    updateUnreadMessageCount: z.tuple([z.int()]),
    /** This session was ended on the server. */
    loggedOut: z.tuple([]),
  },
})
