import type { PowerRecords, PowerReport } from '#shared/contract/power-report.ts'
import { OUTCOMES } from '#shared/domain/interviews.ts'
import { oneValue, type PowerCell, type PowerPiece, pathKey, powerTable } from '#shared/domain/power-cells.ts'
import {
  hasMeasure,
  POWER_CELLS_MAX,
  POWER_FIELDS,
  type PowerDefinition,
  type PowerField,
  type PowerMeasure,
  type PowerPage,
  powerKind,
  powerLabel,
  rulesOf,
} from '#shared/domain/power-report.ts'
import type { Column } from '#shared/records/record.ts'
import type { Database } from '../db/database.ts'
import type { Viewer } from '../people/scope.ts'
import type { Sheet } from '../records/sheet.ts'
import { Refusal } from '../refusal.ts'
import { type Asked, ask, isOfProjects, isWanted, keyOf, narrowed } from './asked.ts'
import { interviewPieces } from './interviews.ts'
import { type Names, namesOf, orderOf } from './names.ts'
import { appointmentRows, availableRows, callRows, READERS, type SourceRow, seesCosts } from './sources.ts'

const RECORDS_AT_ONCE = 100

interface Who {
  readonly page: PowerPage
  readonly viewer: Viewer
  readonly now: number
}

/** @throws Refusal 400 where the report says what can't be, 403 for costs that aren't the viewer's to see */
export function requireSoundPower(definition: PowerDefinition, who: Pick<Who, 'page' | 'viewer'>): void {
  const { source, rows, columns, measures, filters, sort } = definition
  const { fields, label } = rulesOf(source)
  const named = [...rows, ...columns]
  for (const field of [...named, ...filters.map((filter) => filter.field)])
    if (!fields.includes(field))
      throw new Refusal(400, 'powerReport.noField', { field: POWER_FIELDS[field], source: label })
  if (new Set(named).size < named.length) throw new Refusal(400, 'report.sameLevel')
  if (measures.length === 0) throw new Refusal(400, 'powerReport.empty')
  for (const measure of measures) {
    if (!hasMeasure(source, measure)) throw new Refusal(400, 'powerReport.noFigure', { source: label })
    if (measure.field === 'cost' && !seesCosts(who)) throw new Refusal(403, 'accessDenied')
  }
  if (sort && !measures[sort.measure]) throw new Refusal(400, 'powerReport.noFigure', { source: label })
}

/** The pieces of a report, and the fields that their keys are of. */
async function piecesOf(asked: Asked): Promise<readonly PowerPiece[]> {
  const { source, rows, columns, measures } = asked.definition
  const fields = [...rows, ...columns]
  if (source === 'INTERVIEWS') return interviewPieces(asked, fields)
  const has = (value: string) => measures.some(({ field }) => field === value)
  const read = await READERS[source](asked, { fields, has })
  return read.filter((row) => isThere(asked, row)).map((row) => pieceOf(asked, fields, row, measures))
}

const isThere = (asked: Asked, row: SourceRow): boolean =>
  isOfProjects(asked, row.projectID ?? null) && isWanted(asked, row)

function pieceOf(
  asked: Asked,
  fields: readonly PowerField[],
  row: SourceRow,
  measures: readonly PowerMeasure[],
): PowerPiece {
  const { id, userID, values, isPart, attendance, quality } = row
  const counted = measures.flatMap(({ field }) => {
    const value = field === null ? null : values[field]
    return field === null || value === null || value === undefined ? [] : [[field, oneValue(value)] as const]
  })
  return {
    ...{ id, count: 1, userID, keys: fields.map((field) => keyOf(asked, field, row)) },
    fields: Object.fromEntries(counted),
    ...(isPart && { isPart }),
    ...(attendance && { attendance }),
    ...(quality && { quality }),
  }
}

/** A report with the names of its keys. */
async function tableOf(asked: Asked) {
  const { rows, columns } = asked.definition
  const fields = [...rows, ...columns]
  const pieces = await piecesOf(asked)
  const keys = fields.map(() => new Set<string>())
  for (const piece of pieces)
    for (let place = 0; place < fields.length; place++) keys[place]?.add(piece.keys[place] ?? '')
  const names = new Map<PowerField, Names>()
  for (const [place, field] of fields.entries())
    names.set(field, await namesOf(asked, field, keys[place] ?? new Set()))
  const orders = fields.map((field) => orderOf(asked, field, names.get(field) ?? new Map()))
  const table = powerTable(asked.definition, pieces, (place, a, b) => orders[place]?.(a, b) ?? 0)
  if (table.size > POWER_CELLS_MAX) throw new Refusal(400, 'powerReport.tooManyCells', { n: table.size })
  return { table, names }
}

/**
 * A power report as its viewer may see it now (spec 4 §4.2.9).
 * @throws Refusal 400 where it has too many cells or says what can't be, 403 for what the viewer may not see
 */
