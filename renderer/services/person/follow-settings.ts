import type { SettingKey } from '#shared/settings/registry.ts'
import type { NewsFeed } from '../hubs/news-feed.ts'
import type { SettingName, Settings } from './settings.ts'

/** What a window reads anew when a setting is saved; others come with their page, or with the activity. */
const READ_AGAIN: { readonly [K in SettingKey]?: SettingName } = {
  'look.themeLight': 'themeLight',
  'look.themeDark': 'themeDark',
  'words.interfaceLabels': 'interfaceLabels',
  'devices.minimumScreen': 'screenThresholds',
  'projects.targets': 'projectTargets',
  'projects.tasks': 'taskConfig',
  'projects.jobOrders': 'jobOrderConfig',
}

interface Following {
  readonly news: Pick<NewsFeed<readonly string[]>, 'onChange'>
  readonly settings: Pick<Settings, 'store' | 'refresh'>
  readonly readLabels: () => void
  readonly readDevices: () => void
}

/**
 * Takes over settings that somebody saves, without reloading (spec 5 §5.1). What this window never read is left
 * until it is wanted.
 */
export function followSettings({ news, settings, readLabels, readDevices }: Following): () => void {
  return news.onChange((keys) => {
    // Null: the connection was gone, and anything may be otherwise.
    const changed = (key: string) => keys === null || keys.includes(key)
    const { read } = settings.store.getState()
    for (const [key, name] of Object.entries(READ_AGAIN))
      if (changed(key) && read.includes(name)) settings.refresh(name)
    if (changed('words.menuLabels')) readLabels()
    if (keys === null || keys.some((key) => key.startsWith('devices.'))) readDevices()
  })
}
