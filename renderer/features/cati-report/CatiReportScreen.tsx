import './mantine-styles.ts'
import { Button, NativeSelect } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { CATI_REPORT_ROWS, type CatiReport, myCatiReport } from '#shared/contract/cati-report.ts'
import { personCatiReport } from '#shared/contract/performance.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { countedText, figureText, valueText } from '#shared/domain/interview-text.ts'
import {
  figureOf,
  INTERVIEW_FIGURES,
  type InterviewFigure,
  isFewData,
  OUTCOMES,
} from '#shared/domain/interviews.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import { OUTCOME_LABELS } from '#shared/domain/outcome-words.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { useLive } from '../../services/live.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { DemoNote } from '../demo-clock/index.ts'
import { FiguresNote } from '../figures-note/index.ts'
import { OtherTargets, TargetNote } from '../target-note/index.ts'
import styles from './CatiReport.module.css'
import { oneOf, TimeFilter, useTime } from './TimeFilter.tsx'
import { TEXT } from './text.ts'

const KEY = ['cati-report'] as const
const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })
const MOMENT = dateFormat({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: LONDON,
})

type Rows = (typeof CATI_REPORT_ROWS)[number]

/** Those of a card each (spec 4 §4.2.8). */
const CARDS = [
  ...(['completes', 'completesPerHour', 'strikeRate', 'refusalRate', 'cooperationRate'] as const),
  ...(['attemptsPerComplete', 'averageLength', 'occupancy', 'appointmentsKept', 'index'] as const),
]
const IN_ROWS = [
  ...(['attempts', 'contacts', 'interviewingHours', 'completesPerHour', 'strikeRate'] as const),
  ...(['refusalRate', 'cooperationRate', 'index'] as const),
]
const COLOURS = [
  ...['var(--fw-primary)', 'var(--mantine-color-red-6)', 'var(--mantine-color-violet-5)'],
  ...['var(--mantine-color-gray-5)', 'var(--mantine-color-yellow-6)', 'var(--mantine-color-blue-5)'],
  ...['var(--mantine-color-orange-6)', 'var(--mantine-color-pink-6)'],
]
const A_MINUTE_MS = 60_000

/**
 * Tracker › My CATI report: one's own interviewing beside that of the same projects (spec 4 §4.2.8); somebody else's to
 * who looks after them, with the same numbers (§4.4.2).
 */
export function CatiReportScreen({ userID, onBack }: { userID?: number; onBack?: () => void }) {
  const { api } = useServices()
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  const { days, time, set, isToday, params } = useTime()
  const by = oneOf(params.get('by'), CATI_REPORT_ROWS, time === 'TODAY' ? 'HOUR' : 'DAY')
  const projectID = Number(params.get('project') ?? '') || null
  useEffect(
    () => workingDayNews.onChange(() => void client.invalidateQueries({ queryKey: KEY })),
    [workingDayNews, client],
  )
  const request = { ...days, by, projectID }
  const { data, error, refetch } = useQuery({
    queryKey: [...KEY, userID ?? 'own', request],
    queryFn: async ({ signal }) =>
      userID === undefined
        ? { name: null, report: await api.call(myCatiReport, request, { quiet: true, signal }) }
        : api.call(personCatiReport, { ...request, userID }, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    // The hours of a running session grow while they are looked at.
    refetchInterval: isToday ? A_MINUTE_MS : false,
  })
  const title = data?.name ? TEXT.of(data.name) : TEXT.title
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.screen} tabIndex={0} aria-label={title}>
      <h2 className={onBack ? styles.title : 'visually-hidden'}>
        {onBack ? (
          <Button size="compact-sm" variant="subtle" onClick={onBack}>
            {TEXT.back}
          </Button>
        ) : null}
        {title}
      </h2>
      <DemoNote />
      <FiguresNote />
      <div className={styles.filters}>
        <TimeFilter />
        <NativeSelect
          aria-label={TEXT.project}
          data={[
            { value: '', label: TEXT.allProjects },
            ...(data?.report.projects ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={projectID === null ? '' : String(projectID)}
          onChange={(event) => set({ project: event.currentTarget.value || null })}
        />
        <NativeSelect
          aria-label={TEXT.by}
          data={CATI_REPORT_ROWS.map((one) => ({ value: one, label: TEXT.rows[one] }))}
          value={by}
          onChange={(event) => set({ by: event.currentTarget.value })}
        />
      </div>
      {error && !data ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Report report={data.report} by={by} whose={data.name ?? TEXT.yours} />
      ) : (
        <div role="status" aria-label={TEXT.loading} className={styles.bones}>
          {[1, 2, 3].map((one) => (
            <Skeleton key={one} width="100%" height={96} />
          ))}
        </div>
      )}
    </section>
  )
}

function rowName(by: Rows, key: string, report: CatiReport): string {
  if (by === 'DAY') return DAY.format(momentOfField(key))
  if (by === 'HOUR') return `${key.padStart(2, '0')}:00`
  return report.projects.find(({ id }) => String(id) === key)?.name ?? key
}

function Report({ report, by, whose }: { report: CatiReport; by: Rows; whose: string }) {
  const [figure, setFigure] = useState<InterviewFigure>('completesPerHour')
  const { own, project, rows, voided, outside, targets } = report
  if (rows.length === 0 && voided.length === 0)
    return <EmptyState icon={<IconPhone size={26} />} title={TEXT.none} />
  const names = rows.map(({ key }) => rowName(by, key, report))
  const { label } = INTERVIEW_FIGURES[figure]
  return (
    <>
      <section className={styles.cards} aria-label={TEXT.figures}>
        {CARDS.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.card}
            aria-pressed={one === figure}
            data-few={isFewData(own) && INTERVIEW_FIGURES[one].kind !== 'count'}
            onClick={() => setFigure(one)}
          >
            <span className={styles.label}>{INTERVIEW_FIGURES[one].label}</span>
            <span className={styles.value}>{figureText(one, own)}</span>
            <span className={styles.beside}>
              {TEXT.projectValue(figureText(one, project))}
              <TargetNote targets={targets} measure={one} />
              {isFewData(own) && INTERVIEW_FIGURES[one].kind !== 'count' ? (
                <span className={styles.few}>{TEXT.fewData}</span>
              ) : null}
            </span>
          </button>
        ))}
      </section>
      <OtherTargets targets={targets} shown={CARDS} />
      <div className={styles.paper}>
        <Chart
          kind="line"
          title={TEXT.trend(label)}
          summary={TEXT.trendSummary(
            label,
            figureText(figure, own),
            figureText(figure, project),
            rows.length,
            TEXT.rows[by],
          )}
          rowLabel={TEXT.rows[by]}
          series={[
            { key: 'own', label: whose, colour: 'var(--fw-primary)' },
            { key: 'project', label: TEXT.projects, colour: 'var(--fw-text-3)' },
          ]}
          rows={rows.map((row, place) => ({
            name: names[place] ?? '',
            values: { own: figureOf(figure, row.own), project: figureOf(figure, row.project) },
          }))}
          format={(value) => valueText(figure, value)}
        />
        <Counted figure={figure} report={report} whose={whose} />
      </div>
      <div className={styles.paper}>
        <Chart
          kind="stacked"
          title={TEXT.outcomes}
          summary={TEXT.outcomesSummary(figureText('attempts', own), figureText('completes', own))}
          rowLabel={TEXT.rows[by]}
          series={OUTCOMES.map((key, place) => ({
            key,
            label: OUTCOME_LABELS[key],
            colour: COLOURS[place] ?? 'var(--fw-text-3)',
          }))}
          rows={rows.map((row, place) => ({ name: names[place] ?? '', values: row.own.outcomes }))}
          format={(value) => valueText('completes', value)}
        />
      </div>
      <Figures report={report} by={by} names={names} whose={whose} />
      {outside > 0 ? <p className={styles.note}>{TEXT.outside(outside)}</p> : null}
      <Voided records={voided} />
      <p className={styles.asOf}>{TEXT.asOf(TIME.format(Date.parse(report.asOf)))}</p>
    </>
  )
}

