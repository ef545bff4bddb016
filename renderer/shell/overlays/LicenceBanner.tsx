import { useStore } from 'zustand'
import { useShell } from '../shell-context.tsx'
import styles from './ShellBanner.module.css'

/** The licence's last days (spec 1 §4.7). A timer isn't read out each second. */
export function LicenceBanner() {
  const { shows, timerText } = useStore(useShell().licence.store)
  if (shows !== 'banner') return null
  return (
    <div className={styles.banner} data-kind="danger" role="timer">
      {timerText}
    </div>
  )
}
