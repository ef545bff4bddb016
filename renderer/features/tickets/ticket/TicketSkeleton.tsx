import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './TicketView.module.css'

/** The shape of a ticket that is on its way. */
export function TicketSkeleton({ label }: { label: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      <Skeleton width="40%" height={18} />
      <Skeleton width="100%" height={84} />
      <Skeleton width="70%" height={14} />
      <Skeleton width="62%" height={14} />
      <Skeleton width="66%" height={14} />
    </div>
  )
}
