import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { DesktopVersionCheck } from './desktop/desktop-version.ts'
import type { Passport } from './machine/passport.ts'
import type { Sounds } from './notices/sounds.ts'
import type { ScreenAction, ScreenActions } from './page/screen-actions.ts'
import type { SettingName, Settings, SettingValues } from './person/settings.ts'

/** What features are given besides `Services` while somebody is signed in; it comes with their code. */
export interface ShellTools {
  readonly settings: Settings
  readonly sounds: Sounds
  readonly screenActions: ScreenActions
  readonly desktopVersion: DesktopVersionCheck
  readonly passport: Passport
}

const ShellToolsContext = createContext<ShellTools | null>(null)

export function ShellToolsProvider({ value, children }: { value: ShellTools; children: ReactNode }) {
  return <ShellToolsContext value={value}>{children}</ShellToolsContext>
}

/** @throws outside a ShellToolsProvider */
export function useSignedInServices(): ShellTools {
  const services = useContext(ShellToolsContext)
  if (!services) throw new Error('useSignedInServices needs a ShellToolsProvider above it')
  return services
}

/** A setting; its default until it is read, and where it can't be. */
export function useSetting<N extends SettingName>(name: N): SettingValues[N] {
  const { settings } = useSignedInServices()
  useEffect(() => settings.want(name), [settings, name])
  return useStore(settings.store, ({ values }) => values[name])
}

/** The passport check; null where nobody offers one. */
export const usePassport = (): Passport | null => useContext(ShellToolsContext)?.passport ?? null

/** Offers an action of the screen while the component is there; where nobody asks for one, to nobody. */
export function useScreenAction(action: ScreenAction, run: () => void): void {
  const screenActions = useContext(ShellToolsContext)?.screenActions
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => screenActions?.offer(action, () => latest.current()), [screenActions, action])
}
