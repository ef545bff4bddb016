import * as z from 'zod/mini'
import { hub } from './hub.ts'
import { remoteCommand } from './remote-command.ts'

const nothing = z.tuple([])

/**
 * The shell's hub (spec 1 §7). The documents don't show its path, nor how the two status requests
 * are answered: here by the event that tells the state, to the connection that asked.
 */
export const mainHub = hub({
  path: '/api/hubs/main',
  auth: 'token',
  spec: '1 §7',
  methods: {
    setAppVersion: { args: z.tuple([z.string().check(z.maxLength(64))]), result: z.void() },
    /** Asks for `primarySessionConnected` or `primarySessionDisconnected`. */
    requestPrimarySessionStatus: { args: nothing, result: z.void() },
    /** Asks for `companionSessionConnected` or `companionSessionDisconnected`. */
    requestCompanionSessionStatus: { args: nothing, result: z.void() },
  },
  events: {
    /** How many chat messages this person hasn't read, over all conversations. */
    updateUnreadMessageCount: z.tuple([z.int()]),
    /** The first connection of a session of the person that is no companion's stands. */
    primarySessionConnected: nothing,
    /** The last such connection is gone. */
    primarySessionDisconnected: nothing,
    /** The first connection of a companion session (tokenType COMPANION) of the person stands. */
    companionSessionConnected: nothing,
    companionSessionDisconnected: nothing,
    /** This session was ended on the server. */
    loggedOut: nothing,
    /** The person's mobile sessions (tokenType MOBILE_APP) were ended; others pass it over. */
    loggedOutMobile: nothing,
    REMOTE_COMMAND: z.tuple([remoteCommand]),
  },
})
