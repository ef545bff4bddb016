import { IconDeviceMobileOff, IconDevices, IconLicenseOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { LICENCE_TEXT } from '#shared/domain/licence.ts'
import { isMobileRefused, needsCompanion } from '#shared/domain/session.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useShell } from '../shell-context.tsx'
import styles from './AccessGate.module.css'
import { FullScreen } from './FullScreen.tsx'
import { LogOutButton } from './LogOutButton.tsx'
import { NetworkRefused } from './NetworkRefused.tsx'
import { OVERLAY_TEXT } from './text.ts'
import { UnsupportedDevice } from './UnsupportedDevice.tsx'

/**
 * Lets through who may work here; others see why not (spec 1 §4.4, §4.7, §5). What can pass, as a
 * companion that is connected again or a VPN that is turned off, covers the application and leaves it as it is underneath.
 */
export function AccessGate({ children }: { children: ReactNode }) {
  const tokenType = useSession(({ user }) => user?.claims.tokenType ?? 'OTHER')
  const permissions = useSession((session) => session.permissions)
  const stop = useStop()
  if (isMobileRefused(tokenType, permissions)) return <MobileRefused />
  return (
    <>
      <div className={styles.behind} inert={stop !== null}>
        {children}
      </div>
      {stop ?? <UnsupportedDevice />}
    </>
  )
}

function useStop(): ReactNode {
  const { desktop } = useServices()
  const { companion, licence, guard } = useShell()
  const link = useStore(companion.store).companion
  const { shows } = useStore(licence.store)
  const network = useStore(guard.store, ({ unauthorised }) => unauthorised)
  const tokenType = useSession(({ user }) => user?.claims.tokenType ?? 'OTHER')
  const permissions = useSession((session) => session.permissions)
  if (shows === 'overlay') return <LicenceExpired />
  if (network !== null) return <NetworkRefused use={network} />
  return needsCompanion({ permissions, desktop: desktop.available, tokenType, companion: link }) ? (
    <CompanionNeeded checking={link === 'unknown'} />
  ) : null
}

function MobileRefused() {
  return (
    <FullScreen
      role="alert"
      kind="stop"
      title={OVERLAY_TEXT.mobileRefused}
      icon={<IconDeviceMobileOff size={32} stroke={1.6} />}
      actions={<LogOutButton />}
    >
      {OVERLAY_TEXT.mobileRefusedMore}
    </FullScreen>
  )
}

function LicenceExpired() {
  return (
    <FullScreen
      role="alertdialog"
      kind="stop"
      title={LICENCE_TEXT.expired}
      icon={<IconLicenseOff size={32} stroke={1.6} />}
      actions={<LogOutButton />}
    >
      {OVERLAY_TEXT.licenceExpiredMore}
    </FullScreen>
  )
}

function CompanionNeeded({ checking }: { checking: boolean }) {
  return (
    <FullScreen
      role="alertdialog"
      title={checking ? OVERLAY_TEXT.companionChecking : OVERLAY_TEXT.companionNeeded}
      icon={<IconDevices size={32} stroke={1.6} />}
      actions={<LogOutButton />}
    >
      {checking ? null : OVERLAY_TEXT.companionNeededMore}
    </FullScreen>
  )
}
