import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconReportAnalytics } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type AdvisoryRow, projectAdvisory } from '#shared/contract/advisory.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { VERDICTS } from '#shared/domain/forecast.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useViewport } from '../../ui/use-viewport.ts'
import { FiguresNote } from '../figures-note/index.ts'
import { ProjectImport } from '../record-import/index.ts'
import styles from './Advisory.module.css'
import { ProjectPanel } from './ProjectPanel.tsx'
import { TEXT } from './text.ts'

/** The page is live each minute (spec 4 §4.5.12). */
const MINUTE_MS = 60_000
const DAY = dateFormat({ day: 'numeric', month: 'short', timeZone: LONDON })
const dayText = (day: string | null) => (day === null ? '–' : DAY.format(momentOfField(day)))

interface ColumnDef {
  readonly key: string
  readonly label: string
  readonly text: (row: AdvisoryRow) => string
  /** By which it is sorted; null last. */
  readonly by: (row: AdvisoryRow) => number | string | null
  readonly isNumber?: boolean
  readonly isBad?: (row: AdvisoryRow) => boolean
}

const { columns } = TEXT
const WORST = ['BEHIND', 'SAMPLE_SHORT', 'AT_RISK', 'ON_TRACK', 'DONE']
const COLUMNS: readonly ColumnDef[] = [
  {
    ...{ key: 'verdict', label: columns.verdict },
    text: ({ verdict }) => TEXT.verdicts[verdict],
    by: ({ verdict }) => WORST.indexOf(verdict),
  },
  {
    ...{ key: 'achieved', label: columns.achieved, isNumber: true },
    text: ({ achieved, target }) => TEXT.of(achieved, target),
    by: ({ achieved, target }) => achieved / target,
  },
  {
    ...{ key: 'forecast', label: columns.forecast, isNumber: true },
    text: ({ forecast, target }) => `${TEXT.whole(forecast)} (${TEXT.share(forecast, target)})`,
    by: ({ forecast, target }) => forecast / target,
    isBad: ({ verdict }) => verdict === 'BEHIND',
  },
  {
    ...{ key: 'gap', label: columns.gap, isNumber: true },
    text: ({ gap }) => (gap !== null && gap <= 0 ? '–' : TEXT.hours(gap)),
    by: ({ gap }) => gap,
    isBad: ({ gap }) => (gap ?? 0) > 0.5,
  },
  {
    ...{ key: 'hoursNeeded', label: columns.hoursNeeded, isNumber: true },
    text: ({ hoursNeeded }) => TEXT.hours(hoursNeeded),
    by: ({ hoursNeeded }) => hoursNeeded,
  },
  {
    ...{ key: 'hoursAllocated', label: columns.hoursAllocated, isNumber: true },
    text: ({ hoursAllocated }) => TEXT.hours(hoursAllocated),
    by: ({ hoursAllocated }) => hoursAllocated,
  },
  {
    ...{ key: 'rate', label: columns.rate, isNumber: true },
    text: ({ rate, targetRate }) => TEXT.rates(rate, targetRate),
    by: ({ rate }) => rate,
    isBad: ({ rate, targetRate }) => rate < targetRate * 0.8,
  },
  {
    ...{ key: 'finish', label: columns.finish },
    text: ({ finish }) => (finish === null ? TEXT.never : DAY.format(Date.parse(finish))),
    by: ({ finish }) => finish,
  },
  { ...{ key: 'end', label: columns.end }, text: ({ end }) => dayText(end), by: ({ end }) => end },
  {
    ...{ key: 'cells', label: columns.cells },
    text: ({ cells }) => TEXT.cells(cells.open, cells.full, cells.behind),
    by: ({ cells }) => -cells.behind,
    isBad: ({ cells }) => cells.behind > 0,
  },
  {
    ...{ key: 'sample', label: columns.sample, isNumber: true },
    text: ({ samplePerComplete }) => TEXT.number(samplePerComplete),
    by: ({ samplePerComplete }) => samplePerComplete,
    isBad: ({ verdict }) => verdict === 'SAMPLE_SHORT',
  },
  {
    ...{ key: 'refusalRate', label: columns.refusalRate, isNumber: true },
    text: ({ refusalRate }) => TEXT.percent(refusalRate),
    by: ({ refusalRate }) => refusalRate,
  },
  {
    ...{ key: 'qcScore', label: columns.qcScore, isNumber: true },
    text: ({ qcScore }) => TEXT.number(qcScore),
    by: ({ qcScore }) => qcScore,
  },
  {
    ...{ key: 'abandoned', label: columns.abandoned, isNumber: true },
    text: ({ abandoned }) => TEXT.percent(abandoned.at(-1) ?? null),
    by: ({ abandoned }) => abandoned.at(-1) ?? null,
  },
  {
    ...{ key: 'status', label: columns.status },
    text: ({ status }) => TEXT.statuses[status],
    by: ({ status }) => status,
  },
]

