import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from '../EmptyState.module.css'
import { EmptyState } from '../EmptyState.tsx'

interface LoadFailureProps {
  /** What couldn't be had. */
  readonly title: string
  /** Why, in the shared words (`reasonOf`); null where the title says it already. */
  readonly reason: string | null
  readonly onRetry?: () => void
  readonly icon?: ReactNode
  /** Another way on. */
  readonly children?: ReactNode
}

/**
 * A part of a screen that couldn't be had: what, why, and the way to try again (spec 1 §8). Whoever
 * calls the server with `quiet` shows no notice, and so shows this.
 */
export function LoadFailure({ title, reason, onRetry, icon, children }: LoadFailureProps) {
  return (
    <EmptyState isFailure icon={icon} title={title}>
      {reason === null ? null : <p className={styles.reason}>{reason}</p>}
      {onRetry ? (
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      ) : null}
      {children}
    </EmptyState>
  )
}
