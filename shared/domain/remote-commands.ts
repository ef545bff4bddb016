import type { HostCommand, RemoteCommand } from '../hubs/remote-command.ts'
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
export const REMOTE_COMMAND_STATE_NAMES = Object.keys(REMOTE_COMMAND_STATES) as RemoteCommandState[]

/** How long a command waits for a window that takes it, and how long the same isn't sent again (spec 4 §9). */
export const REMOTE_COMMAND_EXPIRY_MS = 30_000
export const REMOTE_COMMAND_AGAIN_MS = 10_000
export const REMOTE_COMMAND_REASON_MAX = 300

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
