import type { DeploymentSetting, DeploymentSettingName } from '#shared/contract/settings-entities.ts'
import type { SettingKey } from '#shared/settings/registry.ts'
import type { Database } from '../db/database.ts'
import { readSetting } from './settings.ts'

/** What the registry calls the settings that have calls of their own (spec 1 §7). */
const KEYS = {
  themeLight: 'look.themeLight',
  themeDark: 'look.themeDark',
  screenThresholds: 'devices.minimumScreen',
  projectTargets: 'projects.targets',
  taskConfig: 'projects.tasks',
  jobOrderConfig: 'projects.jobOrders',
  interfaceLabels: 'words.interfaceLabels',
  minimumDesktopClient: 'devices.minimumDesktopClient',
} as const satisfies Readonly<Record<DeploymentSettingName, SettingKey>>

/** A setting of the installation; its default where none is stored, or it doesn't fit. */
export async function deploymentSetting<N extends DeploymentSettingName>(
  db: Database,
  name: N,
): Promise<DeploymentSetting<N>> {
  return (await readSetting(db, KEYS[name])) as DeploymentSetting<N>
}
