import * as z from 'zod/mini'
import { recordID } from '../contract/primitives.ts'

/**
 * A remote command (spec 1 §4.2). The documents say what they do; the names are ours.
 * - REFRESH_UI reloads the page; RENEW_TOKEN renews the session's token.
 * - NO_DIALLER_CALLS tells the person that there are no calls for them.
 * - LOGOUT_DIALLER and LOGOUT_SURVEY_TOOL are passed on to the desktop client.
 * - HOST has the desktop client do something. All but `exit` is started by the page, as if its person had
 * clicked, since it needs their credentials and can say what went wrong.
 * - LOGOUT ends the session and opens /exit-app.
 */
export const remoteCommand = z.object({
  command: z.enum([
    'REFRESH_UI',
    'RENEW_TOKEN',
    'NO_DIALLER_CALLS',
    'LOGOUT_DIALLER',
    'LOGOUT_SURVEY_TOOL',
    'LOGOUT',
    'HOST',
  ]),
  /** For HOST: what the desktop client is to do. */
  hostCommand: z.optional(
    z.enum(['exit', 'launchDialler', 'remoteAssist', 'startVPN', 'stopVPN', 'testBadge']),
  ),
})
/** The same on its way, with the number by which a window answers. Without it nobody waits for an answer. */
export const sentCommand = z.extend(remoteCommand, { commandID: z.optional(recordID) })
export type SentCommand = z.output<typeof sentCommand>

/** What a window says of a command: that it has it, then what came of it (spec 4 §5). */
export const COMMAND_OUTCOMES = ['DELIVERED', 'DONE', 'FAILED'] as const
export type CommandOutcome = (typeof COMMAND_OUTCOMES)[number]

export type RemoteCommand = z.output<typeof remoteCommand>
export type HostCommand = NonNullable<RemoteCommand['hostCommand']>