export async function powerReport(db: Database, definition: PowerDefinition, who: Who): Promise<PowerReport> {
  requireSoundPower(definition, who)
  const asked = await ask(db, { ...who, definition })
  const { table, names } = await tableOf(asked)
  const { source, rows, columns, measures } = definition
  const row = (cells: ReadonlyMap<string, PowerCell>) => {
    const all = table.columns.flatMap((path) => {
      const cell = cells.get(pathKey(path))
      return measures.map((measure) => ({
        value: cell?.valueOf(measure) ?? null,
        isFew: cell?.isFew(measure) ?? false,
      }))
    })
    return {
      values: all.map(({ value }) => value),
      few: all.flatMap(({ isFew, value }, place) => (isFew && value !== null ? [place] : [])),
    }
  }
  const out = (field: PowerField) => ({ field, label: POWER_FIELDS[field] })
  return {
    rows: rows.map(out),
    columns: columns.map(out),
    measures: measures.map((measure) => ({
      label: powerLabel(source, measure),
      kind: powerKind(source, measure),
    })),
    names: Object.fromEntries([...names].map(([field, own]) => [field, Object.fromEntries(own)])),
    columnPaths: table.columns.map((path) => [...path]),
    cells: table.rows.map(({ path, cells }) => ({ path: [...path], ...row(cells) })),
    totals: row(table.total),
    cellCount: table.size,
    records: table.total.get('')?.count ?? 0,
    asOf: new Date(who.now).toISOString(),
  }
}

const keyText = (names: ReadonlyMap<PowerField, Names>, field: PowerField, key: string): string =>
  names.get(field)?.get(key) ?? key

/** The report as a sheet: a line a row with its subtotals, the total last. */
export async function powerSheet(
  db: Database,
  name: string,
  definition: PowerDefinition,
  who: Who,
): Promise<Sheet> {
  requireSoundPower(definition, who)
  const asked = await ask(db, { ...who, definition })
  const { table, names } = await tableOf(asked)
  const { source, rows, columns, measures } = definition
  const line = (path: readonly string[], cells: ReadonlyMap<string, PowerCell>) => [
    ...(rows.length === 0
      ? ['Total']
      : rows.map((field, place) => {
          if (place < path.length) return keyText(names, field, path[place] ?? '')
          return place === path.length ? (place === 0 ? 'Total' : 'All') : ''
        })),
    ...table.columns.flatMap((column) =>
      measures.map((measure) => {
        const value = cells.get(pathKey(column))?.valueOf(measure) ?? null
        return value === null ? null : Number(value.toFixed(4))
      }),
    ),
  ]
  const heading = (column: readonly string[], measure: PowerMeasure) => {
    const of = column.map((key, place) => keyText(names, columns[place] as PowerField, key))
    const label = `${powerLabel(source, measure)}${powerKind(source, measure) === 'share' ? ', %' : ''}`
    if (columns.length === 0) return label
    return `${of.length === 0 ? 'Total' : of.join(' › ')}: ${label}`
  }
  const textColumn = (label: string): Column => ({ kind: 'text', label, width: 14 })
  return {
    name,
    columns: [
      ...(rows.length === 0 ? [textColumn('')] : rows.map((field) => textColumn(POWER_FIELDS[field]))),
      ...table.columns.flatMap((column) =>
        measures.map((measure): Column => ({ kind: 'number', label: heading(column, measure) })),
      ),
    ],
    rows: [...table.rows.map(({ path, cells }) => line(path, cells)), line([], table.total)],
  }
}

/** Calls that a figure is made of; null for all of them. */
const OUTCOMES_OF: Readonly<Record<string, readonly string[]>> = {
  completes: ['COMPLETE'],
  completesPerHour: ['COMPLETE'],
  averageLength: ['COMPLETE'],
  index: ['COMPLETE'],
  refusals: ['REFUSAL'],
  appointments: ['APPOINTMENT'],
  breakOffs: ['ABANDONED'],
  contacts: OUTCOMES.filter((one) =>
    ['COMPLETE', 'REFUSAL', 'APPOINTMENT', 'INELIGIBLE', 'ABANDONED'].includes(one),
  ),
  strikeRate: OUTCOMES.filter((one) =>
    ['COMPLETE', 'REFUSAL', 'APPOINTMENT', 'INELIGIBLE', 'ABANDONED'].includes(one),
  ),
  refusalRate: OUTCOMES.filter((one) =>
    ['COMPLETE', 'REFUSAL', 'APPOINTMENT', 'INELIGIBLE', 'ABANDONED'].includes(one),
  ),
  cooperationRate: ['COMPLETE', 'REFUSAL', 'ABANDONED'],
  interviewingHours: [],
  appointmentsKept: [],
}
/** Figures that hours of interviewing are a part of. */
const OF_HOURS = ['completesPerHour', 'attemptsPerHour', 'occupancy', 'index', 'interviewingHours', 'people']

interface Behind {
  readonly row: readonly string[]
  readonly column: readonly string[]
  /** Which of its figures the cell is. */
  readonly measure: number
  /** From 1. */
  readonly part: number
}

