import { Button } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { downloadReport, reportResult } from '#shared/contract/reports.ts'
import { REPORT_FORMATS, type ReportFormat } from '#shared/domain/reports.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Behind, RecordsBehind } from './RecordsBehind.tsx'
import styles from './Reports.module.css'
import { ReportTable } from './ReportTable.tsx'
import { whoRan } from './ResultsDialog.tsx'
import { TEXT } from './text.ts'
import { momentOf } from './values.ts'

/** While it runs it is asked for again. */
const AGAIN_MS = 700
const LINES_AT_ONCE = 200

/** What a run made: its lines, its files, and until when it is there. */
export function ResultView({ runID }: { readonly runID: number }) {
  const { api, notices } = useServices()
  const [, setParams] = useSearchParams()
  const [page, setPage] = useState(1)
  const [behind, setBehind] = useState<Behind | null>(null)
  const [isBusy, setBusy] = useState<ReportFormat | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['report-result', runID, page],
    queryFn: ({ signal }) => api.call(reportResult, { runID, page }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.run.state === 'RUNNING' ? AGAIN_MS : false),
    refetchOnWindowFocus: false,
  })
  const fetchFile = async (format: ReportFormat) => {
    setBusy(format)
    try {
      saveFile(await api.call(downloadReport, { runID, format }, { quiet: true }))
    } catch (failure) {
      notices.show('error', reasonOf(failure))
    }
    setBusy(null)
  }
  const run = data?.run
  const result = data?.result
  const pages = Math.max(1, Math.ceil((result?.lineCount ?? 0) / LINES_AT_ONCE))
  return (
    <section className={styles.editor} aria-label={run?.name ?? TEXT.results}>
      <header className={styles.head}>
        <Button
          size="sm"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden="true" />}
          onClick={() => setParams(run ? { report: String(run.reportID) } : {})}
        >
          {run?.name ?? TEXT.back}
        </Button>
        <div className={styles.about}>
          {run ? <h1>{run.name}</h1> : null}
          {run ? (
            <p className={styles.hint}>
              {whoRan(run)}
              {run.expiresAt ? `. ${TEXT.goodUntil(momentOf(run.expiresAt))}` : ''}
            </p>
          ) : null}
        </div>
        {result ? (
          <div className={styles.actions}>
            {REPORT_FORMATS.map((format) => (
              <Button
                key={format}
                size="sm"
                variant="default"
                loading={isBusy === format}
                disabled={isBusy !== null}
                leftSection={<IconDownload size={16} stroke={1.8} aria-hidden="true" />}
                onClick={() => void fetchFile(format)}
              >
                {format}
              </Button>
            ))}
          </div>
        ) : null}
      </header>
      {error && !data ? (
        <LoadFailure title={TEXT.resultFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : !run ? (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={320} />
        </div>
      ) : run.state === 'FAILED' ? (
        <LoadFailure title={TEXT.runFailed} reason={run.fault} />
      ) : !result ? (
        <div className={styles.running} role="status">
          <span className={styles.bar} aria-hidden="true" />
          {TEXT.running(run.done)}
        </div>
      ) : (
        <>
          {result.isNarrowed ? <p className={styles.told}>{TEXT.narrowed}</p> : null}
          {result.lineCount === 0 && result.total.count === 0 ? (
            <EmptyState title={TEXT.nothing} />
          ) : (
            <ReportTable result={result} onOpen={(path, what) => setBehind({ of: { runID }, path, what })} />
          )}
          {pages > 1 ? (
            <footer className={styles.pages}>
              <span role="status">{TEXT.page(page, pages)}</span>
              <Button size="xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
                {TEXT.previous}
              </Button>
              <Button size="xs" variant="default" disabled={page === pages} onClick={() => setPage(page + 1)}>
                {TEXT.next}
              </Button>
            </footer>
          ) : null}
        </>
      )}
      <RecordsBehind behind={behind} onClose={() => setBehind(null)} />
    </section>
  )
}
