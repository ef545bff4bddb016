import type { MainConnection } from '../shell/main-hub.ts'

/** The windows of those who may see people. */
export const PEOPLE_WATCHERS = 'people'

export async function greetPeopleWatcher(connection: MainConnection): Promise<void> {
  if (connection.identity?.permissions.canAny(['ADMIN_CAN_SEE_USERS', 'SUPPORT_CAN_SEE_MODULE']))
    connection.join(PEOPLE_WATCHERS)
}
