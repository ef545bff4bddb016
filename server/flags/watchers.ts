import type { MainConnection } from '../shell/main-hub.ts'

/** The windows of those who may see system flags. */
export const FLAG_WATCHERS = 'system-flags'

export async function greetFlagWatcher(connection: MainConnection): Promise<void> {
  if (connection.identity?.permissions.can('SUPPORT_CAN_SEE_SYSTEM_FLAGS')) connection.join(FLAG_WATCHERS)
}
