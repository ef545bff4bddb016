import type { WorkingDayChange } from '#shared/hubs/main.ts'
import type { LiveShell } from '../shell/live-shell.ts'
import type { MainConnection } from '../shell/main-hub.ts'

/** The windows of those who may see quality. */
const QUALITY_WATCHERS = 'quality'

export async function greetQualityWatcher(connection: MainConnection): Promise<void> {
  if (connection.identity?.permissions.can('ISUPERVISOR_CAN_SEE_QUALITY')) connection.join(QUALITY_WATCHERS)
}

/** Tells who looks at quality, and these people, that something is otherwise; what, they read by its calls. */
export function tellQuality(
  main: LiveShell['main'],
  change: WorkingDayChange,
  userIDs: readonly number[],
): void {
  main.toGroup(QUALITY_WATCHERS, 'workingDayChange', [change])
  for (const userID of userIDs) main.toUser(userID, 'workingDayChange', [change])
}
