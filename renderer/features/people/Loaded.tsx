import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './People.module.css'
import { TEXT } from './text.ts'

interface LoadedProps<T> {
  /** What is read, for the cache. */
  readonly part: string
  readonly person: ListedRow
  readonly read: (api: ApiClient, id: number) => Promise<T>
  readonly children: (value: T) => ReactNode
}

/** A part of a person's panel that is read when it is opened, and anew when the person changed. */
export function Loaded<T>({ part, person, read, children }: LoadedProps<T>) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['person', person.id, part, person.version, person.status],
    queryFn: () => read(api, person.id),
    gcTime: 0,
  })
  if (data !== undefined) return children(data)
  if (error)
    return <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  return (
    <div role="status" aria-label={TEXT.loading} className={styles.part}>
      {[70, 90, 50].map((width) => (
        <Skeleton key={width} width={`${width}%`} height={18} />
      ))}
    </div>
  )
}
