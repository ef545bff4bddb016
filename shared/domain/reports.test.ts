import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  definitionFor,
  figureOf,
  groupText,
  groupValue,
  makeReport,
  nextReport,
  REPORT_FIGURES,
  type ReportColumns,
  type ReportDefinition,
  type ReportRecord,
  recordsOf,
} from './reports.ts'

const COLUMNS: ReportColumns = new Map([
  ['area', { kind: 'text', label: 'Area' }],
  ['status', { kind: 'choice', label: 'Status', choices: { NEW: 'New', DONE: 'Done', OLD: 'Old' } }],
  ['day', { kind: 'day', label: 'Day' }],
  ['at', { kind: 'moment', label: 'At' }],
  ['hours', { kind: 'number', label: 'Hours' }],
])
const figures = ['COUNT', 'DISTINCT', 'SUM', 'AVERAGE', 'MINIMUM', 'MAXIMUM', 'SHARE'] as const
const MEASURES = figures.map((figure) => ({ figure, field: figure === 'COUNT' ? null : 'hours' }))
const NONE: ReportDefinition = { source: 'x', rows: [], columns: [], measures: [], filters: [], sort: [] }

const record = fc.record({
  area: fc.constantFrom('Leeds', 'York', 'leeds', '', null),
  status: fc.constantFrom('NEW', 'DONE', 'OLD', null),
  day: fc.constantFrom('2026-01-31', '2026-02-01', '2025-12-31', null),
  at: fc.constantFrom(Date.UTC(2026, 2, 29), Date.UTC(2026, 4, 31, 23, 30), null),
  hours: fc.option(fc.integer({ min: -4000, max: 4000 }).map((cents) => cents / 100)),
})
const records = fc
  .array(record, { maxLength: 40 })
  .map((all) => all.map((one, place) => ({ ...one, id: place + 1 }) as ReportRecord))
const level = fc.constantFrom(
  { field: 'area', step: null },
  { field: 'status', step: null },
  { field: 'day', step: 'MONTH' as const },
  { field: 'day', step: 'WEEK' as const },
  { field: 'at', step: 'DAY' as const },
  { field: 'hours', step: null },
)

/** What a figure has to be, worked out in hundredths and by sorting, unlike the report's own way. */
function oracle(own: readonly ReportRecord[], all: readonly ReportRecord[]) {
  const cents = (of: readonly ReportRecord[]) =>
    of
      .map(({ hours }) => hours)
      .filter((one) => one !== null)
      .map((one) => Math.round(Number(one) * 100))
  const mine = cents(own).sort((a, b) => a - b)
  const add = (numbers: readonly number[]) => {
    let sum = 0
    for (const one of numbers) sum += one
    return sum
  }
  const whole = add(cents(all))
  const isAny = mine.length > 0
  return [
    own.length,
    new Set(mine).size,
    isAny ? add(mine) / 100 : null,
    isAny ? add(mine) / mine.length / 100 : null,
    isAny ? (mine[0] ?? 0) / 100 : null,
    isAny ? (mine.at(-1) ?? 0) / 100 : null,
    whole === 0 ? null : (add(mine) / whole) * 100,
  ]
}

const close = (found: readonly unknown[], expected: readonly (number | null)[]) =>
  expected.every((one, place) =>
    one === null
      ? found[place] === null
      : Math.abs(Number(found[place]) - one) < 1e-4 && found[place] !== null,
  )

