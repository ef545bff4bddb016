import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  type AppliedTheme,
  appliedTheme,
  initialThemeSetting,
  nextThemeSetting,
  THEME_CHECK_MS,
  type ThemeSetting,
} from '#shared/domain/theme.ts'
import type { AppStorage } from '../services/storage/storage.ts'

interface ThemeState {
  readonly setting: ThemeSetting
  readonly applied: AppliedTheme
}

export interface ThemeChoice {
  readonly store: StoreApi<ThemeState>
  /** Dark, light, auto, dark; the choice is kept. */
  cycle(): void
  /** The same as a choice of its own. */
  set(setting: ThemeSetting): void
  /** Looks at the hour each minute; returns what ends that. */
  watch(): () => void
}

export interface ThemeSources {
  readonly storage: AppStorage
  readonly systemIsDark: boolean
  readonly hour: () => number
}

export function createThemeChoice({ storage, systemIsDark, hour }: ThemeSources): ThemeChoice {
  const stateOf = (setting: ThemeSetting): ThemeState => ({ setting, applied: appliedTheme(setting, hour()) })
  const stored = () => initialThemeSetting(storage.get('theme'), systemIsDark)
  const store = createStore<ThemeState>(() => stateOf(stored()))
  storage.onChangeElsewhere('theme', () => store.setState(stateOf(stored())))
  const set = (setting: ThemeSetting) => {
    storage.set('theme', setting)
    store.setState(stateOf(setting))
  }
  return {
    store,
    set,
    cycle: () => set(nextThemeSetting(store.getState().setting)),
    watch() {
      const timer = setInterval(() => store.setState(stateOf(store.getState().setting)), THEME_CHECK_MS)
      return () => clearInterval(timer)
    },
  }
}
