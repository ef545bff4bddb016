import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './ThreadRow.module.css'

const WIDTHS = [
  ['46%', '78%'],
  ['62%', '54%'],
  ['38%', '84%'],
  ['55%', '66%'],
  ['48%', '72%'],
  ['66%', '48%'],
  ['42%', '80%'],
]

/** The list's shape while it loads. */
export function ThreadListSkeleton() {
  return (
    <div role="status" aria-label="Loading chats">
      {WIDTHS.map(([name = '', text = '']) => (
        <div className={styles.bones} key={name}>
          <Skeleton width={40} height={40} round />
          <div className={styles.lines}>
            <Skeleton width={name} height={12} />
            <Skeleton width={text} height={10} />
          </div>
        </div>
      ))}
    </div>
  )
}
