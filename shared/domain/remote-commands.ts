import type { HostCommand, RemoteCommand } from '../hubs/remote-command.ts'
import { dateFormat } from './date-format.ts'
import { LONDON } from './london-time.ts'
import type { PermissionName, Permissions } from './permissions.ts'

/** What became of a remote command (spec 4 §4.4.1). */
export const REMOTE_COMMAND_STATES = {
  SENT: 'Sent',
  DELIVERED: 'Delivered',
  DONE: 'Done',
  FAILED: 'Failed',
  EXPIRED: 'Expired',
} as const
export type RemoteCommandState = keyof typeof REMOTE_COMMAND_STATES

/** How long a command waits for a window that takes it, and how long the same isn't sent again (spec 4 §9). */
export const REMOTE_COMMAND_EXPIRY_MS = 30_000
export const REMOTE_COMMAND_AGAIN_MS = 10_000
export const REMOTE_COMMAND_REASON_MAX = 300

const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: LONDON })
export const sentBefore = (at: string): string => `Already sent at ${TIME.format(Date.parse(at))}.`

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

/** The service desk may send any command. */
const ANY: PermissionName = 'SUPPORT_CAN_EDIT_USER_SETTINGS'
const ADMIN: PermissionName = 'ADMIN_CAN_SEE_MODULE'
const SUPERVISOR: PermissionName = 'ISUPERVISOR_CAN_SEE_MODULE'

const HOST_SENDERS: Readonly<Record<HostCommand, readonly PermissionName[]>> = {
  exit: [],
  launchDialler: [ADMIN, SUPERVISOR],
  remoteAssist: [ADMIN],
  startVPN: [ADMIN],
  stopVPN: [ADMIN],
  testBadge: [ADMIN],
}

/** Any of these is needed to send commands at all; `maySendCommand` decides for each. */
export const COMMAND_SENDERS: readonly [PermissionName, ...PermissionName[]] = [ANY, ADMIN, SUPERVISOR]

/**
 * Who may send which command to somebody else's machine (spec 3 §6): badge test, dialler, quick assist and
 * VPN need ADMIN_CAN_SEE_MODULE; launching the dialler and soft reset (REFRESH_UI) need
 * ISUPERVISOR_CAN_SEE_MODULE.
 */
export function maySendCommand(
  { can, canAny }: Pick<Permissions, 'can' | 'canAny'>,
  { command, hostCommand }: RemoteCommand,
): boolean {
  if (can(ANY)) return true
  if (command === 'REFRESH_UI') return can(SUPERVISOR)
  return command === 'HOST' && hostCommand !== undefined && canAny(HOST_SENDERS[hostCommand])
}
