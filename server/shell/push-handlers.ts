import type { AreaHandlers } from '../http/handlers.ts'
import type { DeviceReports } from './device-reports.ts'

interface PushServices {
  readonly reports: Pick<DeviceReports, 'keepPushToken'>
}

/** Registers devices for push messages (spec 1 §7). */
export function pushHandlers({ reports }: PushServices): AreaHandlers<'push'> {
  return {
    registerFcm: async ({ fcm }, { caller }) => {
      await reports.keepPushToken(caller.userID, fcm)
      return { done: true }
    },
  }
}
