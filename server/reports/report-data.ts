import { setImmediate as turn } from 'node:timers/promises'
import { allows } from '#shared/domain/permission-rule.ts'
import {
  definitionFor,
  fieldsOf,
  isFigureOf,
  type ReportDefinition,
  type ReportRecord,
} from '#shared/domain/reports.ts'
import type { Column } from '#shared/records/record.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import { columnsFor, matching } from '../records/list.ts'
import { type ListedPage, reportPages } from '../records/sources.ts'
import { Refusal } from '../refusal.ts'

/** Records that are read at once; between two portions others have their turn. */
const PORTION = 5000

/** A kind of record that a report can be made of. */
export interface ReportSource {
  readonly page: ListedPage
  /** Its columns that the viewer may see on its page. */
  readonly columns: ReadonlyMap<string, Column>
}

/** The kinds of records whose pages the viewer may open. */
export function sourcesFor({ permissions }: Viewer): ReportSource[] {
  return reportPages().flatMap((page) =>
    allows(permissions, page.record.permission)
      ? [{ page, columns: columnsFor(page.record, permissions) }]
      : [],
  )
}

/** @throws Refusal 403 where the viewer may not open the page that the records come from, 400 where there is none */
export function requireSource(name: string, viewer: Viewer): ReportSource {
  const source = sourcesFor(viewer).find(({ page }) => page.record.name === name)
  if (source) return source
  const isThere = reportPages().some(({ record }) => record.name === name)
  throw isThere ? new Refusal(403, 'accessDenied') : new Refusal(400, 'report.noSource')
}

/** All columns of the source, whoever may see them. */
const allColumns = ({ page }: ReportSource): ReadonlyMap<string, Column> =>
  new Map(Object.entries(page.record.columns).flatMap(([field, column]) => (column ? [[field, column]] : [])))

/** @throws Refusal 400 where the definition says what can't be */
export function requireSound(definition: ReportDefinition, source: ReportSource): void {
  const columns = allColumns(source)
  const { rows, columns: shown, measures, sort } = definition
  for (const field of fieldsOf(definition))
    if (!columns.has(field)) throw new Refusal(400, 'record.noSuchColumn', { field })
  for (const { field, step } of [...rows, ...shown]) {
    const column = columns.get(field)
    if (step !== null && column && column.kind !== 'day' && column.kind !== 'moment')
      throw new Refusal(400, 'report.badStep', { label: column.label })
  }
  for (const { figure, field } of measures) {
    const column = field === null ? null : columns.get(field)
    if (!isFigureOf(figure, column?.kind ?? null))
      throw new Refusal(400, 'report.badFigure', { label: column?.label ?? '' })
  }
  for (const { field } of sort)
    if (field.startsWith('#') && !measures[Number(field.slice(1)) - 1])
      throw new Refusal(400, 'record.noSuchColumn', { field })
  const levels = rows.map(({ field, step }) => `${field} ${step}`)
  if (new Set(levels).size < levels.length) throw new Refusal(400, 'report.sameLevel')
  if (rows.length + shown.length + measures.length === 0) throw new Refusal(400, 'report.empty')
}

/** What somebody lacks for all that a definition names; null where it is nothing. */
export function lacking(definition: ReportDefinition, viewer: Viewer): string | null {
  const source = sourcesFor(viewer).find(({ page }) => page.record.name === definition.source)
  const page = reportPages().find(({ record }) => record.name === definition.source)
  if (!source) return page ? page.record.words.many : definition.source
  const gone = fieldsOf(definition).find((field) => !source.columns.has(field))
  return gone === undefined ? null : (allColumns(source).get(gone)?.label ?? gone)
}

/** A definition as a viewer has it: without the columns that they may not see. */
export interface Narrowed {
  readonly source: ReportSource
  readonly definition: ReportDefinition
  readonly isNarrowed: boolean
}

/**
 * @throws Refusal 403 where the viewer may not open the page that the records come from, or a filter goes by a
 * column that they may not see: which rows there are would say what is in it
 */
export function narrowed(definition: ReportDefinition, viewer: Viewer): Narrowed {
  const source = requireSource(definition.source, viewer)
  requireSound(definition, source)
  if (definition.filters.some(({ field }) => !source.columns.has(field)))
    throw new Refusal(403, 'report.hiddenFilter')
  const own = definitionFor(definition, source.columns)
  const isNarrowed = fieldsOf(definition).length > fieldsOf(own).length
  return { source, definition: own, isNarrowed }
}

interface ReadOptions {
  readonly viewer: Viewer
  /** In milliseconds since 1970. */
  readonly now: number
  readonly max: number
  readonly onRead?: (done: number) => Promise<void>
}

/** The records that a definition is about, as far as the viewer sees them, with the fields that it needs. */
export async function readRecords(
  db: Database,
  { source: { page, columns }, definition }: Pick<Narrowed, 'source' | 'definition'>,
  { viewer, now, max, onRead }: ReadOptions,
): Promise<{ readonly records: ReportRecord[]; readonly isMore: boolean }> {
  const source = await page.source(db, now, viewer)
  const options = { record: page.record, source, viewer, now }
  const { all } = matching(
    db,
    { filters: [...definition.filters] as never, searchTerm: '', sort: [] },
    options,
  )
  const named = fieldsOf(definition).filter((field) => columns.has(field))
  // A rate is worked out of what it is made of.
  const parts = named.flatMap((field) => Object.values(columns.get(field)?.ratio ?? {}))
  const fields = [...new Set([...named, ...parts])]
  const records: ReportRecord[] = []
  for (let last = Number.MIN_SAFE_INTEGER; records.length <= max; ) {
    const portion = (await all
      .where('r.id', '>', last as never)
      .orderBy('r.id')
      .limit(Math.min(PORTION, max + 1 - records.length))
      .select(['r.id', ...fields.map((field) => `r.${field}` as 'r.id')])
      .execute()) as unknown as ReportRecord[]
    records.push(...portion)
    await onRead?.(Math.min(records.length, max))
    if (portion.length < PORTION) break
    last = portion.at(-1)?.id ?? last
    await turn()
  }
  return { records: records.slice(0, max), isMore: records.length > max }
}

/** Which of these records their viewer sees on their page now. */
export async function stillSeen(
  db: Database,
  { page }: ReportSource,
  records: readonly ReportRecord[],
  { viewer, now }: Pick<ReadOptions, 'viewer' | 'now'>,
): Promise<readonly ReportRecord[]> {
  const source = await page.source(db, now, viewer)
  const rows = await db
    .selectFrom(source.as('r') as never)
    .select('r.id' as never)
    .execute()
  const seen = new Set((rows as unknown as readonly { id: number }[]).map(({ id }) => id))
  return records.filter(({ id }) => seen.has(id))
}
