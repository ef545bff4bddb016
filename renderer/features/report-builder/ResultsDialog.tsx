import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { type ReportRun, reportResults, type SavedReport } from '#shared/contract/reports.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { RESULTS } from './queries.ts'
import styles from './Reports.module.css'
import { TEXT } from './text.ts'
import { momentOf } from './values.ts'

interface ResultsDialogProps {
  /** Null while nobody looks. */
  readonly report: SavedReport | null
  readonly onClose: () => void
}

/** When a report ran, and who fetched what came of it. */
export function ResultsDialog({ report, onClose }: ResultsDialogProps) {
  return (
    <Modal
      opened={report !== null}
      onClose={onClose}
      title={report ? TEXT.resultsOf(report.name) : ''}
      size={640}
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      {report ? <Results id={report.id} /> : null}
    </Modal>
  )
}

function Results({ id }: { readonly id: number }) {
  const { api } = useServices()
  const [, setParams] = useSearchParams()
  const { data, error, refetch } = useQuery({
    queryKey: [...RESULTS, id],
    queryFn: ({ signal }) => api.call(reportResults, { id }, { quiet: true, signal }),
  })
  if (error && !data)
    return <LoadFailure title={TEXT.resultFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={120} />
      </div>
    )
  if (data.runs.length === 0) return <p className={styles.hint}>{TEXT.noResults}</p>
  return (
    <ul className={styles.runs} aria-label={TEXT.results}>
      {data.runs.map((run) => (
        <li key={run.id}>
          <div>
            <strong>{whoRan(run)}</strong>
            <span data-failed={run.state === 'FAILED' || undefined}>{stateOf(run)}</span>
            {run.fetched.length > 0 ? (
              <span>
                {TEXT.fetched(
                  run.fetched.map(({ displayName, at }) => `${displayName}, ${momentOf(at)}`).join('; '),
                )}
              </span>
            ) : null}
          </div>
          {run.state === 'READY' || run.state === 'RUNNING' ? (
            <Button size="xs" variant="default" onClick={() => setParams({ result: String(run.id) })}>
              {TEXT.openResult}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

export const whoRan = ({ isScheduled, ranBy, startedAt }: ReportRun): string =>
  isScheduled ? TEXT.resultAlone(ranBy, momentOf(startedAt)) : TEXT.resultBy(ranBy, momentOf(startedAt))

function stateOf({ state, done, total, expiresAt, fault }: ReportRun): string {
  if (state === 'RUNNING') return TEXT.running(done)
  if (state === 'FAILED') return `${TEXT.runFailed} ${fault}`
  if (state === 'EXPIRED' || expiresAt === null) return TEXT.expired
  return `${TEXT.records(total)}. ${TEXT.goodUntil(momentOf(expiresAt))}`
}
