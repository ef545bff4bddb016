import styles from './TwoFactor.module.css'

/** What went wrong, read out at once. */
export function Problem({ children }: { children: string | null }) {
  return (
    <div role="alert" className={styles.problem}>
      {children}
    </div>
  )
}
