import { dateFormat } from './date-format.ts'
import { numberText } from './locale.ts'
import { LONDON, londonDayAfter, londonField, momentOfField } from './london-time.ts'
import type { ColumnKind, FilteredColumn, RecordFilter, RecordSort } from './records.ts'

/** Levels that a report groups by (spec 5 §9). */
export const REPORT_LEVELS_MAX = 3
export const REPORT_NAME_MAX = 60
export const REPORT_MEASURES_MAX = 12
/** Records that a preview lists (spec 5 §5.6). */
export const REPORT_PREVIEW_ROWS = 100
/** Records that a report is made of, at most (spec 4 §1.6). */
export const REPORT_ROWS_MAX = 1_000_000
const DAY_MS = 86_400_000
/** How long the link to a result is good (spec 5 §5.6). */
export const REPORT_KEPT_MS = 7 * DAY_MS

/** Parts of time that days and moments are put together by. */
export const REPORT_STEPS = { DAY: 'Day', WEEK: 'Week', MONTH: 'Month', YEAR: 'Year' } as const
export type ReportStep = keyof typeof REPORT_STEPS

/** What is worked out of the records of a group (spec 5 §5.6). */
export const REPORT_FIGURES = {
  COUNT: 'Number of records',
  DISTINCT: 'Different values',
  SUM: 'Sum',
  AVERAGE: 'Average',
  MINIMUM: 'Minimum',
  MAXIMUM: 'Maximum',
  SHARE: 'Share of all',
} as const
export type ReportFigure = keyof typeof REPORT_FIGURES

/** A field of the source; of days and moments maybe by a step of time. */
export interface ReportField {
  readonly field: string
  readonly step: ReportStep | null
}

/** A figure of a field; COUNT has none, and SHARE of none is of the number of records. */
export interface ReportMeasure {
  readonly figure: ReportFigure
  readonly field: string | null
}

/**
 * What a report says (spec 4 §2.4): a kind of record, what its rows and columns are, its figures and filters. In
 * a list report (spec 5 §5.6) the rows are the levels of grouping and the columns are shown of each record;
 * without columns it has the groups alone.
 */
export interface ReportDefinition {
  /** The kind of record, by its name. */
  readonly source: string
  readonly rows: readonly ReportField[]
  readonly columns: readonly ReportField[]
  readonly measures: readonly ReportMeasure[]
  readonly filters: readonly RecordFilter[]
  /** By fields of rows and columns, or by `#1` for the first figure. */
  readonly sort: readonly RecordSort[]
}

export type ReportColumn = FilteredColumn & { readonly label: string }
export type ReportColumns = ReadonlyMap<string, ReportColumn>

/** A value as the database has it: yes and no are 1 and 0, moments are milliseconds since 1970. */
export type ReportValue = string | number | null
export type ReportRecord = { readonly id: number } & Readonly<Record<string, ReportValue>>

const FIGURES_OF: Readonly<Record<ReportFigure, readonly ColumnKind[]>> = {
  COUNT: [],
  DISTINCT: ['text', 'number', 'day', 'moment', 'choice', 'yesNo'],
  SUM: ['number'],
  AVERAGE: ['number'],
  MINIMUM: ['number', 'day', 'moment'],
  MAXIMUM: ['number', 'day', 'moment'],
  SHARE: ['number'],
}

/** Whether a figure can be worked out of such a column; null is of no column. */
export function isFigureOf(figure: ReportFigure, kind: ColumnKind | null): boolean {
  if (kind === null) return figure === 'COUNT' || figure === 'SHARE'
  return FIGURES_OF[figure].includes(kind)
}

/** What a figure's values are shown as. */
export const kindOfFigure = ({ figure, field }: ReportMeasure, columns: ReportColumns): ColumnKind =>
  figure === 'MINIMUM' || figure === 'MAXIMUM' ? (columns.get(field ?? '')?.kind ?? 'number') : 'number'

/** What a figure is called. */
export function measureLabel({ figure, field }: ReportMeasure, columns: ReportColumns): string {
  const label = columns.get(field ?? '')?.label ?? ''
  if (figure === 'COUNT') return REPORT_FIGURES.COUNT
  if (figure === 'DISTINCT') return `Different values of ${label}`
  if (figure === 'SHARE') return label === '' ? 'Share of records' : `Share of ${label}`
  return `${REPORT_FIGURES[figure]} of ${label}`
}

/** What a level of grouping is called. */
export function levelLabel({ field, step }: ReportField, columns: ReportColumns): string {
  const label = columns.get(field)?.label ?? field
  return step === null ? label : `${label} (${REPORT_STEPS[step].toLowerCase()})`
}

