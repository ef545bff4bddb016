import './mantine-styles.ts'
import { Button, Menu, NativeSelect } from '@mantine/core'
import { IconChartBar, IconDots } from '@tabler/icons-react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { PERFORMANCE_SCOPES, type Performance, supervisorPerformance } from '#shared/contract/performance.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { figureText } from '#shared/domain/interview-text.ts'
import { figureOf, INTERVIEW_FIGURES, type InterviewFigure } from '#shared/domain/interviews.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { measureText } from '#shared/domain/measure-text.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { useLive } from '../../services/live.tsx'
import { useSignedIn } from '../../services/signed-in.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CatiReportScreen, oneOf, TimeFilter, useTime } from '../cati-report/index.ts'
import { FiguresNote } from '../figures-note/index.ts'
import { SetTarget } from '../target-form/index.ts'
import { OtherTargets, TargetNote } from '../target-note/index.ts'
import { Band } from './Band.tsx'
import { Loaded } from './Loaded.tsx'
import styles from './Performance.module.css'
import { PlanCoaching, Recognise } from './RowDialogs.tsx'
import { TEXT } from './text.ts'

const KEY = ['performance'] as const
const A_MINUTE_MS = 60_000
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

const COLUMNS = [
  ...(['interviewingHours', 'attempts', 'contacts', 'completes'] as const),
  ...(['completesPerHour', 'index', 'strikeRate', 'refusalRate', 'cooperationRate'] as const),
  ...(['attemptsPerComplete', 'averageLength', 'occupancy', 'appointments', 'appointmentsKept'] as const),
] satisfies readonly InterviewFigure[]

/** What has a column of its own, where its target stands below it. */
const SHOWN = [...COLUMNS, 'qcScore', 'adherence'] as const

