import styles from './Areas.module.css'
import { Areas } from './Areas.tsx'
import { TEXT } from './text.ts'

/** Resource › Manage areas (spec 4 §4.5.15, 5 §4.3). */
export function AreasScreen() {
  return (
    <div className={styles.page}>
      <Areas title={TEXT.title} />
    </div>
  )
}
