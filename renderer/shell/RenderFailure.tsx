import type { ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { FailureBody, failureTitle } from '../ui/failure/FailureBody.tsx'
import styles from './RenderFailure.module.css'

/**
 * Catches what a screen throws while rendering and offers a way on (spec 1 §8). Placed around a
 * screen it leaves the shell as it is, and another `place` is tried afresh.
 */
export function RenderFailure({ place = '', children }: { place?: string; children: ReactNode }) {
  return (
    <ErrorBoundary FallbackComponent={FailureScreen} resetKeys={[place]}>
      {children}
    </ErrorBoundary>
  )
}

function FailureScreen({ error }: FallbackProps) {
  return (
    <section className={styles.screen} role="alert">
      <h1>{failureTitle(error)}</h1>
      <FailureBody error={error} />
    </section>
  )
}
