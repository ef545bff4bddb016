import { Button, Loader } from '@mantine/core'
import styles from './SignInScreen.module.css'
import { DEVICE_TEXT } from './text.ts'

/** Says that this device is signing itself in, and lets the person sign in themselves. */
export function DeviceSignInBar({ busy, onCancel }: { busy: boolean; onCancel: () => void }) {
  return (
    <div role="status">
      {busy ? (
        <div className={styles.deviceBar}>
          <Loader size="xs" aria-hidden="true" />
          <p>{DEVICE_TEXT.signingIn}</p>
          <Button size="compact-sm" variant="subtle" onClick={onCancel}>
            {DEVICE_TEXT.cancel}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
