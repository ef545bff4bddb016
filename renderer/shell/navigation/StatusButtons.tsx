import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconAntennaBars5,
  IconBattery1,
  IconBell,
  IconDeviceMobile,
  IconDeviceMobileOff,
  IconExternalLink,
  IconMoon,
  IconNetwork,
  IconPlugConnected,
  IconPlugConnectedX,
  IconSun,
  IconSunMoon,
  IconWifi,
  IconWifi1,
  IconWifi2,
  IconWifiOff,
  IconWorld,
} from '@tabler/icons-react'
import { memo } from 'react'
import { useStore } from 'zustand'
import type { SessionLink } from '#shared/domain/session.ts'
import type { ThemeSetting } from '#shared/domain/theme.ts'
import { VpnMenu } from '../../features/tools/index.ts'
import { useServices, useSession } from '../../services/context.tsx'
import type { NetworkState } from '../../services/machine/network-status.ts'
import { newInstanceWay, openNewInstance, WINDOW_BLOCKED } from '../../services/page/pop-outs.ts'
import { useUiLabels, useUiLabelsState } from '../../services/page/ui-labels-context.tsx'
import { useShell } from '../shell-context.tsx'
import { useThemeChoice } from '../theme-context.tsx'
import styles from './SideBar.module.css'
import { StatusButton, StatusMenu } from './StatusButton.tsx'
import { missedText, NAVIGATION_TEXT as TEXT } from './text.ts'

interface Props {
  missed: number
  onMissed: (() => void) | undefined
}

/** The row of states at the side bar's foot (spec 1 §2.6). */
export const StatusButtons = memo(function StatusButtons({ missed, onMissed }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div className={styles.statuses} role="group" aria-label={TEXT.status}>
      <LabelsStatus />
      <BatteryStatus />
      <MissedNotifications missed={missed} onMissed={onMissed} />
      <CompanionStatus />
      <HubStatus />
      <VpnMenu />
      <NetworkStatusButton />
      <ThemeButton />
      <NewInstanceButton />
    </div>
  )
})

function MissedNotifications({ missed, onMissed }: Props) {
  const status = {
    icon: IconBell,
    label: missedText(missed),
    tone: missed > 0 ? 'warning' : 'quiet',
    count: missed,
  } as const
  return onMissed ? <StatusButton {...status} onClick={onMissed} /> : <StatusMenu {...status} />
}

/** Says what is missing from the label set: to everybody that it couldn't be had, to admins what was mended. */
function LabelsStatus() {
  const { status, reason, problems } = useUiLabelsState((state) => state)
  const labels = useUiLabels()
  const isAdmin = useSession(({ permissions }) => permissions.can('ADMIN_CAN_SEE_MODULE'))
  if (status === 'failed') {
    return (
      <StatusMenu icon={IconAlertTriangle} label={TEXT.labelsFailed} tone="warning">
        <p>{reason}</p>
        <Button size="xs" variant="default" onClick={() => void labels.load()}>
          {TEXT.tryAgain}
        </Button>
      </StatusMenu>
    )
  }
  if (!isAdmin || problems.length === 0) return null
  return (
    <StatusMenu icon={IconAlertTriangle} label={TEXT.labelsMended} tone="warning">
      <ul className={styles.problems}>
        {problems.map(({ key, problem }) => (
          <li key={`${key} ${problem}`}>
            <code>{key}</code> {problem}
          </li>
        ))}
      </ul>
    </StatusMenu>
  )
}

/** At or below this charge the warning is red, in percent. Ours. */
const BATTERY_LOW = 20

function BatteryStatus() {
  const { discharging, level } = useStore(useShell().battery.store)
  if (!discharging) return null
  const low = level !== null && level <= BATTERY_LOW
  return (
    <StatusMenu icon={IconBattery1} label={TEXT.battery} tone={low ? 'danger' : 'warning'}>
      <p>This computer runs on its battery{level === null ? '' : `, which is at ${level} %`}.</p>
    </StatusMenu>
  )
}