describe('A124 figures', () => {
  test('are these, by these names', () => {
    expect(REPORT_FIGURES).toEqual({
      ...{ COUNT: 'Number of records', DISTINCT: 'Different values', SUM: 'Sum', AVERAGE: 'Average' },
      ...{ MINIMUM: 'Minimum', MAXIMUM: 'Maximum', SHARE: 'Share of all' },
    })
  })

  test('of 0, 1, 2 and 3 levels are those of the records behind them, and each number opens those', () => {
    fc.assert(
      fc.property(records, fc.uniqueArray(level, { maxLength: 3 }), (all, rows) => {
        const definition = { ...NONE, rows, measures: MEASURES }
        const { lines, total } = makeReport(definition, all, COLUMNS)
        expect(total.count).toBe(all.length)
        expect(close(total.figures, oracle(all, all))).toBe(true)
        const groups = lines.flatMap((line) => (line.kind === 'GROUP' ? [line] : []))
        expect(groups).toHaveLength(lines.length)
        for (const { path, count, figures } of groups) {
          const behind = all.filter((one) =>
            path.every(
              (value, place) =>
                groupValue(one[rows[place]?.field ?? ''], rows[place]?.step ?? null) === value,
            ),
          )
          expect(behind.length).toBe(count)
          expect(count).toBeGreaterThan(0)
          expect(recordsOf(definition, all, path)).toEqual(behind)
          expect(close(figures, oracle(behind, all))).toBe(true)
        }
        // Every record is in one group of each level.
        rows.forEach((_level, place) => {
          const sum = groups
            .filter(({ path }) => path.length === place + 1)
            .reduce((n, { count }) => n + count, 0)
          expect(sum).toBe(all.length)
        })
      }),
      { numRuns: 150 },
    )
  })

  test('of shown records: every record stands once, below its group, and sorts as its column does', () => {
    fc.assert(
      fc.property(records, (all) => {
        const sort = [{ field: 'hours', direction: 'DESC' as const }]
        const rows = [{ field: 'status', step: null }]
        const columns = [{ field: 'area', step: null }]
        const { lines } = makeReport({ ...NONE, rows, columns, sort }, all, COLUMNS)
        let group: unknown
        let last: ReportRecord | null = null
        const seen: number[] = []
        for (const line of lines) {
          if (line.kind === 'GROUP') {
            group = line.path[0]
            last = null
            continue
          }
          expect(line.record.status ?? null).toBe(group)
          if (last?.hours != null && line.record.hours != null)
            expect(Number(line.record.hours)).toBeLessThanOrEqual(Number(last.hours))
          if (last && last.hours === null) expect(line.record.hours).toBe(null)
          last = line.record
          seen.push(line.record.id)
        }
        expect(seen.toSorted((a, b) => a - b)).toEqual(all.map(({ id }) => id))
      }),
    )
  })

  test.each([
    ['COUNT', null, 3],
    ['DISTINCT', 'area', 1],
    ['SUM', 'hours', 0.3],
    ['AVERAGE', 'hours', 0.15],
    ['MINIMUM', 'day', '2026-01-31'],
    ['MAXIMUM', 'day', '2026-02-01'],
    ['SHARE', null, 75],
    ['SHARE', 'hours', 60],
  ] as const)('%s of %s leaves out what has no value', (figure, field, expected) => {
    const own = [
      { id: 1, area: 'Leeds', hours: 0.1, day: '2026-02-01' },
      { id: 2, area: 'Leeds', hours: 0.2, day: null },
      { id: 3, area: '', hours: null, day: '2026-01-31' },
    ]
    expect(figureOf({ figure, field }, own, [...own, { id: 4, area: 'York', hours: 0.2, day: null }])).toBe(
      expected,
    )
  })

  test.each(['SUM', 'AVERAGE', 'MINIMUM', 'MAXIMUM', 'SHARE'] as const)(
    '%s of nothing is not known',
    (figure) => {
      expect(figureOf({ figure, field: 'hours' }, [], [])).toBe(null)
      expect(figureOf({ figure, field: 'hours' }, [{ id: 1, hours: null }], [{ id: 1, hours: null }])).toBe(
        null,
      )
    },
  )
})