/** The first day of the part of time that a day is in. */
function firstDay(day: string, step: ReportStep): string {
  if (step === 'DAY') return day
  if (step === 'MONTH') return `${day.slice(0, 7)}-01`
  if (step === 'YEAR') return `${day.slice(0, 4)}-01-01`
  const at = Date.parse(`${day}T00:00:00Z`)
  return new Date(at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
}

/** What puts a record into a group: its value, or the first day of its part of time. Nothing and '' are null. */
export function groupValue(value: ReportValue | undefined, step: ReportStep | null): ReportValue {
  if (value === null || value === undefined || value === '') return null
  if (step === null) return value
  return firstDay(typeof value === 'number' ? londonField(value).slice(0, 10) : value, step)
}

/** Sums of money stay what people would write: no trace of how computers count. */
const exact = (sum: number): number => Number(sum.toFixed(6))

const numbersOf = (records: readonly ReportRecord[], field: string): number[] =>
  records.flatMap((record) => (typeof record[field] === 'number' ? [record[field]] : []))

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** A figure of these records, out of all records; null where nothing is known. Shares are of 100. */
export function figureOf(
  { figure, field }: ReportMeasure,
  records: readonly ReportRecord[],
  all: readonly ReportRecord[],
  columns: ReportColumns = new Map(),
): ReportValue {
  if (figure === 'COUNT') return records.length
  if (figure === 'SHARE') {
    const part = field === null ? records.length : sumOf(numbersOf(records, field))
    const whole = field === null ? all.length : sumOf(numbersOf(all, field))
    return whole === 0 ? null : exact((part / whole) * 100)
  }
  const name = field ?? ''
  if (figure === 'DISTINCT')
    return new Set(records.map((record) => groupValue(record[name], null)).filter((one) => one !== null)).size
  const ratio = figure === 'AVERAGE' ? columns.get(name)?.ratio : undefined
  if (ratio) {
    const per = sumOf(numbersOf(records, ratio.per))
    return per === 0 ? null : exact(sumOf(numbersOf(records, ratio.of)) / per)
  }
  if (figure === 'SUM' || figure === 'AVERAGE') {
    const numbers = numbersOf(records, name)
    if (numbers.length === 0) return null
    return exact(figure === 'SUM' ? sumOf(numbers) : sumOf(numbers) / numbers.length)
  }
  let best: ReportValue = null
  for (const record of records) {
    const value = groupValue(record[name], null)
    if (value === null) continue
    if (best === null || (figure === 'MINIMUM' ? value < best : value > best)) best = value
  }
  return best
}

/** A line of a report: a group with its figures, or a record of the group above it. */
export type ReportLine =
  | {
      readonly kind: 'GROUP'
      /** The values of all levels down to this one. */
      readonly path: readonly ReportValue[]
      readonly count: number
      readonly figures: readonly ReportValue[]
    }
  | { readonly kind: 'RECORD'; readonly record: ReportRecord }

export interface Report {
  readonly lines: readonly ReportLine[]
  readonly total: { readonly count: number; readonly figures: readonly ReportValue[] }
}

/** Before or after, as a column of that kind is sorted; what has no value comes last, whichever way. */
function compare(
  a: ReportValue,
  b: ReportValue,
  column: FilteredColumn | undefined,
  direction: RecordSort['direction'],
): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const places = column?.kind === 'choice' ? Object.keys(column.choices ?? {}) : null
  const key = (value: string | number) => {
    if (places) return places.indexOf(String(value)) >>> 0
    return typeof value === 'string' ? value.toLowerCase() : value
  }
  const [first, second] = [key(a), key(b)]
  const way = first < second ? -1 : first > second ? 1 : a < b ? -1 : a > b ? 1 : 0
  return direction === 'ASC' ? way : -way
}

/** The figure that a report is sorted by, by its place; undefined where it isn't by one. */
const figurePlace = (field: string): number | undefined =>
  /^#\d{1,2}$/.test(field) ? Number(field.slice(1)) - 1 : undefined

/** Works a report out of the records that match it. Every figure comes of the records, none of other figures. */
export function makeReport(
  { rows, columns: shown, measures, sort }: ReportDefinition,
  all: readonly ReportRecord[],
  columns: ReportColumns,
): Report {
  const figures = (records: readonly ReportRecord[]) =>
    measures.map((measure) => figureOf(measure, records, all, columns))
  const bySort = (a: ReportRecord, b: ReportRecord) => {
    for (const { field, direction } of sort) {
      const column = columns.get(field)
      const way = column
        ? compare(groupValue(a[field], null), groupValue(b[field], null), column, direction)
        : 0
      if (way !== 0) return way
    }
    return a.id - b.id
  }
  const lines: ReportLine[] = []
  const add = (records: readonly ReportRecord[], path: readonly ReportValue[]) => {
    const level = rows[path.length]
    if (!level) {
      if (shown.length > 0)
        for (const record of records.toSorted(bySort)) lines.push({ kind: 'RECORD', record })
      return
    }
    const groups = [...Map.groupBy(records, (record) => groupValue(record[level.field], level.step))].map(
      ([value, own]) => ({ value, own, figures: figures(own) }),
    )
    const column = level.step === null ? columns.get(level.field) : undefined
    groups.sort((a, b) => {
      for (const { field, direction } of sort) {
        const place = figurePlace(field)
        if (place !== undefined) {
          const way = compare(a.figures[place] ?? null, b.figures[place] ?? null, undefined, direction)
          if (way !== 0) return way
        } else if (field === level.field) return compare(a.value, b.value, column, direction)
      }
      return compare(a.value, b.value, column, 'ASC')
    })
    for (const { value, own, figures } of groups) {
      const here = [...path, value]
      lines.push({ kind: 'GROUP', path: here, count: own.length, figures })
      add(own, here)
    }
  }
  add(all, [])
  return { lines, total: { count: all.length, figures: figures(all) } }
}

