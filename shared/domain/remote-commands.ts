import type { HostCommand, RemoteCommand } from '../hubs/remote-command.ts'
import type { PermissionName, Permissions } from './permissions.ts'

/** What became of a remote command (spec 4 §4.4.1). */
export const REMOTE_COMMAND_STATES = {
  /** Not sent yet: it waits for the end of a call. */
  WAITING: 'After the call',
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
/** Characters of a command's reason, where one is given (spec 4 §5.2); signing out asks for one. */
export const REMOTE_COMMAND_REASON_MIN = 3
export const REMOTE_COMMAND_REASON_MAX = 1000

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

/** What supervisors send to their own people (spec 4 §4.4.1). */
const SUPERVISORS: ReadonlySet<RemoteCommand['command']> = new Set([
  'REFRESH_UI',
  'NO_DIALLER_CALLS',
  'RENEW_TOKEN',
  'LOGOUT_DIALLER',
  'LOGOUT_SURVEY_TOOL',
])

/** These wait for the end of a call, unless whoever sends them confirms that call (spec 4 §4.4.1). */
export const WAITS_FOR_CALL: ReadonlySet<RemoteCommand['command']> = new Set([
  'LOGOUT_DIALLER',
  'LOGOUT_SURVEY_TOOL',
  'LOGOUT',
])

/** Any of these is needed to send commands at all; `maySendCommand` decides for each. */
export const COMMAND_SENDERS: readonly [PermissionName, ...PermissionName[]] = [ANY, ADMIN, SUPERVISOR]

/** Whether somebody sends commands to everybody whom they see, and not to their own people alone. */
export const sendsToAll = ({ canAny }: Pick<Permissions, 'canAny'>): boolean => canAny([ANY, ADMIN])

/**
 * Who may send which command to somebody else's machine: badge test, dialler, quick assist and VPN need
 * ADMIN_CAN_SEE_MODULE, launching the dialler ISUPERVISOR_CAN_SEE_MODULE as well (spec 3 §6); with that supervisors send
 * the rest but for signing out, which needs CAN_FORCE_MASTER_ACTIVITY besides, and closing the client (spec 4 §4.4.1).
 */
export function maySendCommand(
  { can, canAny }: Pick<Permissions, 'can' | 'canAny'>,
  { command, hostCommand }: RemoteCommand,
): boolean {
  if (can(ANY)) return true
  if (SUPERVISORS.has(command)) return can(SUPERVISOR)
  if (command === 'LOGOUT') return can(SUPERVISOR) && can('CAN_FORCE_MASTER_ACTIVITY')
  return command === 'HOST' && hostCommand !== undefined && canAny(HOST_SENDERS[hostCommand])
}
