import { Button, NativeSelect } from '@mantine/core'
import { IconClockHour4, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import type * as z from 'zod/mini'
import { type ActivityReport, activityReport, activityReportFile } from '#shared/contract/activity-report.ts'
import type { EXPORT_TYPES } from '#shared/contract/exports.ts'
import { ACTIVITY_NAMES, type ActivityName } from '#shared/domain/activity.ts'
import {
  ACTIVITY_ROWS,
  type ActivityRow,
  type HoursSum,
  interviewingShare,
  SESSION_SOURCES,
} from '#shared/domain/activity-report.ts'
import { HOURS_COLUMNS, ROW_LABELS, SOURCE_LABELS } from '#shared/domain/activity-report-words.ts'
import { ACTIVITY_LABELS } from '#shared/domain/activity-words.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON, momentOfField } from '#shared/domain/london-time.ts'
import { poundsText } from '#shared/domain/pounds.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { saveFile } from '../../services/page/save-file.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { oneOf, TimeFilter, useTime } from '../cati-report/index.ts'
import styles from './ActivityReport.module.css'
import { TEXT } from './text.ts'

const DAY = dateFormat({ weekday: 'short', day: 'numeric', month: 'short', timeZone: LONDON })
const TIME = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

const FILTERS = ['person', 'area', 'project', 'activity', 'category', 'source', 'override'] as const
type Filter = (typeof FILTERS)[number]
type Option = { readonly value: string; readonly label: string }

/** What the filters of the address mean to the server. */
function wantedBy(params: URLSearchParams) {
  const id = (name: Filter) => Number(params.get(name) ?? '') || null
  const activity = params.get('activity')
  const source = params.get('source')
  const override = params.get('override')
  return {
    by: oneOf(params.get('by'), ACTIVITY_ROWS, 'PERSON'),
    ...{ userID: id('person'), areaID: id('area') },
    projectID: params.get('project') === 'none' ? 0 : id('project'),
    activity: ACTIVITY_NAMES.find((one) => one === activity) ?? null,
    category: params.get('category'),
    source: SESSION_SOURCES.find((one) => one === source) ?? null,
    isOverride: override === 'yes' ? true : override === 'no' ? false : null,
  }
}

const named = (all: readonly { readonly id: number; readonly name: string }[]): Option[] =>
  all.map(({ id, name }) => ({ value: String(id), label: name }))

function optionsOf(data: ActivityReport | undefined): Readonly<Record<Filter, readonly Option[]>> {
  return {
    person: named(data?.people ?? []),
    area: named(data?.areas ?? []),
    project: [...named(data?.projects ?? []), { value: 'none', label: TEXT.noProject }],
    activity: ACTIVITY_NAMES.filter((one) => one !== 'INACTIVE').map((value) => ({
      value,
      label: ACTIVITY_LABELS[value],
    })),
    category: (data?.categories ?? []).map((value) => ({ value, label: value })),
    source: SESSION_SOURCES.map((value) => ({ value, label: SOURCE_LABELS[value] })),
    override: Object.entries(TEXT.overrides).map(([value, label]) => ({ value, label })),
  }
}

/** Hours by activity of a time, and when in the day they were. */
export function Hours() {
  const { api } = useServices()
  const { days, set, params } = useTime()
  const request = { ...days, ...wantedBy(params) }
  const { data, error, refetch } = useQuery({
    queryKey: ['activity-report', request],
    queryFn: ({ signal }) => api.call(activityReport, request, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  })
  const options = optionsOf(data)
  const isFiltered = FILTERS.some((name) => params.has(name))
  const clear = () => set(Object.fromEntries(FILTERS.map((name) => [name, null])))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
    <section className={styles.page} tabIndex={0} aria-label={TEXT.title}>
      <h2 className="visually-hidden">{TEXT.title}</h2>
      <div className={styles.filters}>
        <TimeFilter />
        <NativeSelect
          aria-label={TEXT.by}
          data={ACTIVITY_ROWS.map((value) => ({ value, label: `${TEXT.by}: ${ROW_LABELS[value]}` }))}
          value={request.by}
          onChange={(event) => set({ by: event.currentTarget.value })}
        />
        {FILTERS.map((name) => {
          const [label, all] = TEXT.filters[name]
          const value = params.get(name) ?? ''
          const known = options[name]
          return (
            <NativeSelect
              key={name}
              aria-label={label}
              data={[
                { value: '', label: all },
                ...known,
                // What the address says stays chosen where nothing of it is in this time.
                ...(value === '' || known.some((one) => one.value === value)
                  ? []
                  : [{ value, label: value }]),
              ]}
              value={value}
              onChange={(event) => set({ [name]: event.currentTarget.value || null })}
            />
          )
        })}
        {isFiltered ? (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            {TEXT.clear}
          </Button>
        ) : null}
      </div>
      {error && !data ? (
        <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status" aria-label={TEXT.loading} className={styles.bones}>
          {[1, 2, 3].map((one) => (
            <Skeleton key={one} width="100%" height={96} />
          ))}
        </div>
      ) : data.rows.length === 0 ? (
        <EmptyState icon={<IconClockHour4 size={26} />} title={isFiltered ? TEXT.noneFiltered : TEXT.none}>
          {isFiltered ? (
            <Button variant="default" size="xs" onClick={clear}>
              {TEXT.clear}
            </Button>
          ) : null}
        </EmptyState>
      ) : (
        <>
          <HoursTable data={data} by={request.by} request={request} />
          <Heat data={data} />
          <p className={styles.note}>{TEXT.asOf(TIME.format(Date.parse(data.asOf)))}</p>
        </>
      )}
    </section>
  )
}

const hoursText = (seconds: number) => (seconds === 0 ? '–' : (seconds / 3600).toFixed(2))

function rowName(by: ActivityRow, { key, name }: ActivityReport['rows'][number]): string {
  if (by === 'DAY') return DAY.format(momentOfField(key))
  return by === 'PROJECT' && key === '0' ? TEXT.noProject : name
}

interface TableProps {
  readonly data: ActivityReport
  readonly by: ActivityRow
  readonly request: z.input<typeof activityReport.request>
}

function HoursTable({ data, by, request }: TableProps) {
  const shown = ACTIVITY_NAMES.filter((activity) => data.total.activities[activity] !== undefined)
  const hasCost = data.total.cost !== undefined
  const cells = (sum: HoursSum) => {
    const share = interviewingShare(sum)
    const values = [
      ...HOURS_COLUMNS.slice(0, 2).map(({ key }) =>
        key === 'paidHours' ? hoursText(sum.paidHours * 3600) : hoursText(sum[key]),
      ),
      share === null ? '–' : `${Math.round(share * 100)} %`,
      ...(hasCost ? [sum.cost === undefined ? '–' : poundsText(Math.round(sum.cost * 100))] : []),
      ...shown.map((activity) => hoursText(sum.activities[activity] ?? 0)),
      ...HOURS_COLUMNS.slice(2).map(({ key }) => hoursText(sum[key])),
    ]
    return values.map((value, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are
      <td key={place} data-none={value === '–' || undefined}>
        {value}
      </td>
    ))
  }
  return (
    <div className={styles.paper}>
      <div className={styles.head}>
        <h3>{TEXT.hours}</h3>
        <Files request={request} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.tableBox} aria-label={TEXT.hours} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{ROW_LABELS[by]}</th>
              {HOURS_COLUMNS.slice(0, 2).map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
              <th scope="col">{TEXT.interviewing}</th>
              {hasCost ? <th scope="col">{TEXT.cost}</th> : null}
              {shown.map((activity) => (
                <th key={activity} scope="col">
                  {ACTIVITY_LABELS[activity]}
                </th>
              ))}
              {HOURS_COLUMNS.slice(2).map(({ key, label }) => (
                <th key={key} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{rowName(by, row)}</th>
                {cells(row)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{TEXT.total}</th>
              {cells(data.total)}
            </tr>
          </tfoot>
        </table>
      </section>
      {data.isPaidRounded ? null : <p className={styles.note}>{TEXT.unrounded}</p>}
    </div>
  )
}

function Files({ request }: Pick<TableProps, 'request'>) {
  const { api } = useServices()
  const [busy, setBusy] = useState<string | null>(null)
  const fetchFile = async (type: (typeof EXPORT_TYPES)[number]) => {
    setBusy(type)
    try {
      saveFile(await api.call(activityReportFile, { ...request, type }))
    } catch {
      // Why is told by itself.
    }
    setBusy(null)
  }
  return (
    <div className={styles.buttons}>
      {(['Excel', 'CSV'] as const).map((type) => (
        <Button
          key={type}
          variant="default"
          size="compact-sm"
          leftSection={<IconDownload size={14} />}
          loading={busy === type}
          onClick={() => void fetchFile(type)}
        >
          {type === 'CSV' ? TEXT.csv : TEXT.excel}
        </Button>
      ))}
    </div>
  )
}

const HEAT_MOST_PERCENT = 62

/** Activity by hour of the day; hours with nothing at both ends of the day are left out. */
function Heat({ data: { heat } }: { data: ActivityReport }) {
  const isUsed = (hour: number) => heat.some(({ hours }) => (hours[hour] ?? 0) > 0)
  const used = Array.from({ length: 24 }, (_, hour) => hour).filter(isUsed)
  const [first = 0, last = 0] = [used[0], used.at(-1)]
  const shown = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  const most = Math.max(1, ...heat.flatMap(({ hours }) => hours))
  const cell = (activity: ActivityName, hours: readonly number[], hour: number) => {
    const seconds = hours[hour] ?? 0
    const share = Math.round((seconds / most) * HEAT_MOST_PERCENT)
    return (
      <td key={`${activity} ${hour}`} style={{ '--heat': `${share}%` } as CSSProperties}>
        {seconds === 0 ? '' : (seconds / 3600).toFixed(1)}
      </td>
    )
  }
  return (
    <div className={styles.paper}>
      <h3>{TEXT.heat}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys */}
      <section className={styles.tableBox} aria-label={TEXT.heat} tabIndex={0}>
        <table className={styles.heat}>
          <thead>
            <tr>
              <td />
              {shown.map((hour) => (
                <th key={hour} scope="col">
                  {String(hour).padStart(2, '0')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {heat.map(({ activity, hours }) => (
              <tr key={activity}>
                <th scope="row">{ACTIVITY_LABELS[activity]}</th>
                {shown.map((hour) => cell(activity, hours, hour))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={styles.note}>{TEXT.heatLead}</p>
    </div>
  )
}