const LINK_TEXT: Readonly<Record<SessionLink, string>> = {
  connected: 'connected',
  disconnected: 'not connected',
  unknown: 'state not known yet',
}

/** A companion looks out for the desktop session, everything else for the companion. */
function CompanionStatus() {
  const { primary, companion } = useStore(useShell().companion.store)
  const isCompanion = useSession(({ user }) => user?.claims.tokenType === 'COMPANION')
  const link = isCompanion ? primary : companion
  const connected = link === 'connected'
  return (
    <StatusMenu
      icon={connected ? IconDeviceMobile : IconDeviceMobileOff}
      label={`${isCompanion ? 'Desktop session' : 'Companion session'}: ${LINK_TEXT[link]}`}
      tone={connected ? 'good' : 'quiet'}
    />
  )
}

function HubStatus() {
  const { state } = useStore(useShell().hubLink.store)
  if (state === 'connected')
    return <StatusMenu icon={IconPlugConnected} label={TEXT.hubConnected} tone="good" />
  // A hub that was never reached brings as little as one that was lost.
  const words = state === 'connecting' ? TEXT.hubConnecting : TEXT.hubNotConnected
  return <StatusMenu icon={IconPlugConnectedX} label={`${words}. ${TEXT.noCallsOrMessages}`} tone="danger" />
}

/** From which signal on the wifi has two and three bars, in percent: fair and good (spec 1 §9). */
const FAIR_SIGNAL = 65
const GOOD_SIGNAL = 75

function networkFace({ online, kind, signal }: NetworkState) {
  if (!online) return { icon: IconWifiOff, label: TEXT.noInternet, tone: 'danger' } as const
  if (kind === 'wired') return { icon: IconNetwork, label: 'Network: cable', tone: 'good' } as const
  if (kind === 'mobile') return { icon: IconAntennaBars5, label: 'Network: mobile', tone: 'good' } as const
  if (kind === 'none') return { icon: IconNetwork, label: 'Network: no wifi', tone: 'quiet' } as const
  if (kind === 'unknown') return { icon: IconWorld, label: 'Network: online', tone: 'good' } as const
  if (signal === null) return { icon: IconWifi, label: 'Network: wifi', tone: 'good' } as const
  const label = `Network: wifi, signal ${signal} %`
  if (signal >= GOOD_SIGNAL) return { icon: IconWifi, label, tone: 'good' } as const
  if (signal >= FAIR_SIGNAL) return { icon: IconWifi2, label, tone: 'good' } as const
  return { icon: IconWifi1, label, tone: 'warning' } as const
}

function NetworkStatusButton() {
  const face = networkFace(useStore(useShell().network.store))
  return <StatusMenu {...face} />
}

const THEME_ICON: Record<ThemeSetting, typeof IconSun> = { LIGHT: IconSun, DARK: IconMoon, AUTO: IconSunMoon }
const THEME_LABEL: Record<ThemeSetting, string> = {
  LIGHT: 'Theme: light',
  DARK: 'Theme: dark',
  AUTO: 'Theme: by time of day',
}

function ThemeButton() {
  const choice = useThemeChoice()
  const { setting } = useStore(choice.store)
  return <StatusButton icon={THEME_ICON[setting]} label={THEME_LABEL[setting]} onClick={choice.cycle} />
}

/** The application once more, in a tab or as a popup (spec 1 §6). */
function NewInstanceButton() {
  const { notices } = useServices()
  const permissions = useSession((session) => session.permissions)
  const way = newInstanceWay(permissions)
  if (!way) return null
  return (
    <StatusButton
      icon={IconExternalLink}
      label={TEXT.newInstance}
      onClick={() => {
        if (!openNewInstance(window, way)) notices.show('warning', WINDOW_BLOCKED)
      }}
    />
  )
}
