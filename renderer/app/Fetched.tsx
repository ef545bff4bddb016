import { Loader } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import styles from './AppRoutes.module.css'

/** What shows while something is awaited. */
export function Waiting() {
  return (
    <div className={styles.waiting} role="status" aria-label="Loading">
      <Loader size="sm" />
    </div>
  )
}

/** A screen whose code is fetched when it is first wanted. */
export function Fetched({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Waiting />}>{children}</Suspense>
}
