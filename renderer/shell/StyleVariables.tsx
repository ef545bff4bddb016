import { useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { cssVariablesOf } from '#shared/domain/style-settings.ts'
import { useSetting } from '../services/shell-tools.tsx'
import { useThemeChoice } from './theme-context.tsx'

/**
 * Puts the style settings of the theme that is applied on the page as CSS variables (spec 1 §4.5, §7).
 * Names and values were checked where they came in.
 */
export function StyleVariables() {
  const { applied } = useStore(useThemeChoice().store)
  const settings = useSetting(applied === 'DARK' ? 'themeDark' : 'themeLight')
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const variables = cssVariablesOf(settings)
    for (const [name, value] of variables) style.setProperty(name, value)
    return () => {
      for (const name of variables.keys()) style.removeProperty(name)
    }
  }, [settings])
  return null
}
