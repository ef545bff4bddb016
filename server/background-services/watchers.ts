import type { MainConnection } from '../shell/main-hub.ts'

/** The windows of those who may see the background services. */
export const JOB_WATCHERS = 'background-services'

export async function greetJobWatcher(connection: MainConnection): Promise<void> {
  if (connection.identity?.permissions.can('ADMIN_CAN_SEE_BACKGROUND_SERVICES')) connection.join(JOB_WATCHERS)
}
