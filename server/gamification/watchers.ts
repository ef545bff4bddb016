import type { LiveShell } from '../shell/live-shell.ts'
import type { MainConnection } from '../shell/main-hub.ts'

/** The windows of those who may see quests of their people. */
const QUEST_WATCHERS = 'quests'

export async function greetQuestWatcher(connection: MainConnection): Promise<void> {
  if (connection.identity?.permissions.can('ISUPERVISOR_CAN_SEE_GAMIFICATION'))
    connection.join(QUEST_WATCHERS)
}

/** Tells who looks at quests, and these people, that one is otherwise; what, they read by its calls. */
export function tellQuest(main: LiveShell['main'], questID: number, userIDs: readonly number[]): void {
  const change = { entity: 'QUEST' as const, ids: questID === 0 ? [] : [questID] }
  main.toGroup(QUEST_WATCHERS, 'workingDayChange', [change])
  for (const userID of userIDs) main.toUser(userID, 'workingDayChange', [change])
}
