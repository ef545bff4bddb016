import {
  type DeploymentSetting,
  type DeploymentSettingName,
  deploymentSettings,
} from '#shared/contract/settings-entities.ts'
import { DEPLOYMENT_DEFAULTS } from '#shared/domain/settings.ts'
import type { Database } from '../db/database.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

/** The name of a setting's row among the installation's facts. */
export const settingRow = (name: DeploymentSettingName) => `deployment.${name}`

/** A text as JSON; undefined where it isn't. */
export function parsed(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A setting of the installation; its default where none is stored, or it doesn't fit. */
export async function deploymentSetting<N extends DeploymentSettingName>(
  db: Database,
  name: N,
): Promise<DeploymentSetting<N>> {
  const kept = deploymentSettings[name].safeParse(parsed(await readSetting(db, settingRow(name))))
  return (kept.success ? kept.data : DEPLOYMENT_DEFAULTS[name]) as DeploymentSetting<N>
}

/** Stores a setting that the contract has checked. */
export function saveDeploymentSetting<N extends DeploymentSettingName>(
  db: Database,
  name: N,
  value: DeploymentSetting<N>,
): Promise<void> {
  return writeSetting(db, settingRow(name), JSON.stringify(value))
}
