import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/** What stands where there is nothing to list: an icon, one line, at most one action. */
export function EmptyState({
  icon,
  title,
  children,
  role,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  /** `alert` where it tells of a failure. */
  role?: 'alert'
}) {
  return (
    <div className={styles.empty} role={role}>
      {icon ? (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      ) : null}
      <p>{title}</p>
      {children}
    </div>
  )
}
