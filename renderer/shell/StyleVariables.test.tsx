import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { themeDark, themeLight } from '#shared/contract/settings.ts'
import { DEFAULT_STYLES } from '#shared/domain/default-styles.ts'
import { THEME_VARIABLES } from '#shared/domain/style-settings.ts'
import { createSettings } from '../services/person/settings.ts'
import { type ShellTools, ShellToolsProvider } from '../services/shell-tools.tsx'
import { fakeServices } from '../testing/fake-services.ts'
import { StyleVariables } from './StyleVariables.tsx'
import { ThemeChoiceProvider } from './theme-context.tsx'
import { createThemeChoice } from './theme-setting.ts'

const variable = (name: string) => document.documentElement.style.getPropertyValue(name)

test('S275 S182 the style settings of the theme that is applied are on the page, and no others', async () => {
  const { services, answer, made } = fakeServices()
  const mine = (variables: object) => ({ ...DEFAULT_STYLES.LIGHT, variables })
  answer(themeLight, () => mine({ bg: '#fffff0', primary: '#aa3300' }))
  answer(themeDark, () => mine({ bg: '#101010' }))
  const settings = createSettings(services)
  const end = settings.watch()
  const choice = createThemeChoice({ storage: services.storage, systemIsDark: false, hour: () => 12 })
  const tools = { settings } as unknown as ShellTools
  const { unmount } = render(
    <ThemeChoiceProvider value={choice}>
      <ShellToolsProvider value={tools}>
        <StyleVariables />
      </ShellToolsProvider>
    </ThemeChoiceProvider>,
  )
  await act(async () => {})
  expect([variable('--fw-bg'), variable('--fw-primary')]).toEqual(['#fffff0', '#aa3300'])
  expect(variable('--fw-task-priority-emergency')).not.toBe('')
  expect(made.some(({ path }) => path === themeDark.path)).toBe(false)
  await act(async () => choice.set('DARK'))
  expect([variable('--fw-bg'), variable('--fw-primary')]).toEqual(['#101010', ''])
  unmount()
  expect(variable('--fw-bg')).toBe('')
  end()
})

test('S130 every colour that a deployment may set is one of the product’s, light and dark', () => {
  const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')
  for (const name of THEME_VARIABLES)
    expect([name, tokens.split(`\n  --fw-${name}: `).length >= 3]).toEqual([name, true])
})
