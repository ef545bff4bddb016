import { BROADCAST_DAYS_MAX, lastEnd } from '#shared/domain/announcements.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { afterCommit } from '../db/unit-of-work.ts'
import type { AreaHandlers, Caller } from '../http/handlers.ts'
import { audit } from '../records/audit.ts'
import { Refusal } from '../refusal.ts'
import type { MainConnection } from '../shell/main-hub.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'
import type { Broadcasts } from './broadcasts.ts'

/** The group of windows at supervisor level, which are told of appointments at risk. */
/** Who is told how many appointments are at risk. */
export const SUPERVISORS = 'supervisor-level'

interface BroadcastServices {
  readonly db: Database
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
  db,
  broadcasts,
  clock,
  publisher,
}: BroadcastServices): AreaHandlers<'broadcast'> {
  const told = (
    caller: Caller,
    action: string,
    recordType: string,
    recordID: number,
    label: string,
    reason = '',
  ) => audit(db, caller, clock(), { action, page: 'support.home', recordType, recordID, label, reason })
  return {
    forMe: async (_input, { caller }) =>
      (await broadcasts.forPerson(caller.userID)).map(({ endDate, ...row }) => ({
        ...row,
        endDate: new Date(endDate).toISOString(),
      })),

    defconAlerts: async () =>
      (await broadcasts.defcon()).map(({ id, startTime, isDrill }) => ({
        id,
        startTime: new Date(startTime).toISOString(),
        isDrill: isDrill === 1,
      })),

    sawAnnouncements: async ({ broadcastIDs, alertIDs }, { caller }) => {
      await broadcasts.saw(caller.userID, broadcastIDs, alertIDs)
      return { done: true }
    },

    postBroadcast: async ({ message, endDate, areaID, areaIDs = [] }, { caller }) => {
      const end = Date.parse(endDate)
      if (end <= clock()) throw new Refusal(400, 'broadcast.past')
      if (end > lastEnd(clock())) throw new Refusal(400, 'broadcast.tooLong', { days: BROADCAST_DAYS_MAX })
      const areas = [...new Set([...areaIDs, ...(areaID === undefined ? [] : [areaID])])]
      if (areas.length > 0 && !(await broadcasts.hasAreas(areas))) throw new Refusal(400, 'broadcast.noArea')
      const id = await broadcasts.add({ message, endDate: end, areaIDs: areas, postedBy: caller.userID })
      await told(caller, 'BROADCAST_POSTED', 'broadcast', id, message)
      await afterCommit(() => publisher.toAll('refreshBroadcasts'))
      return { id }
    },

    endBroadcast: async ({ id }, { caller }) => {
      const message = await broadcasts.end(id, caller.userID)
      if (message === null) throw new Refusal(400, 'broadcast.over')
      await told(caller, 'BROADCAST_ENDED', 'broadcast', id, message)
      await afterCommit(() => publisher.toAll('refreshBroadcasts'))
      return { done: true }
    },

    listBroadcasts: async () => ({
      ...(await broadcasts.list()),
      templates: await broadcasts.templates(),
      areas: await broadcasts.areas(),
    }),

    saveBroadcastTemplate: async (template, { caller }) => {
      const kept = await broadcasts.saveTemplate(template)
      await told(caller, 'BROADCAST_TEMPLATE_SAVED', 'broadcastTemplate', kept.id, kept.name)
      return kept
    },

    deleteBroadcastTemplate: async ({ id }, { caller }) => {
      const name = await broadcasts.deleteTemplate(id)
      if (name === null) throw new Refusal(404, 'record.gone', { one: 'template' })
      await told(caller, 'BROADCAST_TEMPLATE_DELETED', 'broadcastTemplate', id, name)
      return { done: true }
    },

    raiseDefcon: async ({ reason, isDrill }, { caller }) => {
      const raised = { raisedBy: caller.userID, reason, isDrill }
      const id = await broadcasts.raise(raised, publisher.online())
      if (id === null) throw new Refusal(409, 'defcon.stands')
      await told(caller, 'DEFCON_RAISED', 'defconAlert', id, isDrill ? 'Drill' : 'Defcon', reason)
      await afterCommit(() => publisher.toAll('refreshDefconAlerts'))
      return { id }
    },

    endDefcon: async ({ reason }, { caller }) => {
      const id = await broadcasts.endDefcon(caller.userID, reason)
      if (id === null) throw new Refusal(400, 'defcon.none')
      await told(caller, 'DEFCON_ENDED', 'defconAlert', id, 'Defcon', reason)
      await afterCommit(() => publisher.toAll('refreshDefconAlerts'))
      return { done: true }
    },

    listDefcon: async (_input, { caller }) => ({ alerts: await broadcasts.listDefcon(caller) }),
  }
}
