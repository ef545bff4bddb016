import type { SelectQueryBuilder } from 'kysely'
import type { ListRequest, RecordGroup } from '#shared/contract/records.ts'
import {
  londonDayAfter,
  momentOfField,
  startOfLondonDay,
  startOfLondonWeek,
} from '#shared/domain/london-time.ts'
import { allows } from '#shared/domain/permission-rule.ts'
import type { Permissions } from '#shared/domain/permissions.ts'
import {
  COUNTED_MAX,
  isFilterOf,
  MYSELF,
  type RecordFilter,
  type RecordSort,
} from '#shared/domain/records.ts'
import { dropdownTerm, filterTerm } from '#shared/domain/searching.ts'
import type { Column, ListedRow, RecordType } from '#shared/records/record.ts'
import type { Database } from '../db/database.ts'
import { contains } from '../db/like.ts'
import type { Viewer } from '../people/scope.ts'
import { Refusal } from '../refusal.ts'
import { groupedPage, groupingBy, inGroupOrder, withGroups } from './grouping.ts'
import { idColumn, pageOf, placeOfChoice, type Rows, type SourceRow } from './rows.ts'

/**
 * All that its viewer may see of a kind of record: a query whose columns are named as the record's fields. What
 * holds yes or no is 1 or 0, a moment is in milliseconds since 1970.
 */
export type RecordSource = SelectQueryBuilder<never, never, never>

/** Any query as a source of records, whatever tables it reads. */
export const recordSource = (query: { compile(): unknown }): RecordSource => query as unknown as RecordSource

/** A kind of record as its declaration has it, whatever its fields are. */
type AnyRecord = Pick<RecordType, 'columns' | 'order' | 'words'>

interface ListOptions {
  readonly record: AnyRecord
  readonly source: RecordSource
  readonly viewer: Viewer
  /** In milliseconds since 1970. */
  readonly now: number
}

export interface RecordPage {
  readonly rows: ListedRow[]
  readonly total: number
  readonly isMore: boolean
  readonly totals: Record<string, number | null>
  /** Where rows are grouped: those of this page, and how many rows aren't in closed ones. */
  readonly groups?: RecordGroup[]
  readonly open?: number
  readonly columns: string[]
  readonly asOf: string
}

/** The record's columns that the viewer may see, by field. */
export function columnsFor({ columns }: AnyRecord, viewer: Permissions): ReadonlyMap<string, Column> {
  return new Map(
    Object.entries(columns).flatMap(([field, column]) =>
      column && (column.permission === undefined || allows(viewer, column.permission))
        ? [[field, column]]
        : [],
    ),
  )
}

/** A column that the viewer may use. @throws Refusal 403 for one that they may not see, 400 for one that isn't there */
export function usable({ record, viewer }: ListOptions, field: string): Column {
  const column = columnsFor(record, viewer.permissions).get(field)
  if (column) return column
  if (Object.hasOwn(record.columns, field)) throw new Refusal(403, 'accessDenied')
  throw new Refusal(400, 'record.noSuchColumn', { field })
}

/** The moments from and before which a filter of days holds; null where an end is open. */
function momentsOf({ operator, values }: RecordFilter, now: number): [number | null, number | null] {
  const [first = '', second = ''] = values
  const after = (day: string) => londonDayAfter(momentOfField(day), 1)
  const monthOf = (back: number) => {
    const [year = 0, month = 0] = new Date(startOfLondonDay(now) + 12 * 3_600_000)
      .toISOString()
      .split('-')
      .map(Number)
    return momentOfField(new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10))
  }
  switch (operator) {
    case 'ON':
      return [momentOfField(first), after(first)]
    case 'BEFORE':
      return [null, momentOfField(first)]
    case 'AFTER':
      return [after(first), null]
    case 'TODAY':
      return [startOfLondonDay(now), londonDayAfter(now, 1)]
    case 'THIS_WEEK':
      return [startOfLondonWeek(now), londonDayAfter(startOfLondonWeek(now), 7)]
    case 'LAST_WEEK':
      return [londonDayAfter(startOfLondonWeek(now), -7), startOfLondonWeek(now)]
    case 'THIS_MONTH':
      return [monthOf(0), monthOf(-1)]
    case 'LAST_MONTH':
      return [monthOf(1), monthOf(0)]
    default:
      return [first === '' ? null : momentOfField(first), second === '' ? null : after(second)]
  }
}

