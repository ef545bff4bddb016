import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './MessageRow.module.css'

const BUBBLES = [
  { name: 96, lines: ['72%', '48%'] },
  { name: 128, lines: ['38%'] },
  { name: 84, lines: ['64%', '80%', '34%'] },
  { name: 112, lines: ['52%'] },
  { name: 90, lines: ['76%', '42%'] },
]

/** Placeholder messages while a conversation loads (spec 2 §1). */
export function MessageSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading messages">
      {BUBBLES.map(({ name, lines }) => (
        <div className={styles.row} key={name}>
          <span className={styles.gutter}>
            <Skeleton width={36} height={36} round />
          </span>
          <div className={styles.bones}>
            <Skeleton width={name} height={12} />
            {lines.map((width) => (
              <Skeleton key={width} width={width} height={12} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
