import {
  EMPTY_TALLY,
  figureOf,
  INTERVIEW_FIGURES,
  type InterviewFigure,
  type InterviewTally,
  isFewData,
  OUTCOMES,
  type Outcome,
} from './interviews.ts'
import {
  type AttendanceSum,
  attendanceTogether,
  isFew,
  type MeasureName,
  measured,
  NO_ATTENDANCE,
  NO_QUALITY,
  type QualitySum,
} from './kpi.ts'
import type { PowerDefinition, PowerMeasure } from './power-report.ts'

/** What of a field some records have together. */
export interface FieldSum {
  /** Records that have a value. */
  readonly n: number
  readonly sum: number
  readonly min: number
  readonly max: number
}

/** A record, or several that are alike in all that a report goes by. */
export interface PowerPiece {
  /** Null where it stands for several. Pieces of the same record follow one another. */
  readonly id: number | string | null
  readonly count: number
  /** By rows and then columns, in the report's order; '' for none. */
  readonly keys: readonly string[]
  readonly fields: Readonly<Record<string, FieldSum>>
  /** A part of its record, such as an hour of a session: its values add to those of the others. */
  readonly isPart?: true
  readonly userID?: number
  readonly tally?: InterviewTally
  readonly attendance?: AttendanceSum
  readonly quality?: QualitySum
}

/** A number, or a value of one record. */
export const oneValue = (value: number): FieldSum => ({ n: 1, sum: value, min: value, max: value })

type OpenTally = { -readonly [K in keyof InterviewTally]: InterviewTally[K] }
interface OpenField {
  n: number
  sum: number
  min: number
  max: number
}

/** Sums of money and hours stay what people would write: no trace of how computers count. */
const exact = (value: number): number => Number(value.toFixed(6))

/** What the records of a cell come to. Every figure comes of the records, none of other figures (spec 4 §4.2.9). */
export class PowerCell {
  count = 0
  #last: number | string | null = null
  readonly #fields = new Map<string, OpenField>()
  readonly #people = new Set<number>()
  #tally: OpenTally | null = null
  #attendance: AttendanceSum = NO_ATTENDANCE
  #quality: QualitySum = NO_QUALITY

  add(piece: PowerPiece): void {
    const isSame = piece.id !== null && piece.id === this.#last
    if (isSame && !piece.isPart) return
    this.#last = piece.id
    if (!isSame) this.count += piece.count
    for (const name in piece.fields) {
      const more = piece.fields[name]
      if (!more) continue
      const before = this.#fields.get(name)
      if (!before) this.#fields.set(name, { ...more })
      else {
        if (!isSame) before.n += more.n
        before.sum += more.sum
        before.min = Math.min(before.min, more.min)
        before.max = Math.max(before.max, more.max)
      }
    }
    if (piece.userID !== undefined) this.#people.add(piece.userID)
    if (piece.tally) this.#addTally(piece.tally)
    if (piece.attendance) this.#attendance = attendanceTogether(this.#attendance, piece.attendance)
    if (piece.quality) {
      const { reviews, scores } = piece.quality
      this.#quality = { reviews: this.#quality.reviews + reviews, scores: this.#quality.scores + scores }
    }
  }

