import { deviceSettings } from '#shared/contract/device-health.ts'
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings } from '#shared/domain/device-grading.ts'
import type { Database } from '../db/database.ts'
import { readSetting } from '../db/settings.ts'

const SETTING = 'deviceSettings'

/** What a device must meet: what was stored, the defaults of spec 1 §9 where nothing fit was. */
export async function readDeviceSettings(db: Database): Promise<DeviceSettings> {
  const stored = await readSetting(db, SETTING)
  if (stored === null) return DEFAULT_DEVICE_SETTINGS
  const read = deviceSettings.safeParse(JSON.parse(stored))
  return read.success ? read.data : DEFAULT_DEVICE_SETTINGS
}

export async function keepDeviceSettings(db: Database, settings: DeviceSettings): Promise<void> {
  const value = JSON.stringify(settings)
  await db
    .insertInto('settings')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
