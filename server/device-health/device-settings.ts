import type { DeviceSettings } from '#shared/domain/device-grading.ts'
import type { SettingKey } from '#shared/settings/registry.ts'
import type { Database } from '../db/database.ts'
import type { SettingChange } from '../settings/save-settings.ts'
import { readSettings } from '../settings/settings.ts'

const PARTS = [
  'isEnabled',
  'testsToRun',
  'testsToPass',
  'allowVPN',
  'proxyAndVPNCheck',
  'hotfixCheck',
  'requireUSBHeadset',
  'skipInternetCheck',
  'skipMicrophoneCheck',
  'skipCameraCheck',
  'skipSpeakersCheck',
  'showWindowsAccountCreation',
  'thresholds',
] as const satisfies (keyof DeviceSettings)[]

const keyOf = (name: (typeof PARTS)[number]) => `devices.${name}` as const satisfies SettingKey

/** What a device must meet: the settings, the defaults of spec 1 §9 otherwise. */
export async function readDeviceSettings(db: Database): Promise<DeviceSettings> {
  const read = await readSettings(db, [...PARTS.map(keyOf), 'devices.minimumScreen'])
  const { minimumWidth: width, minimumHeight: height } = read['devices.minimumScreen']
  const parts = Object.fromEntries(PARTS.map((name) => [name, read[keyOf(name)]]))
  return { ...(parts as Omit<DeviceSettings, 'minimumScreen'>), minimumScreen: { width, height } }
}

/** What it takes to make the settings these, where they aren't yet. */
export async function changesTo(db: Database, wanted: DeviceSettings): Promise<SettingChange[]> {
  const present = await readDeviceSettings(db)
  const differs = (name: keyof DeviceSettings) =>
    JSON.stringify(present[name]) !== JSON.stringify(wanted[name])
  const parts = PARTS.filter(differs).map((name) => ({
    key: keyOf(name),
    value: wanted[name],
    version: null,
  }))
  if (!differs('minimumScreen')) return parts
  const { width, height } = wanted.minimumScreen
  const value = { minimumWidth: width, minimumHeight: height }
  return [...parts, { key: 'devices.minimumScreen', value, version: null }]
}
