import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Vault.module.css'

/** What stands where a vault will. */
export function Bones({ label }: { label: string }) {
  return (
    <div className={styles.bones} role="status" aria-label={label}>
      <Skeleton width="60%" height={18} />
      <Skeleton width="45%" height={18} />
    </div>
  )
}
