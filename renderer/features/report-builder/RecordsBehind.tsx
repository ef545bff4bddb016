import { Button, Modal } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ReportRecords, reportRecords, reportResultRecords } from '#shared/contract/reports.ts'
import type { ReportDefinition, ReportValue } from '#shared/domain/reports.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { sent } from './queries.ts'
import styles from './Reports.module.css'
import { TEXT } from './text.ts'
import { valueText } from './values.ts'

/** Which number is looked into: of a definition as it is now, or of a result. */
export interface Behind {
  readonly of: { readonly definition: ReportDefinition } | { readonly runID: number }
  readonly path: readonly ReportValue[]
  readonly what: string
}

const AT_ONCE = 100

/** The records that a number was made of. */
export function RecordsBehind({
  behind,
  onClose,
}: {
  readonly behind: Behind | null
  readonly onClose: () => void
}) {
  return (
    <Modal
      opened={behind !== null}
      onClose={onClose}
      title={behind ? TEXT.behind(behind.what) : ''}
      size={960}
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      {behind ? <Records behind={behind} /> : null}
    </Modal>
  )
}

function Records({ behind: { of, path, what } }: { readonly behind: Behind }) {
  const { api } = useServices()
  const [page, setPage] = useState(1)
  const asked = { path: [...path], page }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['report-records', of, path, page],
    queryFn: ({ signal }): Promise<ReportRecords> =>
      'runID' in of
        ? api.call(reportResultRecords, { ...asked, runID: of.runID }, { quiet: true, signal })
        : api.call(reportRecords, { ...asked, definition: sent(of.definition) }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  })
  if (error && !data)
    return <LoadFailure title={TEXT.previewFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={240} />
      </div>
    )
  const from = (page - 1) * AT_ONCE + 1
  return (
    <div className={styles.behind} aria-busy={isPlaceholderData}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.tableBox} aria-label={TEXT.behind(what)} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {data.columns.map((column) => (
                <th key={column.field} scope="col" data-kind={column.kind}>
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map(({ id, values }) => (
              <tr key={id}>
                {data.columns.map((column, place) => (
                  <td key={column.field} className={column.kind === 'number' ? styles.number : undefined}>
                    {valueText(values[place] ?? null, column)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <footer className={styles.pages}>
        <span role="status">
          {data.total === 0 ? TEXT.nothingYet : TEXT.range(from, from + data.rows.length - 1, data.total)}
        </span>
        {data.total > AT_ONCE ? (
          <>
            <Button size="xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
              {TEXT.previous}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={page * AT_ONCE >= data.total}
              onClick={() => setPage(page + 1)}
            >
              {TEXT.next}
            </Button>
          </>
        ) : null}
      </footer>
    </div>
  )
}
