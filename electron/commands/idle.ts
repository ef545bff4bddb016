import type { IdleWatch } from '../services/idle/idle-watch.ts'
import type { CommandHandlers } from './handlers.ts'

/** Idle seconds and the watch for idleness; a watch ends with the page that asked for it (spec 1 §3). */
export function idleCommands(parts: {
  readonly idleSeconds: () => number
  readonly watch: IdleWatch
}): Pick<CommandHandlers, 'idleSeconds' | 'idleWatch'> {
  const { idleSeconds, watch } = parts
  return {
    idleSeconds: () => idleSeconds(),
    idleWatch({ thresholdSeconds }, caller) {
      if (thresholdSeconds === null) watch.stop(caller.windowId)
      else {
        const started = watch.start(caller.windowId, thresholdSeconds)
        caller.onPageGone(() => watch.stop(caller.windowId, started))
      }
      return null
    },
  }
}