/** The London day of a moment, YYYY-MM-DD. */
const dayOf = (moment: number) => new Date(moment + 12 * 3_600_000).toISOString().slice(0, 10)

function filtered(rows: Rows, column: Column, filter: RecordFilter, { now, viewer }: ListOptions): Rows {
  const { operator, values } = filter
  if (column.picks && operator === 'ANY_OF')
    return rows.where(
      idColumn(column.picks),
      'in',
      values.map((value) => (value === MYSELF ? viewer.userID : Number(value))),
    )
  const name = `r.${filter.field}` as 'r.id'
  const [first = '', second = ''] = values
  switch (column.kind) {
    case 'text':
      if (operator === 'IS_EMPTY')
        return rows.where((eb) => eb.or([eb(name, 'is', null), eb(name, '=', '' as never)]))
      if (operator === 'CONTAINS') return rows.where(contains(name, first.trim()))
      return rows.where((eb) => eb(eb.fn<string>('lower', [name]), '=', first.trim().toLowerCase()))
    case 'number': {
      const from = first === '' ? rows : rows.where(name, '>=', Number(first))
      return second === '' ? from : from.where(name, '<=', Number(second))
    }
    case 'choice':
      return rows.where(name, 'in', values as never)
    case 'yesNo':
      return rows.where(name, '=', first === 'true' ? 1 : 0)
    default: {
      const [from, before] = momentsOf(filter, now)
      const written = (moment: number) => (column.kind === 'day' ? dayOf(moment) : moment) as never
      const begun = from === null ? rows : rows.where(name, '>=', written(from))
      return before === null ? begun : begun.where(name, '<', written(before))
    }
  }
}

function ordered(rows: Rows, { field, direction }: RecordSort, { kind, choices = {} }: Column): Rows {
  const name = `r.${field}` as 'r.id'
  const way = (order: { asc(): { nullsLast(): never }; desc(): { nullsLast(): never } }) =>
    (direction === 'ASC' ? order.asc() : order.desc()).nullsLast()
  if (kind === 'text') return rows.orderBy((eb) => eb.fn('lower', [name]), way as never)
  if (kind === 'choice')
    return rows.orderBy((eb) => placeOfChoice(eb, name, Object.keys(choices)), way as never)
  return rows.orderBy(name, way as never)
}

/**
 * All rows that a request asks for, in its order, without its page. Where they are grouped the order goes by groups
 * first, and `grouped` has the rows with the group of each.
 */
export function matching(
  db: Database,
  request: Pick<ListRequest, 'filters' | 'searchTerm' | 'sort' | 'group'>,
  options: ListOptions,
) {
  const { record, source } = options
  let rows = db.selectFrom(source.as('r') as never) as unknown as Rows
  for (const filter of request.filters) {
    const column = usable(options, filter.field)
    if (!isFilterOf(column, filter)) throw new Refusal(400, 'record.badFilter', { label: column.label })
    rows = filtered(rows, column, filter, options)
  }
  const term = filterTerm(request.searchTerm)
  const searched = [...columnsFor(record, options.viewer.permissions)].filter(
    ([, { isSearched }]) => isSearched,
  )
  if (term !== '') rows = rows.where((eb) => eb.or(searched.map(([field]) => contains(`r.${field}`, term))))
  const all = rows
  for (const sort of request.sort) usable(options, sort.field)
  const order = request.sort.length > 0 ? request.sort : record.order
  const { group } = request
  const grouping = group === undefined ? null : groupingBy(group, usable(options, group), order)
  if (grouping) rows = withGroups(db, rows, grouping, options.now)
  const grouped = rows
  if (grouping) rows = inGroupOrder(rows, grouping)
  for (const sort of order) {
    const column = record.columns[sort.field]
    if (column) rows = ordered(rows, sort, column)
  }
  return { all, grouping, grouped, inOrder: rows.orderBy('r.id') }
}

/** A row as it goes out: without what the viewer may not see. */
function listed(row: SourceRow, columns: ReadonlyMap<string, Column>): ListedRow {
  const values = [...columns].map(([field, { kind }]) => [field, outgoing(row[field] ?? null, kind)])
  return { ...Object.fromEntries(values), id: row.id, version: row.version }
}

