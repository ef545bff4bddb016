import type { SettingKey } from '#shared/settings/registry.ts'
import type { MainPublisher } from '../shell/main-publisher.ts'

/** Tells every window which settings are otherwise (spec 5 §5.1: within 5 seconds, without reloading). */
export type TellSettings = (keys: readonly SettingKey[]) => Promise<void>

interface Windows {
  readonly toAll: MainPublisher['toAll']
  /** Tells people their activity again: its rules come with it. */
  readonly tellActivities: () => Promise<void>
}

export function tellSettings({ toAll, tellActivities }: Windows): TellSettings {
  return async (keys) => {
    if (keys.length === 0) return
    toAll('settingsChanged', { keys: [...keys] })
    if (keys.some((key) => key.startsWith('activity.'))) await tellActivities()
  }
}
