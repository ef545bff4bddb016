import { IconDeviceDesktop } from '@tabler/icons-react'
import type { DeviceSettings } from '#shared/domain/device-grading.ts'
import { CheckCard } from './CheckCard.tsx'
import type { Check } from './checks.ts'
import styles from './Hardware.module.css'

/** The screen against the least that is supported. */
export function ScreenCard({ check, minimum }: { check: Check; minimum: DeviceSettings['minimumScreen'] }) {
  return (
    <CheckCard title="Screen" icon={<IconDeviceDesktop size={18} aria-hidden="true" />} checks={[check]}>
      <div className={styles.picture}>
        At least {minimum.width} × {minimum.height} is needed.
      </div>
    </CheckCard>
  )
}
