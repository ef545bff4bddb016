import type { MainConnection } from '../shell/main-hub.ts'

/** The windows of those who may see people. */
export const PEOPLE_WATCHERS = 'people'

/** Of somebody's change these are told whose it is, and nothing else: what it is they read by their own scope. */
const WATCH = [
  ...(['ADMIN_CAN_SEE_USERS', 'SUPPORT_CAN_SEE_MODULE', 'ISUPERVISOR_CAN_SEE_INTERVIEWERS'] as const),
  ...(['IRESOURCE_CAN_ASSIGN', 'IRESOURCE_CAN_EDIT_CORE_HOURS'] as const),
] as const

export async function greetPeopleWatcher(connection: MainConnection): Promise<void> {
  if (connection.identity?.permissions.canAny(WATCH)) connection.join(PEOPLE_WATCHERS)
}