test('A124 parts of time are London’s, and weeks begin on Monday', () => {
  // Half past eleven at night in UTC is the next day in London's summer.
  const night = Date.UTC(2026, 4, 31, 23, 30)
  expect(groupValue(night, 'DAY')).toBe('2026-06-01')
  expect(groupValue(night, 'MONTH')).toBe('2026-06-01')
  expect(groupValue('2026-05-31', 'WEEK')).toBe('2026-05-25')
  expect(groupValue('2026-06-01', 'WEEK')).toBe('2026-06-01')
  expect(groupValue('2026-06-01', 'YEAR')).toBe('2026-01-01')
  const day = { kind: 'day' as const }
  expect(groupText('2026-06-01', 'MONTH', day)).toBe('June 2026')
  expect(groupText('2026-06-01', 'WEEK', day)).toBe('Week of 1 Jun 2026')
  expect(groupText('2026-01-01', 'YEAR', day)).toBe('2026')
  expect(groupText(null, 'YEAR', day)).toBe('None')
  expect(groupText(1, null, { kind: 'yesNo' })).toBe('Yes')
})

test('A124 groups go by the choices’ order, by a figure where that is asked for, and nothing comes last', () => {
  const all = [
    { id: 1, status: 'OLD' },
    { id: 2, status: null },
    { id: 3, status: 'NEW' },
    { id: 4, status: 'OLD' },
  ]
  const rows = [{ field: 'status', step: null }]
  const measures = [{ figure: 'COUNT' as const, field: null }]
  const order = (sort: ReportDefinition['sort']) =>
    makeReport({ ...NONE, rows, measures, sort }, all, COLUMNS).lines.map((line) =>
      line.kind === 'GROUP' ? line.path[0] : '',
    )
  expect(order([])).toEqual(['NEW', 'OLD', null])
  expect(order([{ field: 'status', direction: 'DESC' }])).toEqual(['OLD', 'NEW', null])
  expect(order([{ field: '#1', direction: 'DESC' }])).toEqual(['OLD', 'NEW', null])
  expect(order([{ field: '#1', direction: 'ASC' }])).toEqual(['NEW', null, 'OLD'])
})

test('A123 a definition without a column loses what names it, and its order goes by the same figure', () => {
  const without = new Map([...COLUMNS].filter(([field]) => field !== 'hours'))
  const definition: ReportDefinition = {
    ...NONE,
    rows: [
      { field: 'hours', step: null },
      { field: 'area', step: null },
    ],
    columns: [{ field: 'hours', step: null }],
    measures: [
      { figure: 'SUM', field: 'hours' },
      { figure: 'COUNT', field: null },
    ],
    sort: [
      { field: '#2', direction: 'DESC' },
      { field: '#1', direction: 'DESC' },
      { field: 'hours', direction: 'ASC' },
    ],
  }
  expect(definitionFor(definition, without)).toEqual({
    ...NONE,
    rows: [{ field: 'area', step: null }],
    measures: [{ figure: 'COUNT', field: null }],
    sort: [{ field: '#1', direction: 'DESC' }],
  })
})

test('A125 a report is due by London’s clock, each day, week or month', () => {
  const at = (text: string) => Date.parse(text)
  const next = (every: 'DAY' | 'WEEK' | 'MONTH', day: number, after: string) =>
    new Date(nextReport({ every, day, at: '08:00' }, at(after))).toISOString()
  expect(next('DAY', 0, '2026-03-28T07:59:59.999Z')).toBe('2026-03-28T08:00:00.000Z')
  // The clocks go forward that night.
  expect(next('DAY', 0, '2026-03-28T08:00:00Z')).toBe('2026-03-29T07:00:00.000Z')
  expect(next('WEEK', 0, '2026-05-04T12:00:00Z')).toBe('2026-05-10T07:00:00.000Z')
  expect(next('WEEK', 1, '2026-05-04T06:59:00Z')).toBe('2026-05-04T07:00:00.000Z')
  expect(next('MONTH', 31, '2026-01-31T08:00:00Z')).toBe('2026-02-28T08:00:00.000Z')
  expect(next('MONTH', 1, '2026-01-31T08:00:00Z')).toBe('2026-02-01T08:00:00.000Z')
})
