import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Performance.module.css'
import { TEXT } from './text.ts'

/** What the server has, once it is there; its shape before that, or why it isn't. */
export function Loaded<T>(props: {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  readonly children: (data: T) => ReactNode
}) {
  const { data, error, refetch } = props.query
  if (data !== undefined) return props.children(data)
  if (error)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  return (
    <div role="status" aria-label={TEXT.loading} className={styles.bones}>
      {[1, 2, 3].map((one) => (
        <Skeleton key={one} width="100%" height={64} />
      ))}
    </div>
  )
}
