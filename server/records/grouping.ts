import { type AliasableExpression, type OrderByItemBuilder, type RawBuilder, sql } from 'kysely'
import type { ListRequest, RecordGroup } from '#shared/contract/records.ts'
import { canGroupBy, pageOfPlace, type RecordSort } from '#shared/domain/records.ts'
import type { Column } from '#shared/records/record.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import { idColumn, pageOf, placeOfChoice, type Rows, type SourceRow, type Where } from './rows.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** Nothing that is listed happened before, and nothing so many years ahead. */
const FIRST_YEAR = 2000
const YEARS_AHEAD = 10

/** What a row has besides while rows are grouped: which group it is in, and by what groups are put in order. */
const KEY = 'r.groupKey' as 'r.id'
const ORDER = 'r.groupOrder' as 'r.id'

type Value = AliasableExpression<string | number | null>

/** From when to before when London's clock is an hour ahead, in milliseconds since 1970. */
function summerOf(year: number): readonly [number, number] {
  const lastSunday = (month: number) => {
    const end = Date.UTC(year, month + 1, 0, 1)
    return end - new Date(end).getUTCDay() * DAY_MS
  }
  return [lastSunday(2), lastSunday(9)]
}

/** The London day of a moment, counted from 1970, worked out by the database. */
function londonDay(moment: string, now: number): RawBuilder<number> {
  const at = sql.ref(moment)
  const last = new Date(now).getUTCFullYear() + YEARS_AHEAD
  const years = Array.from({ length: last - FIRST_YEAR + 1 }, (_, place) => FIRST_YEAR + place)
  const summers = years
    .map(summerOf)
    .map(([from, to]) => sql`${at} >= ${sql.lit(from)} and ${at} < ${sql.lit(to)}`)
  const ahead = sql`case when ${sql.join(summers, sql` or `)} then ${sql.lit(HOUR_MS)} else 0 end`
  return sql`((${at} + ${ahead}) / ${sql.lit(DAY_MS)})`
}

/** What a column's rows are grouped by. */
function keyOf(eb: Where, field: string, { kind, picks }: Column, now: number): Value {
  if (picks) return eb.ref(idColumn(picks))
  if (kind === 'moment') return londonDay(`r.${field}`, now)
  const name = eb.ref(`r.${field}` as 'r.id')
  // What says nothing is in one group, however it is kept.
  return kind === 'text' || kind === 'choice' ? eb.fn('nullif', [name, sql.lit('')]) : name
}

/** What the groups' order goes by, before their keys: the list that people know, or the alphabet. */
function orderOf(eb: Where, field: string, column: Column, now: number): Value {
  const name = `r.${field}` as 'r.id'
  const { picks } = column
  if (picks)
    // Who was named otherwise once stands in one group all the same.
    return eb.fn.max(eb.fn<string>('lower', [name])).over((over) => over.partitionBy(idColumn(picks)))
  if (column.kind === 'choice') return placeOfChoice(eb, name, Object.keys(column.choices ?? {}))
  if (column.kind === 'text') return eb.fn('lower', [name])
  return keyOf(eb, field, column, now)
}

/** How rows are grouped. */
export interface Grouping {
  readonly field: string
  readonly column: Column
  /** The way of the groups: the column's own in the order of the rows, else upwards. */
  readonly direction: RecordSort['direction']
}

/** @throws Refusal 400 for a column that makes no groups */
export function groupingBy(field: string, column: Column, order: readonly RecordSort[]): Grouping {
  if (!canGroupBy(column)) throw new Refusal(400, 'record.badGroup', { label: column.label })
  return { field, column, direction: order.find((one) => one.field === field)?.direction ?? 'ASC' }
}

/** The same rows, each with the group that it is in. */
export function withGroups(db: Database, rows: Rows, { field, column }: Grouping, now: number): Rows {
  const each = rows
    .selectAll('r')
    .select((eb) => [
      keyOf(eb, field, column, now).as('groupKey'),
      orderOf(eb, field, column, now).as('groupOrder'),
    ])
  return db.selectFrom(each.as('r') as never) as unknown as Rows
}

