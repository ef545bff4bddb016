import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { PinnedFigure, SavedPowerReport } from '#shared/contract/power-report.ts'
import {
  hasMeasure,
  POWER_CHARTS,
  POWER_FIELDS,
  POWER_GROUPS,
  POWER_SOURCES,
  POWER_TIMES,
  type PowerDefinition,
  type PowerField,
  type PowerMeasure,
  type PowerPage,
  rulesOf,
} from '#shared/domain/power-report.ts'
import { READY_REPORT_NAMES, readyDefinition } from '#shared/domain/ready-reports.ts'

/** A report that says nothing yet. */
export const blank = (): PowerDefinition => ({
  ...{ source: 'INTERVIEWS', rows: [], columns: [], measures: [], filters: [], sort: null },
  ...{ time: 'WEEKS', from: '', to: '', group: 'TEAM', chart: 'NONE' },
})

/** A definition as a call takes it: lists that may be changed. */
export const sent = ({ rows, columns, measures, filters, ...rest }: PowerDefinition) => ({
  ...rest,
  rows: [...rows],
  columns: [...columns],
  measures: measures.map((measure) => ({ ...measure })),
  filters: filters
    .filter(({ values }) => values.length > 0)
    .map(({ field, values }) => ({ field, values: [...values] })),
})

const isField = (value: unknown): value is PowerField =>
  typeof value === 'string' && Object.hasOwn(POWER_FIELDS, value)
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const oneOf = <T extends string>(value: unknown, all: Readonly<Record<T, unknown>>, otherwise: T): T =>
  typeof value === 'string' && Object.hasOwn(all, value) ? (value as T) : otherwise

/** The definition that an address has; null where it has none that is understood. */
export function definitionOf(text: string | null): PowerDefinition | null {
  if (text === null) return null
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null) return null
    const said = read as Readonly<Record<string, unknown>>
    const source = oneOf(said.source, POWER_SOURCES, 'INTERVIEWS')
    const has = (field: unknown): field is PowerField =>
      isField(field) && rulesOf(source).fields.includes(field)
    const sort = said.sort as PowerDefinition['sort']
    const measures = listOf(said.measures).filter(
      (one): one is PowerMeasure =>
        typeof one === 'object' &&
        one !== null &&
        hasMeasure(source, { field: null, ...one } as PowerMeasure),
    )
    return {
      source,
      rows: listOf(said.rows).filter(has).slice(0, 3),
      columns: listOf(said.columns).filter(has).slice(0, 3),
      measures: measures.map(({ figure, field = null }) => ({ figure, field })),
      filters: listOf(said.filters).flatMap((one) => {
        const { field, values } = (one ?? {}) as { field?: unknown; values?: unknown }
        return has(field) ? [{ field, values: listOf(values).map(String) }] : []
      }),
      time: oneOf(said.time, POWER_TIMES, 'WEEKS'),
      from: String(said.from ?? ''),
      to: String(said.to ?? ''),
      group: oneOf(said.group, POWER_GROUPS, 'TEAM'),
      chart: oneOf(said.chart, POWER_CHARTS, 'NONE'),
      sort:
        sort && measures[sort.measure] && (sort.direction === 'ASC' || sort.direction === 'DESC')
          ? { measure: sort.measure, direction: sort.direction }
          : null,
    }
  } catch {
    return null
  }
}

const READY = Object.fromEntries(READY_REPORT_NAMES.map((name) => [name, name]))

/** What report is open, as the address says it. */
export function useOpenReport(
  page: PowerPage,
  {
    reports,
    pins,
  }: { readonly reports: readonly SavedPowerReport[]; readonly pins: readonly PinnedFigure[] },
) {
  const [params, setParams] = useSearchParams()
  const [id, name, text] = [Number(params.get('report')), params.get('ready'), params.get('d')]
  const saved = reports.find((report) => report.id === id) ?? null
  const pinID = Number(params.get('pin'))
  const pin = pins.find((one) => one.id === pinID) ?? null
  const ready =
    page === 'SUPERVISOR' && name !== null && Object.hasOwn(READY, name)
      ? (READY_REPORT_NAMES.find((one) => one === name) ?? null)
      : null
  const written = useMemo(() => definitionOf(text), [text])
  const base = useMemo(
    () => saved?.definition ?? pin?.definition ?? (ready ? readyDefinition(ready) : null),
    [saved, pin, ready],
  )
  const definition = written ?? base ?? blank()
  return {
    ...{ saved, ready, pin, definition },
    /** Whether it is another than the one that was opened. */
    isChanged:
      base !== null && written !== null && JSON.stringify(sent(written)) !== JSON.stringify(sent(base)),
    /** Nothing was chosen: the page of all reports. */
    isNothing:
      saved === null &&
      ready === null &&
      pin === null &&
      text === null &&
      params.get('new') === null &&
      params.get('end') === null,
    isEndOfShift: page === 'SUPERVISOR' && params.get('end') !== null,
    change: (next: PowerDefinition) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          after.set('d', JSON.stringify(sent(next)))
          return after
        },
        { replace: true },
      ),
    open: (to: Readonly<Record<string, string>>) => setParams(to),
    discard: () =>
      setParams((before) => {
        const after = new URLSearchParams(before)
        after.delete('d')
        return after
      }),
  }
}
