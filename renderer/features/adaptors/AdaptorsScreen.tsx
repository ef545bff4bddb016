import './mantine-styles.ts'
import { useQuery } from '@tanstack/react-query'
import { listAdaptors } from '#shared/contract/adaptors.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AppsScreen } from '../third-party-apps/index.ts'
import styles from './Adaptors.module.css'
import { ADAPTORS } from './keys.ts'
import { SmtpSection } from './SmtpSection.tsx'
import { TEXT } from './text.ts'

/** Admin › Configuration › Connection adaptors: the ways to services outside (spec 5 §5.3). */
export function AdaptorsScreen() {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ADAPTORS,
    queryFn: ({ signal }) => api.call(listAdaptors, undefined, { quiet: true, signal }),
  })
  return (
    <div className={styles.page}>
      <h1>{TEXT.title}</h1>
      {error ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <SmtpSection adaptor={data.adaptors[0] ?? null} />
      ) : (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={320} />
        </div>
      )}
      <AppsScreen />
    </div>
  )
}
