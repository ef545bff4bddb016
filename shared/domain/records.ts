import { dateFormat } from './date-format.ts'
import { numberText } from './locale.ts'
import { LONDON } from './london-time.ts'

/** How many rows a page of records shows (spec 4 §1.1). */
export const RECORD_PAGE_SIZES = [10, 25, 50, 100, 200, 500] as const
export type RecordPageSize = (typeof RECORD_PAGE_SIZES)[number]
export const DEFAULT_RECORD_PAGE_SIZE: RecordPageSize = 25

/** Matches are counted up to here (spec 4 §1.1). */
export const COUNTED_MAX = 100_000
/** Columns that rows can be sorted by at once (spec 4 §1.1). */
export const SORTS_MAX = 3
/** Saved views of a person and page, and the length of their names (spec 4 §1.2). */
export const VIEWS_MAX = 50
export const VIEW_NAME_MAX = 60
/** From so many records on, the number is typed before what can't be taken back is done to them (spec 4 §1.5). */
export const TYPED_FROM = 50
/** An export of up to so many rows is answered at once (spec 4 §1.6). */
export const EXPORT_AT_ONCE_MAX = 50_000
/** More are refused (spec 4 §1.6). */
export const EXPORT_ROWS_MAX = 1_000_000
/** How long the link to a prepared file is good (spec 4 §1.6), in milliseconds. */
export const EXPORT_LINK_MS = 24 * 3_600_000

/** What a column holds: how it is shown, sorted and filtered. */
export type ColumnKind = 'text' | 'number' | 'day' | 'moment' | 'choice' | 'yesNo'

/** What a column of texts names: people or projects, each by the column of the source that has its id. */
export interface Picks {
  readonly of: 'person' | 'project'
  readonly by: string
}
/** Whoever looks, among the people of a filter. A link keeps it, whoever opens it. */
export const MYSELF = 'me'

/** What a number of time is counted in. */
export type TimeUnit = 'HOURS' | 'MINUTES'

/** What a filter of a column asks, by what the column holds (spec 4 §1.1). */
export const FILTER_OPERATORS = {
  text: ['CONTAINS', 'IS', 'IS_EMPTY'],
  number: ['BETWEEN'],
  day: ['ON', 'BEFORE', 'AFTER', 'BETWEEN', 'TODAY', 'THIS_WEEK', 'LAST_WEEK', 'THIS_MONTH', 'LAST_MONTH'],
  moment: ['ON', 'BEFORE', 'AFTER', 'BETWEEN', 'TODAY', 'THIS_WEEK', 'LAST_WEEK', 'THIS_MONTH', 'LAST_MONTH'],
  choice: ['ANY_OF'],
  yesNo: ['IS'],
} as const satisfies Record<ColumnKind, readonly string[]>

export type FilterOperator = (typeof FILTER_OPERATORS)[ColumnKind][number]

/** What can be asked of a column; of people and projects first which they are, then what they are called. */
export const operatorsOf = ({ kind, picks }: FilteredColumn): readonly FilterOperator[] =>
  picks ? ['ANY_OF', ...FILTER_OPERATORS[kind]] : FILTER_OPERATORS[kind]

/** How many values an operator takes, from and to. */
const VALUES_OF: Readonly<Record<FilterOperator, readonly [from: number, to: number]>> = {
  CONTAINS: [1, 1],
  IS: [1, 1],
  IS_EMPTY: [0, 0],
  BETWEEN: [2, 2],
  ON: [1, 1],
  BEFORE: [1, 1],
  AFTER: [1, 1],
  TODAY: [0, 0],
  THIS_WEEK: [0, 0],
  LAST_WEEK: [0, 0],
  THIS_MONTH: [0, 0],
  LAST_MONTH: [0, 0],
  ANY_OF: [1, 100],
}

/** A filter of one column. `values` are texts: numbers, days as YYYY-MM-DD, `true` or `false`, '' for an open end. */
export interface RecordFilter {
  readonly field: string
  readonly operator: FilterOperator
  readonly values: readonly string[]
}

