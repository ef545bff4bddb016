import './mantine-styles.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type * as z from 'zod/mini'
import { KPI_ROWS, kpiRecords, performanceDashboard } from '#shared/contract/performance.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { MEASURES } from '#shared/domain/kpi.ts'
import { numberText } from '#shared/domain/locale.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import { measureText } from '#shared/domain/measure-text.ts'
import { OUTCOME_LABELS } from '#shared/domain/outcome-words.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { usePagePath } from '../../services/page/ui-labels-context.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { TimeFilter, useTime } from '../cati-report/index.ts'
import { FiguresNote } from '../figures-note/index.ts'
import { RecordImport } from '../record-import/index.ts'
import { Band } from './Band.tsx'
import { Loaded } from './Loaded.tsx'
import styles from './Performance.module.css'
import { DASHBOARD_TEXT as TEXT } from './text.ts'

type Tile = z.output<typeof performanceDashboard.response>['tiles'][number]
type By = (typeof KPI_ROWS)[number]

const A_MINUTE_MS = 60_000
const DAY = dateFormat({ day: 'numeric', month: 'short', timeZone: LONDON })
const MOMENT = dateFormat({
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: LONDON },
})

/** Resource › Performance › Dashboard: the KPIs of the whole field; it names no person (spec 4 §4.5.16). */
export function KpiDashboardScreen() {
  const { api } = useServices()
  const navigate = useNavigate()
  const setUp = usePagePath('resource.performance.set-up-kpis')
  const maySetUp = useSession(({ permissions }) => permissions.can('IRESOURCE_CAN_SET_UP_KPIS'))
  const { days, set, params } = useTime()
  const query = useQuery({
    queryKey: ['kpi-dashboard', days],
    queryFn: ({ signal }) => api.call(performanceDashboard, days, { quiet: true, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: A_MINUTE_MS,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.page} tabIndex={0} aria-label={TEXT.title}>
      <h2 className="visually-hidden">{TEXT.title}</h2>
      <div className={styles.filters}>
        <TimeFilter />
        <RecordImport />
      </div>
      <FiguresNote />
      <Loaded query={query}>
        {({ tiles }) => {
          const open = tiles.find(({ id }) => String(id) === params.get('kpi')) ?? tiles[0]
          if (!open)
            return (
              <EmptyState icon={<IconTargetArrow size={26} />} title={TEXT.none}>
                {maySetUp ? (
                  <Button size="xs" variant="default" onClick={() => void navigate(setUp)}>
                    {TEXT.setUp}
                  </Button>
                ) : null}
              </EmptyState>
            )
          return (
            <>
              <section className={styles.tiles} aria-label={TEXT.tiles}>
                {tiles.map((tile) => (
                  <TileButton
                    key={tile.id}
                    tile={tile}
                    isOpen={tile === open}
                    onOpen={() => set({ kpi: String(tile.id) })}
                  />
                ))}
              </section>
              <Open key={open.id} tile={open} days={days} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

function TileButton({ tile, isOpen, onOpen }: { tile: Tile; isOpen: boolean; onOpen: () => void }) {
  const { measure, direction, green, best, worst } = tile
  const bound = measureText(measure, green)
  return (
    <button type="button" className={styles.tile} aria-pressed={isOpen} onClick={onOpen}>
      <b>{tile.name}</b>
      <strong>{measureText(measure, tile.value)}</strong>
      <span>
        <Band measure={measure} value={null} band={tile.band} isFew={tile.isFew} />
      </span>
      <small>{direction === 'HIGHER' ? TEXT.green(bound) : TEXT.greenTo(bound)}</small>
      {best === null ? null : <small>{TEXT.best(best)}</small>}
      {worst === null ? null : <small>{TEXT.worst(worst)}</small>}
    </button>
  )
}

function Open({ tile, days }: { tile: Tile; days: { from: string; to: string } }) {
  const [by, setBy] = useState<By>('AREA')
  const [behind, setBehind] = useState<{ by: By | null; key: string; name: string } | null>(null)
  const { measure, rows } = tile
  /** Best first: of areas, projects and contract types, never of people. */
  const isLeague = by !== 'WEEK'
  const weeks = rows.WEEK.map((week) => ({
    name: DAY.format(momentOfField(week.key)),
    values: { value: week.value },
  }))
  return (
    <>
      <div className={styles.paper}>
        <Chart
          kind="line"
          title={TEXT.trend(tile.name)}
          summary={`${TEXT.trend(tile.name)}: ${rows.WEEK.map(({ value }) => measureText(measure, value)).join(', ')}.`}
          rowLabel={TEXT.by.WEEK}
          series={[{ key: 'value', label: MEASURES[measure].label, colour: 'var(--fw-primary)' }]}
          rows={weeks}
          format={(value) => measureText(measure, value)}
        />
      </div>
      <div className={styles.paper}>
        <div className={styles.head}>
          <SegmentedControl
            aria-label={TEXT.breakdown}
            data={KPI_ROWS.map((value) => ({ value, label: TEXT.by[value] }))}
            value={by}
            onChange={(value) => setBy(KPI_ROWS.find((one) => one === value) ?? 'AREA')}
          />
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => setBehind({ by: null, key: '', name: tile.name })}
          >
            {TEXT.showRecords}
          </Button>
        </div>
        <table className={styles.table}>
          <thead>
            <tr>
              {isLeague ? <th scope="col">{TEXT.place}</th> : null}
              <th scope="col" className={styles.start}>
                {TEXT.by[by]}
              </th>
              <th scope="col">{tile.name}</th>
            </tr>
          </thead>
          <tbody>
            {rows[by].map((row, place) => {
              const name = by === 'WEEK' ? DAY.format(momentOfField(row.key)) : row.name
              return (
                <tr key={row.key} data-few={row.isFew || undefined}>
                  {isLeague ? <td>{row.isFew ? '–' : place + 1}</td> : null}
                  <th scope="row">
                    <button
                      type="button"
                      className={styles.link}
                      onClick={() => setBehind({ by, key: row.key, name })}
                    >
                      {name}
                    </button>
                  </th>
                  <td>
                    <Band measure={measure} {...row} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {behind ? <Records tile={tile} days={days} by={behind.by} of={behind.key} name={behind.name} /> : null}
    </>
  )
}

interface RecordsProps {
  readonly tile: Tile
  readonly days: { readonly from: string; readonly to: string }
  readonly by: By | null
  /** Of the row whose records these are. */
  readonly of: string
  readonly name: string
}

/** What the figure was made of (spec 4 §4.5.16). */
function Records({ tile, days, by, of, name }: RecordsProps) {
  const { api } = useServices()
  const request = { ...days, kpiID: tile.id, by, key: of }
  const query = useQuery({
    queryKey: ['kpi-records', request],
    queryFn: ({ signal }) => api.call(kpiRecords, request, { quiet: true, signal }),
  })
  const words: Readonly<Record<string, string>> = OUTCOME_LABELS
  const from = MEASURES[tile.measure].from
  return (
    <section className={styles.paper} aria-label={TEXT.showRecords}>
      <Loaded query={query}>
        {({ total, rows }) => (
          <>
            <h3>
              {name}: {TEXT.records(numberText(total))}
            </h3>
            {total === 0 ? <p className={styles.note}>{TEXT.noRecords}</p> : null}
            <table className={styles.table}>
              <tbody>
                {rows.map(({ id, at, what, where, value }) => (
                  <tr key={id}>
                    <th scope="row">
                      {from === 'ATTENDANCE' ? DAY.format(Date.parse(at)) : MOMENT.format(Date.parse(at))}
                    </th>
                    <td className={styles.start}>{where}</td>
                    <td className={styles.start}>{words[what] ?? what}</td>
                    <td>
                      {value === null
                        ? '–'
                        : from === 'INTERVIEWS'
                          ? `${numberText(value)} s`
                          : measureText(from === 'QUALITY' ? 'qcScore' : 'adherence', value)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            {rows.length < total ? (
              <p className={styles.note}>{TEXT.firstOf(rows.length, numberText(total))}</p>
            ) : null}
          </>
        )}
      </Loaded>
    </section>
  )
}
