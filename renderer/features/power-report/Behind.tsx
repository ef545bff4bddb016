import { Button, Modal } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PowerRecords, powerReportRecords } from '#shared/contract/power-report.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import type { PowerDefinition, PowerPage } from '#shared/domain/power-report.ts'
import { powerText } from '#shared/domain/power-text.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { sent } from './definition.ts'
import styles from './PowerReport.module.css'
import type { Cell } from './Table.tsx'
import { TEXT } from './text.ts'
import { usePin } from './use-pin.ts'

const AT_ONCE = 100
const DAY = { day: 'numeric', month: 'short', year: 'numeric', timeZone: LONDON } as const
const WHEN = {
  DAY: dateFormat(DAY),
  MOMENT: dateFormat({ ...DAY, hour: '2-digit', minute: '2-digit' }),
}

interface BehindProps {
  readonly page: PowerPage
  readonly definition: PowerDefinition
  /** What the report is called. */
  readonly title: string
  readonly cell: Cell | null
  readonly onClose: () => void
}

/** The records that a number was made of. */
export function Behind({ page, definition, title, cell, onClose }: BehindProps) {
  const pin = usePin(page, definition, title)
  return (
    <Modal
      opened={cell !== null}
      onClose={onClose}
      title={cell ? TEXT.behind(cell.what) : ''}
      size={980}
      closeButtonProps={{ 'aria-label': TEXT.close }}
    >
      {cell ? (
        <>
          <Button size="xs" variant="default" mb="sm" onClick={() => void pin(cell)}>
            {TEXT.pin}
          </Button>
          <Lists page={page} definition={definition} cell={cell} />
        </>
      ) : null}
    </Modal>
  )
}

function Lists({
  page,
  definition,
  cell,
}: {
  readonly page: PowerPage
  readonly definition: PowerDefinition
  readonly cell: Cell
}) {
  const { api } = useServices()
  const [part, setPart] = useState(1)
  const { row, column, measure } = cell
  const asked = { page, definition: sent(definition), row: [...row], column: [...column], measure, part }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['power-records', asked],
    queryFn: ({ signal }) => api.call(powerReportRecords, asked, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  })
  if (error && !data)
    return <LoadFailure title={TEXT.runFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={TEXT.loading}>
        <Skeleton width="100%" height={240} />
      </div>
    )
  const most = Math.max(0, ...data.lists.map(({ total }) => total))
  return (
    <div className={styles.behind} aria-busy={isPlaceholderData}>
      {data.lists.map((list) => (
        <List key={list.label} list={list} part={part} />
      ))}
      {most > AT_ONCE ? (
        <footer className={styles.pages}>
          <Button size="xs" variant="default" disabled={part === 1} onClick={() => setPart(part - 1)}>
            {TEXT.previous}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={part * AT_ONCE >= most}
            onClick={() => setPart(part + 1)}
          >
            {TEXT.next}
          </Button>
        </footer>
      ) : null}
    </div>
  )
}

function List({ list, part }: { readonly list: PowerRecords['lists'][number]; readonly part: number }) {
  const from = (part - 1) * AT_ONCE + 1
  return (
    <section className={styles.list}>
      <h3>
        {list.label}
        <span role="status">
          {list.total === 0 ? TEXT.noRecords : TEXT.range(from, from + list.rows.length - 1, list.total)}
        </span>
      </h3>
      {list.total === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
        <section className={styles.tableBox} aria-label={list.label} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col" data-text>
                  {TEXT.when}
                </th>
                {list.columns.map((label) => (
                  <th key={label} scope="col" data-text>
                    {label}
                  </th>
                ))}
                {list.values.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {list.rows.map((row) => (
                <tr key={row.id}>
                  <th scope="row">{WHEN[list.when].format(Date.parse(row.at))}</th>
                  {list.columns.map((label, place) => (
                    <td key={label} data-text>
                      {row.texts[place] || '–'}
                    </td>
                  ))}
                  {list.values.map(({ label, kind }, place) => (
                    <td key={label}>{powerText(kind, row.numbers[place] ?? null)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{TEXT.sums}</th>
                {list.columns.map((label) => (
                  <td key={label} />
                ))}
                {list.sums.map(({ label, kind, value }) => (
                  <td key={label}>{powerText(kind, value)}</td>
                ))}
              </tr>
            </tfoot>
          </table>
        </section>
      )}
    </section>
  )
}
