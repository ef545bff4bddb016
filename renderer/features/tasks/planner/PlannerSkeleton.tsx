import { Skeleton } from '../../../ui/Skeleton.tsx'
import { TEXT } from '../text.ts'
import styles from './Planner.module.css'

const LINES = [62, 48, 71, 55, 40]

/** Lines of the height of tasks, while those are fetched. */
export function PlannerSkeleton({ label = TEXT.loading }: { label?: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {LINES.map((share) => (
        <Skeleton key={share} width={`${share}%`} height={20} />
      ))}
    </div>
  )
}