function outgoing(value: string | number | null, kind: Column['kind']): string | number | boolean | null {
  if (value === null) return null
  if (kind === 'yesNo') return value === 1
  return kind === 'moment' ? new Date(value).toISOString() : value
}

/**
 * A page of records, sorted, filtered, searched and counted by the database (spec 4 §1.1).
 * @throws Refusal 403 for a column that the viewer may not see, 400 for one that isn't there or a filter that isn't its own
 */
export async function listRecords(
  db: Database,
  request: ListRequest,
  options: ListOptions,
): Promise<RecordPage> {
  const { all, grouping, grouped, inOrder } = matching(db, request, options)
  const columns = columnsFor(options.record, options.viewer.permissions)
  const counted = all.select('r.id').limit(COUNTED_MAX + 1)
  const { count } = await db
    .selectFrom(counted.as('c') as never)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const totals = await totalsOf(all, columns)
  const { rows, ...groups } = grouping
    ? await groupedPage({ grouped, inOrder }, request, grouping)
    : { rows: (await pageOf(inOrder, request).execute()) as SourceRow[] }
  return {
    ...groups,
    rows: rows.map((row) => listed(row, columns)),
    total: Math.min(count, COUNTED_MAX),
    isMore: count > COUNTED_MAX,
    totals,
    columns: [...columns.keys()],
    asOf: new Date(options.now).toISOString(),
  }
}

/** Sums of the columns that are summed, of all that match (spec 4 §1.1); a rate is its sums divided. */
async function totalsOf(
  all: Rows,
  columns: ReadonlyMap<string, Column>,
): Promise<Record<string, number | null>> {
  const summed = [...columns].filter(([, { isSummed }]) => isSummed)
  if (summed.length === 0) return {}
  const parts = new Set(summed.flatMap(([field, { ratio }]) => (ratio ? [ratio.of, ratio.per] : [field])))
  const row = (await all
    .select((eb) => [...parts].map((field) => eb.fn.sum(`r.${field}` as 'r.id').as(field)))
    .executeTakeFirstOrThrow()) as unknown as Readonly<Record<string, number | string | null>>
  // A sum has no trace of how computers count.
  const sumOf = (field: string) => {
    const sum = row[field] ?? null
    return sum === null ? null : Number(Number(sum).toFixed(6))
  }
  return Object.fromEntries(
    summed.map(([field, { ratio }]) => {
      if (!ratio) return [field, sumOf(field)]
      const [of, per] = [sumOf(ratio.of), sumOf(ratio.per)]
      return [field, of === null || per === null || per === 0 ? null : of / per]
    }),
  )
}

/** So many of them are offered at once. */
const OFFERED_MAX = 20

/**
 * The people or projects that a column of the list names, of the rows that its viewer may see alone: nobody is told
 * who there is besides (spec 4 §1.10). By some letters of the name, or by their ids.
 * @throws Refusal 403 for a column that the viewer may not see, 400 for one that names neither
 */
export async function namedInColumn(
  db: Database,
  { field, searchTerm, ids }: { field: string; searchTerm: string; ids: readonly number[] },
  options: ListOptions,
): Promise<{ id: number; name: string }[]> {
  const { picks, label } = usable(options, field)
  if (!picks) throw new Refusal(400, 'record.badFilter', { label })
  const term = dropdownTerm(searchTerm)
  if (term === null && ids.length === 0) return []
  const id = idColumn(picks)
  const name = `r.${field}` as 'r.id'
  const all = db.selectFrom(options.source.as('r') as never) as unknown as Rows
  const wanted = ids.length > 0 ? all.where(id, 'in', [...ids]) : all.where(contains(name, term ?? ''))
  const found = (await wanted
    .where(id, 'is not', null)
    .where(name, 'is not', null)
    .groupBy(id)
    // Who was named otherwise once is one all the same.
    .select((eb) => [eb.ref(id).as('id'), eb.fn.max(name).as('name')])
    .orderBy('name')
    .orderBy(id)
    .limit(ids.length > 0 ? ids.length : OFFERED_MAX)
    .execute()) as unknown as { id: number; name: string }[]
  return found.map((one) => ({ id: Number(one.id), name: one.name }))
}