/** A column that rows are sorted by. */
export interface RecordSort {
  readonly field: string
  readonly direction: 'ASC' | 'DESC'
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

function isDay(text: string): boolean {
  return DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text
}

/** What a filter needs to know of its column. */
export interface FilteredColumn {
  readonly kind: ColumnKind
  readonly choices?: Readonly<Record<string, string>>
  /** Whether there are others than `choices`: the company's own. */
  readonly isOpen?: true
  /** Its texts are names of people or projects, which can be chosen among. */
  readonly picks?: Picks
  /** It is a time: a number of these. */
  readonly unit?: TimeUnit
  /** A rate: the sum of one column by the sum of another. Its average is that of the sums, not of rates. */
  readonly ratio?: { readonly of: string; readonly per: string }
  /** True of texts that many rows share, such as areas; false of what it could be said of and makes no groups. */
  readonly isGroupable?: boolean
}

/**
 * Whether rows can be grouped by a column (spec 4 §1.2): by what has few values, and by days. Who stands in each
 * row once makes no groups.
 */
export const canGroupBy = ({ kind, picks, isGroupable }: FilteredColumn): boolean =>
  isGroupable ?? (picks ? picks.by !== 'id' : kind !== 'text' && kind !== 'number')

/** Groups of a page that can be closed at once. */
export const CLOSED_GROUPS_MAX = 100

/**
 * The page on which a place among the rows stands; what stands behind the last row is on its page.
 * @param place from 0
 * @param open how many rows there are
 */
export const pageOfPlace = (place: number, open: number, pageSize: number): number =>
  Math.min(Math.floor(place / pageSize), Math.max(0, Math.ceil(open / pageSize) - 1)) + 1

/** The longest of them. */
const OPEN_CHOICE_MAX = 200

const isPick = ({ of }: Picks, value: string): boolean =>
  (of === 'person' && value === MYSELF) || /^[1-9]\d{0,14}$/.test(value)

/** Whether a filter can be asked of that column: its operator is of the kind, and its values can be read. */
export function isFilterOf(column: FilteredColumn, { operator, values }: RecordFilter): boolean {
  const { kind, choices = {}, isOpen: hasOthers, picks } = column
  const [from, to] = VALUES_OF[operator]
  if (!operatorsOf(column).includes(operator) || values.length < from || values.length > to) return false
  if (picks && operator === 'ANY_OF') return values.every((value) => isPick(picks, value))
  if (kind === 'choice' && hasOthers)
    return values.every((value) => value !== '' && value.length <= OPEN_CHOICE_MAX)
  if (kind === 'choice') return values.every((value) => Object.hasOwn(choices, value))
  if (kind === 'yesNo') return values.every((value) => value === 'true' || value === 'false')
  if (kind === 'text') return values.every((value) => value.trim() !== '')
  const isOpen = operator === 'BETWEEN' && values.some((value) => value !== '')
  const isRead =
    kind === 'number' ? (value: string) => value.trim() !== '' && Number.isFinite(Number(value)) : isDay
  return values.every((value) => isRead(value) || (isOpen && value === ''))
}

const ORDER_OF_DAYS: Partial<Record<FilterOperator, string>> = {
  TODAY: 'today',
  THIS_WEEK: 'this week',
  LAST_WEEK: 'last week',
  THIS_MONTH: 'this month',
  LAST_MONTH: 'last month',
}

const dayText = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const writeDay = (day: string) => dayText.format(Date.parse(`${day}T00:00:00Z`))

/** Said of an id that no row of the list has. */
export const NOT_LISTED = 'not in this list'

/** A filter as its chip says it, after the column's name. `names` are those of people or projects, by id. */
export function filterInWords(
  { kind, choices = {}, picks, unit }: FilteredColumn,
  filter: RecordFilter,
  names: Readonly<Record<string, string>> = {},
): string {
  const { operator, values } = filter
  const [first = '', second = ''] = values
  const word = ORDER_OF_DAYS[operator]
  if (word !== undefined) return word
  if (picks && operator === 'ANY_OF')
    return values.map((value) => (value === MYSELF ? MYSELF : (names[value] ?? NOT_LISTED))).join(' or ')
  if (kind === 'choice') return values.map((value) => choices[value] ?? value).join(' or ')
  if (kind === 'yesNo') return first === 'true' ? 'yes' : 'no'
  if (kind === 'text')
    return operator === 'IS_EMPTY' ? 'is empty' : operator === 'IS' ? `is ‘${first}’` : `contains ‘${first}’`
  const write =
    kind !== 'number'
      ? writeDay
      : (value: string) => (unit ? timeInWords(Number(value), unit) : numberText(Number(value)))
  if (operator === 'BETWEEN') {
    if (second === '') return `from ${write(first)}`
    return first === '' ? `up to ${write(second)}` : `${write(first)} to ${write(second)}`
  }
  return operator === 'ON' ? write(first) : `${operator === 'BEFORE' ? 'before' : 'after'} ${write(first)}`
}

/** How many minutes a unit has. */
export const MINUTES_OF: Readonly<Record<TimeUnit, number>> = { HOURS: 60, MINUTES: 1 }

/** A time of so many units in words: 1 h 30 min. */
export function timeInWords(value: number, unit: TimeUnit): string {
  const minutes = Math.round(Math.abs(value) * MINUTES_OF[unit])
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [...(hours > 0 ? [`${numberText(hours)} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])]
  return `${value < 0 && minutes > 0 ? '−' : ''}${parts.join(' ') || '0 min'}`
}

/** What stands below the rows (spec 4 §1.1). */
export function rowsShown(
  page: number,
  pageSize: number,
  shown: number,
  total: number,
  isMore: boolean,
): string {
  if (shown === 0) return 'Showing none'
  const from = (page - 1) * pageSize + 1
  const all = isMore ? `more than ${numberText(COUNTED_MAX)}` : numberText(total)
  return `Showing ${numberText(from)}–${numberText(from + shown - 1)} of ${all}`
}

/** What a click on a column's heading makes of the order: ascending, descending, the page's own (spec 4 §1.1). */
export function sortedBy(
  sort: readonly RecordSort[],
  field: string,
  isAdded: boolean,
): readonly RecordSort[] {
  const before = sort.find((one) => one.field === field)
  const others = isAdded ? sort.filter((one) => one.field !== field) : []
  if (before?.direction === 'DESC') return others
  const next = { field, direction: before ? 'DESC' : 'ASC' } as const
  if (!isAdded) return [next]
  return before
    ? sort.map((one) => (one.field === field ? next : one))
    : [...others.slice(0, SORTS_MAX - 1), next]
}

const clockText = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: LONDON })

/** What a save on an older version is told (spec 4 §1.4). `at` is ISO 8601. */
export function changedByOther(name: string, at: string): string {
  return `Changed by ${name} at ${clockText.format(new Date(at))}. Your changes are kept below.`
}
