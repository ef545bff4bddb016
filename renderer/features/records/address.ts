import {
  canGroupBy,
  DEFAULT_RECORD_PAGE_SIZE,
  FILTER_OPERATORS,
  type FilterOperator,
  isFilterOf,
  RECORD_PAGE_SIZES,
  type RecordFilter,
  type RecordPageSize,
  type RecordSort,
  SORTS_MAX,
} from '#shared/domain/records.ts'
import type { Column } from '#shared/records/record.ts'
import { filterText } from './filter-text.ts'

/** The open record: its id, a new one, or none. */
export type OpenRecord = number | 'new' | null

/** What an address says of a page of records; what it doesn't say is null (spec 4 §1.3). */
export interface RecordsAddress {
  readonly search: string
  readonly page: number
  readonly open: OpenRecord
  /** Whether the open record is a page of its own (spec 4 §1.4). */
  readonly isWhole: boolean
  /** A saved view's id; 0 for the page's own. */
  readonly view: number | null
  readonly sort: readonly RecordSort[] | null
  readonly filters: readonly RecordFilter[] | null
  readonly columns: readonly string[] | null
  readonly pageSize: RecordPageSize | null
  /** The column that rows are grouped by; '' for none, where the view has one. */
  readonly group: string | null
  /** Whether some of it couldn't be understood. */
  readonly isBroken: boolean
}

const OPERATORS: ReadonlySet<string> = new Set(Object.values(FILTER_OPERATORS).flat())
const isOperator = (text: string): text is FilterOperator => OPERATORS.has(text)
const whole = (text: string | null, from: number): number | null => {
  const value = Number(text)
  return text !== null && Number.isSafeInteger(value) && value >= from ? value : null
}

function readFilter(text: string): RecordFilter | null {
  try {
    const [field = '', operator = '', ...values] = text.split('~').map(decodeURIComponent)
    return isOperator(operator) ? { field, operator, values } : null
  } catch {
    return null
  }
}

const readSort = (text: string): RecordSort =>
  text.startsWith('-') ? { field: text.slice(1), direction: 'DESC' } : { field: text, direction: 'ASC' }

/** Reads an address for a page with these columns; what isn't understood counts as absent, and is told. */
export function readAddress(
  params: URLSearchParams,
  columns: Readonly<Record<string, Column | undefined>>,
): RecordsAddress {
  let isBroken = false
  /** Those that are right; remembers whether some were not. */
  const right = <T>(all: readonly (T | null)[], isRight: (one: T) => boolean): T[] => {
    const kept = all.filter((one): one is T => one !== null && isRight(one))
    if (kept.length < all.length) isBroken = true
    return kept
  }
  const list = (name: string): string[] | null => {
    const text = params.get(name)
    return text === null ? null : text.split(',').filter((part) => part !== '')
  }
  const number = (name: string, from: number): number | null => {
    const text = params.get(name)
    const value = whole(text, from)
    if (text !== null && value === null) isBroken = true
    return value
  }
  const written = params.getAll('f')
  const filters = right(written.filter((text) => text !== '').map(readFilter), (filter) => {
    const column = columns[filter.field]
    return column !== undefined && isFilterOf(column, filter)
  })
  const sort = list('sort')
  const shown = list('cols')
  const size = number('size', 1)
  const pageSize = RECORD_PAGE_SIZES.find((known) => known === size) ?? null
  if (size !== null && pageSize === null) isBroken = true
  const group = params.get('group')
  const grouping = group ? columns[group] : undefined
  const isGroup = group === null || group === '' || (grouping !== undefined && canGroupBy(grouping))
  if (!isGroup) isBroken = true
  const named = params.get('open')
  const open = named === 'new' ? 'new' : number('open', 1)
  const ownPage = params.get('whole')
  if (ownPage !== null && ownPage !== '1') isBroken = true
  const page = number('page', 1)
  return {
    search: params.get('q') ?? '',
    page: page ?? 1,
    open,
    isWhole: ownPage === '1' && typeof open === 'number',
    view: number('view', 0),
    sort: sort && right(sort.map(readSort).slice(0, SORTS_MAX), ({ field }) => columns[field] !== undefined),
    filters: written.length === 0 ? null : filters,
    columns: shown && right(shown, (field) => columns[field] !== undefined),
    pageSize,
    group: isGroup ? group : null,
    isBroken,
  }
}

/** Puts what changes into an address; null takes it out. */
export function writeAddress(
  before: URLSearchParams,
  next: Partial<Omit<RecordsAddress, 'isBroken'>>,
): URLSearchParams {
  const params = new URLSearchParams(before)
  const set = (name: string, value: string | null | undefined) =>
    value === null || value === undefined ? params.delete(name) : params.set(name, value)
  const { search, page, open, isWhole, view, sort, filters, columns, pageSize, group } = next
  if (search !== undefined) set('q', search === '' ? null : search)
  if (page !== undefined) set('page', page === 1 ? null : String(page))
  if (open !== undefined) set('open', open === null ? null : String(open))
  if (isWhole !== undefined) set('whole', isWhole ? '1' : null)
  if (view !== undefined) set('view', view === null ? null : String(view))
  if (sort !== undefined)
    set('sort', sort?.map(({ field, direction }) => (direction === 'DESC' ? `-${field}` : field)).join(','))
  if (columns !== undefined) set('cols', columns?.join(','))
  if (pageSize !== undefined) set('size', pageSize === null ? null : String(pageSize))
  if (group !== undefined) set('group', group)
  if (filters !== undefined) {
    params.delete('f')
    // One that is empty says that there are none, where the view has some.
    for (const filter of filters?.length === 0 ? [''] : (filters ?? []).map(filterText))
      params.append('f', filter)
  }
  return params
}

/** How a page looks: its view with what the address changes of it. */
export interface ShownView {
  readonly columns: readonly string[]
  readonly widths: Readonly<Record<string, number>>
  readonly sort: readonly RecordSort[]
  readonly filters: readonly RecordFilter[]
  readonly pageSize: RecordPageSize
  /** The column that rows are grouped by; absent where they aren't. */
  readonly group?: string | undefined
}

/** The page's own view of a kind of record. */
export const ownView = (columns: Readonly<Record<string, Column | undefined>>): ShownView => ({
  columns: Object.entries(columns).flatMap(([field, column]) => (column && !column.isExtra ? [field] : [])),
  widths: {},
  sort: [],
  filters: [],
  pageSize: DEFAULT_RECORD_PAGE_SIZE,
})

/** All columns that a view names. */
const fieldsOf = ({ columns, sort, filters, group }: ShownView): readonly string[] => [
  ...columns,
  ...[...sort, ...filters].map(({ field }) => field),
  ...(group === undefined ? [] : [group]),
]

/** A view without the columns that its viewer hasn't got (spec 4 §1.2), and whether it named any. */
export function narrowedView(
  view: ShownView,
  columns: Readonly<Record<string, Column | undefined>>,
): { readonly view: ShownView; readonly isNarrowed: boolean } {
  const has = (field: string) => columns[field] !== undefined
  const { group, ...rest } = view
  return {
    view: {
      ...rest,
      columns: view.columns.filter(has),
      sort: view.sort.filter(({ field }) => has(field)),
      filters: view.filters.filter(({ field }) => has(field)),
      ...(group !== undefined && has(group) && { group }),
    },
    isNarrowed: !fieldsOf(view).every(has),
  }
}
