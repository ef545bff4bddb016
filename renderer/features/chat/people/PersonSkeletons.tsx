import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './People.module.css'

const WIDTHS = [120, 96, 140, 108, 128]

export function PersonSkeletons() {
  return (
    <div role="status" aria-label="Loading people">
      {WIDTHS.map((width) => (
        <div className={styles.member} key={width}>
          <span className={styles.person}>
            <Skeleton width={32} height={32} round />
            <Skeleton width={width} height={12} />
          </span>
        </div>
      ))}
    </div>
  )
}