/** The figure's formula, with the numbers in it. */
function Counted({
  figure,
  report: { own, project },
  whose,
}: {
  figure: InterviewFigure
  report: CatiReport
  whose: string
}) {
  return (
    <details className={styles.counted}>
      <summary>{TEXT.how}</summary>
      <dl>
        <dt>{INTERVIEW_FIGURES[figure].label}</dt>
        <dd>{INTERVIEW_FIGURES[figure].words}</dd>
        <dt>{whose}</dt>
        <dd>{countedText(figure, own)}</dd>
        {figure === 'index' ? null : (
          <>
            <dt>{TEXT.projects}</dt>
            <dd>{countedText(figure, project)}</dd>
          </>
        )}
      </dl>
    </details>
  )
}

interface FiguresProps {
  readonly report: CatiReport
  readonly by: Rows
  readonly names: readonly string[]
  readonly whose: string
}

function Figures({ report, by, names, whose }: FiguresProps) {
  const cells = (row: CatiReport['own']): ReactNode => (
    <>
      {OUTCOMES.map((outcome) => (
        <td key={outcome}>{valueText('completes', row.outcomes[outcome] ?? 0)}</td>
      ))}
      {IN_ROWS.map((figure) => (
        <td key={figure}>{figureText(figure, row)}</td>
      ))}
    </>
  )
  return (
    <div className={styles.paper}>
      <h3>{TEXT.inRows(TEXT.rows[by])}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.tableBox} aria-label={TEXT.inRows(TEXT.rows[by])} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{TEXT.rows[by]}</th>
              {OUTCOMES.map((outcome) => (
                <th key={outcome} scope="col">
                  {OUTCOME_LABELS[outcome]}
                </th>
              ))}
              {IN_ROWS.map((figure) => (
                <th key={figure} scope="col">
                  {INTERVIEW_FIGURES[figure].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {report.rows.map(({ key, own }, place) => (
              <tr key={key} data-few={isFewData(own)}>
                <th scope="row">{names[place]}</th>
                {cells(own)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{whose}</th>
              {cells(report.own)}
            </tr>
            <tr>
              <th scope="row">{TEXT.projects}</th>
              {cells(report.project)}
            </tr>
          </tfoot>
        </table>
      </section>
    </div>
  )
}

function Voided({ records }: { records: CatiReport['voided'] }) {
  if (records.length === 0) return null
  return (
    <div className={styles.paper}>
      <h3>{TEXT.voided}</h3>
      <p className={styles.note}>{TEXT.voidedLead}</p>
      <ul className={styles.voided}>
        {records.map(({ id, start, project, outcome, reason }) => (
          <li key={id}>
            <b>{MOMENT.format(Date.parse(start))}</b> {project}, {OUTCOME_LABELS[outcome]}
            <span>{reason || TEXT.noReason}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
