import { IconAlertCircle } from '@tabler/icons-react'
import styles from './Problem.module.css'

/** What went wrong, read out at once; its place is there before it, so that it is. */
export function Problem({ id, children }: { id?: string; children: string | null }) {
  return (
    <div role="alert" id={id}>
      {children ? (
        <p className={styles.problem}>
          <IconAlertCircle size={18} aria-hidden="true" />
          {children}
        </p>
      ) : null}
    </div>
  )
}