const noneLast = (eb: Where) => eb.case().when(KEY, 'is', null).then(1).else(0).end()
const wayOf =
  (direction: RecordSort['direction']) =>
  (order: OrderByItemBuilder): OrderByItemBuilder =>
    (direction === 'ASC' ? order.asc() : order.desc()).nullsLast()

/** Rows group by group; what has no value comes last. */
export const inGroupOrder = (rows: Rows, { direction }: Grouping): Rows =>
  rows.orderBy(noneLast).orderBy(ORDER, wayOf(direction)).orderBy(KEY, wayOf(direction))

/** A group's key as it goes out. */
function outgoingKey(key: string | number | null, { kind, picks }: Column): string | null {
  if (key === null) return null
  if (picks) return String(key)
  if (kind === 'yesNo') return Number(key) === 1 ? 'true' : 'false'
  return kind === 'moment' ? new Date(Number(key) * DAY_MS).toISOString().slice(0, 10) : String(key)
}

/** The same as the database has it; undefined for what names no group. */
function incomingKey(key: string, { kind, picks }: Column): string | number | undefined {
  if (picks) return /^[1-9]\d{0,14}$/.test(key) ? Number(key) : undefined
  if (kind === 'yesNo') return key === 'true' ? 1 : 0
  if (kind !== 'moment') return key
  const day = Date.parse(`${key}T00:00:00Z`) / DAY_MS
  return Number.isInteger(day) ? day : undefined
}

/** The rows that aren't in those groups. */
function without(rows: Rows, closed: readonly (string | null)[], { column }: Grouping): Rows {
  const keys = closed.flatMap((key) => (key === null ? [] : (incomingKey(key, column) ?? [])))
  const rest =
    keys.length === 0
      ? rows
      : rows.where((eb) => eb.or([eb(KEY, 'is', null), eb(KEY, 'not in', keys as never)]))
  return closed.includes(null) ? rest.where(KEY, 'is not', null) : rest
}

interface GroupedPage {
  readonly rows: SourceRow[]
  readonly groups: RecordGroup[]
  readonly open: number
}

/**
 * A page of rows group by group. Each group's count is of all that match; the rows of closed ones are left out, and
 * their headings stand where they would be.
 */
export async function groupedPage(
  { grouped, inOrder }: { readonly grouped: Rows; readonly inOrder: Rows },
  request: Pick<ListRequest, 'page' | 'pageSize' | 'closed'>,
  grouping: Grouping,
): Promise<GroupedPage> {
  const { closed = [] } = request
  const { field, column, direction } = grouping
  const found = (await grouped
    .groupBy(KEY)
    .select((eb) => [
      eb.ref(KEY).as('key'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.max(`r.${field}` as 'r.id').as('name'),
    ])
    .orderBy(noneLast)
    .orderBy((eb) => eb.fn.max(ORDER), wayOf(direction))
    .orderBy(KEY, wayOf(direction))
    .execute()) as unknown as readonly {
    readonly key: string | number | null
    readonly count: number
    readonly name: string | number | null
  }[]
  const rows = (await pageOf(without(inOrder, closed, grouping), request).execute()) as SourceRow[]
  const here = new Map<string | null, number>()
  for (const row of rows) {
    const key = outgoingKey(row.groupKey ?? null, column)
    here.set(key, (here.get(key) ?? 0) + 1)
  }
  let open = 0
  const all = found.map(({ key: stored, count, name }) => {
    const key = outgoingKey(stored, column)
    const isClosed = closed.includes(key)
    const group = { key, count: Number(count), rows: here.get(key) ?? 0, before: open }
    if (!isClosed) open += group.count
    return { ...group, name: column.picks && key !== null ? String(name ?? '') : null, isClosed }
  })
  const isHere = ({ isClosed, before, rows: shown }: (typeof all)[number]) =>
    isClosed ? pageOfPlace(before, open, request.pageSize) === request.page : shown > 0
  const groups = all.filter(isHere).map(({ isClosed: _, ...group }) => group)
  return { rows, groups, open }
}
