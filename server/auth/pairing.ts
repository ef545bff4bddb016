import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { notify } from '../notifications/notifications.ts'
import { Refusal } from '../refusal.ts'
import type { Companions } from './companions.ts'
import { requireAllowedDevice } from './excluded-devices.ts'
import type { EndedSignIn, Sessions } from './sessions.ts'

export const COMPANION = 'COMPANION'
const PAIRED = 'A companion device was paired with your account.'

export interface PairingServices {
  readonly db: Database
  readonly clock: Clock
  readonly companions: Companions
  readonly sessions: Sessions
  readonly tellEnded: (ended: readonly EndedSignIn[]) => void
}

/**
 * Pairs the device and ends the sessions of the person's former one; tells the person. @throws Refusal 400
 * where the device is somebody else's.
 */
export async function pairDevice(
  { db, clock, companions, sessions, tellEnded }: PairingServices,
  {
    userID,
    deviceID,
    by,
    isMoved = false,
  }: {
    readonly userID: number
    readonly deviceID: string
    readonly by: number
    readonly isMoved?: boolean
  },
): Promise<void> {
  await requireAllowedDevice(db, deviceID)
  if (!(await companions.pair(userID, deviceID, by, isMoved)))
    throw new Refusal(400, 'session.pairedElsewhere')
  await notify(db, clock, { userID, type: COMPANION, subject: PAIRED, cssClass: 'info' })
  tellEnded(await sessions.endAll({ userID, tokenType: COMPANION, exceptDeviceID: deviceID }))
}