/** The records that a cell is made of, with their number and sums (spec 4 §4.2.9). */
export async function powerRecords(
  db: Database,
  definition: PowerDefinition,
  { row, column, measure: place, part }: Behind,
  who: Who,
): Promise<PowerRecords> {
  requireSoundPower(definition, who)
  const { source, rows, columns, measures } = definition
  const measure = measures[place]
  if (!measure || row.length > rows.length || column.length > columns.length)
    throw new Refusal(400, 'powerReport.noFigure', { source: rulesOf(source).label })
  const path = [
    ...row.map((key, at) => ({ field: rows[at] as PowerField, values: [key] })),
    ...column.map((key, at) => ({ field: columns[at] as PowerField, values: [key] })),
  ]
  const asked = narrowed(await ask(db, { ...who, definition }), path)
  const offset = (part - 1) * RECORDS_AT_ONCE
  if (source !== 'INTERVIEWS') {
    const has = (value: string) =>
      rulesOf(source).values[value] !== undefined && (value !== 'cost' || seesCosts(who))
    const fields = [...rows, ...columns]
    const read = (await READERS[source](asked, { fields, has })).filter((one) => isThere(asked, one))
    return {
      lists: [await listOf(asked, source, rulesOf(source).label, read, offset)],
      asOf: new Date(who.now).toISOString(),
    }
  }
  const { figure } = measure
  const lists: PowerRecords['lists'] = []
  const outcomes = OUTCOMES_OF[figure] ?? null
  if (outcomes === null || outcomes.length > 0) {
    const {
      total,
      minutes,
      rows: calls,
    } = await callRows(asked, outcomes, { limit: RECORDS_AT_ONCE, offset })
    const list = await listOf(asked, 'INTERVIEWS', rulesOf('INTERVIEWS').label, calls, 0)
    lists.push({
      ...list,
      total,
      sums: [{ label: 'Minutes', kind: 'minutes', value: total === 0 ? null : Number(minutes.toFixed(6)) }],
    })
  }
  if (OF_HOURS.includes(figure)) {
    const hours = await availableRows(asked, figure !== 'occupancy')
    lists.push(await listOf(asked, 'ACTIVITY_SESSIONS', rulesOf('ACTIVITY_SESSIONS').label, hours, offset))
  }
  if (figure === 'appointmentsKept')
    lists.push(await listOf(asked, null, 'Appointments due', await appointmentRows(asked), offset))
  return { lists, asOf: new Date(who.now).toISOString() }
}

const SHOWN_FIELDS: readonly PowerField[] = ['PERSON', 'PROJECT']
const KEPT: Readonly<Record<string, { readonly label: string; readonly kind: 'count' }>> = {
  kept: { label: 'Kept', kind: 'count' },
}

/** Records as a list, a part of them; parts of one record are one line. */
async function listOf(
  asked: Asked,
  source: PowerDefinition['source'] | null,
  label: string,
  read: readonly SourceRow[],
  offset: number,
): Promise<PowerRecords['lists'][number]> {
  const rules = source === null ? null : rulesOf(source)
  const whole = new Map<number | string, SourceRow>()
  for (const row of read) {
    const before = whole.get(row.id)
    if (!before) whole.set(row.id, row)
    else if (row.isPart) whole.set(row.id, { ...before, values: added(before.values, row.values) })
  }
  const all = [...whole.values()].toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
  const shown = all.slice(offset, offset + RECORDS_AT_ONCE)
  const fields = (rules?.fields ?? SHOWN_FIELDS).filter(
    (field) => SHOWN_FIELDS.includes(field) || shown.some(({ own }) => (own?.[field] ?? '') !== ''),
  )
  const values = Object.entries(rules?.values ?? KEPT).filter(([name]) =>
    all.some((row) => name in row.values),
  )
  const names = new Map<PowerField, Names>()
  const nameAs = source === null ? asked : { ...asked, definition: { ...asked.definition, source } }
  for (const field of fields)
    names.set(field, await namesOf(nameAs, field, new Set(shown.map((row) => keyOf(asked, field, row)))))
  const isDays = rules !== null && !rules.fields.includes('HOUR')
  return {
    label,
    columns: [...fields.map((field) => POWER_FIELDS[field])],
    when: isDays ? 'DAY' : 'MOMENT',
    values: values.map(([, field]) => ({ label: field.label, kind: field.kind })),
    rows: shown.map((row) => ({
      id: String(row.id),
      at: new Date(row.at).toISOString(),
      texts: fields.map((field) => {
        const key = keyOf(asked, field, row)
        return key === '' ? '' : (names.get(field)?.get(key) ?? key)
      }),
      numbers: values.map(([name]) => row.values[name] ?? null),
    })),
    total: whole.size,
    sums: values.map(([name, field]) => {
      const known = all.flatMap((row) => row.values[name] ?? [])
      return {
        ...{ label: field.label, kind: field.kind },
        value: known.length === 0 ? null : Number(known.reduce((sum, one) => sum + one, 0).toFixed(6)),
      }
    }),
  }
}

const added = (a: SourceRow['values'], b: SourceRow['values']): SourceRow['values'] =>
  Object.fromEntries(Object.entries(a).map(([name, value]) => [name, (value ?? 0) + (b[name] ?? 0)]))
