import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './Search.module.css'

const WIDTHS = ['82%', '64%', '91%', '58%', '76%'] as const

/** Where results will be. */
export function ResultSkeletons() {
  return (
    <div aria-hidden="true">
      {WIDTHS.map((width) => (
        <div key={width} className={styles.found}>
          <Skeleton width={32} height={32} round />
          <span className={styles.bones}>
            <Skeleton width={130} height={11} />
            <Skeleton width={width} height={11} />
          </span>
        </div>
      ))}
    </div>
  )
}
