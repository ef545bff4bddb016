import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Quality.module.css'

interface LoadedProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  readonly words: { readonly loading: string; readonly failed: string }
  readonly children: (data: T) => ReactNode
}

/** What was read, what stands there meanwhile, or why it isn't there. */
export function Loaded<T>({ query, words, children }: LoadedProps<T>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error)
    return <LoadFailure title={words.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  return (
    <div role="status" aria-label={words.loading} className={styles.bones}>
      {[1, 2, 3].map((one) => (
        <Skeleton key={one} width="100%" height={72} />
      ))}
    </div>
  )
}
