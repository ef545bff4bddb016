import { deviceSettings } from '#shared/contract/device-health.ts'
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings } from '#shared/domain/device-grading.ts'
import type { Database } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { deploymentSetting, saveDeploymentSetting } from '../settings/deployment-settings.ts'

const SETTING = 'deviceSettings'

/**
 * What a device must meet: the stored settings, or the defaults of spec 1 §9 where those don't fit. The
 * smallest screen comes from the installation's setting `screenThresholds`.
 */
export async function readDeviceSettings(db: Database): Promise<DeviceSettings> {
  const { minimumWidth: width, minimumHeight: height } = await deploymentSetting(db, 'screenThresholds')
  return { ...(await storedSettings(db)), minimumScreen: { width, height } }
}

async function storedSettings(db: Database): Promise<DeviceSettings> {
  const stored = await readSetting(db, SETTING)
  if (stored === null) return DEFAULT_DEVICE_SETTINGS
  const read = deviceSettings.safeParse(JSON.parse(stored))
  return read.success ? read.data : DEFAULT_DEVICE_SETTINGS
}

export async function keepDeviceSettings(db: Database, settings: DeviceSettings): Promise<void> {
  const { width, height } = settings.minimumScreen
  await saveDeploymentSetting(db, 'screenThresholds', { minimumWidth: width, minimumHeight: height })
  await writeSetting(db, SETTING, JSON.stringify(settings))
}
