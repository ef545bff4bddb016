import * as z from 'zod/mini'
import { COMMAND_SENDERS, REMOTE_COMMAND_REASON_MAX } from '../domain/remote-commands.ts'
import { remoteCommand } from '../hubs/remote-command.ts'
import { call } from './http-call.ts'
import { done, recordID, timestamp, userID } from './primitives.ts'

/*
 * What others do to somebody's sessions. Apart from `session.ts`, which comes with the sign-in screen.
 */

/** Why it is done against the person's will. */
const reason = z.optional(z.string().check(z.trim(), z.maxLength(500)))

export const sendRemoteCommand = call({
  path: '/api/support/remote-command',
  request: z.object({
    userID,
    remoteCommand,
    reason: z._default(z.string().check(z.trim(), z.maxLength(REMOTE_COMMAND_REASON_MAX)), ''),
    /**
     * Whether it waits for the end of a call. Where it isn't given, signing out, also of a tool, does; at once is
     * refused with 409 unless `confirmedCall` is when that call began.
     */
    afterCall: z.optional(z.boolean()),
    confirmedCall: z.optional(timestamp),
  }),
  response: z.object({ commandID: recordID }),
  summary:
    "Sends a remote command to a person's windows: who runs the service desk any, others what spec 3 §6 gives them.",
  spec: '1 §4.2, 3 §6',
  extension: true,
  permission: { anyOf: COMMAND_SENDERS },
})

export const endSessions = call({
  path: '/api/support/end-sessions',
  request: z.object({ userID, reason }),
  response: done,
  summary: 'Ends every session of a person.',
  spec: '1 §4.2, 5 §3.6',
  permission: { anyOf: ['SUPPORT_CAN_EDIT_USER_SETTINGS', 'SUPPORT_CAN_LOCK_ACCOUNT'] },
})

export const pairCompanion = call({
  path: '/api/support/companion/enable',
  request: z.object({
    userID,
    deviceID: z.string().check(z.minLength(1), z.maxLength(200)),
    /** Taken from whoever has it; without it such a device is refused, and its holder named. */
    isMoved: z.optional(z.boolean()),
  }),
  response: done,
  summary: 'Pairs a device as the companion of a person.',
  spec: '1 §6, 5 §3.6',
  permission: 'SUPPORT_CAN_ENABLE_COMPANION_APP',
})

export const unpairCompanion = call({
  path: '/api/support/companion/disable',
  request: z.object({ userID, reason }),
  response: done,
  summary: 'Ends the pairing and the companion sessions.',
  spec: '1 §6, 5 §3.6',
  permission: 'SUPPORT_CAN_DISABLE_COMPANION_APP',
})
