import * as z from 'zod/mini'

/**
 * A remote command (spec 1 §4.2). The documents say what they do and not how they are written;
 * the names are decided here.
 * - REFRESH_UI reloads the page; RENEW_TOKEN renews the session's token.
 * - NO_DIALLER_CALLS tells the person that there are no calls for them.
 * - LOGOUT_DIALLER, LOGOUT_SURVEY_TOOL and HOST go through to the desktop client. What HOST names besides
 *   `exit` the page begins, as if its person had: it has their credentials, and says what can't be done.
 * - LOGOUT ends the session and goes to /exit-app.
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
export type RemoteCommand = z.output<typeof remoteCommand>
export type HostCommand = NonNullable<RemoteCommand['hostCommand']>
