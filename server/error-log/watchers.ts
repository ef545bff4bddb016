import type { MainConnection } from '../shell/main-hub.ts'

/** The windows of those who may see the error log. */
export const ERROR_WATCHERS = 'error-log'

export async function greetErrorWatcher(connection: MainConnection): Promise<void> {
  if (connection.identity?.permissions.can('ADMIN_CAN_SEE_ERROR_LOG')) connection.join(ERROR_WATCHERS)
}
