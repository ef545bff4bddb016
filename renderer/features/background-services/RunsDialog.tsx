import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type BackgroundRun,
  type BackgroundServiceInfo,
  backgroundServiceRuns,
} from '#shared/contract/background-services.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './BackgroundServices.module.css'
import { lengthOf, TEXT } from './text.ts'

const MOMENT = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: LONDON,
})
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: LONDON })

interface RunsDialogProps {
  readonly service: BackgroundServiceInfo | null
  readonly onClose: () => void
}

/** The last runs of a service, with what they wrote. */
export function RunsDialog({ service, onClose }: RunsDialogProps) {
  return (
    <Modal
      opened={service !== null}
      onClose={onClose}
      title={service ? TEXT.runsOf(service.name) : ''}
      size={620}
    >
      {service ? <Runs serviceKey={service.key} /> : null}
    </Modal>
  )
}

function Runs({ serviceKey: key }: { readonly serviceKey: string }) {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['background-runs', key],
    queryFn: ({ signal }) => api.call(backgroundServiceRuns, { key }, { quiet: true, signal }),
  })
  if (error && !data)
    return <LoadFailure title={TEXT.runsFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={200} />
      </div>
    )
  if (data.runs.length === 0) return <p>{TEXT.noRuns}</p>
  return (
    <ol className={styles.runs}>
      {data.runs.map((run) => (
        <Run key={run.id} run={run} />
      ))}
    </ol>
  )
}

function Run({
  run: { startedAt, endedAt, outcome, error, startedBy, lines },
}: {
  readonly run: BackgroundRun
}) {
  const length = endedAt === null ? null : lengthOf(Date.parse(endedAt) - Date.parse(startedAt))
  return (
    <li data-outcome={outcome ?? 'RUNNING'}>
      <p>
        <b>{outcome === null ? TEXT.running : TEXT.outcomes[outcome]}</b>{' '}
        {MOMENT.format(Date.parse(startedAt))}
        {length === null ? null : `, ${length}`},{' '}
        {startedBy === null ? TEXT.bySchedule : TEXT.byPerson(startedBy)}
      </p>
      {error === '' ? null : <p className={styles.error}>{error}</p>}
      {lines.length === 0 ? null : (
        <ul>
          {lines.map(({ at, text }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a run only ever get more
            <li key={place}>
              <time dateTime={at}>{TIME.format(Date.parse(at))}</time> {text}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
