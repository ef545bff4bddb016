import type { ReactNode } from 'react'
import styles from './CornerStack.module.css'

interface CornerCardProps {
  /** What it is, for who listens. */
  readonly label: string
  readonly icon: ReactNode
  /** It waits for somebody. */
  readonly pulsing?: boolean
  readonly title: string
  readonly text: ReactNode
  readonly actions: ReactNode
}

/** One thing that happens beside the work. */
export function CornerCard({ label, icon, pulsing = false, title, text, actions }: CornerCardProps) {
  return (
    <section className={styles.card} aria-label={label}>
      <span className={styles.icon} data-pulsing={pulsing} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        <h2>{title}</h2>
        <div className={styles.text}>{text}</div>
      </div>
      <div className={styles.actions}>{actions}</div>
    </section>
  )
}
