import type { chatHub } from '#shared/hubs/chat.ts'
import type { HubClients } from '../hubs/types.ts'
import { systemSchedule } from '../schedule.ts'

/** Arrivals and departures within this time are announced together, in milliseconds. */
const PRESENCE_QUIET_MS = 500

/**
 * Tells everybody when somebody's first window came or their last one went, at most once in PRESENCE_QUIET_MS. Each
 * server tells its own windows, since each of them sees who is connected to any.
 */
export function announcePresence(
  clients: Pick<HubClients<typeof chatHub>, 'onPresence' | 'windowsOf' | 'toAllHere'>,
): void {
  let isPending = false
  const changed = () => {
    if (isPending) return
    isPending = true
    systemSchedule(PRESENCE_QUIET_MS, () => {
      isPending = false
      clients.toAllHere('refreshContactList', [])
    })
  }
  clients.onPresence({
    came: ({ userID }) => {
      if (clients.windowsOf(userID).length === 1) changed()
    },
    went: ({ userID }) => {
      if (clients.windowsOf(userID).length === 0) changed()
    },
  })
}
