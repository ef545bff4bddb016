import { Button } from '@mantine/core'
import { useStore } from 'zustand'
import { useShell } from '../shell-context.tsx'
import styles from './ShellBanner.module.css'
import { OVERLAY_TEXT, reloadingIn } from './text.ts'

/** Offers a new build, and counts down to it (spec 1 §4.6, 3 §4). */
export function UpdateBanner() {
  const { update } = useShell()
  const state = useStore(update.store)
  if (state.name === 'none' || (state.name === 'available' && state.snoozed)) return null
  if (state.name === 'reloading') {
    return (
      <div className={styles.banner} role="timer">
        {reloadingIn(state.secondsLeft)}
      </div>
    )
  }
  const busy = state.name === 'fetching'
  return (
    <div className={styles.banner} role="status">
      <span>{busy ? OVERLAY_TEXT.updateFetching : OVERLAY_TEXT.updateAvailable}</span>
      <span className={styles.actions}>
        <Button size="compact-sm" disabled={busy} onClick={() => void update.update()}>
          {OVERLAY_TEXT.updateNow}
        </Button>
        <Button size="compact-sm" variant="subtle" disabled={busy} onClick={update.dismiss}>
          {OVERLAY_TEXT.updateDismiss}
        </Button>
      </span>
    </div>
  )
}
