import type { Clock } from '../clock.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import type { MainConnection } from '../shell/main-hub.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import type { Broadcasts } from './broadcasts.ts'

/** The group of windows at supervisor level, which are told of appointments at risk. */
const SUPERVISORS = 'supervisor-level'

interface BroadcastServices {
  readonly broadcasts: Broadcasts
  readonly clock: Clock
  readonly publisher: MainPublisher
}

/**
 * Tells a supervisor's window how many appointments are at risk, and adds it to those who are told of
 * changes.
 */
export function greetSupervisor(broadcasts: Pick<Broadcasts, 'atRisk'>) {
  return async (connection: MainConnection): Promise<void> => {
    if (!connection.identity?.permissions.isSupervisorLevel) return
    connection.join(SUPERVISORS)
    connection.send('appointmentsCountUpdate', await broadcasts.atRisk())
  }
}

/** Broadcasts and defcon alerts (spec 1 §2.8, §7). */
export function broadcastHandlers({
  broadcasts,
  clock,
  publisher,
}: BroadcastServices): AreaHandlers<'broadcast'> {
  return {
    forMe: async (_input, { caller }) =>
      (await broadcasts.forPerson(caller.userID)).map(({ message, endDate }) => ({
        message,
        endDate: new Date(endDate).toISOString(),
      })),

    defconAlerts: async () =>
      (await broadcasts.defcon()).map((start) => ({ startTime: new Date(start).toISOString() })),

    postBroadcast: async ({ message, endDate, areaID = null }, { caller }) => {
      const end = Date.parse(endDate)
      if (end <= clock()) throw new Refusal(400, 'broadcast.past')
      if (areaID !== null && !(await broadcasts.hasArea(areaID))) throw new Refusal(400, 'broadcast.noArea')
      const id = await broadcasts.add({ message, endDate: end, areaID, postedBy: caller.userID })
      publisher.toAll('refreshBroadcasts')
      return { id }
    },

    endBroadcast: async ({ id }) => {
      if (!(await broadcasts.end(id))) throw new Refusal(400, 'broadcast.over')
      publisher.toAll('refreshBroadcasts')
      return { done: true }
    },

    raiseDefcon: async (_input, { caller }) => {
      if (await broadcasts.raise(caller.userID)) publisher.toAll('refreshDefconAlerts')
      return { done: true }
    },

    endDefcon: async () => {
      await broadcasts.endDefcon()
      publisher.toAll('refreshDefconAlerts')
      return { done: true }
    },

    reportAppointmentsAtRisk: async ({ count }) => {
      await broadcasts.setAtRisk(count)
      publisher.toGroup(SUPERVISORS, 'appointmentsCountUpdate', count)
      return { done: true }
    },
  }
}
