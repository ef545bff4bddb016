import { Button, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { type NetworkLocation, networkLocation } from '#shared/domain/device-guard.ts'
import type { HostResult } from '#shared/host/command.ts'
import type { DeviceHealth } from '#shared/host/device-health.ts'
import { useServices } from '../../services/context.tsx'
import { USE_DESKTOP_APP } from '../../services/desktop/desktop.ts'
import { useLive } from '../../services/live.tsx'
import type { IdleState } from '../../services/machine/idleness.ts'
import styles from './DashboardScreen.module.css'

/** How often the local address is read again, in milliseconds: people carry their laptops home. */
const ADDRESS_CHECK_MS = 60_000

const LOCATION_TEXT: Record<NetworkLocation, string> = {
  OFFICE: 'Office',
  HOME: 'Home',
  UNKNOWN: 'Not known',
}

/** Readings of this machine from the desktop client; in a browser it says what is needed for them. */
export function DeviceCard() {
  const { desktop } = useServices()
  if (!desktop.available) {
    return <p className={styles.quiet}>{USE_DESKTOP_APP}: device health is read by the desktop client.</p>
  }
  return <Health />
}

function Health() {
  const { desktop } = useServices()
  const idle = useStore(useLive().idleness.store)
  const location = useNetworkLocation()
  const health = useQuery({
    queryKey: ['deviceHealthCheck'],
    queryFn: async () => readingOf(await desktop.invoke('deviceHealthCheck', null)),
  })
  if (health.isPending) return <Loader size="sm" aria-label="Reading this device" />
  if (health.isError) {
    return (
      <div className={styles.empty} role="alert">
        <p>{health.error.message}</p>
        <Button size="xs" variant="default" onClick={() => health.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return (
    <dl className={styles.readings}>
      {rowsOf(health.data).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>Network</dt>
        <dd>{LOCATION_TEXT[location]}</dd>
      </div>
      <div>
        <dt>You</dt>
        <dd>{presenceText(idle)}</dd>
      </div>
    </dl>
  )
}

/** Office or home, by the local address (spec 1 §4.8). */
function useNetworkLocation(): NetworkLocation {
  const { desktop } = useServices()
  const address = useQuery({
    queryKey: ['localAddress'],
    queryFn: async () => readingOf(await desktop.invoke('localAddress', null)),
    refetchInterval: ADDRESS_CHECK_MS,
  })
  return networkLocation(address.data ?? null)
}

function presenceText({ idle, seconds }: IdleState): string {
  if (!idle) return 'At the keyboard'
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? 'Away from the keyboard' : `Away from the keyboard for ${minutes} min`
}

function readingOf<T>(result: HostResult<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

function rowsOf(health: DeviceHealth): [string, string][] {
  const percent = (value: number | null) => (value === null ? 'not readable' : `${Math.round(value)} %`)
  return [
    ['Machine', health.hostName],
    ['System', health.operatingSystem],
    ['Processor', `${percent(health.cpuUsage)} of ${health.threadCount} threads`],
    ['Memory', `${percent(health.memoryUsage)} of ${gigabytes(health.memorySize)}`],
    ['Disk', percent(health.diskUtilisation)],
  ]
}

function gigabytes(kilobytes: number | null): string {
  return kilobytes === null ? 'an unknown size' : `${Math.round(kilobytes / 1024 / 1024)} GB`
}
