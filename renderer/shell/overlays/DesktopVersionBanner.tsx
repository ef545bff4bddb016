import { useStore } from 'zustand'
import { useSignedInServices } from '../../services/shell-tools.tsx'
import styles from './ShellBanner.module.css'
import { desktopOutdated } from './text.ts'

/** A desktop client that is older than the installation allows (spec 1 §5). It stays until it is updated. */
export function DesktopVersionBanner() {
  const { outdated } = useStore(useSignedInServices().desktopVersion.store)
  if (outdated === null) return null
  return (
    <div className={styles.banner} data-kind="danger" role="alert">
      {desktopOutdated(outdated)}
    </div>
  )
}