  #addTally(more: InterviewTally): void {
    this.#tally ??= { ...EMPTY_TALLY, outcomes: { ...EMPTY_TALLY.outcomes } }
    const tally = this.#tally
    const outcomes = tally.outcomes as Record<Outcome, number>
    for (const one of OUTCOMES) outcomes[one] += more.outcomes[one]
    tally.interviewingSeconds += more.interviewingSeconds
    tally.availableSeconds += more.availableSeconds
    tally.talkSeconds += more.talkSeconds
    tally.completeSeconds += more.completeSeconds
    tally.appointmentsDue += more.appointmentsDue
    tally.appointmentsKept += more.appointmentsKept
    if (more.expectedCompletes !== null)
      tally.expectedCompletes = (tally.expectedCompletes ?? 0) + more.expectedCompletes
  }

  /** The figure, a share in percent; null where there is nothing to show. */
  valueOf({ figure, field }: PowerMeasure): number | null {
    switch (figure) {
      case 'COUNT':
        return this.count
      case 'people':
        return this.#people.size
      case 'SUM':
      case 'MEAN':
      case 'MINIMUM':
      case 'MAXIMUM': {
        const of = this.#fields.get(field ?? '')
        if (!of || of.n === 0) return null
        if (figure === 'MEAN') return exact(of.sum / of.n)
        return exact(figure === 'SUM' ? of.sum : figure === 'MINIMUM' ? of.min : of.max)
      }
      default: {
        if (!isInterview(figure)) return measured(figure, this.#figures)
        const value = figureOf(figure, this.#tally ?? EMPTY_TALLY)
        return value === null || INTERVIEW_FIGURES[figure].kind !== 'share' ? value : value * 100
      }
    }
  }

  /** Whether it is a rate of few data (spec 4 §2.5). */
  isFew({ figure }: PowerMeasure): boolean {
    if (figure in MEASURED && !isInterview(figure)) return isFew(figure as MeasureName, this.#figures)
    if (!isInterview(figure)) return false
    const isCount = INTERVIEW_FIGURES[figure].kind === 'count' || figure === 'interviewingHours'
    return !isCount && isFewData(this.#tally ?? EMPTY_TALLY)
  }

  get #figures() {
    return { tally: this.#tally ?? EMPTY_TALLY, attendance: this.#attendance, quality: this.#quality }
  }
}

const MEASURED = { adherence: 0, conformance: 0, punctuality: 0, absenceRate: 0, qcScore: 0 }
const isInterview = (figure: string): figure is InterviewFigure => Object.hasOwn(INTERVIEW_FIGURES, figure)

export interface PowerRow {
  /** The keys of all levels down to this one; of fewer levels than the report has it is a subtotal. */
  readonly path: readonly string[]
  readonly cells: ReadonlyMap<string, PowerCell>
}

export interface PowerTable {
  /** In the report's order, subtotals before what they are of; without the total. */
  readonly rows: readonly PowerRow[]
  /** Paths of the columns in their order, the last one [] for all of them. */
  readonly columns: readonly (readonly string[])[]
  readonly total: ReadonlyMap<string, PowerCell>
  /** How many numbers it has, totals left out. */
  readonly size: number
}

/** A path as the key of a cell. */
export const pathKey = (path: readonly string[]): string => path.join('\u0000')

/** In which order two keys of a field come. */
export type KeyOrder = (place: number, a: string, b: string) => number

interface Shape extends Pick<PowerDefinition, 'rows' | 'columns' | 'measures' | 'sort'> {}

/**
 * Works the table out of pieces: every cell, subtotal and total is of its records (spec 4 §4.2.9).
 * @param order of two keys of the field at that place, rows first
 */
export function powerTable(
  { rows, columns, measures, sort }: Shape,
  pieces: Iterable<PowerPiece>,
  order: KeyOrder,
): PowerTable {
  const all = new Map<string, { path: readonly string[]; cells: Map<string, PowerCell> }>()
  const columnPaths = new Map<string, readonly string[]>()
  for (const piece of pieces) {
    for (let depth = 0; depth <= rows.length; depth++) {
      const path = piece.keys.slice(0, depth)
      const key = pathKey(path)
      let row = all.get(`${depth} ${key}`)
      if (!row) {
        row = { path, cells: new Map() }
        all.set(`${depth} ${key}`, row)
      }
      for (const width of columns.length === 0 ? [0] : [0, columns.length]) {
        const column = piece.keys.slice(rows.length, rows.length + width)
        const name = pathKey(column)
        if (depth === 0 && !columnPaths.has(name)) columnPaths.set(name, column)
        let cell = row.cells.get(name)
        if (!cell) {
          cell = new PowerCell()
          row.cells.set(name, cell)
        }
        cell.add(piece)
      }
    }
  }
  const total = all.get('0 ')?.cells ?? new Map<string, PowerCell>()
  const byKeys = (offset: number) => (a: readonly string[], b: readonly string[]) => {
    for (let place = 0; place < Math.min(a.length, b.length); place++) {
      const way = a[place] === b[place] ? 0 : order(offset + place, a[place] ?? '', b[place] ?? '')
      if (way !== 0) return way
    }
    return a.length - b.length
  }
  const measure = sort && measures[sort.measure]
  const weight = (path: readonly string[]) =>
    measure
      ? (all
          .get(`${path.length} ${pathKey(path)}`)
          ?.cells.get('')
          ?.valueOf(measure) ?? null)
      : null
  const byWeight = (a: readonly string[], b: readonly string[]) => {
    for (let place = 0; place < Math.min(a.length, b.length); place++) {
      if (a[place] === b[place]) continue
      const [first, second] = [weight(a.slice(0, place + 1)), weight(b.slice(0, place + 1))]
      if (first !== second) {
        // What has no value comes last, whichever way.
        if (first === null || second === null) return first === null ? 1 : -1
        return sort?.direction === 'DESC' ? second - first : first - second
      }
      return order(place, a[place] ?? '', b[place] ?? '')
    }
    return a.length - b.length
  }
  const found = [...all.values()].filter(({ path }) => path.length > 0)
  const leaves = found.filter(({ path }) => path.length === rows.length).length
  const wide = [...columnPaths.values()].filter((path) => path.length > 0).toSorted(byKeys(rows.length))
  return {
    rows: found.toSorted((a, b) => (measure ? byWeight(a.path, b.path) : byKeys(0)(a.path, b.path))),
    columns: [...wide, []],
    total,
    size:
      (rows.length === 0 ? 1 : leaves) *
      (columns.length === 0 ? 1 : wide.length) *
      Math.max(1, measures.length),
  }
}
