import type { Sealer } from '../auth/sealer.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import { Refusal } from '../refusal.ts'
import { EventLog } from '../session/event-log.ts'
import { REMOTE_DESKTOPS_MAX, RemoteDesktops } from './remote-desktops.ts'

export interface RemoteDesktopServices {
  readonly db: Database
  readonly clock: Clock
  readonly sealer: Sealer
}

function orUnknown<T>(found: T | null | false): T {
  if (found === null || found === false) throw new Refusal(400, 'remoteDesktop.unknown')
  return found
}

/** People's own remote desktops (spec 3 §7). No permission is listed for them, so everybody may have some. */
export function remoteDesktopHandlers(services: RemoteDesktopServices): AreaHandlers<'remoteDesktop'> {
  const desktops = new RemoteDesktops(services)
  const eventLog = new EventLog(services.db, services.clock)
  return {
    viewMyRdp: (_input, { caller: { userID } }) => desktops.list(userID),

    decryptRdp: async ({ id }, { caller: { userID } }) => {
      const record = orUnknown(await desktops.open(userID, id))
      await eventLog.add({ userID, actionName: 'REMOTE_DESKTOP_DECRYPTED', description: `RDP_ID ${id}` })
      return record
    },

    removeRdp: async ({ id }, { caller: { userID } }) => {
      orUnknown(await desktops.remove(userID, id))
      return { done: true }
    },

    updateRdp: async (record, { caller: { userID } }) => {
      orUnknown(await desktops.update(userID, record))
      return { done: true }
    },

    newRdp: async (record, { caller: { userID } }) => {
      const added = await desktops.add(userID, record)
      if (added === null) throw new Refusal(400, 'remoteDesktop.full', { max: REMOTE_DESKTOPS_MAX })
      return added
    },
  }
}
