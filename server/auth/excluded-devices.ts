import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'

/**
 * Nobody signs in from an excluded device, whoever they are and by whatever way (spec 5 §3.6).
 * @throws Refusal 403 where the device is excluded
 */
export async function requireAllowedDevice(db: Database, deviceID: string | null | undefined): Promise<void> {
  if (deviceID == null) return
  const excluded = await db
    .selectFrom('excludedDevices')
    .where('deviceID', '=', deviceID)
    .select('deviceID')
    .executeTakeFirst()
  if (excluded) throw new Refusal(403, 'signIn.deviceNotAllowed')
}
