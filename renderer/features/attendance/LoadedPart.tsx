import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Attendance.module.css'

interface LoadedPartProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  readonly icon: ReactNode
  readonly words: { readonly loading: string; readonly failed: string }
  readonly children: (data: T) => ReactNode
}

/** What the server has, once it is there; its shape before that, or why it isn't. */
export function LoadedPart<T>({ query, icon, words, children }: LoadedPartProps<T>) {
  const { data, error, refetch } = query
  if (error) {
    return (
      <LoadFailure icon={icon} title={words.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
    )
  }
  if (data === undefined) {
    return (
      <div role="status" aria-label={words.loading} className={styles.bones}>
        {[180, 420, 380, 400].map((width) => (
          <Skeleton key={width} width={`min(${width}px, 100%)`} height={18} />
        ))}
      </div>
    )
  }
  return children(data)
}