function sorted(rows: readonly AdvisoryRow[], key: string, isDown: boolean): AdvisoryRow[] {
  const by = key === 'name' ? ({ name }: AdvisoryRow) => name : COLUMNS.find((one) => one.key === key)?.by
  if (!by) return [...rows]
  return rows.toSorted((a, b) => {
    const [x, y] = [by(a), by(b)]
    if (x === y) return a.projectID - b.projectID
    if (x === null) return 1
    if (y === null) return -1
    const order = typeof x === 'string' && typeof y === 'string' ? x.localeCompare(y) : x < y ? -1 : 1
    return isDown ? -order : order
  })
}

/** Resource › Reports › Project advisory: whether projects will make it (spec 4 §4.5.12). */
export function ProjectAdvisoryScreen() {
  const { api } = useServices()
  const query = useQuery({
    queryKey: ['project-advisory'],
    queryFn: ({ signal }) => api.call(projectAdvisory, {}, { quiet: true, signal }),
    refetchInterval: MINUTE_MS,
  })
  const { data } = query
  return (
    <section className={styles.page} aria-label={TEXT.title}>
      <div className={styles.head}>
        <h2>{TEXT.title}</h2>
        <Suspense fallback={null}>
          <ProjectImport />
        </Suspense>
      </div>
      {query.error && !data ? (
        <LoadFailure
          icon={<IconReportAnalytics size={26} />}
          title={TEXT.failed}
          reason={reasonOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      ) : data ? (
        <Loaded rows={data.rows} />
      ) : (
        <div role="status" aria-label={TEXT.loading} className={styles.bones}>
          {Array.from({ length: 8 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <Skeleton key={at} width="100%" height={52} />
          ))}
        </div>
      )}
    </section>
  )
}

function useAddress() {
  const [address, setAddress] = useSearchParams()
  const open = Number(address.get('open') ?? '')
  return {
    verdict: VERDICTS.find((one) => one === address.get('verdict')) ?? null,
    sort: address.get('sort') ?? 'verdict',
    isDown: address.get('direction') === 'down',
    open: Number.isInteger(open) && open > 0 ? open : null,
    set: (values: Readonly<Record<string, string | null>>) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(values))
            if (value === null) next.delete(name)
            else next.set(name, value)
          return next
        },
        { replace: true },
      ),
  }
}

