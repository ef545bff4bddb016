import type { HostCommand, RemoteCommand } from '../hubs/remote-command.ts'
import { dateFormat } from './date-format.ts'
import { LONDON } from './london-time.ts'

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: LONDON })
const CLOCK = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
/** 'HH:mm' in London. @param at ISO 8601 */
export const clockAt = (at: string): string => CLOCK.format(Date.parse(at))
export const sentBefore = (at: string): string => `Already sent at ${TIME.format(Date.parse(at))}.`

/** That somebody is on a call, which names the call. @param at since when, ISO 8601 */
export const onCallWords = (name: string, project: string, at: string): string =>
  `${name} is on a call${project === '' ? '' : ` on ${project}`} since ${clockAt(at)}.`

/** What each command is called, the desktop client's too. */
export const REMOTE_COMMAND_LABELS = {
  REFRESH_UI: 'Reload the page',
  RENEW_TOKEN: 'Renew the session',
  NO_DIALLER_CALLS: 'Tell them there are no dialler calls',
  LOGOUT_DIALLER: 'Sign out of the dialler',
  LOGOUT_SURVEY_TOOL: 'Sign out of the survey tool',
  LOGOUT: 'Sign out of Fieldwork',
  exit: 'Close the desktop app',
  launchDialler: 'Start the dialler',
  remoteAssist: 'Start quick assist',
  startVPN: 'Connect the VPN',
  stopVPN: 'Disconnect the VPN',
  testBadge: 'Run the badge test',
} as const satisfies Record<Exclude<RemoteCommand['command'], 'HOST'> | HostCommand, string>
export type RemoteOrder = keyof typeof REMOTE_COMMAND_LABELS

/** The command as it goes to windows. */
export function commandOf(order: RemoteOrder): RemoteCommand {
  const host = ['exit', 'launchDialler', 'remoteAssist', 'startVPN', 'stopVPN', 'testBadge'] as const
  const hostCommand = host.find((one) => one === order)
  return hostCommand
    ? { command: 'HOST', hostCommand }
    : { command: order as Exclude<RemoteCommand['command'], 'HOST'> }
}
