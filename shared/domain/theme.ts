export type ThemeSetting = 'LIGHT' | 'DARK' | 'AUTO'
export type AppliedTheme = 'LIGHT' | 'DARK'

/** AUTO is dark from 22:00:00 to 06:59:59 (decisions, Shell). */
const DAY_STARTS_AT = 7
const NIGHT_STARTS_AT = 22
/** How often AUTO looks at the clock, in milliseconds (spec 1 §9). */
export const THEME_CHECK_MS = 60_000

/** The theme to show; `hour` is the local hour of the day, 0 to 23 (spec 1 §4.5). */
export function appliedTheme(setting: ThemeSetting, hour: number): AppliedTheme {
  if (setting !== 'AUTO') return setting
  return hour < DAY_STARTS_AT || hour >= NIGHT_STARTS_AT ? 'DARK' : 'LIGHT'
}

/** The stored choice, else the system's preference (spec 1 §4.5). */
export function initialThemeSetting(stored: ThemeSetting | null, systemIsDark: boolean): ThemeSetting {
  return stored ?? (systemIsDark ? 'DARK' : 'LIGHT')
}

const NEXT: Readonly<Record<ThemeSetting, ThemeSetting>> = { DARK: 'LIGHT', LIGHT: 'AUTO', AUTO: 'DARK' }

/** The side bar's button goes through dark, light, auto (spec 1 §4.5). */
export const nextThemeSetting = (setting: ThemeSetting): ThemeSetting => NEXT[setting]
