import type { ReportRecords, ShownReport } from '#shared/contract/reports.ts'
import {
  groupText,
  kindOfFigure,
  levelLabel,
  makeReport,
  measureLabel,
  type ReportDefinition,
  type ReportRecord,
  type ReportValue,
  recordsOf,
} from '#shared/domain/reports.ts'
import type { Column } from '#shared/records/record.ts'
import type { Sheet } from '../records/sheet.ts'
import type { Narrowed } from './report-data.ts'

const RECORDS_AT_ONCE = 100

const columnOut = (field: string, { label, kind, choices }: Column) => ({
  ...{ field, label, kind },
  ...(choices && { choices: { ...choices } }),
})

/** Columns of a definition that its viewer sees, with their fields. */
const shownColumns = ({ definition, source }: Pick<Narrowed, 'definition' | 'source'>) =>
  definition.columns.flatMap(({ field }) => {
    const column = source.columns.get(field)
    return column ? [{ field, column }] : []
  })

interface Part {
  /** From 1. */
  readonly page: number
  readonly pageSize: number
  readonly isPartial: boolean
  readonly now: number
}

/** A part of a report's lines, as it goes out. */
export function shownReport(
  mine: Narrowed,
  records: readonly ReportRecord[],
  { page, pageSize, isPartial, now }: Part,
): ShownReport {
  const { definition, source, isNarrowed } = mine
  const { lines, total } = makeReport(definition, records, source.columns)
  const columns = shownColumns(mine)
  return {
    columns: columns.map(({ field, column }) => columnOut(field, column)),
    levels: definition.rows.flatMap((level) => {
      const column = source.columns.get(level.field)
      if (!column) return []
      const label = levelLabel(level, source.columns)
      return [{ ...columnOut(level.field, column), label, step: level.step }]
    }),
    measures: definition.measures.map((measure) => ({
      label: measureLabel(measure, source.columns),
      kind: kindOfFigure(measure, source.columns),
      figure: measure.figure,
    })),
    lines: lines.slice((page - 1) * pageSize, page * pageSize).map((line) =>
      line.kind === 'GROUP'
        ? { ...line, path: [...line.path], figures: [...line.figures] }
        : {
            kind: 'RECORD' as const,
            id: line.record.id,
            values: columns.map(({ field }) => line.record[field] ?? null),
          },
    ),
    total: { count: total.count, figures: [...total.figures] },
    lineCount: lines.length,
    isPartial,
    isNarrowed,
    asOf: new Date(now).toISOString(),
  }
}

/** The records behind a number: the report's columns, else the fields that it is made of. */
export function recordsBehind(
  mine: Pick<Narrowed, 'definition' | 'source'>,
  records: readonly ReportRecord[],
  path: readonly ReportValue[],
  page: number,
): ReportRecords {
  const behind = recordsOf(mine.definition, records, path)
  const columns = [...mine.source.columns].filter(([field]) => records.some((record) => field in record))
  return {
    columns: columns.map(([field, column]) => columnOut(field, column)),
    rows: behind.slice((page - 1) * RECORDS_AT_ONCE, page * RECORDS_AT_ONCE).map((record) => ({
      id: record.id,
      values: columns.map(([field]) => record[field] ?? null),
    })),
    total: behind.length,
  }
}

/** A definition that also reads what names each record, so that those behind a number can be told apart. */
export function withNames({ definition, source }: Narrowed): ReportDefinition {
  const named = [...source.columns].filter(([, { isExtra }]) => !isExtra).slice(0, 4)
  const fields = new Set(definition.columns.map(({ field }) => field))
  const added = named.filter(([field]) => !fields.has(field)).map(([field]) => ({ field, step: null }))
  return { ...definition, columns: [...definition.columns, ...added] }
}

/** A report's sheet, and which of its rows are of groups or the total. */
type ReportSheet = Sheet & { readonly strong: readonly number[] }

/** A report as a sheet: groups and records in the order of the page, and the total last. */
export function sheetOf(name: string, mine: Narrowed, records: readonly ReportRecord[]): ReportSheet {
  const { definition, source } = mine
  const { rows: levels, measures } = definition
  const { lines, total } = makeReport(definition, records, source.columns)
  const columns = shownColumns(mine)
  const hasTotal = measures.length > 0
  // The total's row is named in the first column; one that has no groups gets a column for it.
  const lead: Column[] =
    levels.length === 0 && columns.length > 0 && hasTotal ? [{ kind: 'text', label: '' }] : []
  const levelText = (path: readonly ReportValue[], place: number) => {
    const level = levels[place]
    const column = level && source.columns.get(level.field)
    if (!level || !column || place >= path.length) return ''
    const value = path[place] ?? null
    return column.kind === 'number' && value !== null ? value : groupText(value, level.step, column)
  }
  const rows: (readonly ReportValue[])[] = []
  const strong: number[] = []
  let path: readonly ReportValue[] = []
  for (const line of lines) {
    if (line.kind === 'GROUP') {
      path = line.path
      // Where there is nothing but groups of one level, none stands out.
      if (columns.length > 0 || path.length < levels.length) strong.push(rows.length)
    }
    const head = levels.map((_level, place) =>
      line.kind === 'GROUP' && place === path.length ? 'All' : levelText(path, place),
    )
    const body =
      line.kind === 'GROUP' ? columns.map(() => null) : columns.map(({ field }) => line.record[field] ?? null)
    const figures = line.kind === 'GROUP' ? line.figures : measures.map(() => null)
    rows.push([...lead.map(() => ''), ...head, ...body, ...figures])
  }
  if (hasTotal) strong.push(rows.length)
  if (hasTotal)
    rows.push([
      ...lead.map(() => 'Total'),
      ...levels.map((_level, place) => (place === 0 ? 'Total' : '')),
      ...columns.map(() => null),
      ...total.figures,
    ])
  return {
    name,
    columns: [
      ...lead,
      ...levels.map(
        (level): Column => ({
          kind: source.columns.get(level.field)?.kind === 'number' ? 'number' : 'text',
          label: levelLabel(level, source.columns),
        }),
      ),
      ...columns.map(({ column }) => column),
      ...measures.map(
        (measure): Column => ({
          kind: kindOfFigure(measure, source.columns),
          label: measureLabel(measure, source.columns),
          width: 12,
        }),
      ),
    ],
    rows,
    strong,
  }
}
