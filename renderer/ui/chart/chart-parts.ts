/** Shapes and patterns by which series are told apart without colour (spec 4 §1.9). */
export const MARKS = ['circle', 'square', 'triangle', 'diamond'] as const
export type ChartMark = (typeof MARKS)[number]

export interface ChartSeries {
  readonly key: string
  readonly label: string
  /** A colour of the kit or of the product, as CSS has it. */
  readonly colour: string
}

export interface ChartRow {
  readonly name: string
  /** Null where there is nothing to show. */
  readonly values: Readonly<Record<string, number | null>>
}

export interface ChartData {
  /** Of 'dots' the first series says how far right a row stands, the second how high. */
  readonly kind: 'dots' | 'line' | 'stacked'
  readonly series: readonly ChartSeries[]
  readonly rows: readonly ChartRow[]
  /** A value as people read it. */
  readonly format: (value: number) => string
}

export const markOf = (place: number): ChartMark => MARKS[place % MARKS.length] ?? 'circle'
/** How a line is broken: not at all for the first. */
export const dashOf = (place: number): string | undefined =>
  ['', '6 4', '2 4', '10 3 2 3'][place % 4] || undefined

/** Lines in an area: at which angle, how thick, how far apart. */
export interface Hatch {
  readonly angle: number
  readonly width: number
  readonly step: number
}

const THIN = { width: 2, step: 7 }
const THICK = { width: 5, step: 12 }
const HATCHES: readonly (Hatch | null)[] = [
  null,
  { angle: 45, ...THIN },
  { angle: 135, ...THIN },
  { angle: 90, ...THIN },
  { angle: 0, ...THIN },
  { angle: 45, ...THICK },
  { angle: 135, ...THICK },
  { angle: 90, ...THICK },
]

/** How an area is filled: plain, or with lines of its own. */
export const hatchOf = (place: number): Hatch | null => HATCHES[place % HATCHES.length] ?? null