/** Supervisor › Performance: who does well and who needs help (spec 4 §4.4.2). */
export function PerformanceScreen() {
  const { api } = useServices()
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  const { days, set, params, isToday } = useTime()
  const projectID = Number(params.get('project') ?? '') || null
  const scope = oneOf(params.get('scope'), PERFORMANCE_SCOPES, 'ALL')
  const personID = Number(params.get('person') ?? '') || null
  useEffect(
    () => workingDayNews.onChange(() => void client.invalidateQueries({ queryKey: KEY })),
    [workingDayNews, client],
  )
  const request = { ...days, projectID, scope }
  const query = useQuery({
    queryKey: [...KEY, request],
    queryFn: ({ signal }) => api.call(supervisorPerformance, request, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    enabled: personID === null,
    refetchInterval: isToday ? A_MINUTE_MS : false,
  })
  if (personID !== null)
    return <CatiReportScreen userID={personID} onBack={() => set({ person: null, by: null })} />
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.page} tabIndex={0} aria-label={TEXT.title}>
      <h2 className="visually-hidden">{TEXT.title}</h2>
      <div className={styles.filters}>
        <TimeFilter />
        <NativeSelect
          aria-label={TEXT.project}
          data={[
            { value: '', label: TEXT.allProjects },
            ...(query.data?.projects ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          value={projectID === null ? '' : String(projectID)}
          onChange={(event) => set({ project: event.currentTarget.value || null })}
        />
        <NativeSelect
          aria-label={TEXT.whom}
          data={PERFORMANCE_SCOPES.map((one) => ({ value: one, label: TEXT.scopes[one] })).reverse()}
          value={scope}
          onChange={(event) => set({ scope: event.currentTarget.value })}
        />
      </div>
      <Loaded query={query}>
        {(data) =>
          data.rows.length === 0 ? (
            <EmptyState icon={<IconChartBar size={26} />} title={TEXT.none} />
          ) : (
            <Rows data={data} onPerson={(id) => set({ person: String(id) })} />
          )
        }
      </Loaded>
    </section>
  )
}

type Row = Performance['rows'][number]
/** What is asked about a person of the rows. */
type Asked = { readonly what: 'target' | 'coaching' | 'recognise'; readonly row: Row }

function Rows({ data, onPerson }: { readonly data: Performance; readonly onPerson: (id: number) => void }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <FiguresNote />
      {asked?.what === 'target' ? (
        <SetTarget userID={asked.row.userID} name={asked.row.name} onClose={close} />
      ) : null}
      {asked?.what === 'coaching' ? <PlanCoaching row={asked.row} team={data.team} onClose={close} /> : null}
      {asked?.what === 'recognise' ? <Recognise row={asked.row} onClose={close} /> : null}
      <div className={styles.paper}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
        <section className={styles.tableBox} aria-label={TEXT.byPerson} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{TEXT.rank}</th>
                <th scope="col" className={styles.start}>
                  {TEXT.person}
                </th>
                {COLUMNS.map((figure) => (
                  <th key={figure} scope="col">
                    {figure === 'appointments' ? TEXT.appointmentsMade : INTERVIEW_FIGURES[figure].label}
                  </th>
                ))}
                <th scope="col">{TEXT.target}</th>
                <th scope="col">{TEXT.qcScore}</th>
                <th scope="col">{TEXT.adherence}</th>
                {data.kpis.map(({ id, name }) => (
                  <th key={id} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col">{TEXT.trend}</th>
                <td className={styles.acts} />
              </tr>
            </thead>
            <tbody>
              {data.rows.map((row) => (
                <tr key={row.userID} data-few={row.isFew || undefined}>
                  <td>{row.rank ?? '–'}</td>
                  <th scope="row">
                    <button type="button" className={styles.link} onClick={() => onPerson(row.userID)}>
                      {row.name}
                    </button>{' '}
                    {row.isFew ? <span className={styles.few}>{TEXT.fewData}</span> : null}
                  </th>
                  {COLUMNS.map((figure) => (
                    <td key={figure}>
                      {figureText(figure, row.tally)}
                      {figure === 'completes' ? null : <Note targets={row.targets} measure={figure} />}
                    </td>
                  ))}
                  <td>
                    {row.target === null ? '–' : numberText(row.target)}
                    <OtherTargets targets={row.targets} shown={SHOWN} />
                  </td>
                  <td>
                    {measureText('qcScore', row.qcScore)}
                    <Note targets={row.targets} measure="qcScore" />
                  </td>
                  <td>
                    {measureText('adherence', row.adherence)}
                    <Note targets={row.targets} measure="adherence" />
                  </td>
                  {data.kpis.map(({ id, measure }) => {
                    const own = row.kpis.find((one) => one.id === id)
                    return <td key={id}>{own ? <Band measure={measure} {...own} /> : '–'}</td>
                  })}
                  <td>
                    <Trend values={row.trend} />
                  </td>
                  <td className={styles.acts}>
                    <RowMenu row={row} onAsk={(what) => setAsked({ what, row })} />
                  </td>
                </tr>
              ))}
            </tbody>
            <tfoot>
              {(['team', 'project'] as const).map((one) => (
                <tr key={one}>
                  <td />
                  <th scope="row" className={styles.start}>
                    {one === 'team' ? TEXT.team : TEXT.everybody}
                  </th>
                  {COLUMNS.map((figure) => (
                    <td key={figure}>
                      {figureText(figure, data[one])}
                      {one === 'project' ? <Note targets={data.projectTargets} measure={figure} /> : null}
                    </td>
                  ))}
                  <td>
                    {one === 'project' ? (
                      <OtherTargets targets={data.projectTargets} shown={COLUMNS} />
                    ) : null}
                  </td>
                  <td colSpan={4 + data.kpis.length} />
                </tr>
              ))}
            </tfoot>
          </table>
        </section>
      </div>
      <Dots rows={data.rows} />
      <p className={styles.note}>
        {TEXT.byIndex} {TEXT.asOf(TIME.format(Date.parse(data.asOf)))}
      </p>
    </>
  )
}

/** A figure’s target in the line below it. */
const Note = (props: ComponentProps<typeof TargetNote>) => (
  <div>
    <TargetNote {...props} />
  </div>
)

/** A dot a person: completes per hour against QC score (spec 4 §4.4.2). */
function Dots({ rows }: { readonly rows: readonly Row[] }) {
  const dots = rows.flatMap(({ name, tally, qcScore }) => {
    const rate = figureOf('completesPerHour', tally)
    return rate === null || qcScore === null ? [] : [{ name, values: { rate, qcScore } }]
  })
  return (
    <div className={styles.paper}>
      {dots.length === 0 ? (
        <p className={styles.note}>{TEXT.noDots}</p>
      ) : (
        <Chart
          kind="dots"
          title={TEXT.dots}
          summary={TEXT.dotsSummary(dots.length)}
          rowLabel={TEXT.person}
          series={[
            { key: 'rate', label: TEXT.perHour, colour: 'var(--fw-primary)' },
            { key: 'qcScore', label: TEXT.qcScore, colour: 'var(--fw-primary)' },
          ]}
          rows={dots}
          format={(value) => numberText(Math.round(value * 10) / 10)}
        />
      )}
    </div>
  )
}

/** What can be done about a person: each for who may (spec 4 §4.4.2). */
function RowMenu({ row, onAsk }: { readonly row: Row; readonly onAsk: (what: Asked['what']) => void }) {
  const { conversations } = useSignedIn()
  const { pathname } = useLocation()
  const permissions = useSession((session) => session.permissions)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" color="gray" aria-label={TEXT.actionsFor(row.name)}>
          <IconDots size={18} aria-hidden="true" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAsk('target')}>{TEXT.setTarget}</Menu.Item>
        {permissions.can('QC_CAN_ADD') ? (
          <Menu.Item onClick={() => onAsk('coaching')}>{TEXT.planCoaching}</Menu.Item>
        ) : null}
        <Menu.Item onClick={() => onAsk('recognise')}>{TEXT.recognise}</Menu.Item>
        {permissions.can('CAN_SEND_MESSAGE') ? (
          <Menu.Item onClick={() => void conversations.open(row.userID, pathname)}>{TEXT.message}</Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Small bars, named by their values. */
function Trend({ values }: { readonly values: readonly (number | null)[] }) {
  const most = Math.max(1, ...values.map((value) => value ?? 0))
  const said = values.map((value) => measureText('index', value)).join(', ')
  return (
    <span className={styles.bars} role="img" aria-label={said} title={said}>
      {values.map((value, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a week has no other name here
        <i key={place} style={{ height: `${Math.round(((value ?? 0) / most) * 100)}%` }} />
      ))}
    </span>
  )
}
