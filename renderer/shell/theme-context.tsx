import { createContext, useContext } from 'react'
import type { ThemeChoice } from './theme-setting.ts'

const ThemeContext = createContext<ThemeChoice | null>(null)
export const ThemeChoiceProvider = ThemeContext.Provider

/** The theme's setting. @throws outside the application */
export function useThemeChoice(): ThemeChoice {
  const choice = useContext(ThemeContext)
  if (!choice) throw new Error('useThemeChoice needs a ThemeChoiceProvider above it')
  return choice
}