function Loaded({ rows }: { readonly rows: readonly AdvisoryRow[] }) {
  const { verdict, sort, isDown, open, set } = useAddress()
  const isPhone = useViewport() === 'mobile'
  const counts = useMemo(() => Map.groupBy(rows, (row) => row.verdict), [rows])
  const shown = sorted(verdict === null ? rows : rows.filter((row) => row.verdict === verdict), sort, isDown)
  const chosen = rows.find(({ projectID }) => projectID === open)
  const close = () => {
    set({ open: null })
    document.querySelector<HTMLElement>(`[data-project="${open}"]`)?.focus()
  }
  if (rows.length === 0)
    return <EmptyState icon={<IconReportAnalytics size={28} stroke={1.5} />} title={TEXT.empty} />
  return (
    <>
      <FiguresNote />
      <fieldset className={styles.filters}>
        <legend className="visually-hidden">{TEXT.filter}</legend>
        <Button
          size="compact-sm"
          variant={verdict === null ? 'filled' : 'default'}
          aria-pressed={verdict === null}
          onClick={() => set({ verdict: null })}
        >
          {TEXT.all(rows.length)}
        </Button>
        {VERDICTS.filter((one) => counts.has(one) || one === verdict).map((one) => (
          <Button
            key={one}
            size="compact-sm"
            variant={verdict === one ? 'filled' : 'default'}
            aria-pressed={verdict === one}
            onClick={() => set({ verdict: verdict === one ? null : one })}
          >
            {TEXT.verdictCount(one, counts.get(one)?.length ?? 0)}
          </Button>
        ))}
      </fieldset>
      <div className={styles.body} data-open={chosen ? '' : undefined}>
        {shown.length === 0 ? (
          <EmptyState icon={<IconReportAnalytics size={28} stroke={1.5} />} title={TEXT.noMatch}>
            <Button size="xs" variant="default" onClick={() => set({ verdict: null })}>
              {TEXT.clearAll}
            </Button>
          </EmptyState>
        ) : isPhone ? (
          <ul className={styles.cards}>
            {shown.map((row) => (
              <li key={row.projectID}>
                <Name row={row} onOpen={() => set({ open: String(row.projectID) })} />
                <p>
                  <Badge row={row} /> {TEXT.of(row.achieved, row.target)} · {columns.forecast}{' '}
                  {TEXT.whole(row.forecast)}
                </p>
                {row.advice.map((text) => (
                  <p key={text}>{text}</p>
                ))}
              </li>
            ))}
          </ul>
        ) : (
          <div className={styles.scroll}>
            <table>
              <thead>
                <tr>
                  {[{ key: 'name', label: columns.name, isNumber: false }, ...COLUMNS].map((column) => (
                    <th
                      key={column.key}
                      scope="col"
                      data-number={column.isNumber || undefined}
                      aria-sort={sort === column.key ? (isDown ? 'descending' : 'ascending') : 'none'}
                    >
                      <button
                        type="button"
                        onClick={() =>
                          set({
                            sort: column.key,
                            direction: sort === column.key && !isDown ? 'down' : null,
                          })
                        }
                      >
                        {column.label}
                        {sort === column.key ? (isDown ? ' ↓' : ' ↑') : ''}
                      </button>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map((row) => (
                  <tr key={row.projectID} data-open={row.projectID === open || undefined}>
                    <th scope="row">
                      <Name row={row} onOpen={() => set({ open: String(row.projectID) })} />
                      {row.advice[0] === undefined ? null : <small>{row.advice[0]}</small>}
                    </th>
                    {COLUMNS.map((column) => (
                      <td
                        key={column.key}
                        data-number={column.isNumber || undefined}
                        data-bad={column.isBad?.(row) || undefined}
                        title={column.key === 'abandoned' ? TEXT.trend(row.abandoned) : undefined}
                      >
                        {column.key === 'verdict' ? <Badge row={row} /> : column.text(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {chosen ? <ProjectPanel key={chosen.projectID} row={chosen} onClose={close} /> : null}
      </div>
    </>
  )
}

const Badge = ({ row: { verdict } }: { readonly row: AdvisoryRow }) => (
  <span className={styles.badge} data-verdict={verdict}>
    {TEXT.verdicts[verdict]}
  </span>
)

const Name = ({ row, onOpen }: { readonly row: AdvisoryRow; readonly onOpen: () => void }) => (
  <button type="button" className={styles.name} data-project={row.projectID} onClick={onOpen}>
    {row.name} {row.client === null ? null : <em>{row.client}</em>}
  </button>
)
