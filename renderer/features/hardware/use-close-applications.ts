import { useState } from 'react'
import type { DeviceSettings } from '#shared/domain/device-grading.ts'
import type { HostResult } from '#shared/host/command.ts'
import { useServices } from '../../services/context.tsx'
import { type Desktop, USE_DESKTOP_APP } from '../../services/desktop/desktop.ts'
import { applicationsClosed, FEATURE_OFF } from './text.ts'

/**
 * Closes the applications that this installation lists as a burden, and says how many (spec 3 §5, §8).
 *
 * @param enabled what was enabled for the person; null for nothing
 */
export function useCloseApplications(enabled: DeviceSettings | null) {
  const { desktop, notices } = useServices()
  const [busy, setBusy] = useState(false)
  const close = async () => {
    if (!desktop.available) return notices.show('warning', USE_DESKTOP_APP)
    if (!enabled?.isEnabled) return notices.show('warning', FEATURE_OFF)
    setBusy(true)
    const result = await closeApplications(desktop)
    setBusy(false)
    if (result.ok) notices.show('success', applicationsClosed(result.value.closed))
    else notices.show('error', result.error.message)
  }
  return { busy, close }
}

function closeApplications(desktop: Desktop): Promise<HostResult<{ readonly closed: number }>> {
  return desktop.invoke('closeApplications', null)
}
