import type { ActiveAppWatch } from '../services/active-app/active-app-watch.ts'
import type { CommandHandlers } from './handlers.ts'

/** Watching the program in front; ends with the page that asked for it (spec 1 §4.4). */
export function activeAppCommands(watch: ActiveAppWatch): Pick<CommandHandlers, 'activeAppWatch'> {
  return {
    async activeAppWatch({ watch: wanted }, caller) {
      if (wanted) {
        const token = await watch.start(caller.windowId)
        caller.onPageGone(() => watch.stop(caller.windowId, token))
      } else watch.stop(caller.windowId)
      return null
    },
  }
}