/** The records that a group's figures were worked out of; of an empty path all of them. */
export function recordsOf(
  { rows }: ReportDefinition,
  all: readonly ReportRecord[],
  path: readonly ReportValue[],
): readonly ReportRecord[] {
  return all.filter((record) =>
    path.every((value, place) => {
      const level = rows[place]
      return level !== undefined && groupValue(record[level.field], level.step) === value
    }),
  )
}

/** The fields of the source that a definition needs. */
export function fieldsOf({ rows, columns, measures, filters, sort }: ReportDefinition): readonly string[] {
  const named = [...rows, ...columns, ...filters, ...sort].map(({ field }) => field)
  const measured = measures.flatMap(({ field }) => (field === null ? [] : [field]))
  return [...new Set([...named, ...measured])].filter((field) => figurePlace(field) === undefined)
}

/** The definition without what a viewer may not see. Its filters stay: without them it would say something else. */
export function definitionFor(definition: ReportDefinition, columns: ReportColumns): ReportDefinition {
  const { rows, columns: shown, measures, sort } = definition
  const kept = measures.filter(({ field }) => field === null || columns.has(field))
  return {
    ...definition,
    rows: rows.filter(({ field }) => columns.has(field)),
    columns: shown.filter(({ field }) => columns.has(field)),
    measures: kept,
    sort: sort.flatMap((one) => {
      const place = figurePlace(one.field)
      if (place === undefined) return columns.has(one.field) ? [one] : []
      const measure = measures[place]
      const now = measure ? kept.indexOf(measure) : -1
      return now < 0 ? [] : [{ ...one, field: `#${now + 1}` }]
    }),
  }
}

const dayText = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const monthText = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })
const momentText = dateFormat({
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  timeZone: LONDON,
})

/** What words of a value need to know of its column, as it comes over the wire. */
export interface ShownColumn {
  readonly kind: ColumnKind
  readonly choices?: Readonly<Record<string, string>> | undefined
}

/** A group's value as a person reads it. */
export function groupText(
  value: ReportValue,
  step: ReportStep | null,
  { kind, choices = {} }: ShownColumn,
): string {
  if (value === null) return 'None'
  if (step !== null || kind === 'day') {
    const at = Date.parse(`${String(value)}T00:00:00Z`)
    if (step === 'MONTH') return monthText.format(at)
    if (step === 'YEAR') return String(value).slice(0, 4)
    return step === 'WEEK' ? `Week of ${dayText.format(at)}` : dayText.format(at)
  }
  if (kind === 'choice') return choices[String(value)] ?? String(value)
  if (kind === 'yesNo') return value === 1 ? 'Yes' : 'No'
  if (kind === 'moment') return momentText.format(Number(value))
  return kind === 'number' ? numberText(Number(value)) : String(value)
}

/** How often a report runs by itself. */
export const REPORT_RHYTHMS = { DAY: 'Every day', WEEK: 'Every week', MONTH: 'Every month' } as const
export type ReportRhythm = keyof typeof REPORT_RHYTHMS

export interface ReportTime {
  readonly every: ReportRhythm
  /** Of a week: 0 is Sunday. Of a month: 1 to 31; a month without it takes its last day. */
  readonly day: number
  /** London's clock, HH:mm. */
  readonly at: string
}

/** What a report can be fetched as. */
export const REPORT_FORMATS = ['Excel', 'CSV', 'PDF'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** The first moment after `after` at which a report is due; both in milliseconds since 1970. */
export function nextReport({ every, day, at }: ReportTime, after: number): number {
  for (let days = 0; ; days++) {
    const due = momentOfField(`${londonField(londonDayAfter(after, days)).slice(0, 10)}T${at}`)
    if (due > after && isDueOn(every, day, londonField(due).slice(0, 10))) return due
  }
}

function isDueOn(every: ReportRhythm, day: number, today: string): boolean {
  if (every === 'DAY') return true
  const date = new Date(`${today}T12:00:00Z`)
  if (every === 'WEEK') return date.getUTCDay() === day
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  return date.getUTCDate() === Math.min(day, last)
}
