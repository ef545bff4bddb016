import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/** What stands where there is nothing to list: an icon, one line, at most one action. */
export function EmptyState({
  icon,
  title,
  children,
  isFailure = false,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  /** Read out at once. Only `ui/failure` says so: what couldn't be had goes with its reason (`LoadFailure`). */
  isFailure?: boolean
}) {
  return (
    <div className={styles.empty} role={isFailure ? 'alert' : undefined}>
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
